"""Reasons for and against moves, without naming the player or "you", and the odds of exchanges (rules 2 to 7)."""

from collections.abc import Iterator, Sequence

from games.rules.contract import Seat
from games.rules.contract import gettext_noop as _
from games.rules.phrases import cards, line, ngettext, number, say, seat
from games.rules.presentation import Presentation
from games.rules.swedish_chicago.bot.blunders import keeps_from_the_stop, nears_the_stop
from games.rules.swedish_chicago.bot.candidates import worth_a_search
from games.rules.swedish_chicago.bot.draw_odds import outcomes, undrawn
from games.rules.swedish_chicago.bot.odds import beats
from games.rules.swedish_chicago.hands import PLACE, combination, form, points
from games.rules.swedish_chicago.moves import Move, understand
from games.rules.swedish_chicago.pieces import HAND, VALUE
from games.rules.swedish_chicago.scoring import would_fall
from games.rules.swedish_chicago.text.names import HANDS, hand_name
from games.rules.swedish_chicago.view import View
from games.rules.vocabulary import Chance, Line, Odds

_SHOWN = 3
"""Maximum number of exchanges with odds."""

_LEAST = 0.005
"""The lowest chance worth listing."""

_HIGH = VALUE["Jd"]
"""The lowest value of a high card."""

_EVEN = 0.5

_FALL = _("52 points without a Chicago mean falling back to 0.")


class Advice(Presentation[View]):
    """Reasons for moves, and the odds of possible hands."""

    def reasons(self, view: View, move: str) -> tuple[Line, ...]:
        meant = understand(move)
        return tuple(_REASONS[meant.verb](view, meant))

    def odds(self, view: View) -> tuple[Odds, ...]:
        """Return the odds of the most promising exchanges that the stock allows; none unless it's time to exchange."""
        if view.seat is None or view.phase != "exchange" or not view.legal:
            return ()
        moves = map(understand, worth_a_search(view))
        drawing = [move for move in moves if move.cards and not move.open and len(move.cards) <= view.stock]
        return tuple(_odds(view, move) for move in drawing[:_SHOWN])


def _odds(view: View, move: Move) -> Odds:
    kept = _kept(view, move)
    found = outcomes(kept, undrawn(view))
    chances = [Chance(say(HANDS[kind]), chance) for kind, chance in found.items() if kind and chance >= _LEAST]
    given = say(_("Keep %(cards)s"), cards=cards(kept)) if kept else say(_("Exchange all five"))
    return Odds(tuple(chances), given=given)


def _hand(view: View) -> tuple[str, ...]:
    return () if view.seat is None else view.seats[view.seat].hand or ()


def _kept(view: View, move: Move) -> tuple[str, ...]:
    return tuple(card for card in _hand(view) if card not in move.cards)


def _percent(chance: float) -> int:
    return round(100 * chance)


def _exchange(view: View, meant: Move) -> Iterator[Line]:
    kept = _kept(view, meant)
    if not meant.cards:
        yield _stands(view)
        return
    held = _rank(combination(_hand(view)))
    better = sum(
        chance for kind, chance in outcomes(kept, undrawn(view)).items() if _rank(kind) > (held if _keeps(kept) else -1)
    )
    if not kept:
        text = _("Nothing here is worth keeping: five new cards bring a pair or better %(percent)s times in 100.")
    elif _keeps(kept):
        text = _("With %(cards)s kept, the new cards make something better %(percent)s times in 100.")
    else:
        text = _("With %(cards)s kept, the new cards make a pair or better %(percent)s times in 100.")
    yield say(text, cards=cards(kept), percent=number(_percent(better)))
    if (broken := hand_name(_hand(view))) is not None and not _keeps(kept):
        if _is_for_the_tricks(view, kept):
            yield say(_("The last trick is worth more than a pair, and high cards can win it."))
        yield say(_("But that gives up %(hand)s."), hand=line(broken))


