"""What moderators do to running tables. Who may and why, games/moderation knows; here it is done under the lock."""

from __future__ import annotations

from contextlib import suppress
from typing import NamedTuple

from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from games import owing
from games.models import Game, Incident, Player
from games.play import seat_clocks as clocks
from games.play import voting as votes
from games.play.acts.seating import leave
from games.play.acts.vacations import UNFINISHED, cancel_vacation
from games.play.arrangements import friend_leaves
from games.play.locked import Table, hold, locked
from games.play.refusals import Over, Refused
from games.play.seats import give_back, sit_in, vacate

WHY = "moderation"
"""The reason in incidents; what the log says of it blames nobody."""


class Extension(NamedTuple):
    """More time for the decision that was ``asked`` after that move: so many ``seconds`` later than before."""

    asked: int
    seconds: int


def extend(player: Player) -> Extension:
    """Give a seat that is asked another day. Raises Refused where no clock runs, and Over."""
    with locked(player.game_id) as table:
        me = table.player(player.pk)
        if me.asked is None or (me.deadline is None and me.left is None):
            raise Refused(_("No clock is running that could be given more time."))
        given = Extension(me.asked, clocks.extend(me, timezone.now()) // clocks.SECOND)
        _clock_changed(table, me, Incident.Kind.EXTENDED)
        return given


def shorten(player: Player, given: Extension) -> bool:
    """Take an extension back, but for the shortest time that a turn may have. False if it is past use. Raises Over."""
    with locked(player.game_id) as table:
        me = table.player(player.pk)
        if me.asked != given.asked or not clocks.shorten(me, given.seconds * clocks.SECOND, timezone.now()):
            return False
        _clock_changed(table, me, Incident.Kind.SHORTENED)
        return True


def _clock_changed(table: Table, me: Player, kind: Incident.Kind) -> None:
    table.happened(kind, me)
    table.save_seats()
    table.announce()


def replace(player: Player, *, for_good: bool = False) -> Game:
    """Let a computer player sit in until the owner takes the seat back, or (``for_good``) until a substitute comes.

    Raises Refused for a seat that nobody owns or whose owner has resigned, and where one sits in already; and Over.
    """
    with locked(player.game_id) as table:
        me = table.player(player.pk)
        if me.user is None or me.gave_up:
            raise Refused(_("Nobody plays this seat who could be replaced."))
        if not replace_at(table, me, for_good):
            raise Refused(_("A computer player sits in there already."))
        return table.game


def replace_at(table: Table, me: Player, for_good: bool) -> bool:
    """The same at a locked table; whether anything has changed by it."""
    if for_good:
        vacate(table, me, why=WHY)
    elif me.stand_in != Player.StandIn.COMPUTER:
        sit_in(table, me, Player.StandIn.COMPUTER, why=WHY)
    else:
        return False
    return True


def restore(player: Player, owner: User) -> bool:
    """Give a seat back to ``owner`` in whose place a computer player has it; whether it could be. Raises Over."""
    with locked(player.game_id) as table:
        me = table.player(player.pk)
        if me.vacant and me.lost_by_id == owner.pk:
            me.user, me.lost_by, me.bot, me.vacant = owner, None, "", False
        elif me.user_id != owner.pk or me.stand_in != Player.StandIn.COMPUTER:
            return False
        _hand_back(table, me)
        return True


def _hand_back(table: Table, me: Player) -> None:
    give_back(table, me)
    if me.asked is not None:
        owing.turn(me)
    table.save_seats()
    table.announce()


def send_away(user: User, *, for_good: bool = False) -> list[int]:
    """Nobody waits for ``user`` any more: he sits in nowhere, gives seats at waiting tables back, vacations end.

    Computer players play his seats on; ``for_good``: until substitutes take them. Where no other person plays, nobody
    waits, and the table stays as it is. Returns the keys of the seats that were replaced. Call it in a transaction.
    """
    hold_all(user)
    for vacation in user.vacations.filter(state__in=UNFINISHED):
        cancel_vacation(vacation)
    friend_leaves(user)
    _leave_waiting(user)
    return [player.pk for player in _with_others(user) if _replaced(player, for_good)]


def hold_all(user: User) -> None:
    """Everything that follows locks, in the order in which vacations lock it; then all games, in theirs."""
    User.objects.select_for_update(no_key=True).get(pk=user.pk)
    list(user.vacations.select_for_update().filter(state__in=UNFINISHED).order_by("pk"))
    unfinished = Game.objects.filter(status__in=[Game.Status.OPEN, Game.Status.RUNNING])
    touched = unfinished.filter(Q(players__user=user) | Q(players__friend=user) | _arranged(user))
    for pk in touched.order_by("pk").distinct().values_list("pk", flat=True):
        hold(pk)


def _arranged(user: User) -> Q:
    return Q(players__arrangements__friend=user, players__arrangements__vacation__state__in=UNFINISHED)


def _leave_waiting(user: User) -> None:
    waiting = Player.objects.filter(user=user, game__status=Game.Status.OPEN)
    for player in waiting.select_related("game").order_by("game_id"):
        leave(player)


def _with_others(user: User) -> list[Player]:
    """His seats in running games that other people play as well."""
    running = Player.objects.filter(user=user, game__status=Game.Status.RUNNING, gave_up=False)
    seats = running.select_related("game").order_by("game_id")
    others = Q(user__isnull=False, gave_up=False)
    return [seat for seat in seats if seat.game.players.filter(others).exclude(pk=seat.pk).exists()]


def _replaced(player: Player, for_good: bool) -> bool:
    """Whether a computer player sits in who did not before; a vote waits for him no longer either way."""
    with suppress(Over), locked(player.game_id) as table:
        changed = replace_at(table, table.player(player.pk), for_good)
        votes.recount(table)
        return changed
    return False
