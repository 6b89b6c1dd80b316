"""Swedish Chicago: exchanging, announcing poker hands, tricks."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from random import Random

from games.rules import playing_cards
from games.rules.contract import Seat
from games.rules.contract import gettext_noop as _
from games.rules.game import Game
from games.rules.swedish_chicago import visibility
from games.rules.swedish_chicago.board import HIGHLIGHTS, board
from games.rules.swedish_chicago.board.answers import on_button
from games.rules.swedish_chicago.board.goal import goal
from games.rules.swedish_chicago.bot import default_move, guesses, habits, quick, samples, steady, worlds
from games.rules.swedish_chicago.bot import orders as advance
from games.rules.swedish_chicago.options import OPTIONS, SEATS
from games.rules.swedish_chicago.pieces import CARDS
from games.rules.swedish_chicago.settlement import REASONS
from games.rules.swedish_chicago.state import State
from games.rules.swedish_chicago.text import advice, aloud, names, refusals, sections, sentences, typed
from games.rules.swedish_chicago.text import standing as status
from games.rules.swedish_chicago.view import View
from games.rules.vocabulary import Line

GameState = State  # the game has an attribute of that name


class SwedishChicago(Game[View, GameState]):
    """Poker hands and tricks up to 52 points."""

    SLUG = "swedish_chicago"
    NAME = _("Swedish Chicago")
    SEATS = SEATS
    OPTIONS = OPTIONS
    PIECES = CARDS
    ZONES = ("stock", "discard", "hand", "played", "thrown", "open")
    REASONS = REASONS
    State = GameState

    HAND_RANKINGS = names.HAND_RANKINGS
    HIGHLIGHTS = HIGHLIGHTS
    FIRST_TURN = status.FIRST_TURN
    face = staticmethod(playing_cards.face)
    sentence = staticmethod(sentences.sentence)
    spoken = staticmethod(sentences.spoken)
    merge = staticmethod(sentences.merge)
    section = staticmethod(sections.section)
    moment = staticmethod(status.moment)
    affects = staticmethod(sentences.affects)
    weight = staticmethod(sentences.weight)
    is_gain = staticmethod(sentences.is_gain)
    threatens = staticmethod(sentences.threatens)
    refusal = staticmethod(refusals.refusal)
    prompt = staticmethod(status.prompt)
    hint = staticmethod(status.hint)
    reasons = staticmethod(advice.reasons)
    odds = staticmethod(advice.odds)
    progress = staticmethod(status.progress)
    standing = staticmethod(status.standing)
    spellings = staticmethod(typed.spellings)
    thinkable = staticmethod(typed.thinkable)
    aloud = staticmethod(aloud.aloud)
    board = staticmethod(board)
    hide = staticmethod(visibility.hide)
    drawn = staticmethod(visibility.drawn)
    gained = staticmethod(visibility.gained)
    goal = staticmethod(goal)

    default_move = staticmethod(default_move.default_move)
    orders = staticmethod(advance.orders)
    automatic_move = staticmethod(advance.automatic_move)
    policy = staticmethod(steady.steady)
    candidates = staticmethod(quick.candidates)
    inclination = staticmethod(habits.inclination)
    HORIZON = 0  # ``chances`` plays the hand out by itself, in numbers

    fits = staticmethod(samples.fits)

    def said(self, move: str, view: View) -> Sequence[Line]:
        """The ways to type it, then the words on its button."""
        return (*typed.said(move, view), *on_button(move, view))

    def sensible(self, view: View) -> Sequence[str]:
        """Those that come to mind."""
        return [*self.appeal(view)]

    def appeal(self, view: View) -> Mapping[str, float]:
        """Exchanges and cards that look nearly as good as the quick player's; else its choice alone."""
        if found := quick.appeal(view):
            return found
        state = super().determinize(view, Random(0))
        return {quick.quick(state, view.seat or 0, Random(0)): 0.0}

    def quick_policy(self, state: GameState, seat: Seat, rng: Random) -> str:
        """A legal move by one look at what ``seat`` may know."""
        return quick.quick(state, seat, rng)

    def chances(self, state: GameState) -> tuple[float, ...]:
        """Every seat's chance to win: the hand played out as its cards lie, then the race by a table."""
        return quick.chances(state)

    def reordered(self, state: GameState, order: Callable[[str], float]) -> GameState:
        """A copy with the stock in this order."""
        twin = state.copy()
        twin.stock.sort(key=order)
        return twin

    def determinize(self, view: View, rng: Random) -> GameState:
        """As likely as it is for all that the viewer knows; who has answered in secret did as the quick player (7)."""
        return self.sampler(view)(rng)

    def sampler(self, view: View) -> Callable[[Random], GameState]:
        """What makes many samples of one view."""
        plain = super().determinize(view, guesses.chance(view))
        sample = worlds.sampler(view, plain)

        def answered(rng: Random) -> GameState:
            state = sample(rng)
            samples.answer(state, view)
            return state

        return answered


GAME = SwedishChicago()

__all__ = ["GAME", "OPTIONS", "State", "SwedishChicago"]
