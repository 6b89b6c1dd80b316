"""Changes of a seat's player in a running game: the owner, a stand-in, or a computer player awaiting a substitute.

Each function changes a locked game; functions that make moves also call ``finish`` (games/play/core/commit.py).
"""

from typing import Any

from django.utils import timezone

from accounts.models import User
from games.core import broadcast, notices
from games.models import Incident, Player
from games.play.core import pauses, seat_clocks, vote_count
from games.play.core.commit import commit_drafts, finish
from games.play.core.locked import SITTING_FIELDS, LockedGame
from games.play.core.turns import automatic_move_due_at

MODERATION = "moderation"
"""The reason stored in incidents caused by moderators; the game's log blames no player for them."""


def sit_in(game: LockedGame, me: Player, stand_in: Player.StandIn, friend: User | None = None, **why: Any) -> Incident:
    """Let a computer player or a friend play the seat until its owner returns.

    The owner's drafts are committed first.
    """
    before, now = game.state.turn, timezone.now()
    if not game.row.is_paused:  # no moves are made during a pause: the drafts stay until its end
        commit_drafts(game, me)
    seat_clocks.hold(me, now)
    broadcast.on_commit_account(me.friend_id)
    broadcast.on_commit_account(friend.pk if friend else None)
    me.stand_in, me.friend, me.last_post = stand_in, friend, ""
    me.save(update_fields=SITTING_FIELDS)
    if me.to_move_since is not None:
        seat_clocks.sit_down(me, now)
        notices.enqueue_turn(me)
    if friend is None:
        incident = game.log_incident(Incident.Kind.COMPUTER, me, **why)
    else:
        incident = game.log_incident(Incident.Kind.FRIEND, me, friend=friend.pk, **why)
    finish(game, me.place, before)
    return incident


def vacate(game: LockedGame, me: Player, **why: Any) -> Incident:
    """Take the seat from its owner: a computer player plays it until a substitute takes it."""
    before = game.state.turn
    if not game.row.is_paused:
        commit_drafts(game, me)
    seat_clocks.stop(me, timezone.now())
    broadcast.on_commit_account(me.friend_id)
    broadcast.on_commit_account(me.user_id)
    me.lost_by, me.user, me.bot, me.vacant = me.user, None, Player.Bot.CLUB, True
    me.stand_in, me.friend, me.last_post = "", None, ""
    me.orders, me.plan, me.answer_times = {}, {}, []
    me.save(update_fields=SITTING_FIELDS)
    incident = game.log_incident(Incident.Kind.LOST, me, loser=me.lost_by.pk if me.lost_by else None, **why)
    pauses.no_longer_away(game, me)
    finish(game, me.place, before)
    vote_count.recount(game)
    return incident


def replace(game: LockedGame, me: Player, for_good: bool) -> bool:
    """Replace the owner with a computer player on behalf of moderators; return whether anything changed.

    The computer player plays until the owner takes the seat back, or with ``for_good`` until a substitute takes it.
    """
    if for_good:
        vacate(game, me, why=MODERATION)
    elif me.stand_in != Player.StandIn.COMPUTER:
        sit_in(game, me, Player.StandIn.COMPUTER, why=MODERATION)
    else:
        return False
    return True


def give_back(game: LockedGame, me: Player) -> None:
    """Give the seat back to its owner with the remaining time of the turn, and drop the stand-in's drafts.

    The caller saves the seats.
    """
    seat_clocks.hold(me, timezone.now())
    broadcast.on_commit_account(me.friend_id)
    broadcast.on_commit_account(me.user_id)
    me.stand_in, me.friend, me.drafts, me.last_post = "", None, [], ""
    me.save(update_fields=SITTING_FIELDS)
    play_on(game, me)
    game.log_incident(Incident.Kind.RETURNED, me)


def play_on(game: LockedGame, me: Player) -> None:
    """Set the clock and the automatic move for a player who has just sat down."""
    now = timezone.now()
    if me.to_move_since is not None:
        seat_clocks.sit_down(me, now)
    me.auto_at = automatic_move_due_at(game.state, me, now)
