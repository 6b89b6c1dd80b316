"""The contract of a game, third part: what moves without its player. Everything here has a default.

All of it is made of one viewer's view alone, and the same view always gives the same move.
"""

from __future__ import annotations

from abc import ABC
from collections.abc import Mapping, Sequence
from random import Random
from typing import Generic

from games.rules.contract import Engine, Piece, Seat, State, renamed
from games.rules.presentation import V
from games.rules.standing_orders import ONLY_MOVE, only_move
from games.rules.vocabulary import Order

GUESSES = 12
"""How many samples of what is hidden the default computer player tries each move on."""

AHEAD = 200
"""How many random moves it plays on from there."""


class Automation(Engine, ABC, Generic[V]):
    """Moves that are made for a player: when absent, by standing order, by a computer."""

    def default_move(self, view: V) -> str:
        """The plainest of ``view``'s legal moves, made for a player who is absent: by default the first.

        A game that all players leave to it must come to its end. Raises ValueError ("no move") if the viewer is not
        asked.
        """
        if not view.legal:
            raise ValueError("there is no move to choose")
        return view.legal[0]

    def orders(self, view: V) -> tuple[Order, ...]:
        """What the viewer may order in advance, if they will be asked again; ``ONLY_MOVE`` has to be among it.

        A value that is not among the choices has lapsed.
        """
        if view.seat is None or view.outcome is not None or view.seats[view.seat].out:
            return ()
        return (ONLY_MOVE,)

    def automatic_move(self, view: V, orders: Mapping[str, str]) -> str | None:
        """The one of ``view.legal`` that ``orders`` (values by name), as far as they fit, make now; None: ask."""
        return only_move(view.legal, orders)

    def policy(self, view: V) -> str:
        """The computer player's choice among ``view``'s legal moves. Raises ValueError ("no move") if there is none.

        By default the move after which random play wins most often, over samples of what is hidden.
        """
        if not view.legal or view.seat is None:
            raise ValueError("there is no move to choose")
        if len(view.legal) == 1:
            return view.legal[0]
        rng, seat, won = Random(repr(view)), view.seat, dict.fromkeys(view.legal, 0.0)
        for _ in range(GUESSES):
            sample = self.determinize(view, rng)
            for move in view.legal:
                won[move] += self._tried(sample.copy(), seat, move, rng)
        return max(won, key=won.__getitem__)

    def _tried(self, state: State, seat: Seat, move: str, rng: Random) -> float:
        """What a move is worth if all go on at random."""
        state.apply(seat, move, lambda pieces: rng.sample(pieces, len(pieces)))
        for _ in range(AHEAD):
            if not state.to_move:
                break
            next_seat = rng.choice(sorted(state.to_move))
            chosen = rng.choice(state.legal_moves(next_seat))
            state.apply(next_seat, chosen, lambda pieces: rng.sample(pieces, len(pieces)))
        return self.worth(state, seat)

    def worth(self, state: State, seat: Seat) -> float:
        """What a state is worth to ``seat``, 0 to 1: by default its share of the win, 0 while nobody has won."""
        winners = state.outcome.winners if state.outcome else ()
        return 1 / len(winners) if seat in winners else 0.0

    def determinize(self, view: V, rng: Random) -> State:
        """A state that may be the true one for all that ``view`` tells: what is hidden from its viewer is shuffled.

        The sample's view for this viewer equals ``view``. A game whose view leaves out more than where pieces lie adds
        it here.
        """
        names = self._guessed(view, rng)
        pieces = [piece._replace(code=names.get(piece.code, piece.code)) for piece in view.pieces]
        return self.State.restore(view.options, len(view.seats), pieces, renamed(view.facts, names))

    def fits(self, view: V, piece: Piece, code: str) -> bool:
        """Whether a hidden ``piece`` may be this one, for all that the viewer knows beside where things lie."""
        return True

    def _guessed(self, view: V, rng: Random) -> dict[str, str]:
        """A code for each placeholder."""
        known = {piece.code for piece in view.pieces}
        guessed: dict[str, str] = {}
        for kind, pack in self.packs(view.options).items():
            hidden = [piece for piece in view.pieces if piece.kind == kind and piece.is_hidden]
            pool = [code for code in pack if code not in known]
            guessed |= self._matched(view, hidden, rng.sample(pool, len(pool)))
        return guessed

    def _matched(self, view: V, hidden: Sequence[Piece], pool: Sequence[str]) -> dict[str, str]:
        """Each hidden piece with a code that fits, as far as there is a way; ``pool`` is shuffled."""
        holder: dict[str, Piece] = {}
        left = list(hidden)
        for piece in hidden:
            if self._placed(view, piece, pool, holder, set()):
                left.remove(piece)
        spare = (code for code in pool if code not in holder)
        return {piece.code: code for code, piece in holder.items()} | {piece.code: next(spare) for piece in left}

    def _placed(self, view: V, piece: Piece, pool: Sequence[str], holder: dict[str, Piece], tried: set[str]) -> bool:
        """Find a code for ``piece``, moving others to another of theirs if need be (an augmenting path)."""
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
