"""The hands that can still be made at a business (rules 7): every unseen card is equally likely."""

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import NamedTuple

from games.rules.chicago_poker.bot.evaluation import own_seat
from games.rules.chicago_poker.bot.reach import rating
from games.rules.chicago_poker.pieces import CARDS, COLUMN, GANGSTERS, VALUE
from games.rules.chicago_poker.view import BusinessView, View


class Draw(NamedTuple):
    """How many of the cards that may be drawn next make this hand (a place in ``hands.NAMES``) or a better one."""

    name: int
    cards: int
    unseen: int

    @property
    def chance(self) -> float:
        """How likely a draw is to bring one."""
        return self.cards / self.unseen


def open_businesses(view: View) -> Iterator[BusinessView]:
    """Return the businesses on the street."""
    return (business for business in view.street if business is not None)


def column(view: View, business: BusinessView) -> tuple[str, ...]:
    """Return the viewer's own cards there."""
    return tuple(card.code for card in business.columns[own_seat(view)] if card.code)


def gangsters(view: View) -> list[str]:
    """Return the gangsters in the viewer's hand."""
    return [card for card in view.seats[own_seat(view)].hand or () if card in VALUE]


def drawable(view: View) -> list[str]:
    """Return the cards that may be drawn next: the unseen ones, or the discards once the deck is used up (4.1)."""
    if not view.deck:
        return list(view.discard)
    known = {*view.discard, *(view.seats[own_seat(view)].hand or ())}
    for business in open_businesses(view):
        known.update(card.code for cards in business.columns for card in cards if card.code)
    return [card for card in (CARDS if view.options["specials"] else GANGSTERS) if card not in known]


def best(laid: Sequence[str], hand: Sequence[str]) -> int:
    """Return the best name of hand that the cards laid can become with some of the hand; -1 without any card."""
    fits = min(COLUMN - len(laid), len(hand))
    choices = ((*laid, *more) for more in combinations(hand, fits))
    return max((name_of(cards) for cards in choices if cards), default=-1)


def name_of(cards: Sequence[str]) -> int:
    """Return the place of a hand's name in ``hands.NAMES``."""
    return int(rating(cards))


def draws(
    view: View, business: BusinessView, laid: Sequence[str] | None = None, hand: Sequence[str] | None = None
) -> list[Draw]:
    """Return the names that one drawn card brings into reach, likeliest first, of equally likely ones the best."""
    laid = column(view, business) if laid is None else laid
    hand, pool = gangsters(view) if hand is None else hand, drawable(view)
    if len(laid) == COLUMN or not pool:
        return []
    reach = best(laid, hand)
    found = [_with(laid, hand, card) for card in pool if card in VALUE]
    better = sorted({name for name in found if name > reach})
    by_cards = {sum(each >= name for each in found): name for name in better}
    return [Draw(name, cards, len(pool)) for cards, name in by_cards.items()]


def _with(laid: Sequence[str], hand: Sequence[str], card: str) -> int:
    """Return the best name with this card among those laid."""
    return best((*laid, card), hand)
