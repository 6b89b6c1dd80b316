"""Reasons for exchanges and open cards: possible hands, missing cards, the rivals, the cost (rules 2, 7.6)."""

from collections.abc import Iterator, Sequence

from games.rules.contract import Seat
from games.rules.contract import gettext_noop as _
from games.rules.phrases import cards, line, ngettext, number, say, seat
from games.rules.swedish_chicago.bot.blunders import only_a_chicago_wins
from games.rules.swedish_chicago.bot.draw_odds import outcomes, undrawn
from games.rules.swedish_chicago.hands import TYPES, combination
from games.rules.swedish_chicago.moves import Move
from games.rules.swedish_chicago.pieces import HAND, VALUE
from games.rules.swedish_chicago.table import PARTS
from games.rules.swedish_chicago.text.advice import facts
from games.rules.swedish_chicago.text.names import group_name, hand_name, kind
from games.rules.swedish_chicago.view import SeatView, View
from games.rules.vocabulary import Line

_HIGH = VALUE["Jd"]


def exchanging(view: View, meant: Move) -> Iterator[Line]:
    kept = facts.kept_cards(view, meant)
    if meant.cards:
        yield from _prospects(view, kept)
        yield from _cost(view, meant, kept)
    else:
        yield from _stands(view)
    if threat := _threat(view, kept):
        yield threat


def _stands(view: View) -> Iterator[Line]:
    held = hand_name(facts.hand_of(view))
    if held is None:
        yield say(_("The high cards are kept for the last trick."))
        return
    yield say(_("The hand is good as it is: %(hand)s."), hand=line(held))
    rival = facts.most_dangerous(view, facts.rivals(view))
    text = _("%(seat)s, the main danger, has a weaker hand about %(percent)s times in 100.")
    yield say(text, seat=seat(rival.seat), percent=number(facts.about(facts.has_less(view, rival))))


def _prospects(view: View, kept: Sequence[str]) -> Iterator[Line]:
    pool = undrawn(view)
    found = outcomes(kept, pool)
    held = facts.equals(kept)
    better = {kind: chance for kind, chance in found.items() if kind and facts.rank(kind) > facts.rank(held)}
    if held and not better:
        yield say(_("A new card can’t improve the combination, but may win the last trick."))
    elif len(kept) == HAND - 1 and (held or len(better) > 1):
        yield from _one_short({kind: round(chance * len(pool)) for kind, chance in better.items()}, len(pool))
    elif held:
        yield from _grows(kept, better)
    else:
        yield from _from_nothing(view, kept, found, facts.percent(sum(better.values())))


def _one_short(makes: dict[str, int], unseen: int) -> Iterator[Line]:
    """Yield the hands that one more card completes, the most likely first, with the number of cards that make them."""
    makes = {kind: count for kind, count in makes.items() if kind != "pair"}
    nearest, *others = sorted(makes, key=lambda kind: (-makes[kind], -facts.rank(kind)))
    yield ngettext(
        "One card short of %(hand)s: %(count)s of the %(unseen)s unseen cards makes it.",
        "One card short of %(hand)s: %(count)s of the %(unseen)s unseen cards make it.",
        makes[nearest],
        hand=kind(nearest),
        unseen=number(unseen),
    )
    if others:
        yield ngettext(
            "%(count)s other makes %(hand)s.", "%(count)s others make %(hand)s.", makes[others[0]], hand=kind(others[0])
        )


def _grows(kept: Sequence[str], better: dict[str, float]) -> Iterator[Line]:
    """Yield a sentence about how often a pair or more improves, and the most frequent result."""
    likely = max(better, key=better.__getitem__)
    more = sum(chance for kind, chance in better.items() if facts.rank(kind) > facts.rank(likely))
    held = group_name(kept)
    assert held is not None
    text = _(
        "With %(held)s to build on, the new cards make %(hand)s %(percent)s times in 100, and something better "
        "%(more)s times."
    )
    yield say(
        text,
        held=line(held),
        hand=kind(likely),
        percent=number(facts.percent(better[likely])),
        more=number(facts.percent(more)),
    )


