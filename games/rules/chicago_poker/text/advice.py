"""The merits and risks of moves, in sentences without the player's name or "you", and possible hands (rules 4–8)."""

from collections.abc import Iterator, Sequence

from games.rules.chicago_poker.bot.evaluation import own_seat
from games.rules.chicago_poker.bot.prospects import (
    Draw,
    best,
    column,
    draws,
    gangsters,
    name_of,
    open_businesses,
)
from games.rules.chicago_poker.bot.reach import missing
from games.rules.chicago_poker.hands import NAMES, describe, strength
from games.rules.chicago_poker.moves import Move, understand
from games.rules.chicago_poker.pieces import COLUMN, VALUE
from games.rules.chicago_poker.text.names import HANDS, IN_REACH, hand_in_words
from games.rules.chicago_poker.view import BusinessView, View
from games.rules.contract import Seat
from games.rules.contract import gettext_noop as _
from games.rules.phrases import line, ngettext, number, piece, say, seat
from games.rules.presentation import Presentation
from games.rules.vocabulary import Chance, Line, Odds, Term

_SHOWN = 2
"""Maximum number of chances per business: the most likely hand and the best one."""


class Advice(Presentation[View]):
    """Reasons for moves, and the odds of possible hands."""

    def reasons(self, view: View, move: str) -> tuple[Line, ...]:
        meant = understand(move)
        return tuple(_REASONS[meant.verb](view, meant))

    def odds(self, view: View) -> tuple[Odds, ...]:
        """Return for each business up to two hands that one drawn card would make possible; none for spectators."""
        if view.seat is None or view.outcome is not None or view.seats[view.seat].out:
            return ()
        found = ((business.tile, draws(view, business)) for business in open_businesses(view))
        return tuple(Odds(tuple(map(_chance, _ends(each))), tile) for tile, each in found if each)


def _ends(found: Sequence[Draw]) -> Sequence[Draw]:
    return found if len(found) <= _SHOWN else (found[0], found[-1])


def _chance(draw: Draw) -> Chance:
    return Chance(say(HANDS[NAMES[draw.name]]), draw.chance, draw.cards, draw.unseen)


def _play(view: View, meant: Move) -> Iterator[Line]:
    business = _at(view, meant.business)
    laid = column(view, business)
    after = (*laid, meant.card)
    rest = [card for card in gangsters(view) if card != meant.card]
    yield _gain(view, business, laid, after, rest)
    if (stake := _stake(view, business)) is not None:
        yield stake
    yield _risk(view, business, after)


def _at(view: View, tile: str) -> BusinessView:
    return next(business for business in open_businesses(view) if business.tile == tile)


def _gain(view: View, business: BusinessView, laid: Sequence[str], after: Sequence[str], rest: Sequence[str]) -> Line:
    """Return a sentence about the hand that the card makes now, or else may become later."""
    hand = line(hand_in_words(*describe(after)))
    if len(after) == COLUMN:
        if business.markers:
            return say(_("Before the shootout, it completes %(hand)s."), hand=hand)
        return say(_("It makes %(hand)s and calls the shootout."), hand=hand)
    if laid and name_of(after) > name_of(laid):
        return say(_("That makes %(hand)s right away."), hand=hand)
    reach = best(after, rest)
    if reach > name_of(after):
        return say(_("With cards in hand it can become %(hand)s."), hand=line(say(IN_REACH[NAMES[reach]])))
    if (found := _draws_after(view, business, after, rest)) is not None:
        return found
    return say(_("It costs little: the card is no use anywhere else."))


def _draws_after(view: View, business: BusinessView, after: Sequence[str], rest: Sequence[str]) -> Line | None:
    """Return a sentence about the hand that a drawn card would make possible; None if there is none."""
    found = draws(view, business, after, rest)
    return None if not found else _may_come(found[0], business)


def _may_come(draw: Draw, business: BusinessView) -> Line:
    return ngettext(
        "%(count)s of the %(unseen)s unseen cards puts %(hand)s within reach at %(business)s.",
        "%(count)s of the %(unseen)s unseen cards put %(hand)s within reach at %(business)s.",
        draw.cards,
        unseen=number(draw.unseen),
        business=piece(business.tile),
        hand=line(say(IN_REACH[NAMES[draw.name]])),
    )


def _stake(view: View, business: BusinessView) -> Line | None:
    """Return a sentence if this business would win the game for the viewer, or else for a rival; otherwise None."""
    own = own_seat(view)
    if _wins(view, own, business.tile):
        return say(_("%(business)s would win the game."), business=piece(business.tile))
    rival = next((of.seat for of in view.seats if not of.out and _wins(view, of.seat, business.tile)), None)
    if rival is None:
        return None
    return say(_("%(seat)s would win the game with %(business)s."), seat=seat(rival), business=piece(business.tile))


def _wins(view: View, of: Seat, tile: str) -> bool:
    return not missing((*view.seats[of].controlled, tile), bool(view.options["short"]))


def _risk(view: View, business: BusinessView, after: Sequence[str]) -> Line:
    """Return a sentence that compares the player's hand with the best visible hand of a rival at the business."""
    shown = [(strength(cards), of) for of, cards in _shown(view, business)]
    if not shown:
        return say(_("Nobody else has a face-up card there yet."))
    most, rival = max(shown)
    cards = next(cards for of, cards in _shown(view, business) if of == rival)
    terms = {"seat": seat(rival), "hand": line(hand_in_words(*describe(cards)))}
    if most > strength(after):
        return say(_("But %(seat)s is ahead there with %(hand)s."), **terms)
    if most == strength(after):
        return say(_("But %(seat)s is level there with %(hand)s."), **terms)
    return _room(business, rival, terms)


