"""The contract of a game, third part: automatic moves and computer players. Everything here has a default.

All of it depends only on one viewer's view, and is deterministic.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from math import log2, sqrt
from random import Random
from typing import ClassVar, Generic, NamedTuple

from games.rules.contract import Engine, Piece, S, Seat, V
from games.rules.placeholders import renamed
from games.rules.standing_orders import ONLY_MOVE, only_move
from games.rules.vocabulary import Order

GUESSES = 12
"""Number of sampled states on which the default computer player tries each move."""

AHEAD = 200
"""Length limit of a playout, in moves."""

STYLES = ("collector", "cautious", "patient", "caller")
"""The habits of computer players. The collector likes to see a hand grow at once, the cautious one risks no comparison,
the patient one waits for better cards, the caller wants it decided."""


def _index(piece: Piece) -> int:
    return piece.index


class Prior(NamedTuple):
    """What a search thinks of the candidates before any playout, in chances to win, so that luck moves it little.

    The leads of the others over the first are taken to be normal, with ``spread`` as standard deviation. The second
    lies ``behind`` the first, the later ones ``further`` for each doubling of their place. ``cut`` is the error of a
    lead that no number of playouts takes away, since they are cut off and made by the quick policy.
    """

    spread: float = 0.04
    behind: float = 0.01
    further: float = 0.007
    cut: float = 0.0

    def weighed(self, place: int, lead: float, error: float) -> tuple[float, float]:
        """How much better than the first the candidate of this place (1, 2, …) is expected to be, and its error.

        ``lead`` and its standard ``error`` are what the playouts say.
        """
        trust = self.spread**2 / (self.spread**2 + error**2 + self.cut**2)
        return trust * lead - (1 - trust) * (self.behind + self.further * log2(place)), sqrt(trust) * error


class Plans(NamedTuple):
    """How a Review judges the actions of a turn together: turns after which its playouts are cut off.

    ``scale``: what playouts to the end find, in parts of what these find. ``error``: what they differ from that, as a
    standard error.
    """

    horizon: int
    scale: float
    error: float


class Automation(Generic[S, V]):
    """Moves made for a player: for absence, by standing order, by a computer player."""

    def __init__(self, engine: Engine[S]) -> None:
        self.engine = engine

    PRIOR: ClassVar[Prior] = Prior()
    """How far the search trusts the order of ``candidates``, and how far its playouts."""

    HORIZON: ClassVar[int] = AHEAD
    """How many turns (``State.turn``) after a sampled position a playout is cut off and ``chances`` speaks."""

    PLANS: ClassVar[Plans | None] = None
    """For a game whose turns are several actions; by default a Review judges each move alone, by the search."""

    def default_move(self, view: V) -> str:
        """The legal move made for an absent player: by default the first.

        A game of default moves only must end. Raises ValueError ("no move") if the viewer is not to move.
        """
        if not view.legal:
            raise ValueError("there is no move to choose")
        return view.legal[0]

    def orders(self, view: V) -> tuple[Order, ...]:
        """The standing orders that the viewer may give, if they can be to move again; must include ``ONLY_MOVE``.

        A stored value that is not among the choices has lapsed.
        """
        if view.seat is None or view.outcome is not None or view.seats[view.seat].out:
            return ()
        return (ONLY_MOVE,)

    def automatic_move(self, view: V, orders: Mapping[str, str]) -> str | None:
        """The legal move that ``orders`` (values by name) make now, ignoring lapsed ones; None: ask the player."""
        return only_move(view.legal, orders)

    def policy(self, view: V) -> str:
        """The computer player's choice among ``view``'s legal moves. Raises ValueError ("no move") if there is none.

        By default the move with the best results of random playouts over sampled states.
        """
        if not view.legal or view.seat is None:
            raise ValueError("there is no move to choose")
        if len(view.legal) == 1:
            return view.legal[0]
        rng, seat, won = Random(repr(view)), view.seat, dict.fromkeys(view.legal, 0.0)
        for _ in range(GUESSES):
            sample = self.determinize(view, rng)
            for move in view.legal:
                won[move] += self._playout(sample.copy(), seat, move, rng)
        return max(won, key=won.__getitem__)

    @property
    def has_policy(self) -> bool:
        """Whether the game has a ``policy`` of its own, by which its levels play."""
        return type(self).policy is not Automation.policy

    def plain_move(self, view: V) -> str:
        """Return the move of the game's own policy, or else the default one: a choice that needs no sample."""
        return self.policy(view) if self.has_policy else self.default_move(view)

    def candidates(self, view: V) -> Sequence[str]:
        """The legal moves of a full view worth evaluating, at least one, the most promising first.

        A search leaves the first only for one that is clearly better. By default all moves, that of the game's own
        policy first.
        """
        if not self.has_policy or len(view.legal) < 2:
            return view.legal
        first = self.policy(view)
        return (first, *(move for move in view.legal if move != first))

    def sensible(self, view: V) -> Sequence[str]:
        """The candidates that one may play by mistake without looking absurd: by default all."""
        return self.candidates(view)

    def appeal(self, view: V) -> Mapping[str, float]:
        """How the candidates that come to mind at a glance look: the first 0, the others less, in the game's measure.

        About 1 less is a difference that beginners often overlook. By default the move of the game's own policy looks
        so much better than the others; without a policy all look alike.
        """
        first, *others = self.candidates(view)
        return {first: 0.0} | dict.fromkeys(others, -1.0 if self.has_policy else 0.0)

    def inclination(self, view: V, move: str, style: str) -> float:
        """How much a habit (one of ``STYLES``, or none) inclines to a legal move, from -1 to 1: by default not at all.

        It decides among moves that look nearly alike; never for one that seems to lose more than a level allows.
        """
        return 0.0

    def quick_policy(self, state: S, seat: Seat, rng: Random) -> str:
        """A quick legal move for a seat that is to move, for playouts: by default a random one.

        It must use of ``state`` only what ``seat`` may know: its own hand and what is public, no deck, no other hand.
        """
        return rng.choice(state.legal_moves(seat))

    def likelihood(self, view: V, state: S) -> float:
        """How likely what the others have done in public is in this sample, up to a constant factor: its weight."""
        return 1.0

    def chances(self, state: S) -> tuple[float, ...]:
        """Each seat's chance to win, 0 to 1, where a playout is cut off; its share of the win if the game is over.

        By default fair shares among those who have not left while the game is running. A draw is shared alike.
        """
        everybody = [seat for seat in range(state.seats) if seat not in state.out]
        winners = state.outcome.winners or everybody if state.outcome else everybody
        return tuple((seat in winners) / len(winners) for seat in range(state.seats))

    def _playout(self, state: S, seat: Seat, move: str, rng: Random) -> float:
        """The value of a move, by a random playout after it."""
        state.make(seat, move, lambda pieces: rng.sample(pieces, len(pieces)))
        for _ in range(AHEAD):
            if not state.to_move:
                break
            next_seat = rng.choice(sorted(state.to_move))
            chosen = rng.choice(state.legal_moves(next_seat))
            state.make(next_seat, chosen, lambda pieces: rng.sample(pieces, len(pieces)))
        return self.worth(state, seat)

    def worth(self, state: S, seat: Seat) -> float:
        """The value of a state for ``seat``, 0 to 1: by default its share of the win, 0 while no one has won."""
        winners = state.outcome.winners if state.outcome else ()
        return 1 / len(winners) if seat in winners else 0.0

    def determinize(self, view: V, rng: Random) -> S:
        """A random state consistent with ``view``, a :meth:`~games.rules.contract.State.full_view`: hidden pieces are
        shuffled. Raises ValueError for a view without pieces.

        The sample's view for this viewer equals ``view``. A game whose view omits more than the positions of pieces
        must restore that here.
        """
        if not view.pieces:
            raise ValueError("only a full view can be sampled")
        names = self._guessed(view, rng)
        pieces = [piece._replace(code=names.get(piece.code, piece.code)) for piece in view.pieces]
        return self.engine.state_class.restore(view.options, len(view.seats), pieces, renamed(view.facts, names))

    def sampler(self, view: V) -> Callable[[Random], S]:
        """What makes many samples of one view: by default ``determinize``, each time from the beginning."""
        return lambda rng: self.determinize(view, rng)

    def reordered(self, state: S, order: Callable[[str], float]) -> S:
        """A copy in which what lies in an order that nobody knows, such as a deck, is sorted by ``order`` of its codes.

        By default the face-down pieces of every zone that belongs to no seat.
        """
        zones: dict[tuple[str, str, str | None], list[Piece]] = {}
        for piece in state.pieces():
            zone = f"face up {piece.code}" if piece.face_up or piece.seat is not None else piece.zone
            zones.setdefault((piece.kind, zone, piece.place), []).append(piece)
        pieces = [
            piece._replace(code=code)
            for lying in zones.values()
            for piece, code in zip(
                sorted(lying, key=_index), sorted((piece.code for piece in lying), key=order), strict=True
            )
        ]
        return self.engine.state_class.restore(state.options, state.seats, pieces, state.facts())

    def fits(self, view: V, piece: Piece, code: str) -> bool:
        """Whether a hidden ``piece`` may have this code, given what the viewer knows beyond positions."""
        return True

    def _guessed(self, view: V, rng: Random) -> dict[str, str]:
        """A code for each placeholder."""
        known = {piece.code for piece in view.pieces}
        guessed: dict[str, str] = {}
        for kind, pack in self.engine.packs(view.options).items():
            hidden = [piece for piece in view.pieces if piece.kind == kind and piece.is_hidden]
            pool = [code for code in pack if code not in known]
            guessed |= self._matched(view, hidden, rng.sample(pool, len(pool)))
        return guessed

    def _matched(self, view: V, hidden: Sequence[Piece], pool: Sequence[str]) -> dict[str, str]:
        """Matches hidden pieces with fitting codes as far as possible; ``pool`` is shuffled."""
        holder: dict[str, Piece] = {}
        left = list(hidden)
        for piece in hidden:
            if self._placed(view, piece, pool, holder, set()):
                left.remove(piece)
        spare = (code for code in pool if code not in holder)
        return {piece.code: code for code, piece in holder.items()} | {piece.code: next(spare) for piece in left}

    def _placed(self, view: V, piece: Piece, pool: Sequence[str], holder: dict[str, Piece], tried: set[str]) -> bool:
        """Finds a code for ``piece``, reassigning others if necessary (an augmenting path)."""
        for code in pool:
            if code not in tried and code not in holder and self.fits(view, piece, code):
                holder[code] = piece
                return True
        for code in pool:
            if code not in tried and self.fits(view, piece, code):
                tried.add(code)
                if self._placed(view, holder[code], pool, holder, tried):
                    holder[code] = piece
                    return True
        return False