def _from_nothing(view: View, kept: Sequence[str], found: dict[str | None, float], percent: int) -> Iterator[Line]:
    """Yield a sentence about why cards without a pair are kept, or why none are."""
    high = [card for card in kept if VALUE[card] >= _HIGH]
    if not kept:
        text = _("Nothing here is worth keeping: five new cards bring a pair or better %(percent)s times in 100.")
        yield say(text, percent=number(percent))
    elif high and view.part == PARTS:
        text = _("It keeps %(cards)s for the last trick, worth five points; a pair comes %(percent)s times in 100.")
        yield say(text, cards=cards(high), percent=number(percent))
    elif (aim := _far_aim(kept, found)) is not None:
        text = _("Two cards short of %(hand)s, which comes only %(percent)s times in 100.")
        yield say(text, hand=kind(aim), percent=number(facts.percent(found[aim])))
    elif high:
        text = _("It keeps %(cards)s for a high pair: a pair or better comes %(percent)s times in 100.")
        yield say(text, cards=cards(high), percent=number(percent))
    else:
        text = _("With %(cards)s in hand, the new cards make a pair or better %(percent)s times in 100.")
        yield say(text, cards=cards(kept), percent=number(percent))


def _far_aim(kept: Sequence[str], found: dict[str | None, float]) -> str | None:
    """Return the flush or straight that three cards can become, or None."""
    if len(kept) != HAND - 2:
        return None
    if len({card[1] for card in kept}) == 1 and "flush" in found:
        return "flush"
    in_a_row = max(VALUE[card] for card in kept) - min(VALUE[card] for card in kept) == len(kept) - 1
    return "straight" if in_a_row and "straight" in found else None


def _cost(view: View, meant: Move, kept: Sequence[str]) -> Iterator[Line]:
    """Yield sentences about the cost of the exchange, including announced cards that it shows (2.4)."""
    broken = hand_name(facts.hand_of(view))
    if broken is not None and facts.rank(facts.equals(kept)) < facts.rank(combination(facts.hand_of(view))):
        if only_a_chicago_wins(view, facts.own_seat(view).seat):
            yield say(_("Only a Chicago can still win, and that takes high cards."))
        elif _is_for_the_tricks(view, kept):
            yield say(_("The last trick brings five points, a pair only one, and high cards can win it."))
        yield say(_("But that gives up %(hand)s."), hand=line(broken))
    shown = [card for _kind, record in view.recorded if not set(record).isdisjoint(meant.cards) for card in record]
    if shown:
        yield say(_("Everyone will see %(cards)s, since they were announced."), cards=cards(dict.fromkeys(shown)))


def _is_for_the_tricks(view: View, kept: Sequence[str]) -> bool:
    """Return whether a pair is given up for high cards, after the first phase."""
    is_pair = combination(facts.hand_of(view)) == "pair"
    return is_pair and view.part > 1 and len(kept) < HAND - 1 and any(VALUE[card] > _HIGH for card in kept)


def _threat(view: View, kept: Sequence[str]) -> Line | None:
    """Return a sentence about the strongest sign of a rival's hand, or about a score near the target, or None."""
    if view.part == PARTS and (stake := facts.last_trick_stake(view)):
        return stake
    others = facts.rivals(view)
    if pat := [of for of in others if _latest(of) == 0]:
        return say(_("%(seat)s kept all five cards: probably a straight or better."), seat=seat(pat[0].seat))
    loudest = max(others, key=lambda of: facts.rank(facts.announced(of)))
    if (said := facts.announced(loudest)) is not None:
        held = combination(facts.hand_of(view)) if len(kept) == HAND else facts.equals(kept)
        return _against(view, loudest, said, held)
    if view.part == PARTS - 1:
        return say(_("No rival has announced anything yet, so even a low pair may score."))
    return _few_thrown(view, others)


