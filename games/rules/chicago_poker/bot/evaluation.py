"""The steady player's estimates of the businesses' values and the rivals' possible hands, from one view."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterator, Sequence
from itertools import accumulate, islice
from random import Random

from games.rules.chicago_poker.bot.reach import missing
from games.rules.chicago_poker.hands import strength
from games.rules.chicago_poker.pieces import COLUMN, GANGSTERS
from games.rules.chicago_poker.view import BusinessView, CardView, SeatView, View
from games.rules.contract import Seat

_TOLD = ("seat", "hand_size", "hand", "controlled", "out")

_VICTORY = 8.0
"""The value of winning the game; all other values use the same scale."""

_STEP = 0.4
"""The factor by which each missing tile reduces the value of winning."""

_ANY = 0.1
"""The value of any tile, even if it doesn't help to win."""

_HIGHER = 0.01
"""The value of each rank of a hand, as a share of the gain, even if the hand wins no more samples."""

_LIKELY, _LIKELIER = 0.25, 0.15
"""The assumed chance of a shootout at a business without a marker, and its increase per card in the longest column."""

_GUESSES = 16
"""Number of samples of a business's hidden cards."""

_PICK = 3
"""The number of sampled cards from which the best is taken for a rival's hidden card, because rivals choose as well."""

_TURN = 3

_NAME = 1 << 20
"""The difference in strength between consecutive ranks of hands."""

Future = tuple[int, float]
"""The rivals' best hand at a business: its strength, and the viewer's cost if that hand takes the tile."""


def _standing(tiles: tuple[str, ...], short: bool) -> float:
    return _VICTORY * _STEP ** missing(tiles, short) + _ANY * len(tiles)


def gain(view: View, seat: Seat, tile: str) -> float:
    if not view.pile and sum(business is not None for business in view.street) == 1:
        return _VICTORY
    tiles, short = view.seats[seat].controlled, view.options["short"]
    return _standing((*tiles, tile), short) - _standing(tiles, short)


def _cost(view: View, own: Seat, rival: Seat, tile: str) -> float:
    """Return the viewer's cost if a rival takes the tile.

    Unless the tile may be decisive, all other players share the loss.
    """
    loss = gain(view, rival, tile)
    others = sum(not player.out for player in view.seats) - 1
    return loss if loss >= _VICTORY / 2 or others < 2 else loss / others


def own_seat(view: View) -> Seat:
    """Return the seat of the view. Raise `ValueError` for a spectator, who has no moves."""
    if view.seat is None:
        raise ValueError("a spectator has no move to choose")
    return view.seat


def unseen(view: View) -> list[str]:
    """Return the gangsters that the viewer can't see, in canonical order."""
    known = {*view.discard, *(view.seats[own_seat(view)].hand or ())}
    for business in view.street:
        if business is not None:
            known.update(card.code for column in business.columns for card in column if card.code)
    return [card for card in GANGSTERS if card not in known]


def chance(view: View, what: str) -> Random:
    """Return a random generator that depends only on the view and on ``what`` it is for."""
    told = map(repr, (what, view.turn, view.due, view.extra))
    return Random(f"({', '.join(told)}, ({_seats(view)}), {view.street!r}, {view.discard!r})")


def _seats(view: View) -> str:
    """Return the seats as text.

    The text seeds the samples, so a different format would change the bots' moves.
    """
    return ", ".join(f"SeatView({', '.join(f'{name}={getattr(of, name)!r}' for name in _TOLD)})" for of in view.seats)


