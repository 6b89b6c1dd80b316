"""Whose turn it is, the deadlines and notices of turns, and each player's drafts on top of the stored state."""

from collections.abc import Sequence
from datetime import datetime
from typing import NoReturn
from zlib import crc32

from django.utils import timezone

from games.core import notices, presence
from games.models import Game, Player, Turn
from games.play.core import seat_clocks
from games.play.core.automatic import due_at, hasten, note_own_answer, standing
from games.play.core.plans import remaining
from games.rules.contract import Event, Seat, State


def version_of(game: Game, player: Player | None) -> str:
    """Return the version that forms must send back: the game's version and a checksum of the player's drafts and plan.

    A stand-in must not learn from it whether the owner has a plan.
    """
    own = [*player.drafts, *([] if player.stand_in else player.plan.get("steps", ()))] if player else []
    return f"{game.version}.{checksum(own)}"


def checksum(texts: Sequence[str]) -> str:
    return format(crc32("\n".join(texts).encode()), "x")


def _no_chance(pieces: Sequence[str]) -> NoReturn:
    raise AssertionError("a draft reveals nothing, so it never shuffles")


def drafted(state: State, player: Player | None) -> State:
    """Return a copy of ``state`` with the drafts of ``player`` applied, for that player alone."""
    if player is None or not player.drafts:
        return state
    copy = state.copy()
    for text in player.drafts:
        copy.make(player.place, text, _no_chance)
    return copy


def last_drafted(state: State, player: Player) -> list[Event]:
    """Return the events of the player's last draft; ``state`` is not changed. Raise `IndexError` if there is none."""
    copy = state.copy()
    return [copy.apply(player.place, text, _no_chance) for text in player.drafts][-1]


def try_draft(state: State, seat: int, text: str) -> None:
    """Apply one more draft to a drafted state. Raise `Illegal` if the rules refuse it."""
    state.make(seat, text, _no_chance)


def pass_turn(
    players: Sequence[Player],
    state: State,
    number: int,
    mover: Seat | None = None,
    by_hand: Player | None = None,
) -> None:
    """Update the seats to move after move ``number``, and enqueue a notice to each player whose turn has just begun.

    The player whose turn follows may also get a notice, if all players know whose it is.

    ``mover`` is the seat whose move has just ended a turn, if any: it may immediately get the next turn, after a tie or
    as the only seat left. Players whose turn had already begun get no second notice. ``by_hand`` is the
    player who has just moved without a plan or an order. The caller saves the seats.
    """
    now = timezone.now()
    if by_hand is not None and (by_hand.seat == mover or by_hand.place not in state.to_move):
        note_own_answer(by_hand, now)
    Turn.note([turn for player in players for turn in _update_turn(player, state, number, mover, now)])
    game, following = players[0].game, state.following
    game.following = following
    begun = [player for player in players if player.to_move_since == number and player.mover is not None]
    if begun and following is not None and following not in state.to_move:
        notices.enqueue_next(next(player for player in players if player.seat == following), number)
    play_on_if_all_are_here(players, state, now)


def play_on_if_all_are_here(players: Sequence[Player], state: State, now: datetime) -> None:
    """Make automatic moves due now if all who answer next have the table open. The caller saves the seats."""
    if any(player.auto_at for player in players) and presence.plays_at_once(players[0].game, players, now):
        for player in players:
            hasten(player, state, now)


def _update_turn(player: Player, state: State, number: int, mover: Seat | None, now: datetime) -> list[Turn]:
    """Update one player's turn as described in ``pass_turn``. Return the finished turn, if any."""
    done = []
    if player.place not in state.to_move or player.seat == mover:
        done += finished_turn(player, now)
        end_turn(player, number, now)
    player.orders = standing(player, state)
    player.plan = remaining(player, drafted(state, player))
    newly = player.place in state.to_move and player.to_move_since is None
    if newly:
        player.to_move_since, player.turn_started_at, player.auto_at = number, now, None
        seat_clocks.start(player, now)
    player.auto_at = _auto_at(state, player, now)
    if newly:
        notices.enqueue_turn(player)
    return done


def finished_turn(player: Player, now: datetime, missed: bool = False) -> list[Turn]:
    """Return the seat's finished turn as a list with one unsaved ``Turn``, empty if it was no person's turn."""
    if player.to_move_since is None or player.turn_started_at is None or player.mover is None:
        return []
    turn = Turn(
        player=player,
        user=player.mover,
        to_move_since=player.to_move_since,
        started_at=player.turn_started_at,
        done_at=now,
        missed=missed,
    )
    return [turn]


def end_turn(player: Player, number: int, now: datetime) -> None:
    """End this seat's turn with move ``number``. Its owner has seen that move, unless a computer player made it."""
    if player.to_move_since is None:
        return
    seat_clocks.stop(player, now)
    if not player.computer:
        player.last_turn_end = number
    player.to_move_since, player.turn_started_at = None, None


def _auto_at(state: State, player: Player, now: datetime) -> datetime | None:
    """Return when the automatic move is due. A time that is already set does not change while other players move."""
    if player.drafts:
        return player.auto_at
    due = automatic_move_due_at(state, player, now)
    return due and (player.auto_at or due)


def automatic_move_due_at(state: State, player: Player, now: datetime) -> datetime | None:
    """Return when the automatic move of ``player`` is due (``automatic.py``), or None. Delays count from ``now``."""
    if player.game.is_paused or player.place not in state.to_move:
        return None
    return due_at(player, drafted(state, player), now)