def _shown(view: View, business: BusinessView) -> list[tuple[Seat, list[str]]]:
    """Return the known cards in the rivals' columns."""
    own = own_seat(view)
    known = [(of, [card.code for card in cards if card.code]) for of, cards in enumerate(business.columns)]
    return [(of, cards) for of, cards in known if of != own and cards]


def _room(business: BusinessView, rival: Seat, terms: dict[str, Term]) -> Line:
    """Return a sentence about the best rival, who shows less than the viewer: free places, hidden cards, or neither."""
    there = business.columns[rival]
    hidden = sum(card.code is None for card in there)
    if len(there) < COLUMN:
        return ngettext(
            "But %(seat)s shows %(hand)s there and has room for %(count)s more card.",
            "But %(seat)s shows %(hand)s there and has room for %(count)s more cards.",
            COLUMN - len(there),
            **terms,
        )
    if hidden:
        return ngettext(
            "But %(seat)s shows %(hand)s there, and %(count)s card is hidden.",
            "But %(seat)s shows %(hand)s there, and %(count)s cards are hidden.",
            hidden,
            **terms,
        )
    return say(_("It beats the best hand there: %(seat)s has %(hand)s."), **terms)


def _draw(view: View, meant: Move) -> Iterator[Line]:
    found = [
        (each[0].cards, each[0], business) for business in open_businesses(view) if (each := draws(view, business))
    ]
    if found:
        _cards, draw, business = max(found, key=lambda each: each[0])
        yield _may_come(draw, business)
    else:
        yield say(_("No card in hand fits well anywhere; a new one might."))
    yield say(_("The others learn nothing."))


def _end(view: View, meant: Move) -> Iterator[Line]:
    yield say(_("No card in hand helps enough anywhere, and in hand they stay secret."))


def _revolver(view: View, meant: Move) -> Iterator[Line]:
    yield say(_("It gives two more actions to play the cards in hand."))


def _raid(view: View, meant: Move) -> Iterator[Line]:
    hidden = sum(card.code is None for card in _at(view, meant.business).columns[meant.target])
    where = {"seat": seat(meant.target), "business": piece(meant.business)}
    if hidden:
        yield ngettext(
            "It shows %(seat)s’s hidden card at %(business)s.",
            "It shows %(seat)s’s %(count)s hidden cards at %(business)s.",
            hidden,
            **where,
        )
    else:
        yield say(_("%(seat)s has nothing hidden at %(business)s: it only uses up an action."), **where)


def _liquidation(view: View, meant: Move) -> Iterator[Line]:
    business = _at(view, meant.business)
    known = [card.code for card in business.columns[meant.target] if card.code]
    where = {"seat": seat(meant.target), "business": piece(meant.business)}
    if known:
        text = _("It removes %(seat)s’s last card at %(business)s, where they show %(hand)s.")
        yield say(text, hand=line(hand_in_words(*describe(known))), **where)
    else:
        yield say(_("It removes %(seat)s’s last card at %(business)s."), **where)


def _bribery(view: View, meant: Move) -> Iterator[Line]:
    if meant.card not in VALUE:
        yield say(_("The special card is worth more than the Bribery."))
        return
    kin = [card for card in gangsters(view) if VALUE[card] == VALUE[meant.card] or card[-1] == meant.card[-1]]
    yield ngettext(
        "It matches %(count)s card in hand by value or gang.",
        "It matches %(count)s cards in hand by value or gang.",
        len(kin),
    )


def _limousine(view: View, meant: Move) -> Iterator[Line]:
    """Yield a sentence about both columns after the move."""
    left = [card for card in column(view, _at(view, meant.business)) if card not in meant.cards]
    joined = [*column(view, _at(view, meant.onto)), *meant.cards]
    terms = {"onto": piece(meant.onto), "better": line(hand_in_words(*describe(joined)))}
    if not left:
        yield say(_("That makes %(better)s at %(onto)s."), **terms)
        return
    rest = {"business": piece(meant.business), "left": line(hand_in_words(*describe(left)))}
    yield say(_("That makes %(better)s at %(onto)s and leaves %(left)s at %(business)s."), **terms, **rest)


def _send(view: View, meant: Move) -> Iterator[Line]:
    higher = sum(VALUE[card] > VALUE[meant.card] for card in gangsters(view))
    if higher:
        yield ngettext(
            "The highest gangster sent wins the tie; %(count)s higher one is saved for later.",
            "The highest gangster sent wins the tie; %(count)s higher ones are saved for later.",
            higher,
        )
    else:
        yield say(_("The highest gangster sent wins the tie, and this is the highest in hand."))


def _decline(view: View, meant: Move) -> Iterator[Line]:
    yield say(_("This business isn’t worth any gangster in hand."))


_REASONS = {
    "play": _play, "draw": _draw, "end": _end, "revolver": _revolver, "raid": _raid, "liquidation": _liquidation,
    "bribery": _bribery, "limousine": _limousine, "send": _send, "decline": _decline,
}  # fmt: skip
"""The reasons for moves, by verb."""
