"""Reasons for playing a card: cards that beat it, cards saved for the last trick, a Chicago (rules 4, 5)."""

from collections.abc import Iterator, Sequence

from games.rules.contract import gettext_noop as _
from games.rules.phrases import card as one
from games.rules.phrases import cards, ngettext, number, say, seat
from games.rules.swedish_chicago.moves import Move
from games.rules.swedish_chicago.pieces import VALUE
from games.rules.swedish_chicago.text.advice import facts
from games.rules.swedish_chicago.text.advice.chicago import NAMED
from games.rules.swedish_chicago.view import SeatView, View
from games.rules.vocabulary import Line


def playing(view: View, meant: Move) -> Iterator[Line]:
    (card,) = meant.cards
    rest = [other for other in facts.hand_of(view) if other != card]
    declarer = None if view.declarer is None else view.seats[view.declarer]
    if declarer is None:
        yield from _following(view, card, rest) if view.trick else _leading(view, card, rest)
        if stake := facts.last_trick_stake(view):
            yield stake
    elif declarer.seat == view.seat:
        yield _own_chicago(view, card, rest)
    else:
        yield from _against_chicago(view, declarer, card, rest)


def _best(view: View) -> tuple[str, SeatView]:
    suit = view.trick[0][0][1]
    best, holder = max((each for each in view.trick if each[0][1] == suit), key=lambda each: VALUE[each[0]])
    return best, view.seats[holder]


def _wins(view: View, card: str) -> bool:
    best, _holder = _best(view)
    return card[1] == best[1] and VALUE[card] > VALUE[best]


def _after(view: View) -> int:
    return len(view.order) - len(view.trick) - 1


def _top(rest: Sequence[str]) -> str:
    return max(rest, key=VALUE.__getitem__)


def _leading(view: View, card: str, rest: Sequence[str]) -> Iterator[Line]:
    above = facts.higher(view, card)
    if len(rest) == 1:
        yield from _before_the_last(view, card, rest[0], above)
    elif not above:
        yield say(_("No card still out beats it: it wins the trick and keeps the lead."))
    elif rest and VALUE[_top(rest)] > VALUE[card]:
        yield _saved(view, _top(rest))
    else:
        yield _beaten_by(above)


def _before_the_last(view: View, card: str, last: str, above: Sequence[str]) -> Iterator[Line]:
    """Yield sentences about how the lead to the fourth trick affects the last card."""
    after = facts.higher(view, last)
    if above:
        yield _beaten_by(above)
        yield say(_("Once the lead is lost, %(card)s can win the last trick only if its suit is led."), card=one(last))
    elif not after:
        yield say(_("It wins this trick, and %(card)s wins the last one: nothing still out beats it."), card=one(last))
    elif len(after) > NAMED:
        yield ngettext(
            "It wins this trick, and %(card)s leads to the last one; %(count)s card still out beats that.",
            "It wins this trick, and %(card)s leads to the last one; %(count)s cards still out beat that.",
            len(after),
            card=one(last),
        )
    else:
        text = _("It wins this trick, and %(card)s leads to the last one; only %(higher)s can beat that.")
        yield say(text, card=one(last), higher=cards(after))


def _beaten_by(above: Sequence[str]) -> Line:
    if not above:
        return say(_("No card still out beats it."))
    if len(above) > NAMED:
        return ngettext("%(count)s unseen card beats it.", "%(count)s unseen cards beat it.", len(above))
    return say(_("Of the cards still out, only %(higher)s can beat it."), higher=cards(above))


def _saved(view: View, top: str) -> Line:
    """Return a sentence about the card saved for the last trick, and the cards that beat it."""
    above = facts.higher(view, top)
    if not above:
        return say(_("It saves %(card)s for the last trick: nothing still out beats that."), card=one(top))
    if len(above) > NAMED:
        return ngettext(
            "It saves the best card left, %(card)s, for the last trick; %(count)s card still out beats that.",
            "It saves the best card left, %(card)s, for the last trick; %(count)s cards still out beat that.",
            len(above),
            card=one(top),
        )
    text = _("It saves %(card)s for the last trick: only %(higher)s can beat that.")
    return say(text, card=one(top), higher=cards(above))


