"""Consecutive moves of computer players: chosen without a lock, then made in one transaction."""

from collections.abc import Callable
from datetime import datetime
from time import monotonic
from typing import Any, NamedTuple

from games.core import notices
from games.models import Player
from games.play.core.commit import apply, follow_up, make_formal_moves, save, save_drafts
from games.play.core.locked import LockedGame, locked, unlocked
from games.play.core.refusals import Stale
from games.play.core.turns import drafted, version_of

Choose = Callable[[Player, Any, int], str]
"""A function that chooses a computer player's move from the seat's full view; its last argument is the move number."""


class ChosenMoves(NamedTuple):
    """Moves chosen by computer players, each with its player's key, and the versions that they are based on."""

    game_pk: int
    versions: list[str]
    """The version that each player saw (``version_of``), in seat order."""
    moves: list[tuple[int, str]]


def choose_computer_moves(
    game_pk: int, choose: Choose, most: float, seconds: float, *, one_turn: bool = False
) -> ChosenMoves:
    """Let computer players choose up to ``most`` moves, one after the other, until ``seconds`` have passed.

    With ``one_turn``, stop at the end of the current turn. No lock is held while they think; ``move_computers`` makes
    the chosen moves if nothing has changed. There are none if it is no computer player's turn. Raise `Over` if the
    game is not running.
    """
    game, end = unlocked(game_pk), monotonic() + seconds
    chosen, turn = ChosenMoves(game_pk, _versions(game), []), game.state.turn
    while len(chosen.moves) < most and (not chosen.moves or monotonic() < end) and (me := _computer_to_move(game)):
        if one_turn and game.state.turn != turn:
            break
        text = choose(me, drafted(game.state, me).full_view(me.place), game.number + len(me.drafts) + 1)
        chosen.moves.append((me.pk, text))
        if apply(game, me, text):
            make_formal_moves(game)
    return chosen


def move_computers(chosen: ChosenMoves) -> bool:
    """Make chosen moves, at least one, with their consequences; save and announce once.

    Return whether it is then a computer player's turn. Raise `Over` if the game is not running, or `Stale` if anything
    has changed since they were chosen.
    """
    with locked(chosen.game_pk) as game:
        if chosen.versions != _versions(game):
            raise Stale
        for pk, text in chosen.moves:
            me, before = game.player(pk), game.state.turn
            if apply(game, me, text):
                with notices.after_a_move():
                    follow_up(game, me.place, before)
        if game.recorded:
            save(game)
        else:
            save_drafts(game, me)
        return _computer_to_move(game) is not None


class Decision(NamedTuple):
    """A computer player's next move: its number, the number of legal ``choices``, and the turn's start, ``since``."""

    player: Player
    number: int
    choices: int
    since: datetime


def next_decision(game_pk: int) -> Decision | None:
    """Return the next move for a computer player to choose, or None. Raise `Over` if the game is not running."""
    game = unlocked(game_pk)
    if (me := _computer_to_move(game)) is None or me.turn_started_at is None:
        return None
    choices = len(drafted(game.state, me).legal_moves(me.place))
    return Decision(me, game.number + len(me.drafts) + 1, choices, me.turn_started_at)


def _versions(game: LockedGame) -> list[str]:
    return [version_of(game.row, player) for player in game.players]


def _computer_to_move(game: LockedGame) -> Player | None:
    if game.row.is_paused:
        return None
    asked = (player for player in game.players if player.place in game.state.to_move)
    return next((player for player in asked if player.computer), None)
