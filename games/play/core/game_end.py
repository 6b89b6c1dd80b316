"""The end of a game: with a result, or without one."""

from typing import Any

from django.utils import timezone

from games.core import notices
from games.models import Game, Incident, Vote
from games.play.core import seat_clocks
from games.play.core.locked import LockedGame
from games.rules.record import outcome_json


def end_with_outcome(game: LockedGame) -> None:
    """End the game with the outcome determined by the rules. The caller must announce, which saves the game's row."""
    row = game.row
    row.outcome = outcome_json(game.state.outcome)
    row.status, row.finished_at = Game.Status.OVER, timezone.now()
    row.rating_pending = row.rated
    row.paused_at = row.paused_until = row.agreed_until = None
    row.players.filter(vacant=True).update(vacant=False)
    row.votes.filter(state=Vote.State.OPEN).update(state=Vote.State.FAILED)
    if row.clock != Game.Clock.NONE:
        notices.enqueue_end(game.players)


def cancel(game: LockedGame) -> None:
    """End the game for good, without a result. The caller saves the seats, announces and enqueues the notices."""
    stop(game)
    reveal(game.row)


def stop(game: LockedGame, **why: Any) -> None:
    """End the game without a result, so that it is nobody's turn. The caller sets the status and saves everything."""
    row, now = game.row, timezone.now()
    row.finished_at, row.paused_at, row.paused_until = now, None, None
    for player in game.players:
        seat_clocks.stop(player, now)
        player.to_move_since = player.turn_started_at = player.auto_at = None
        if player.drafts:  # of which the plan may be the continuation
            player.drafts, player.plan = [], {}
    row.votes.filter(state=Vote.State.OPEN).update(state=Vote.State.FAILED)
    game.log_incident(Incident.Kind.CANCELLED, **why)


def reveal(game: Game) -> None:
    """Publish all cards of a game without a result, and the proof of its deal. The game can't be reopened afterwards.

    The caller saves the row.
    """
    game.status, game.agreed_until = Game.Status.CANCELLED, None
    game.players.update(vacant=False, plan={})
