"""Helpers that store histories: turns taken or missed, and finished games."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

from accounts.models import User
from games.models import Game, Player, Turn
from tests.cast import defaults

NOON = datetime(2026, 3, 2, 12, tzinfo=UTC)
"""Noon on a Monday."""

HOUR = timedelta(hours=1)


def took(player: Player, hours: Sequence[float], missed: int = 0, since: datetime = NOON) -> None:
    """Store one turn a day for each of these durations in hours; the first ``missed`` turns were too late."""
    Turn.objects.bulk_create(
        Turn(
            player=player,
            user=player.user,
            to_move_since=number,
            started_at=since + number * 24 * HOUR,
            done_at=since + (number * 24 + each) * HOUR,
            missed=number < missed,
        )
        for number, each in enumerate(hours)
    )


def over(*people: User, winners: Sequence[int] = (0,), scores: Sequence[int] | None = None, **facts: Any) -> Game:
    """Return a game that these users, in seat order, have finished, without any cards."""
    outcome = {"winners": [*winners], "reason": "resignation", "scores": [*(scores or [0] * len(people))]}
    variant = facts.pop("variant", "chicago_poker")
    facts = {
        "public_id": f"over{Game.objects.count()}",
        "name": f"Game {Game.objects.count()}",
        "options": defaults(variant) | facts.pop("options", {}),
        "size": len(people),
        "status": Game.Status.OVER,
        "outcome": outcome,
        "started_at": NOON,
        "finished_at": NOON + 48 * HOUR,
    } | facts
    game = Game.objects.create(variant=variant, host=people[0], **facts)
    Player.objects.bulk_create(
        Player(game=game, user=person, seat=seat, persona=seat, entropy="0" * 32) for seat, person in enumerate(people)
    )
    return game


def stopped(*people: User, **facts: Any) -> Game:
    return over(*people, status=Game.Status.CANCELLED, outcome=None, **facts)


def rated(*people: User, **facts: Any) -> Game:
    return over(*people, rated=True, rating_pending=True, **facts)
