"""Moves that look absurd to a good player, given only the mover's view. No search evaluates them."""

from collections.abc import Iterable, Sequence
from itertools import combinations

from games.rules.chicago_poker.bot.evaluation import own_seat
from games.rules.chicago_poker.bot.prospects import column, gangsters, name_of, open_businesses
from games.rules.chicago_poker.hands import strength
from games.rules.chicago_poker.moves import AIMED, PLAYS
from games.rules.chicago_poker.pieces import COLUMN, VALUE
from games.rules.chicago_poker.view import BusinessView, View

_SPOILT = 3
"""The number of own cards at a business from which one more unwanted card may do harm."""


def blunders(view: View) -> frozenset[str]:
    """Return the legal moves of a turn that look absurd; ``docs/explanation/computers.md`` shows their cost."""
    kinds = _raids, _liquidations, _lost_markers, _hopeless_plays, _desertions
    return frozenset(move for kind in kinds for move in kind(view)).intersection(view.legal)


def _raids(view: View) -> Iterable[str]:
    """Yield useless raids (5.3).

    The cards are already known, or will be turned up before the player's next action.
    """
    last = view.due + view.extra == 1
    for business in open_businesses(view):
        for seat, cards in enumerate(business.columns):
            if (last and business.markers) or all(card.code for card in cards):
                yield AIMED["raid"][business.tile][seat]


def _liquidations(view: View) -> Iterable[str]:
    """Yield liquidations of the only card in a column (5.2)."""
    for business in open_businesses(view):
        for seat, cards in enumerate(business.columns):
            if len(cards) == 1:
                yield AIMED["liquidation"][business.tile][seat]


def _lost_markers(view: View) -> Iterable[str]:
    """Yield fifth cards that call a shootout with just a high card, or with a hand below a rival's open cards."""
    for business in open_businesses(view):
        laid = column(view, business)
        if len(laid) == COLUMN - 1 and not _is_called(view, business):
            for card in gangsters(view):
                made = (*laid, card)
                if not name_of(made) or strength(made) < _shown(view, business):
                    yield PLAYS[business.tile][card]


def _hopeless_plays(view: View) -> Iterable[str]:
    """Yield plays at a rival's marker that can't help to beat the rivals' open cards, if there are alternatives."""
    for business in open_businesses(view):
        if _is_called(view, business) and _is_avoidable(view, business):
            useful = _useful(view, business)
            yield from (PLAYS[business.tile][card] for card in gangsters(view) if card not in useful)


def _desertions(view: View) -> Iterable[str]:
    """Yield last actions that ignore a rival's marker although one card there would make a leading pair or better."""
    if view.due + view.extra > 1:
        return ()
    answers = {move for business in open_businesses(view) for move in _answers(view, business)}
    others = (move for move in view.legal if not move.startswith(("limousine", "revolver")))
    return [move for move in others if move not in answers] if answers else ()


def _answers(view: View, business: BusinessView) -> Iterable[str]:
    """Yield plays of one card that take the lead over the rivals' open cards at a rival's marker."""
    laid, shown = column(view, business), _shown(view, business)
    if _is_called(view, business) and len(laid) < COLUMN and not (laid and strength(laid) >= shown):
        for card in gangsters(view):
            made = (*laid, card)
            if name_of(made) and strength(made) > shown:
                yield PLAYS[business.tile][card]


def _is_called(view: View, business: BusinessView) -> bool:
    return any(seat != view.seat for seat in business.markers)


def _is_avoidable(view: View, business: BusinessView) -> bool:
    others = (other for other in open_businesses(view) if other is not business and not _is_called(view, other))
    return "draw" in view.legal or "end" in view.legal or any(len(column(view, other)) < _SPOILT for other in others)


def _useful(view: View, business: BusinessView) -> set[str]:
    """Return the cards in hand that can help to equal the rivals' visible cards this turn.

    At most one special card is used.
    """
    hand, laid, shown = view.seats[own_seat(view)].hand or (), column(view, business), _shown(view, business)
    left = view.due + view.extra + ("revolver" in hand)
    useful = set[str]()
    for cost, others in ((0, ()), *_brought(view, business, hand)):
        for size in range(1, min(COLUMN - len(laid) - len(others), left - cost) + 1):
            for cards in combinations(gangsters(view), size):
                if not useful.issuperset(cards) and strength((*laid, *others, *cards)) >= shown:
                    useful.update(cards)
    return useful


def _brought(view: View, business: BusinessView, hand: Sequence[str]) -> Iterable[tuple[int, tuple[str, ...]]]:
    """Yield the cards that a special card can bring to the business, with their costs (5.4, 5.6)."""
    if "bribery" in hand:
        yield from ((2, (card,)) for card in view.discard if card in VALUE)
    if "limousine" in hand:
        for other in open_businesses(view):
            cards = column(view, other)
            if other is not business and len(cards) < COLUMN:
                yield from ((1, moved) for size in range(1, len(cards) + 1) for moved in combinations(cards, size))


def _shown(view: View, business: BusinessView) -> int:
    """Return the strength of the rivals' best visible hand at the business, or 0 if no cards are visible."""
    rivals = (cards for seat, cards in enumerate(business.columns) if seat != view.seat)
    seen = [[card.code for card in cards if card.code] for cards in rivals]
    return max((strength(cards) for cards in seen if cards), default=0)
