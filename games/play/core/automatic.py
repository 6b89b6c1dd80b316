"""Automatic moves: standing orders, plans, and the end of a turn without other legal moves.

Their timing must reveal nothing. With a plan, or an order that decides the phase whatever the cards are, every answer
is made after one random delay. An only move, which depends on hidden cards, waits like the player's own answers.
"""

from datetime import datetime, timedelta
from secrets import SystemRandom
from typing import Any, NamedTuple

from games.models import AUTOMATIC, Move, Player
from games.play.core.plans import planned_move
from games.rules.contract import State
from games.rules.standing_orders import ONLY_MOVE

UNDO_TIME = timedelta(minutes=2)
"""The delay before any automatic move of a player with drafts, which can still be undone."""

SOONEST, LATEST = timedelta(seconds=20), timedelta(seconds=90)
"""The bounds of the random delay before a standing order or a plan is carried out."""

MOST_ANSWERS = 9
"""The number of the player's own answers whose times are stored."""

_VARIATION = 0.8, 1.25
"""The bounds of the factor by which a time differs from the own answer from which it is drawn."""

_TURN_PART = 6
"""A player without stored answers answers in a sixth of the time for a turn, on average."""

_WITHOUT_CLOCK = timedelta(minutes=1)

_chance = SystemRandom()


class Automatic(NamedTuple):
    text: str
    by: Move.By


def automatic(player: Player, view: Any) -> Automatic | None:
    """Return the automatic move of a player whose turn it is, or None if they have to move themselves.

    ``view`` is the player's own view, with their drafts applied. Orders and the plan are those of the seat's owner;
    they are suspended while a stand-in plays.
    """
    automation = player.game.rules.automation
    if player.orders and not player.stand_in and (text := automation.automatic_move(view, player.orders)):
        return Automatic(text, Move.By.ORDER)
    if text := planned_move(player, view):
        return Automatic(text, Move.By.PLAN)
    return Automatic("end", Move.By.PLAYER) if list(view.legal) == ["end"] else None


def due_at(player: Player, state: State, now: datetime) -> datetime | None:
    """Return when a player's ``automatic`` move is due, or None; ``state`` includes the player's drafts.

    A player with drafts always gets ``UNDO_TIME``, regardless of their orders; a plan waits until they have finished.
    """
    view = state.view(player.place)
    if player.computer or (move := automatic(player, view)) is None:
        return None
    if player.drafts:
        return None if move.by == Move.By.PLAN else now + UNDO_TIME
    has_begun = player.turn_started_at is not None and player.turn_started_at < now
    is_end = move.by not in AUTOMATIC
    has_plan = bool(player.plan) and not player.stand_in
    is_quick = has_plan or (has_begun if is_end else _is_ordered(player, view))
    return now + (_quick_delay() if is_quick else _delay_of_own_answers(player))


def _is_ordered(player: Player, view: Any) -> bool:
    """Return whether another order than the one for an only move prescribes the move."""
    orders = {name: value for name, value in player.orders.items() if name != ONLY_MOVE.name}
    return player.game.rules.automation.automatic_move(view, orders) is not None


def _quick_delay() -> timedelta:
    return SOONEST + (LATEST - SOONEST) * _chance.random()


def _delay_of_own_answers(player: Player) -> timedelta:
    """Return a random time like those of the player's own answers, or a usual one at the table's pace."""
    if player.answer_times:
        return timedelta(seconds=_chance.choice(player.answer_times) * _chance.uniform(*_VARIATION))
    terms = player.game.terms
    usual = (terms.turn or terms.added) / _TURN_PART or _WITHOUT_CLOCK
    return max(SOONEST, usual * _chance.expovariate(1))


def note_own_answer(player: Player, now: datetime) -> None:
    """Store the time that the seat's owner has taken for this turn, which they end themselves."""
    if player.turn_started_at is not None:
        seconds = round((now - player.turn_started_at).total_seconds())
        player.answer_times = [*player.answer_times[1 - MOST_ANSWERS :], seconds]


def standing(player: Player, state: State) -> dict[str, str]:
    """Return the player's standing orders that are still possible in ``state``, which must not include drafts."""
    if not player.orders or player.user_id is None:
        return {}
    offered = {
        (order.name, choice.value)
        for order in player.game.rules.automation.orders(state.view(player.place))
        for choice in order.choices
    }
    return {name: value for name, value in player.orders.items() if (name, value) in offered}


def hasten(player: Player, state: State, now: datetime) -> None:
    """Make an automatic move due now, because all who answer next are here (``presence.plays_at_once``).

    Only for answers that a plan or an order gives whatever the cards are: at once, an only move would tell that there
    was no choice. A player with drafts can still undo them.
    """
    if player.auto_at is None or player.auto_at <= now or player.drafts or player.stand_in:
        return
    if player.plan or _is_ordered(player, state.view(player.place)):
        player.auto_at = now