def _is_for_the_tricks(view: View, kept: Sequence[str]) -> bool:
    """Return whether, after the first phase, a pair is given up for high cards rather than for a four-card draw."""
    is_pair = combination(_hand(view)) == "pair"
    return is_pair and view.part > 1 and len(kept) < HAND - 1 and any(VALUE[card] > _HIGH for card in kept)


def _keeps(kept: Sequence[str]) -> bool:
    """Return whether the kept cards include equal ranks."""
    return len({card[0] for card in kept}) < len(kept)


def _rank(kind: str | None) -> int:
    return -1 if kind is None else PLACE[kind]


def _stands(view: View) -> Line:
    held = hand_name(_hand(view))
    if held is None:
        return say(_("The high cards are for the last trick."))
    return say(_("The hand is good as it is: %(hand)s."), hand=line(held))


def _take(view: View, meant: Move) -> Iterator[Line]:
    if (made := _made_by_open(view)) is not None:
        yield say(_("The open card makes %(hand)s."), hand=line(made))
    elif view.open and view.open.card and VALUE[view.open.card] >= _HIGH:
        yield say(_("The open card is high, which helps in the tricks."))
    else:
        yield say(_("The open card adds nothing, but the next one may be lower still."))


def _refuse(view: View, meant: Move) -> Iterator[Line]:
    if (made := _made_by_open(view)) is None:
        yield say(_("The open card adds nothing; the next one may be better."))
    else:
        yield say(_("The next card may be better."))
        yield say(_("But that gives up %(hand)s."), hand=line(made))


def _made_by_open(view: View) -> Line | None:
    """Return the combination of the open card and the kept cards; None if the open card adds nothing to it."""
    kept, card = _hand(view), view.open.card if view.open else None
    if not card or len(kept) != HAND - 1:
        return None
    adds = not _keeps(kept) or card[0] in {other[0] for other in kept}
    return hand_name((*kept, card)) if adds else None


def _announce(view: View, meant: Move) -> Iterator[Line]:
    held = hand_name(_hand(view))
    if held is not None:
        yield _compared(view, held)
    yield say(_("But if a rival has more, they score, and everyone knows this hand."))


def _compared(view: View, held: Line) -> Line:
    """Return a sentence with the chance that a rival's hand is lower, estimated from games of computer players."""
    text = _("About %(percent)s times in 100, the most dangerous rival has less than %(hand)s.")
    return say(text, hand=line(held), percent=number(_percent(_least(view))))


def _least(view: View) -> float:
    """Return the chance that the most dangerous rival's hand is lower."""
    rivals = [of for of in view.order if of != view.seat]
    return min(beats(form(_hand(view)), _exchanges(view, of), _announced(view, of)) for of in rivals)


def _exchanges(view: View, of: Seat) -> int:
    return sum(each is not None for each in view.seats[of].thrown)


def _announced(view: View, of: Seat) -> str | None:
    """Return the highest type that a player has announced in this hand, or None."""
    said = [kind for kind in view.seats[of].said if kind in PLACE]
    return max(said, key=_rank, default=None)


def _pass(view: View, meant: Move) -> Iterator[Line]:
    if view.phase == "chicago":
        yield _beaten_by(view)
    elif (held := hand_name(_hand(view))) is None:
        yield say(_("There’s nothing to announce."))
    elif "announce" not in view.legal:
        yield say(_("Someone has already announced more."))
    elif stopping := _stopping(view):
        yield stopping
    elif _least(view) < _EVEN:
        yield say(_("A rival probably has more, and passing gives nothing away."))
    else:
        yield say(_("Passing gives nothing away."))
        yield _compared(view, held)


