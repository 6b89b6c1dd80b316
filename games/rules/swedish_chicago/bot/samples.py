"""Samples of the facts hidden from a viewer: likely hands, the positions of other cards, and sealed answers."""

from collections.abc import Callable
from random import Random

from games.rules.automation import Automation
from games.rules.contract import HAND, Piece
from games.rules.swedish_chicago.bot import worlds
from games.rules.swedish_chicago.bot.guesses import chance, voids
from games.rules.swedish_chicago.bot.quick import CHOICES
from games.rules.swedish_chicago.pieces import SUITS
from games.rules.swedish_chicago.state import State
from games.rules.swedish_chicago.view import View


class Samples(Automation[State, View]):
    def fits(self, view: View, piece: Piece, code: str) -> bool:
        """Return whether a hidden card is consistent with the suits not followed (4.2) and the cards revealed (2.4)."""
        if piece.zone == HAND and piece.seat is not None and SUITS.index(code[1]) in voids(view, piece.seat):
            return False
        shown = next((of.seat for of in view.seats if code in of.shown), None)
        return shown is None or piece.zone == "discard" or (piece.zone == HAND and piece.seat == shown)

    def sampler(self, view: View) -> Callable[[Random], State]:
        plain = super().determinize(view, chance(view))
        sample = worlds.sampler(view, plain)

        def answered(rng: Random) -> State:
            state = sample(rng)
            _answer(state, view)
            return state

        return answered

    def determinize(self, view: View, rng: Random) -> State:
        """Return a likely position given the viewer's knowledge; the quick player chooses the sealed answers (7)."""
        return self.sampler(view)(rng)

    def reordered(self, state: State, order: Callable[[str], float]) -> State:
        """Return a copy with the stock sorted by ``order``."""
        twin = state.copy()
        twin.stock.sort(key=order)
        return twin


def _answer(state: State, view: View) -> None:
    """Fill in other players' sealed answers with the quick player's choices (7, 7.6)."""
    phase = "exchange" if state.phase == "open" else state.phase
    for of in view.seats:
        if of.answered and of.seat not in state.sealed:
            state.sealed[of.seat] = CHOICES[phase](state, of.seat)
