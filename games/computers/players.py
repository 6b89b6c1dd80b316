"""Computer players: each chooses a legal move, knowing only its seat's view, and makes it through games.play."""

import logging
from contextlib import suppress
from datetime import datetime, timedelta
from math import inf
from random import Random, SystemRandom
from typing import Any

from django.utils import timezone

from games import play
from games.computers import adviser, levels
from games.computers.metrics import THINKING
from games.core import computer_turns
from games.models import Player

log = logging.getLogger(__name__)
_random = SystemRandom()

BATCH = 10
"""The maximum number of moves per task, so that other tables are served too."""

SMALL_BATCH = 3
"""The maximum number of moves per task if no person waits or if moves are slow. If both apply, the maximum is 1."""

PASS_SECONDS = 0.5
"""The number of seconds after which the chosen moves are made and shown, so that people see progress."""


SHORTEST_PAUSE, LONGEST_PAUSE = timedelta(seconds=0.8), timedelta(seconds=3)
"""The shortest and the longest pause before a turn, where computer players take their time."""

MANY_CHOICES = 24
"""The number of legal moves from which the pause before a turn can reach its maximum."""


def choose(player: Player, view: Any, number: int) -> str:
    """Return the computer player's choice for move ``number``, given a full view."""
    with THINKING.labels(player.game.variant, player.computer).time():
        match player.computer:
            case Player.Bot.RANDOM:
                return str(_random.choice(view.legal))
            case Player.Bot.STEADY:
                return player.game.rules.automation.policy(view)
            case name:
                return levels.choose(player.game.rules, view, levels.LEVELS[name], generator(player, number))


def generator(player: Player, number: int) -> Random:
    """Return the random generator for a seat's choice, repeatable but unpredictable without the dealing secret."""
    return Random(f"{player.game.secret} {number} {player.seat}")


def recall(player: Player, view: Any, number: int) -> levels.Thoughts:
    """Repeat the level's search for past move ``number``, within the time limit of a request."""
    level = levels.LEVELS[player.bot]
    budget = level.budget._replace(seconds=min(level.budget.seconds, adviser.SECONDS))
    return levels.think(player.game.rules, view, level._replace(budget=budget), generator(player, number))


def move_batch(game_pk: int) -> None:
    """Make some moves for the computer players that are to move, unless another worker holds the table."""
    if (until := computer_turns.claim(game_pk)) is None:
        return
    if computer_turns.is_unhurried(game_pk):
        _take_time(game_pk, until)
    else:
        _move_until(
            game_pk, until, _most(awaited=computer_turns.has_person(game_pk), slow=computer_turns.takes_long(game_pk))
        )


def _most(*, awaited: bool, slow: bool) -> int:
    if awaited == slow:
        return SMALL_BATCH
    return BATCH if awaited else 1


def _take_time(game_pk: int, until: datetime) -> None:
    """Make the moves of one turn once its pause is over; until then, free the worker for other tables."""
    decision = None
    with suppress(play.Over):
        decision = play.next_decision(game_pk)
    due = decision and decision.since + pause(decision)
    if due and due > timezone.now():
        computer_turns.postpone(game_pk, until, due)
    else:
        _move_until(game_pk, until, BATCH, one_turn=True)


def pause(decision: play.Decision) -> timedelta:
    """Return the pause before a turn, longer with more choices; its randomness derives from the dealing secret."""
    chance = generator(decision.player, decision.number).uniform(0.5, 1.0)
    weight = min(1.0, decision.choices / MANY_CHOICES)
    return SHORTEST_PAUSE + (LONGEST_PAUSE - SHORTEST_PAUSE) * weight * chance


def move_all(game_pk: int, until: datetime | None = None) -> None:
    """Move for computer players until none is to move, while a person waits for the response.

    ``until`` is the result of ``computer_turns.claim`` if the table is already claimed. Do nothing if another worker
    holds the table. Leave any work beyond the lease to a task.
    """
    until = until or computer_turns.claim(game_pk)
    if until is not None:
        _move_until(game_pk, until)


def _move_until(game_pk: int, until: datetime, most: float = inf, *, one_turn: bool = False) -> None:
    """Make moves, then release the table. Tolerate concurrent moves; after an error, leave the claim to expire."""
    # Choose no moves near the end of the lease, when another worker may start on the same ones.
    while most > 0 and timezone.now() <= until - computer_turns.LEASE / 2:
        if not (chosen := _choose(game_pk, min(most, BATCH), one_turn=one_turn)):
            break
        most = 0 if one_turn else most - len(chosen.moves)
        try:
            if not play.move_computers(chosen):
                break
        except (play.Stale, play.Over):
            log.debug("table %d moved on while computer players were thinking", game_pk)
    computer_turns.release(game_pk, until)


def _choose(game_pk: int, most: float, *, one_turn: bool) -> play.ChosenMoves | None:
    with suppress(play.Over):
        chosen = play.choose_computer_moves(game_pk, choose, most, PASS_SECONDS, one_turn=one_turn)
        return chosen if chosen.moves else None
    return None