def _latest(of: SeatView) -> int | None:
    """Return the number of cards that a player threw in the latest exchange, or None."""
    return next((count for count in reversed(of.thrown) if count is not None), None)


def _against(view: View, rival: SeatView, said: str, held: str | None) -> Line:
    terms = {"seat": seat(rival.seat), "hand": kind(said)}
    if said == held:
        winner = _winner(view, rival, said)
        if winner is None:
            return say(_("%(seat)s announced %(hand)s too, so the ranks will decide."), **terms)
        if winner == rival.seat:
            return say(_("%(seat)s had the higher hand in the comparison, so this one has to improve."), **terms)
        return say(_("%(seat)s announced %(hand)s too, but had the lower one in the comparison."), **terms)
    if facts.rank(said) < facts.rank(held):
        return say(_("It’s ahead of %(seat)s, who announced %(hand)s."), **terms)
    return say(_("%(seat)s announced %(hand)s, so this hand has to beat that."), **terms)


def _winner(view: View, rival: SeatView, said: str) -> Seat | None:
    """Return the winner of the last round's comparison between the viewer and this rival, or None."""
    for part, event in view.told:
        if part == view.part - 1 and event.kind == "revealed" and event.details["type"] == said:
            return event.seat if event.seat in (view.seat, rival.seat) else None
    return None


def _few_thrown(view: View, others: Sequence[SeatView]) -> Line | None:
    few = [of for of in others if of.thrown[view.part - 1] == 1]
    if not few:
        return None
    text = _("%(seat)s threw only one card: two pairs, or four cards to a straight or a flush.")
    return say(text, seat=seat(few[0].seat))


def taking(view: View, meant: Move) -> Iterator[Line]:
    if (made := _made_by_open(view)) is not None:
        yield say(_("The open card makes %(hand)s."), hand=line(made))
    elif view.open and view.open.card and VALUE[view.open.card] >= _HIGH:
        yield say(_("The open card is high, which helps in the tricks."))
    else:
        yield say(_("The open card adds nothing, but the next one may be lower still."))


def refusing(view: View, meant: Move) -> Iterator[Line]:
    made = _made_by_open(view)
    better, unseen = _better_cards(view)
    if made is None and better:
        yield ngettext(
            "The open card adds nothing; %(count)s of the %(unseen)s unseen cards makes a better hand.",
            "The open card adds nothing; %(count)s of the %(unseen)s unseen cards make a better hand.",
            better,
            unseen=number(unseen),
        )
    elif made is None:
        yield say(_("The open card adds nothing; the next one may be higher."))
    elif better:
        yield ngettext(
            "%(count)s of the %(unseen)s unseen cards makes a better hand.",
            "%(count)s of the %(unseen)s unseen cards make a better hand.",
            better,
            unseen=number(unseen),
        )
    else:
        yield say(_("No unseen card makes a better hand."))
    if made is not None:
        yield say(_("But that gives up %(hand)s."), hand=line(made))


def _better_cards(view: View) -> tuple[int, int]:
    """Return the number of unseen cards that make a higher type than the open card, and the total of unseen cards."""
    kept, pool = facts.hand_of(view), undrawn(view)
    opened = combination((*kept, view.open.card)) if view.open else None
    chances = outcomes(kept, pool)
    better = sum(chances.get(kind, 0.0) for kind in TYPES if facts.rank(kind) > facts.rank(opened))
    return round(better * len(pool)), len(pool)


def _made_by_open(view: View) -> Line | None:
    """Return the combination of the open card and the kept cards, or None if the open card adds nothing."""
    kept, card = facts.hand_of(view), view.open.card if view.open else None
    if not card or len(kept) != HAND - 1:
        return None
    adds = facts.equals(kept) is None or card[0] in {other[0] for other in kept}
    return hand_name((*kept, card)) if adds else None
