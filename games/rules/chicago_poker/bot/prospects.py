"""The hands that can still be made at a business (rule 7); all unseen cards are assumed to be equally likely."""

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import NamedTuple

from games.rules.chicago_poker.bot.evaluation import own_seat
from games.rules.chicago_poker.bot.reach import rating
from games.rules.chicago_poker.pieces import CARDS, COLUMN, GANGSTERS, VALUE
from games.rules.chicago_poker.view import BusinessView, View


class Draw(NamedTuple):
    """A possible hand, as an index of ``hands.NAMES``.

    ``cards`` of the ``unseen`` cards make this hand or a better one.
    """

    name: int
    cards: int
    unseen: int

    @property
    def chance(self) -> float:
        return self.cards / self.unseen


def open_businesses(view: View) -> Iterator[BusinessView]:
    return (business for business in view.street if business is not None)


def column(view: View, business: BusinessView) -> tuple[str, ...]:
    return tuple(card.code for card in business.columns[own_seat(view)] if card.code)


def gangsters(view: View) -> list[str]:
    return [card for card in view.seats[own_seat(view)].hand or () if card in VALUE]


def drawable(view: View) -> list[str]:
    """Return the cards that the next draw can bring: unseen cards or, if the deck is empty, the discards (4.1)."""
    if not view.deck:
        return list(view.discard)
    known = {*view.discard, *(view.seats[own_seat(view)].hand or ())}
    for business in open_businesses(view):
        known.update(card.code for cards in business.columns for card in cards if card.code)
    return [card for card in (CARDS if view.options["specials"] else GANGSTERS) if card not in known]


def best(laid: Sequence[str], hand: Sequence[str]) -> int:
    """Return the best rank of a hand from the cards laid and some of the cards in hand, or -1 without cards."""
    choices = ((*laid, *more) for more in combinations(hand, min(COLUMN - len(laid), len(hand))))
    return max((name_of(cards) for cards in choices if cards), default=-1)


def name_of(cards: Sequence[str]) -> int:
    """Return the rank of a hand, as an index of ``hands.NAMES``."""
    return int(rating(cards))


def draws(view: View, business: BusinessView) -> list[Draw]:
    """Return the better hands that one drawn card makes possible, likeliest first.

    Of equally likely hands, return only the best.
    """
    laid, hand, pool = column(view, business), gangsters(view), drawable(view)
    if len(laid) == COLUMN or not pool:
        return []
    reach = best(laid, hand)
    found = [best((*laid, card), hand) for card in pool if card in VALUE]
    better = sorted({name for name in found if name > reach})
    by_cards = {sum(each >= name for each in found): name for name in better}
    return [Draw(name, cards, len(pool)) for cards, name in by_cards.items()]
