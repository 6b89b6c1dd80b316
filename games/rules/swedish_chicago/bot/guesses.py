"""The steady player's samples of the hidden cards, and the tricks played with them (rules 4.2, 5)."""

from collections.abc import Sequence
from random import Random

from games.rules.contract import Seat
from games.rules.swedish_chicago.bot.numbers import NUMBER
from games.rules.swedish_chicago.bot.solve import plainly
from games.rules.swedish_chicago.pieces import CARDS, SUITS
from games.rules.swedish_chicago.view import View

_TOLD = (
    "seat", "hand_size", "hand", "score", "thrown", "said", "shown", "played", "tricks", "stopped", "made_chicago",
    "answered", "out",
)  # fmt: skip


def unseen(view: View) -> list[str]:
    """Return the cards that the viewer can't see, including thrown cards, in canonical order."""
    known = {card for seat in view.seats for card in (*seat.played, *(seat.hand or ()))}
    if view.open is not None:
        known |= {view.open.card, view.open.thrown or view.open.card}
    return [card for card in CARDS if card not in known]


def chance(view: View) -> Random:
    told = map(repr, (view.seat, view.hand, view.turn, view.phase))
    return Random(f"({', '.join(told)}, ({_seats(view)}), {view.trick!r})")


def _seats(view: View) -> str:
    """Return the seats as text in a fixed format.

    The text seeds the samples, so a different format would change the bots' moves.
    """
    return ", ".join(f"SeatView({', '.join(f'{name}={getattr(of, name)!r}' for name in _TOLD)})" for of in view.seats)


class Tricks:
    """The remaining tricks, played with sampled hands.

    Players still in the game are numbered clockwise; this number is their position.
    """

    def __init__(self, view: View, declarer: Seat | None, leader: Seat) -> None:
        self._rng, self._unseen = chance(view), [NUMBER[card] for card in unseen(view)]
        seats = sorted(view.order)
        self._sizes = [0 if seat == view.seat else view.seats[seat].hand_size for seat in seats]
        self._voids = [voids(view, seat) for seat in seats]
        self.own = seats.index(seats[0] if view.seat is None else view.seat)
        self.declarer = None if declarer is None else seats.index(declarer)
        self._hand = [NUMBER[card] for card in view.seats[seats[self.own]].hand or ()]
        self._trick = [(NUMBER[card], seats.index(seat)) for card, seat in view.trick if seat in seats]
        played = {position for _, position in self._trick}
        first = next((place for place, seat in enumerate(seats) if seat >= leader), 0)
        turns = [*range(first, len(seats)), *range(first)]
        self._turns = [position for position in turns if position not in played]

    def deal(self) -> list[list[int]]:
        """Return a sample of all hands.

        If possible, no player holds a suit that the player has failed to follow.
        """
        pool = self._rng.sample(self._unseen, len(self._unseen))
        hands: list[list[int]] = [[] for _ in self._sizes]
        for position in sorted(range(len(hands)), key=lambda each: -len(self._voids[each])):
            missing, size = self._voids[position], self._sizes[position]
            fitting = [card for card in pool if card >> 4 not in missing] if missing else pool
            hands[position] = (fitting if len(fitting) >= size else pool)[:size]
            pool = [card for card in pool if card not in hands[position]] if missing else pool[size:]
        hands[self.own] = self._hand.copy()
        return hands

    def play(self, hands: Sequence[Sequence[int]], first: int | None = None) -> int:
        """Return the position that takes the last trick, or breaks the Chicago.

        If ``first`` is given, the viewer plays it.
        """
        held = [list(hand) for hand in hands]
        trick, turns = self._trick.copy(), self._turns
        if first is not None:
            held[self.own].remove(first)
            trick.append((first, self.own))
            turns = turns[1:]
        return plainly(held, turns, trick, self.declarer)


def voids(view: View, seat: Seat) -> frozenset[int]:
    """Return the suits that a player has failed to follow in this hand."""
    done = [event.details["cards"] for _, event in view.told if event.kind == "trick"]
    found = set()
    for trick in (*done, view.trick):
        found |= {SUITS.index(trick[0][0][1]) for card, by in trick if by == seat and card[1] != trick[0][0][1]}
    return frozenset(found)