class Stake:
    """The viewer's possible gains and losses at a business.

    ``urgent`` means that a shootout takes place before the viewer's next turn.
    """

    __slots__ = ("column", "gain", "longest", "losses", "strengths", "tile", "urgent")

    def __init__(self, tile: str, column: tuple[str, ...], urgent: bool, longest: int, gain: float) -> None:
        self.tile, self.column, self.urgent, self.longest, self.gain = tile, column, urgent, longest, gain
        self.strengths: list[int] = []
        self.losses: list[float] = []

    def expect(self, futures: Sequence[Future]) -> None:
        """Set the rivals' possible best hands, which are equally likely."""
        ordered = sorted(futures)
        self.strengths = [best for best, _ in ordered]
        self.losses = [0.0, *accumulate(loss for _, loss in ordered)]

    def with_column(self, column: tuple[str, ...]) -> Stake:
        """Return the stake at the same business with another column for the viewer."""
        twin = Stake(self.tile, column, self.urgent, self.longest, self.gain)
        twin.strengths, twin.losses = self.strengths, self.losses
        return twin

    def payoff(self, cards: Sequence[str]) -> float:
        """Return the expected gains minus losses with these cards (at most five) at the business."""
        held = len(cards)
        own = strength(cards) if held else 0
        lower, upper = bisect_left(self.strengths, own), bisect_right(self.strengths, own)
        won = (lower + upper) / 2 if held else 0
        lost = self.losses[-1] - (self.losses[lower] + self.losses[upper]) / 2
        payoff = (self.gain * won - lost) / len(self.strengths) + _HIGHER * self.gain * own / _NAME
        return payoff if held == COLUMN or self.urgent else payoff * (_LIKELY + _LIKELIER * max(held, self.longest))


def stakes(view: View) -> list[Stake]:
    left = unseen(view)
    return [stake(view, business, left) for business in view.street if business is not None]


def stake(view: View, business: BusinessView, left: Sequence[str]) -> Stake:
    """Return the stake at an open business; ``left`` are the gangsters that the viewer can't see."""
    own = own_seat(view)
    column = tuple(card.code for card in business.columns[own] if card.code)
    rivals = [player for player in view.seats if not player.out and player.seat != own]
    longest = max((len(business.columns[player.seat]) for player in rivals), default=0)
    urgent = any(seat != own for seat in business.markers)
    found = Stake(business.tile, column, urgent, longest, gain(view, own, business.tile))
    chances = chance(view, business.tile)
    losses = {player.seat: _cost(view, own, player.seat, business.tile) for player in rivals}
    likely = [(player, _most(view, business, player)) for player in rivals]
    found.expect([_guess(business, likely, losses, left, chances) for _ in range(_GUESSES)])
    return found


def _most(view: View, business: BusinessView, rival: SeatView) -> int:
    """Return the maximum number of cards that a rival can add before the shootout, as far as the viewer knows."""
    if business.markers and not _acts_before(view, rival.seat, business.markers):
        return 0
    return min(COLUMN - len(business.columns[rival.seat]), rival.hand_size, _TURN)


def _acts_before(view: View, seat: Seat, owners: Sequence[Seat]) -> bool:
    """Return whether the seat has another turn before any of the markers' owners."""
    number = len(view.seats)
    turns = [(owner - view.active - 1) % number for owner in owners]
    return (seat - view.active - 1) % number < min(turns)


def _guess(
    business: BusinessView,
    rivals: Sequence[tuple[SeatView, int]],
    losses: dict[Seat, float],
    left: Sequence[str],
    chances: Random,
) -> Future:
    needed = _PICK * sum(most + len(business.columns[rival.seat]) for rival, most in rivals)
    cards = iter(chances.sample(left, min(needed, len(left))))
    best: Future = (0, 0.0)
    for rival, most in rivals:
        column = business.columns[rival.seat]
        more = sum(card.code is None for card in column) + (chances.randint(0, most) if most else 0)
        hand = _filled([card.code for card in column if card.code], more, cards)
        if hand:
            best = max(best, (strength(hand), losses[rival.seat]))
    return best


def _filled(hand: list[str], more: int, cards: Iterator[str]) -> list[str]:
    """Return the hand with ``more`` cards, each the best of several sampled cards.

    The hand gets fewer cards if they run out.
    """
    for _ in range(more):
        offer = list(islice(cards, _PICK))
        if not offer:
            break
        hand.append(max(offer, key=_added(hand)))
    return hand


def _added(hand: list[str]) -> Callable[[str], int]:
    return lambda card: strength([*hand, card])


def shortened(business: BusinessView, seat: Seat) -> BusinessView:
    """Return the business with a seat's last card removed (5.2)."""
    columns: list[tuple[CardView, ...]] = list(business.columns)
    columns[seat] = columns[seat][:-1]
    return BusinessView(business.slot, business.tile, tuple(columns), business.markers)
