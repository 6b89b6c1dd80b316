"""A sentence to the player about what a move gave up compared with a better one, from facts of the position (2–7)."""

from collections import Counter
from collections.abc import Callable, Sequence

from games.rules.contract import gettext_noop as _
from games.rules.phrases import card as one
from games.rules.phrases import cards, line, ngettext, number, say, seat
from games.rules.swedish_chicago.bot.blunders import only_a_chicago_wins
from games.rules.swedish_chicago.bot.draw_odds import outcomes, undrawn
from games.rules.swedish_chicago.hands import combination, points, wins
from games.rules.swedish_chicago.legal import LEAST
from games.rules.swedish_chicago.moves import Move
from games.rules.swedish_chicago.pieces import HAND, VALUE
from games.rules.swedish_chicago.scoring import would_fall
from games.rules.swedish_chicago.table import PARTS
from games.rules.swedish_chicago.text.advice import facts
from games.rules.swedish_chicago.text.names import hand_name, kind
from games.rules.swedish_chicago.view import SeatView, View
from games.rules.vocabulary import Line, Term

_CLEARLY = 3
"""The difference in percentage points from which a sentence compares two chances."""

_HIGH = VALUE["Jd"]

_FEW = 3


def fault(view: View, made: Move, better: Move) -> Line | None:
    """Return the sentence about the most serious fault of ``made`` compared with ``better``, or None."""
    found = (each(view, made, better) for each in _FAULTS.get(made.verb, ()))
    return next((line for line in found if line is not None), None)


# --- exchanges


def _broke_up(view: View, made: Move, better: Move) -> Line | None:
    hand = facts.hand_of(view)
    held = facts.rank(combination(hand))
    kept, keeps = (facts.kept_cards(view, move) for move in (made, better))
    if held < 0 or _worth(kept) >= held or (better.verb == "exchange" and _worth(keeps) < held):
        return None
    name = hand_name(hand)
    return None if name is None else say(_("You broke up %(hand)s."), hand=line(name))


def _worth(kept: Sequence[str]) -> int:
    """Return the rank of the combination that the kept cards make without new cards."""
    return facts.rank(combination(kept) if len(kept) == HAND else facts.equals(kept))


def _gave_up_a_draw(view: View, made: Move, better: Move) -> Line | None:
    """Return a sentence about four cards to a flush or a straight that were broken up."""
    keeps = facts.kept_cards(view, better)
    thrown = [card for card in made.cards if card in keeps]
    if better.verb != "exchange" or len(keeps) != HAND - 1 or not thrown:
        return None
    if len({card[1] for card in keeps}) == 1:
        return say(_("You gave up %(cards)s: one more card would have made a flush."), cards=cards(keeps))
    chances = outcomes(keeps, undrawn(view))
    if len({card[0] for card in keeps}) == len(keeps) and chances.get("straight", 0.0) > 0:
        return say(_("You gave up %(cards)s: one more card would have made a straight."), cards=cards(keeps))
    return None


def _threw_a_high_card(view: View, made: Move, better: Move) -> Line | None:
    """Return a sentence about a high card that should have been kept for the tricks."""
    thrown = [card for card in made.cards if card in facts.kept_cards(view, better) and VALUE[card] >= _HIGH]
    if better.verb != "exchange" or not thrown:
        return None
    top = max(thrown, key=VALUE.__getitem__)
    if view.part == PARTS and VALUE[top] == max(VALUE[card] for card in facts.hand_of(view)):
        return say(_("You threw %(card)s, your best card for the last trick."), card=one(top))
    return say(_("You threw %(card)s, a high card for the tricks."), card=one(top))


def _kept_too_much(view: View, made: Move, better: Move) -> Line | None:
    """Return a sentence about kept cards that don't belong to the combination."""
    keeps, kept = facts.kept_cards(view, better), facts.kept_cards(view, made)
    group = {rank for rank, count in Counter(card[0] for card in keeps).items() if count > 1}
    extra = [card for card in kept if card not in keeps and card[0] not in group]
    if better.verb != "exchange" or not group or not extra or not set(keeps) < set(kept):
        return None
    yours, best = _improves(view, kept), _improves(view, keeps)
    if best - yours < _CLEARLY:
        return None
    text = _("You kept %(cards)s: that left a better hand %(yours)s times in 100 instead of %(best)s.")
    return say(text, cards=cards(extra), yours=number(yours), best=number(best))


