"""The moves of Chicago Poker that the site makes: defaults, standing orders, computer players."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from random import Random

from games.rules.automation import Automation, Plans, Prior
from games.rules.chicago_poker.bot import candidates, chances, default_move, habits, quick, samples, steady
from games.rules.chicago_poker.bot import orders as advance
from games.rules.chicago_poker.state import State
from games.rules.chicago_poker.view import View
from games.rules.contract import HIDDEN, Seat


class ChicagoPokerAutomation(Automation[State, View]):
    """The moves of Chicago Poker that the site makes: defaults, standing orders, computer players."""

    default_move = staticmethod(default_move.default_move)
    orders = staticmethod(advance.orders)
    automatic_move = staticmethod(advance.automatic_move)
    policy = staticmethod(steady.steady)
    HORIZON = 2
    PRIOR = Prior(behind=0.03, further=0.0, cut=0.03)
    """Small leads of playouts are doubted: why, see ``docs/explanation/computers.md``."""
    PLANS = Plans(horizon=6, scale=0.9, error=0.025)
    """Measured: ``docs/explanation/review.md``."""
    fits = staticmethod(samples.fits)
    inclination = staticmethod(habits.inclination)

    def quick_policy(self, state: State, seat: Seat, rng: Random) -> str:
        """Return a move after a few dozen comparisons."""
        return quick.quick(state, seat, rng)

    def chances(self, state: State) -> tuple[float, ...]:
        """Return a fitted estimate."""
        return chances.chances(state)

    def candidates(self, view: View) -> Sequence[str]:
        """Return the quick policy's favourites, and the most promising uses of specials."""
        state = self.determinize(view, Random(0))
        return candidates.candidates(view, state)

    def sensible(self, view: View) -> Sequence[str]:
        """Return the moves that the quick policy rates nearly as high as its favourite."""
        state = self.determinize(view, Random(0))
        return candidates.sensible(view, state)

    def appeal(self, view: View) -> Mapping[str, float]:
        """Return the quick policy's ratings of the sensible moves."""
        state = self.determinize(view, Random(0))
        return candidates.appeal(view, state)

    def sampler(self, view: View) -> Callable[[Random], State]:
        """Return a quick sampler, except in a tie or if another player has looked at cards hidden from the viewer."""
        first = self.determinize(view, Random(0))
        if view.tie is not None or any(code.startswith(HIDDEN) for code in view.facts["seen"]):
            return super().sampler(view)
        return samples.Sampler(view, first)

    def likelihood(self, view: View, state: State) -> float:
        """Return the likelihood of the rivals' hidden cards, by the cards that they laid and kept."""
        return samples.likelihood(view, state)

    def reordered(self, state: State, order: Callable[[str], float]) -> State:
        """Return a copy with the deck and the pile of tiles in this order."""
        twin = state.copy()
        twin.deck.sort(key=order)
        twin.pile.sort(key=order)
        return twin

    def determinize(self, view: View, rng: Random) -> State:
        """Return a sample as usual; players who have answered a tie have sent one of their gangsters (6.4)."""
        state = super().determinize(view, rng)
        samples.answer(state, view, rng)
        return state