def _following(view: View, card: str, rest: Sequence[str]) -> Iterator[Line]:
    best, holder = _best(view)
    if _wins(view, card):
        yield _taking(view, best, card, rest)
        return
    saves = bool(rest) and VALUE[_top(rest)] > VALUE[card]
    if any(_wins(view, move.split()[1]) for move in view.legal):
        yield say(_("It leaves this trick to %(seat)s, since only the last one brings points."), seat=seat(holder.seat))
    elif card[1] == best[1]:
        yield say(_("Nothing in hand beats %(card)s, so this trick is lost anyway."), card=one(best))
    else:
        yield say(_("Without a card of the suit led, this trick can’t be won."))
    if saves:
        yield _saved(view, _top(rest))


def _taking(view: View, best: str, card: str, rest: Sequence[str]) -> Line:
    above = facts.higher(view, card) if _after(view) else []
    if above:
        return ngettext(
            "It beats %(card)s, but %(count)s player is still to play.",
            "It beats %(card)s, but %(count)s players are still to play.",
            _after(view),
            card=one(best),
        )
    if len(rest) == 1:
        text = _("It beats %(card)s for certain, and %(last)s leads to the last trick.")
        return say(text, card=one(best), last=one(rest[0]))
    if not rest:
        return say(_("It beats %(card)s and wins the last trick."), card=one(best))
    return say(_("It beats %(card)s for certain and wins the lead."), card=one(best))


def _own_chicago(view: View, card: str, rest: Sequence[str]) -> Line:
    if view.trick and not _wins(view, card):
        return say(_("It can’t beat %(card)s: the Chicago is broken."), card=one(_best(view)[0]))
    above = facts.higher(view, card) if _after(view) else []
    if not above and not rest:
        return say(_("Nothing still out beats it: the Chicago is made."))
    if not above:
        return ngettext(
            "Nothing still out beats it; after that, %(count)s more trick is needed.",
            "Nothing still out beats it; after that, %(count)s more tricks are needed.",
            len(rest),
        )
    if len(above) > NAMED:
        return ngettext(
            "%(count)s card still out would break the Chicago here.",
            "%(count)s cards still out would break the Chicago here.",
            len(above),
        )
    return say(_("If a rival holds %(higher)s, the Chicago is broken here."), higher=cards(above))


def _against_chicago(view: View, declarer: SeatView, card: str, rest: Sequence[str]) -> Iterator[Line]:
    if not view.trick:
        yield say(_("%(seat)s has to beat it, or the Chicago is broken."), seat=seat(declarer.seat))
        yield _beaten_by(facts.higher(view, card))
        return
    best, holder = _best(view)
    if declarer.seat not in (of for _card, of in view.trick):
        yield say(_("%(seat)s is still to play, and has to win this trick."), seat=seat(declarer.seat))
    elif holder.seat != declarer.seat:
        yield say(_("%(seat)s has already broken the Chicago with %(card)s."), seat=seat(holder.seat), card=one(best))
    elif _wins(view, card):
        yield ngettext(
            "It breaks the Chicago, and %(seat)s loses %(count)s point.",
            "It breaks the Chicago, and %(seat)s loses %(count)s points.",
            facts.lost_in_chicago(view, declarer),
            seat=seat(declarer.seat),
        )
        if bonus := int(view.options["breaker"]):
            yield say(_("You also get %(points)s points for breaking it."), points=number(bonus))
    else:
        yield from _waiting_to_break(view, best, card, rest)


def _waiting_to_break(view: View, best: str, card: str, rest: Sequence[str]) -> Iterator[Line]:
    """Yield sentences about breaking a Chicago now, or about the cards kept to break it later."""
    if any(_wins(view, move.split()[1]) for move in view.legal):
        yield say(_("But %(card)s could be beaten, which would break the Chicago."), card=one(best))
        return
    yield say(_("Nothing in hand beats %(card)s."), card=one(best))
    if rest and VALUE[_top(rest)] > VALUE[card]:
        yield say(_("It keeps %(card)s, which may still break the Chicago."), card=one(_top(rest)))
