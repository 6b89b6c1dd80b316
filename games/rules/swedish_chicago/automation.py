"""The moves of Swedish Chicago that the site makes: defaults, standing orders, computer players."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from random import Random

from games.rules.automation import Automation
from games.rules.contract import Seat
from games.rules.swedish_chicago.bot import default_move, guesses, habits, quick, samples, steady, worlds
from games.rules.swedish_chicago.bot import orders as advance
from games.rules.swedish_chicago.state import State
from games.rules.swedish_chicago.view import View


class SwedishChicagoAutomation(Automation[State, View]):
    """The moves of Swedish Chicago that the site makes: defaults, standing orders, computer players."""

    default_move = staticmethod(default_move.default_move)
    orders = staticmethod(advance.orders)
    automatic_move = staticmethod(advance.automatic_move)
    policy = staticmethod(steady.steady)
    candidates = staticmethod(quick.candidates)
    inclination = staticmethod(habits.inclination)
    HORIZON = 0  # ``chances`` plays the hand out by itself, in numbers

    fits = staticmethod(samples.fits)

    def sensible(self, view: View) -> Sequence[str]:
        """Return the moves that come to mind."""
        return [*self.appeal(view)]

    def appeal(self, view: View) -> Mapping[str, float]:
        """Return exchanges and cards that look nearly as good as the quick player's; else its choice alone."""
        if found := quick.appeal(view):
            return found
        state = super().determinize(view, Random(0))
        return {quick.quick(state, view.seat or 0, Random(0)): 0.0}

    def quick_policy(self, state: State, seat: Seat, rng: Random) -> str:
        """Return a legal move after one look at the facts that ``seat`` may know."""
        return quick.quick(state, seat, rng)

    def chances(self, state: State) -> tuple[float, ...]:
        """Return every seat's chance to win: the hand played out as its cards lie, then the race by a table."""
        return quick.chances(state)

    def reordered(self, state: State, order: Callable[[str], float]) -> State:
        """Return a copy with the stock in this order."""
        twin = state.copy()
        twin.stock.sort(key=order)
        return twin

    def determinize(self, view: View, rng: Random) -> State:
        """Return a likely sample for the viewer's knowledge; secret answers are those of the quick player (7)."""
        return self.sampler(view)(rng)

    def sampler(self, view: View) -> Callable[[Random], State]:
        """Return a function that draws samples of one view."""
        plain = super().determinize(view, guesses.chance(view))
        sample = worlds.sampler(view, plain)

        def answered(rng: Random) -> State:
            state = sample(rng)
            samples.answer(state, view)
            return state

        return answered