def _draws_less(view: View, made: Move, better: Move) -> Line | None:
    """Return a sentence that compares how often the two exchanges improve the hand."""
    if better.verb != "exchange" or made.cards == better.cards:
        return None
    kept, keeps = (facts.kept_cards(view, move) for move in (made, better))
    yours, best = _improves(view, kept), _improves(view, keeps)
    if not made.cards or best - yours < _CLEARLY or _worth(kept) != _worth(keeps):
        return None
    if kept and keeps and _worth(kept) < 0:
        text = _("With %(cards)s a pair or better comes %(yours)s times in 100; with %(better)s it’s %(best)s times.")
        return say(text, cards=cards(kept), better=cards(keeps), yours=number(yours), best=number(best))
    return None


def _improves(view: View, kept: Sequence[str]) -> int:
    """Return how many times in 100 the new cards make a better combination than the kept cards."""
    held = _worth(kept)
    if len(kept) == HAND:
        return 0
    chances = outcomes(kept, undrawn(view))
    return facts.percent(sum(chance for kind, chance in chances.items() if kind and facts.rank(kind) > held))


def _stood_pat(view: View, made: Move, better: Move) -> Line | None:
    """Return a sentence about a hand kept whole that new cards could have improved without a risk."""
    keeps = facts.kept_cards(view, better)
    if made.verb != "exchange" or made.cards or better.verb != "exchange" or not better.cards:
        return None
    if _worth(keeps) < facts.rank(combination(facts.hand_of(view))):
        return None
    best = _improves(view, keeps)
    if best < _CLEARLY:
        return None
    text = _("You kept all five: new cards for %(cards)s make a better hand %(best)s times in 100.")
    return say(text, cards=cards(better.cards), best=number(best))


def _open_card(view: View, made: Move, better: Move) -> Line | None:
    card = view.open.card if view.open else None
    if not card or better.verb == made.verb:
        return None
    kept = facts.hand_of(view)
    with_it = (*kept, card)
    made_by_it = facts.rank(combination(with_it)) > facts.rank(facts.equals(kept))
    name = hand_name(with_it)
    if made.verb == "refuse" and made_by_it and name is not None:
        return say(_("You refused %(card)s, which would have made %(hand)s."), card=one(card), hand=line(name))
    if made.verb == "refuse" and VALUE[card] >= _HIGH:
        return say(_("You refused %(card)s, a high card for the tricks."), card=one(card))
    if made.verb == "take" and not made_by_it:
        return say(_("You took %(card)s, which adds nothing to your hand."), card=one(card))
    return None


# --- announcements


def _stayed_silent(view: View, made: Move, better: Move) -> Line | None:
    if better.verb != "announce":
        return None
    hand = facts.hand_of(view)
    held, name = combination(hand), hand_name(hand)
    if held is None or name is None:
        return None
    if wins(held, view.options):
        return say(_("You kept quiet about %(hand)s, which wins the game on the spot."), hand=line(name))
    if view.phase == "quads":
        return None
    return ngettext(
        "You kept quiet about %(hand)s, which was worth %(count)s point.",
        "You kept quiet about %(hand)s, which was worth %(count)s points.",
        points(held, view.options),
        hand=line(name),
    )


def _spoke_up(view: View, made: Move, better: Move) -> Line | None:
    """Return a sentence about the price of an announcement: a fall to 0, or a rival who probably has more."""
    hand = facts.hand_of(view)
    held, name = combination(hand), hand_name(hand)
    if held is None or name is None:
        return None
    if better.verb == "announce" and made.type != held:
        return ngettext(
            "You announced %(type)s, although %(hand)s was worth %(count)s point.",
            "You announced %(type)s, although %(hand)s was worth %(count)s points.",
            points(held, view.options),
            hand=line(name),
            type=kind(made.type),
        )
    if better.verb != "pass" or made.type not in ("", held):
        return None
    if would_fall(view, facts.own_seat(view), held):
        return say(_("The points for %(hand)s put you back to 0, because you hadn’t made a Chicago."), hand=line(name))
    waiting = [of for of in facts.rivals(view) if of.said[view.part - 1] is None] if view.part <= PARTS else []
    if view.phase == "quads" or not waiting:
        return None
    rival = facts.most_dangerous(view, waiting)
    more = facts.about(1 - facts.has_less(view, rival))
    if more < 50:
        return None
    text = _(
        "You gave away that you had %(hand)s, while %(seat)s had at least as good a hand %(percent)s times in 100."
    )
    return say(text, hand=line(name), seat=seat(rival.seat), percent=number(more))


