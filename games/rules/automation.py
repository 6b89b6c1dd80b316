"""Third part of a game's contract: automatic moves and computer players, deterministic for a given view."""

from collections.abc import Callable, Mapping, Sequence
from math import log2, sqrt
from random import Random
from typing import ClassVar, Generic, NamedTuple

from games.rules.contract import Engine, Illegal, Piece, S, Seat, V
from games.rules.placeholders import renamed
from games.rules.standing_orders import ONLY_MOVE, only_move
from games.rules.vocabulary import Order, Plan

GUESSES = 12
"""Number of sampled states on which the default computer player tries each move."""

AHEAD = 200
"""Length limit of a playout, in moves."""

STYLES = ("collector", "cautious", "patient", "caller")
"""The styles of computer players.

The collector likes to improve its hand at once, the cautious one avoids comparisons, the patient one waits for better
cards, and the caller wants to force a decision.
"""


def _index(piece: Piece) -> int:
    return piece.index


class Prior(NamedTuple):
    """The candidates' expected leads before any playout, in winning chances, so that lucky playouts count for little.

    The leads of the other candidates over the first are assumed to be normally distributed, with standard deviation
    ``spread``. The second candidate (place 1) is expected to trail by ``behind``; each doubling of the place adds
    ``further``. ``cut`` is the error of a lead that more playouts don't reduce, because playouts are cut off and use
    the quick policy.
    """

    spread: float = 0.04
    behind: float = 0.01
    further: float = 0.007
    cut: float = 0.0

    def weighed(self, place: int, lead: float, error: float) -> tuple[float, float]:
        """Return a candidate's lead over the first and its standard error, combining playouts with the prior."""
        trust = self.spread**2 / (self.spread**2 + error**2 + self.cut**2)
        return trust * lead - (1 - trust) * (self.behind + self.further * log2(place)), sqrt(trust) * error


class TurnLines(NamedTuple):
    """Settings for a Review that evaluates all actions of a turn together.

    ``horizon`` is the number of turns after which playouts are cut off. ``scale`` converts their gains to those of full
    playouts; ``error`` is the standard error of this conversion.
    """

    horizon: int
    scale: float
    error: float


