"""Chicago Poker by Bruno Cathala and Bruno Faidutti."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Any, ClassVar

from games.rules.automation import Plans, Prior
from games.rules.chicago_poker import visibility
from games.rules.chicago_poker.board import HIGHLIGHTS, board
from games.rules.chicago_poker.board.changes import change
from games.rules.chicago_poker.board.goal import goal
from games.rules.chicago_poker.board.words import on_buttons
from games.rules.chicago_poker.bot import candidates, chances, default_move, habits, quick, samples, steady
from games.rules.chicago_poker.bot import orders as advance
from games.rules.chicago_poker.game_end import REASONS
from games.rules.chicago_poker.options import OPTIONS, SEATS
from games.rules.chicago_poker.pieces import CARDS, GANGSTERS, TILES
from games.rules.chicago_poker.state import State
from games.rules.chicago_poker.text import advice, aloud, names, refusals, sentences, spoken, typed
from games.rules.chicago_poker.text import standing as status
from games.rules.chicago_poker.view import View
from games.rules.contract import HIDDEN, Options, Seat
from games.rules.contract import gettext_noop as _
from games.rules.game import Game
from games.rules.vocabulary import Line

GameState = State  # the game has an attribute of that name


class ChicagoPoker(Game[View, GameState]):
    """Businesses fought over with poker hands."""

    SLUG = "chicago_poker"
    NAME = _("Chicago Poker")
    SEATS = SEATS
    OPTIONS = OPTIONS
    PIECES = CARDS + TILES
    ZONES = ("deck", "discard", "hand", "column", "sent", "pile", "street", "controlled", "gone")
    REASONS = REASONS
    State = GameState

    PERSONAS = names.PERSONAS
    HAND_RANKINGS = names.HAND_RANKINGS
    HIGHLIGHTS = HIGHLIGHTS
    FIRST_TURN = status.FIRST_TURN
    SMALL: ClassVar[Mapping[str, Any]] = {"short": True}
    TILES_HEADING = _("The businesses, in order")
    face = staticmethod(names.face)
    name_of = staticmethod(names.name_of)
    sentence = staticmethod(sentences.sentence)
    spoken = staticmethod(spoken.spoken)
    merge = staticmethod(sentences.merge)
    affects = staticmethod(sentences.affects)
    weight = staticmethod(sentences.weight)
    rank = staticmethod(sentences.rank)
    is_gain = staticmethod(sentences.is_gain)
    threatens = staticmethod(sentences.threatens)
    waiting = staticmethod(status.waiting)
    change = staticmethod(change)
    goal = staticmethod(goal)
    hint = staticmethod(status.hint)
    reasons = staticmethod(advice.reasons)
    odds = staticmethod(advice.odds)
    gained = staticmethod(visibility.gained)
    refusal = staticmethod(refusals.refusal)
    prompt = staticmethod(status.prompt)
    progress = staticmethod(status.progress)
    standing = staticmethod(status.standing)
    spellings = staticmethod(typed.spellings)
    thinkable = staticmethod(typed.thinkable)
    asks_first = staticmethod(typed.asks_first)
    aloud = staticmethod(aloud.aloud)
    board = staticmethod(board)
    hide = staticmethod(visibility.hide)
    target_of = staticmethod(visibility.target_of)

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

    def said(self, move: str, view: View) -> Sequence[Line]:
        """The ways to type it, then the words on its buttons."""
        return (*typed.said(move, view), *on_buttons(move, view))

    def quick_policy(self, state: GameState, seat: Seat, rng: Random) -> str:
        """A move in a few dozen comparisons."""
        return quick.quick(state, seat, rng)

    def chances(self, state: GameState) -> tuple[float, ...]:
        """A fitted estimate."""
        return chances.chances(state)

    def candidates(self, view: View) -> Sequence[str]:
        """The quick policy's favourites, and the most promising uses of specials."""
        state = self.determinize(view, Random(0))
        return candidates.candidates(view, state)

    def sensible(self, view: View) -> Sequence[str]:
        """Those that the quick policy rates nearly as high as its favourite."""
        state = self.determinize(view, Random(0))
        return candidates.sensible(view, state)

    def appeal(self, view: View) -> Mapping[str, float]:
        """The quick policy's ratings of these."""
        state = self.determinize(view, Random(0))
        return candidates.appeal(view, state)

    def sampler(self, view: View) -> Callable[[Random], GameState]:
        """A quick one, unless a tie is being decided or another player has looked at what the viewer can't see."""
        first = self.determinize(view, Random(0))
        if view.tie is not None or any(code.startswith(HIDDEN) for code in view.facts["seen"]):
            return super().sampler(view)
        return samples.Sampler(view, first)

    def likelihood(self, view: View, state: GameState) -> float:
        """How likely the rivals' hidden cards are, by what they laid and kept."""
        return samples.likelihood(view, state)

    def reordered(self, state: GameState, order: Callable[[str], float]) -> GameState:
        """A copy with the deck and the pile of tiles in this order."""
        twin = state.copy()
        twin.deck.sort(key=order)
        twin.pile.sort(key=order)
        return twin

    def packs(self, options: Options) -> Mapping[str, Sequence[str]]:
        """All businesses, and the special cards if they are played with."""
        return {"card": CARDS if options["specials"] else GANGSTERS, "tile": TILES}

    def determinize(self, view: View, rng: Random) -> GameState:
        """As usual; those who have answered a tie have sent one of their gangsters (6.4)."""
        state = super().determinize(view, rng)
        samples.answer(state, view, rng)
        return state


GAME = ChicagoPoker()

__all__ = ["GAME", "OPTIONS", "ChicagoPoker", "State"]