def _after_four(view: View, made: Move, better: Move) -> Line | None:
    """Return a sentence about the wrong choice after four of a kind: points, or a reset (7.1)."""
    richest = facts.richest(view)
    worth = points("four of a kind", view.options)
    if made.verb == "score" and better.verb == "reset" and richest.score > worth:
        return ngettext(
            "You left %(seat)s with %(count)s point, which a reset would have taken.",
            "You left %(seat)s with %(count)s points, which a reset would have taken.",
            richest.score,
            seat=seat(richest.seat),
        )
    if made.verb == "reset" and better.verb == "score" and richest.score <= worth:
        return ngettext(
            "The reset took only %(count)s point from your leading rival. You could have scored %(worth)s instead.",
            "The reset took only %(count)s points from your leading rival. You could have scored %(worth)s instead.",
            richest.score,
            worth=number(worth),
        )
    return None


# --- Chicago


def _declared(view: View, made: Move, better: Move) -> Line | None:
    """Return a sentence about the weakest card of a hand that declared a Chicago."""
    weakest = max(facts.hand_of(view), key=lambda card: len(facts.higher(view, card)))
    above = facts.higher(view, weakest)
    lost = number(facts.lost_in_chicago(view, facts.own_seat(view)))
    if not above:
        return None
    if len(above) <= _FEW:
        text = _("You risked %(lost)s points on a Chicago, though %(higher)s could beat your %(card)s.")
        return say(text, lost=lost, higher=cards(above), card=one(weakest))
    return ngettext(
        "You risked %(lost)s points on a Chicago, though %(count)s unseen card could beat your %(card)s.",
        "You risked %(lost)s points on a Chicago, though %(count)s unseen cards could beat your %(card)s.",
        len(above),
        lost=lost,
        card=one(weakest),
    )


def _did_not_declare(view: View, made: Move, better: Move) -> Line | None:
    """Return a sentence about a Chicago that few cards could have broken."""
    if better.verb != "declare":
        return None
    above = {other for card in facts.hand_of(view) for other in facts.higher(view, card)}
    if above and only_a_chicago_wins(view, facts.own_seat(view).seat):
        text = _("Only a Chicago could still have won: a rival reaches %(goal)s with the last trick.")
        return say(text, goal=number(view.target))
    if not above:
        return say(_("No card could have broken your Chicago: you passed up %(won)s points."), won=number(LEAST))
    if len(above) > _FEW:
        return None
    text = _("Only %(cards)s could have broken your Chicago, and it was worth %(won)s points.")
    return say(text, cards=cards(sorted(above, key=VALUE.__getitem__, reverse=True)), won=number(LEAST))


# --- tricks


def _against_a_chicago(view: View, made: Move, better: Move) -> Line | None:
    """Return a sentence about a card that could have broken a rival's Chicago, at once or later."""
    if view.declarer is None or view.declarer == view.seat:
        return None
    played, other = made.cards[0], better.cards[0]
    declarer = seat(view.declarer)
    if not view.trick or _takes(view, played):
        return None
    if _best(view)[1].seat == view.declarer and _takes(view, other):
        return say(_("%(better)s would have broken %(seat)s’s Chicago."), better=one(other), seat=declarer)
    if VALUE[played] > VALUE[other]:
        text = _("You let go of %(card)s, which could still have broken %(seat)s’s Chicago.")
        return say(text, card=one(played), seat=declarer)
    return None