def _stopping(view: View) -> Line | None:
    """Return the reason to pass because of a fall back to 0 (7.4) or the exchange stop (2.2), or None."""
    if view.seat is None or (kind := combination(_hand(view))) is None:
        return None
    if would_fall(view, view.seats[view.seat], kind):
        return say(_FALL)
    if nears_the_stop(view, view.seats[view.seat], kind):
        return say(
            _("The points may bring on the exchange stop, and then no cards can be exchanged in the next hands.")
        )
    if keeps_from_the_stop(view, view.seats[view.seat], kind):
        return say(_("If a rival scores now, they reach the exchange stop."))
    return None


def _declare(view: View, meant: Move) -> Iterator[Line]:
    yield _beaten_by(view)
    yield from _tempting(view)
    yield say(_("But a single lost trick breaks the Chicago and costs points."))


def _tempting(view: View) -> Iterator[Line]:
    """Yield a reason for risking a Chicago, if there is one: the exchange stop, or a rival's lead."""
    if view.seat is None:
        return
    own = view.seats[view.seat]
    if own.stopped:
        yield say(_("Even if it fails, fewer points may lift the exchange stop."))
    elif own.score < _most_of_others(view):
        yield say(_("A rival is ahead, and a Chicago can make up for it."))


def _beaten_by(view: View) -> Line:
    """Return a sentence with the number of unseen cards that beat one of the viewer's cards in its suit."""
    higher = len({other for card in _hand(view) for other in _higher(view, card)})
    if not higher:
        return say(_("The others can’t have a card that beats any of these."))
    return ngettext(
        "%(count)s unseen card beats one of these.",
        "%(count)s unseen cards beat one of these.",
        higher,
    )


def _higher(view: View, card: str) -> list[str]:
    """Return the unseen cards that beat this card in its suit."""
    return [other for other in undrawn(view) if other[1] == card[1] and VALUE[other] > VALUE[card]]


def _play(view: View, meant: Move) -> Iterator[Line]:
    (card,) = meant.cards
    rest = [other for other in _hand(view) if other != card]
    yield _lead(view, card) if not view.trick else _follow(view, card)
    if rest and VALUE[top := max(rest, key=VALUE.__getitem__)] > VALUE[card]:
        yield say(_("It keeps %(card)s for the last trick."), card=cards([top]))


def _lead(view: View, card: str) -> Line:
    higher = len(_higher(view, card))
    if not higher:
        return say(_("No card still out beats it: it wins the trick and keeps the lead."))
    return ngettext("%(count)s unseen card beats it.", "%(count)s unseen cards beat it.", higher)


def _follow(view: View, card: str) -> Line:
    suit = view.trick[0][0][1]
    best, holder = max((each for each in view.trick if each[0][1] == suit), key=lambda each: VALUE[each[0]])
    if card[1] == suit and VALUE[card] > VALUE[best]:
        return say(_("It beats %(card)s."), card=cards([best]))
    return say(_("%(seat)s has this trick, so a low card will do."), seat=seat(holder))


def _score(view: View, meant: Move) -> Iterator[Line]:
    if view.seat is not None and would_fall(view, view.seats[view.seat], "four of a kind"):
        yield say(_FALL)
    elif points("four of a kind", view.options) > _most_of_others(view):
        yield say(_("The points are worth more than a reset would take from the others."))
    else:
        yield say(_("That scores at once, but the others keep their points."))


def _reset(view: View, meant: Move) -> Iterator[Line]:
    yield ngettext(
        "The others lose all they have, up to %(count)s point.",
        "The others lose all they have, up to %(count)s points.",
        _most_of_others(view),
    )


def _most_of_others(view: View) -> int:
    """Return the highest score of the rivals still in the game (6.3)."""
    return max((view.seats[of].score for of in view.order if of != view.seat), default=0)


_REASONS = {
    "exchange": _exchange, "take": _take, "refuse": _refuse, "announce": _announce, "pass": _pass,
    "declare": _declare, "score": _score, "reset": _reset, "play": _play,
}  # fmt: skip
"""The functions that yield the reasons for a move, by verb."""
