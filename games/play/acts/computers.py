"""Consecutive moves of computer players: planned without a lock, then made in one transaction."""

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
"""Chooses a move for a computer player from the full view of its seat; the last argument is the move's number."""


class Plan(NamedTuple):
    """Planned moves of computer players, each with its player's key, and the versions that they are based on."""

    game_pk: int
    versions: list[str]
    """The version that each player saw (``version_of``), in seat order."""
    moves: list[tuple[int, str]]


def plan_computers(game_pk: int, choose: Choose, most: float, seconds: float, *, one_turn: bool = False) -> Plan:
    """Let computer players choose moves one after the other, up to ``most``, until ``seconds`` have passed.

    With ``one_turn``, stop at the end of the current turn. No lock is held while they think; ``move_computers``
    makes the planned moves if nothing has changed. The plan is empty if no computer player is to move. Raise `Over`.
    """
    game, end = unlocked(game_pk), monotonic() + seconds
    plan, turn = Plan(game_pk, _versions(game), []), game.state.turn
    while len(plan.moves) < most and (not plan.moves or monotonic() < end) and (me := _computer_to_move(game)):
        if one_turn and game.state.turn != turn:
            break
        number = game.number + len(me.drafts) + 1
        text = choose(me, drafted(game.state, me).full_view(me.place), number)
        plan.moves.append((me.pk, text))
        if apply(game, me, text):
            make_formal_moves(game)
    return plan


def move_computers(plan: Plan) -> bool:
    """Make the planned moves (at least one) with their consequences; save and announce once.

    Return whether a computer player is to move next. Raise `Over`, or `Stale` if anything has changed since the
    plan.
    """
    with locked(plan.game_pk) as game:
        if plan.versions != _versions(game):
            raise Stale
        for pk, text in plan.moves:
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
    """A computer player's pending decision: its seat, the move's number, the number of choices, the turn's start."""

    player: Player
    number: int
    choices: int
    since: datetime


def next_decision(game_pk: int) -> Decision | None:
    """Return the pending decision of a computer player; None if no computer player is to move. Raise `Over`."""
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