def _own_chicago(view: View, made: Move, better: Move) -> Line | None:
    """Return a sentence about a card played in the player's own Chicago that more unseen cards beat."""
    if view.declarer is None or view.declarer != view.seat:
        return None
    played, other = made.cards[0], better.cards[0]
    above, fewer = facts.higher(view, played), facts.higher(view, other)
    if view.trick and _takes(view, other) and not _takes(view, played):
        return say(_("Your Chicago broke on %(card)s; %(better)s would have taken the trick."), **_both(played, other))
    if len(above) <= len(fewer):
        return None
    return ngettext(
        "%(count)s unseen card could have broken your Chicago on %(card)s; %(better)s was safer.",
        "%(count)s unseen cards could have broken your Chicago on %(card)s; %(better)s was safer.",
        len(above),
        **_both(played, other),
    )


def _both(played: str, other: str) -> dict[str, Term]:
    return {"card": one(played), "better": one(other)}


def _best(view: View) -> tuple[str, SeatView]:
    suit = view.trick[0][0][1]
    code, holder = max((each for each in view.trick if each[0][1] == suit), key=lambda each: VALUE[each[0]])
    return code, view.seats[holder]


def _takes(view: View, card: str) -> bool:
    code, _holder = _best(view)
    return card[1] == code[1] and VALUE[card] > VALUE[code]


def _threw_the_winner(view: View, made: Move, better: Move) -> Line | None:
    """Return a sentence about a card that would have won the last trick, or was the best one for it."""
    hand, played, other = facts.hand_of(view), made.cards[0], better.cards[0]
    if len(hand) == 1 or view.declarer is not None or VALUE[played] <= VALUE[other]:
        return None
    if not facts.higher(view, played) and facts.higher(view, other):
        text = _("You threw away %(card)s: in the last trick nothing still out could have beaten it.")
        return say(text, card=one(played))
    left = [card for card in hand if card != played]
    if VALUE[played] > max(VALUE[card] for card in left):
        text = _("You spent %(card)s, your highest card, and had only %(left)s for the last trick.")
        return say(text, card=one(played), left=one(max(left, key=VALUE.__getitem__)))
    return None


def _spent_for_nothing(view: View, made: Move, better: Move) -> Line | None:
    """Return a sentence about a high card spent on a trick that is lost, or that brings no points."""
    hand, played, other = facts.hand_of(view), made.cards[0], better.cards[0]
    if not view.trick or len(hand) == 1 or view.declarer is not None or VALUE[played] <= VALUE[other]:
        return None
    if not _takes(view, played):
        return say(_("You spent %(card)s on a lost trick; %(better)s was low enough."), **_both(played, other))
    if _takes(view, other):
        return None
    return say(_("You spent %(card)s to take a trick that brings no points."), card=one(played))


def _gave_up_the_lead(view: View, made: Move, better: Move) -> Line | None:
    """Return a sentence about a trick, and with it the lead, that the better card takes or keeps."""
    played, other = made.cards[0], better.cards[0]
    if view.declarer is not None:
        return None
    if view.trick:
        if _takes(view, played) or not _takes(view, other):
            return None
        text = _("You left the lead to %(seat)s; %(better)s would have taken it.")
        return say(text, seat=seat(_best(view)[1].seat), better=one(other))
    if not facts.higher(view, played) or facts.higher(view, other):
        return None
    return say(_("You led %(card)s and risked the lead; nothing still out beats %(better)s."), **_both(played, other))


_EXCHANGING = (
    _broke_up, _gave_up_a_draw, _threw_a_high_card, _stood_pat, _kept_too_much, _draws_less,
)  # fmt: skip
_FAULTS: dict[str, Sequence[Callable[[View, Move, Move], Line | None]]] = {
    "exchange": _EXCHANGING,
    "take": (_open_card,),
    "refuse": (_open_card,),
    "announce": (_spoke_up,),
    "pass": (_did_not_declare, _stayed_silent),
    "score": (_after_four,),
    "reset": (_after_four,),
    "declare": (_declared,),
    "play": (_against_a_chicago, _own_chicago, _threw_the_winner, _spent_for_nothing, _gave_up_the_lead),
}
"""The functions for all faults by the verb of the move, the most serious first."""