class Automation(Generic[S, V]):
    """Moves chosen by the program: for absent players, by standing orders and for computer players."""

    def __init__(self, engine: Engine[S]) -> None:
        self.engine = engine

    PRIOR: ClassVar[Prior] = Prior()
    """How much the search trusts the order of ``candidates`` compared with its playouts."""

    HORIZON: ClassVar[int] = AHEAD
    """The number of turns (``State.turn``) after which a playout is cut off and ``chances`` rates its last state."""

    TURN_LINES: ClassVar[TurnLines | None] = None
    """Settings for games whose turns have several actions. If None, a Review evaluates each move separately."""

    def default_move(self, view: V) -> str:
        """Return an absent player's move, by default the first legal move. Raise `ValueError` if there is none."""
        if not view.legal:
            raise ValueError("there is no move to choose")
        return view.legal[0]

    def orders(self, view: V) -> tuple[Order, ...]:
        """Return the orders that the viewer may give, including ``ONLY_MOVE``.

        Return an empty tuple if the viewer will never move again.
        """
        if view.seat is None or view.outcome is not None or view.seats[view.seat].out:
            return ()
        return (ONLY_MOVE,)

    def automatic_move(self, view: V, orders: Mapping[str, str]) -> str | None:
        """Return the move prescribed by ``orders`` (values by name), or None. Lapsed orders are ignored."""
        return only_move(view.legal, orders)

    def new_plan(self, view: V, steps: Sequence[str]) -> Plan:
        """Return a plan of these steps, with the facts of ``view`` on which they depend.

        The default supports no plans. Raise `Illegal` if a step is malformed or can't be planned by the viewer now.
        """
        raise Illegal("no_plans", "")

    def remaining_plan(self, view: V, plan: Plan) -> Plan | None:
        """Return the part of the plan that still applies after a change to the game, or None if there is none.

        Completed and lapsed steps are dropped. A step whose condition has failed remains until its player decides.
        """
        return None

    def planned_move(self, view: V, plan: Plan) -> str | None:
        """Return the legal move that the plan makes now, or None if its player has to decide.

        ``view`` is the player's own view, so the answer never depends on cards hidden from them.
        """
        return None

    def suggested_plan(self, view: V) -> Sequence[str]:
        """Return the steps of a sensible plan that the viewer can make now, or none. The default has none."""
        return ()

    def policy(self, view: V) -> str:
        """Return the computer player's move, by default from random playouts.

        Raise `ValueError` if there is no legal move.
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
        """Whether the game defines its own ``policy``."""
        return type(self).policy is not Automation.policy

    def plain_move(self, view: V) -> str:
        """Return the move of the game's own policy, or the default move; both work without samples."""
        return self.policy(view) if self.has_policy else self.default_move(view)

    def candidates(self, view: V) -> Sequence[str]:
        """Return the legal moves worth evaluating, best first.

        By default, return all legal moves, starting with the policy's choice.
        """
        if not self.has_policy or len(view.legal) < 2:
            return view.legal
        first = self.policy(view)
        return (first, *(move for move in view.legal if move != first))

    def sensible(self, view: V) -> Sequence[str]:
        """Return the candidates that a player may choose by mistake without seeming absurd, by default all."""
        return self.candidates(view)

    def move_prior(self, view: V) -> Mapping[str, float]:
        """Return the candidates that come to mind at a glance, with their apparent values.

        The first has 0, the others less, on the game's own scale. Beginners often overlook a difference of about 1. By
        default, the move of the game's own policy looks better than the others by 1; without a policy, all moves look
        equal.
        """
        first, *others = self.candidates(view)
        return {first: 0.0} | dict.fromkeys(others, -1.0 if self.has_policy else 0.0)

    def style_bias(self, view: V, move: str, style: str) -> float:
        """Return how much a style (of ``STYLES``) favours a move, -1 to 1, among moves that look nearly equal."""
        return 0.0

    def quick_policy(self, state: S, seat: Seat, rng: Random) -> str:
        """Return a legal move for playouts, chosen quickly from the knowledge of ``seat``; by default at random."""
        return rng.choice(state.legal_moves(seat))

    def likelihood(self, view: V, state: S) -> float:
        """Return a sample's weight: the likelihood of the others' public actions, up to a constant factor."""
        return 1.0

    def chances(self, state: S) -> tuple[float, ...]:
        """Return each seat's chance to win (0 to 1), by default equal for all seats still in the game.

        After the end, return each seat's share of the win.
        """
        everybody = [seat for seat in range(state.seats) if seat not in state.out]
        winners = state.outcome.winners or everybody if state.outcome else everybody
        return tuple((seat in winners) / len(winners) for seat in range(state.seats))

    def _playout(self, state: S, seat: Seat, move: str, rng: Random) -> float:
        state.make(seat, move, lambda pieces: rng.sample(pieces, len(pieces)))
        for _ in range(AHEAD):
            if not state.to_move:
                break
            next_seat = rng.choice(sorted(state.to_move))
            chosen = rng.choice(state.legal_moves(next_seat))
            state.make(next_seat, chosen, lambda pieces: rng.sample(pieces, len(pieces)))
        return self.worth(state, seat)

    def worth(self, state: S, seat: Seat) -> float:
        """Return the value of a state for ``seat`` (0 to 1), by default its share of the win.

        Return 0 if there is no winner.
        """
        winners = state.outcome.winners if state.outcome else ()
        return 1 / len(winners) if seat in winners else 0.0

    def determinize(self, view: V, rng: Random) -> S:
        """Return a random state consistent with ``view``, with hidden pieces shuffled.

        ``view`` is a :meth:`~games.rules.contract.State.full_view`. The sample's view for this viewer equals ``view``.
        Override this if the view omits anything except the positions of pieces. Raise `ValueError` for a view without
        pieces.
        """
        if not view.pieces:
            raise ValueError("only a full view can be sampled")
        names = self._guessed(view, rng)
        pieces = [piece._replace(code=names.get(piece.code, piece.code)) for piece in view.pieces]
        return self.engine.state_class.restore(view.options, len(view.seats), pieces, renamed(view.facts, names))

    def sampler(self, view: V) -> Callable[[Random], S]:
        """Return a function that draws samples from one view, by default with ``determinize``."""
        return lambda rng: self.determinize(view, rng)

    def reordered(self, state: S, order: Callable[[str], float]) -> S:
        """Return a copy with pieces in unknown order sorted by ``order``.

        By default, these are the pieces that are face down and belong to no seat.
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
        """Return whether the hidden ``piece`` can have this code.

        Override this if viewers know more than the positions of pieces.
        """
        return True

    def _guessed(self, view: V, rng: Random) -> dict[str, str]:
        known = {piece.code for piece in view.pieces}
        guessed: dict[str, str] = {}
        for kind, pack in self.engine.packs(view.options).items():
            hidden = [piece for piece in view.pieces if piece.kind == kind and piece.is_hidden]
            pool = [code for code in pack if code not in known]
            guessed |= self._matched(view, hidden, rng.sample(pool, len(pool)))
        return guessed

    def _matched(self, view: V, hidden: Sequence[Piece], pool: Sequence[str]) -> dict[str, str]:
        """Return a code for each hidden piece, one that fits if possible; ``pool`` is shuffled."""
        holder: dict[str, Piece] = {}
        left = list(hidden)
        for piece in hidden:
            if self._placed(view, piece, pool, holder, set()):
                left.remove(piece)
        spare = (code for code in pool if code not in holder)
        return {piece.code: code for code, piece in holder.items()} | {piece.code: next(spare) for piece in left}

    def _placed(self, view: V, piece: Piece, pool: Sequence[str], holder: dict[str, Piece], tried: set[str]) -> bool:
        """Return whether ``piece`` got a code that fits, reassigning other pieces if necessary (an augmenting path)."""
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
