"""Sentences about the rivals at a business: the leader, possible hands, and the effect of winning the business."""

from collections.abc import Sequence

from games.rules.chicago_poker.bot.aims import FLUSH, STRAIGHT
from games.rules.chicago_poker.bot.evaluation import own_seat
from games.rules.chicago_poker.bot.prospects import name_of
from games.rules.chicago_poker.bot.reach import missing
from games.rules.chicago_poker.hands import strength
from games.rules.chicago_poker.pieces import COLUMN
from games.rules.chicago_poker.text.aims import in_a_row, in_words, one_gang
from games.rules.chicago_poker.view import BusinessView, View
from games.rules.contract import Seat
from games.rules.contract import gettext_noop as _
from games.rules.phrases import cards, ngettext, piece, say, seat
from games.rules.vocabulary import Line, Term

_SHOWN = 3
"""The number of visible cards from which a rival's flush or straight is likely."""


def stake(view: View, tile: str) -> Line | None:
    """Return a sentence if this business would win the game, or leave only one business to go; otherwise None."""
    own, short = own_seat(view), bool(view.options["short"])
    place = piece(tile)
    if wins(view, own, tile):
        return say(_("%(business)s would win the game."), business=place)
    rival = next((of.seat for of in view.seats if not of.out and wins(view, of.seat, tile)), None)
    if rival is not None:
        return say(_("%(seat)s would win the game with %(business)s."), seat=seat(rival), business=place)
    held = view.seats[own].controlled
    if held and missing(held, short) == 2 and missing((*held, tile), short) == 1:
        return say(_("With %(business)s, one more business wins the game."), business=place)
    return None


def wins(view: View, of: Seat, tile: str) -> bool:
    """Return whether this business would win the game for a player (8)."""
    return not missing((*view.seats[of].controlled, tile), bool(view.options["short"]))


def called(view: View, business: BusinessView) -> Line | None:
    """Return a sentence about a shootout that a rival has called there, or None."""
    if not business.markers or business.markers[0] == own_seat(view):
        return None
    return say(_("The shootout there comes at %(seat)s’s next turn."), seat=seat(business.markers[0]))


def shown(view: View, business: BusinessView) -> list[tuple[int, Seat, list[str]]]:
    """Return the strength, seat and cards of each rival's hand at the business, as far as known."""
    own = own_seat(view)
    known = [(of, [card.code for card in there if card.code]) for of, there in enumerate(business.columns)]
    return [(strength(codes), of, codes) for of, codes in known if of != own and codes]


def rivals(view: View, business: BusinessView, after: Sequence[str], before: Sequence[str] = ()) -> Line | None:
    """Return a sentence about the strongest rival there, compared with the viewer's hand ``after`` a move, or None."""
    known = shown(view, business)
    if not known:
        return None
    most, rival, codes = max(known)
    own, terms = strength(after), {"seat": seat(rival), "hand": in_words(codes)}
    if most > own:
        return say(_("%(seat)s is ahead there with %(hand)s."), **terms)
    if most == own:
        return say(_("%(seat)s ties you there with %(hand)s."), **terms)
    if len(business.columns[rival]) == COLUMN:
        return _full(business, rival, terms)
    return _threat(view, business, after) or _lead(business, rival, after, most > _strength(before), terms)


def _strength(codes: Sequence[str]) -> int:
    return strength(codes) if codes else 0


def _full(business: BusinessView, rival: Seat, terms: dict[str, Term]) -> Line:
    """Return a sentence about a rival with a full column whose visible hand is lower than the viewer's."""
    hidden = sum(card.code is None for card in business.columns[rival])
    if hidden:
        return ngettext(
            "But %(seat)s shows %(hand)s there, and %(count)s card is hidden.",
            "But %(seat)s shows %(hand)s there, and %(count)s cards are hidden.",
            hidden,
            **terms,
        )
    return say(_("It beats the best hand there: %(seat)s has %(hand)s."), **terms)


def _threat(view: View, business: BusinessView, after: Sequence[str]) -> Line | None:
    """Return a sentence about a rival's possible flush or straight, or about a rival's last free place, or None."""
    known = [(of, codes) for _strength, of, codes in shown(view, business)]
    for of, codes in known:
        terms = {"seat": seat(of), "cards": cards(codes)}
        if len(codes) >= _SHOWN and one_gang(codes) and name_of(after) < FLUSH:
            return say(_("%(seat)s may be after a flush there with %(cards)s."), **terms)
        if len(codes) >= _SHOWN and in_a_row(codes) and name_of(after) < STRAIGHT:
            return say(_("%(seat)s may be after a straight there with %(cards)s."), **terms)
    caller = next((of for of, _codes in known if len(business.columns[of]) == COLUMN - 1), None)
    if caller is None or business.markers or len(after) == COLUMN:
        return None
    return say(_("%(seat)s needs only one more card there to call the shootout."), seat=seat(caller))


def _lead(
    business: BusinessView, rival: Seat, after: Sequence[str], overtakes: bool, terms: dict[str, Term]
) -> Line | None:
    """Return a sentence about the rival's free places before the shootout, or about taking the lead, or None."""
    if len(after) == COLUMN:
        return ngettext(
            "But %(seat)s shows %(hand)s there and has room for %(count)s more card.",
            "But %(seat)s shows %(hand)s there and has room for %(count)s more cards.",
            COLUMN - len(business.columns[rival]),
            **terms,
        )
    return say(_("That beats what %(seat)s shows there: %(hand)s."), **terms) if overtakes else None
