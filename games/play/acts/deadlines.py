"""Missed deadlines, and owners who take their seats back."""

from collections.abc import Callable, Mapping
from contextlib import suppress
from datetime import timedelta
from functools import partial

from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from games.core import notices
from games.models import Game, Incident, Move, NotificationKind, Player, Turn
from games.play.core import pauses, seat_clocks
from games.play.core.commit import commit_drafts, finish, make_due, record
from games.play.core.locked import Changed, LockedGame, locked, locked_if_free
from games.play.core.refusals import Over, Replaced
from games.play.core.seats import give_back, sit_in, vacate
from games.play.core.turns import finished_turn
from games.rules.contract import OPENS

AN_HOUR = timedelta(hours=1)


def time_up(player_pk: int) -> bool:
    """Apply the table's rule for missed deadlines to this player, or make their automatic move. Idempotent.

    Return False if the deadline has not passed, the game is not running, or another transaction holds its lock.
    """
    player = Player.objects.get(pk=player_pk)
    with suppress(Over), locked_if_free(player.game_id) as game:
        me = game.player(player_pk) if game else None
        if game and me and me.deadline is not None and me.deadline <= timezone.now():
            _miss(game, me)
            return True
    return False


def try_later(player_pk: int) -> None:
    """After an error, set the player's deadline to an hour from now, so that it doesn't block other players."""
    Player.objects.filter(pk=player_pk, deadline__isnull=False).update(deadline=timezone.now() + AN_HOUR)


def _miss(game: LockedGame, me: Player) -> None:
    if make_due(game, me):
        return
    owner, friend = me.user, me.friend
    Turn.note(finished_turn(me, timezone.now(), missed=True))
    free = me.misses < game.row.free_misses
    me.misses += 1
    incident = _forgive(game, me) if free else _CONSEQUENCES[game.row.absence](game, me)
    notices.enqueue_missed_deadline(me, owner, incident, game.others(me))
    notices.enqueue(
        friend, NotificationKind.ACTED, f"acted:{incident.pk}", game=game.row, player=me, incident=incident.pk
    )


def _forgive(game: LockedGame, me: Player) -> Incident:
    incident = game.log_incident(Incident.Kind.FORGIVEN, me)
    seat_clocks.forgive(me, timezone.now())
    me.save(update_fields=["misses"])
    game.save_seats()
    game.announce()
    return incident


def _make_default_moves(game: LockedGame, me: Player) -> Incident:
    before, seen = game.state.turn, me.last_turn_end
    commit_drafts(game, me)
    incident = game.log_incident(Incident.Kind.MISSED, me)
    mine_again = False
    while me.place in game.state.to_move and not mine_again:
        text = game.row.rules.automation.default_move(game.state.view(me.place))
        events = record(game, me.place, text, Move.By.CLOCK)
        mine_again = any(event.kind == OPENS and event.seat == me.place for event in events)
    me.save(update_fields=["misses"])
    finish(game, me.place, before)
    # Keep the end of their last turn, so that the recap shows them these moves.
    me.last_turn_end = seen
    game.save_seats()
    return incident


_CONSEQUENCES: Mapping[str, Callable[[LockedGame, Player], Incident]] = {
    Game.Absence.COMPUTER.value: partial(sit_in, stand_in=Player.StandIn.COMPUTER, why="deadline"),
    Game.Absence.PLAIN.value: _make_default_moves,
    Game.Absence.LOST.value: vacate,
}


def take_back(player: Player, by: User) -> Changed:
    """Give the seat back to its owner from a stand-in, with the remaining time of the turn. Idempotent.

    Raise `Over` if the game is not running, or `Replaced` if ``by`` does not own the seat.
    """
    with locked(player.game_id) as game:
        me = game.player(player.pk)
        if me.user != by:
            raise Replaced(_("You no longer play this seat."))
        if me.stand_in:
            give_back(game, me)
            pauses.no_longer_away(game, me)
            game.save_seats()
            game.announce()
        return game.changed
