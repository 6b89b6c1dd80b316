"""When players last viewed a table, and which of them have it open now.

A recent view holds back notifications about the table. A player sees another's presence only if both sit at the table,
both show their presence, and neither has blocked the other.
"""

import logging
from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta
from functools import partial, wraps

from celery import current_app
from django.db import transaction
from django.db.models import Q
from django.http import HttpResponseBase
from django.utils import timezone
from kombu.exceptions import OperationalError

from accounts.auth.presence import made_by_person
from accounts.models import Block, User, Visitor
from games.core import broadcast
from games.core.access import seat_at
from games.core.viewer import TableRequest, View
from games.models import Game, Player

log = logging.getLogger(__name__)

RECORD_INTERVAL = timedelta(seconds=30)

HERE_FOR = timedelta(seconds=90)
"""How long a player counts as present after a recorded view; open pages send one every 45 seconds."""


def records_presence(view: View) -> View:
    """Decorate a view of a ``table`` so that the viewer's presence is recorded after the page has been rendered."""

    @wraps(view)
    def wrapped(request: TableRequest, table: str) -> HttpResponseBase:
        response = view(request, table)
        if response.status_code == 200 and made_by_person(request):
            _record(request.viewer.seat, request.viewer.user)
        return response

    return wrapped


def record(table: str, user: Visitor) -> None:
    """Record that ``user`` is viewing the table, unless another user moves for the user's seat."""
    _record(seat_at(table, user), user)


def _record(player: Player | None, user: Visitor) -> None:
    if player is None or player.mover not in (None, user):
        return
    now = timezone.now()
    if player.last_seen_at is not None and now - player.last_seen_at < RECORD_INTERVAL:
        return
    arrives = not is_here(player, now)
    Player.objects.filter(pk=player.pk).update(last_seen_at=now)
    if arrives and shows(player.mover):
        _arrive(player, now)


def _arrive(player: Player, now: datetime) -> None:
    """Announce the arrival; if all who answer next are here now, let automatic moves come that were to come later."""
    game = Game.objects.get(pk=player.game_id)
    if not game.is_running:
        return
    players = Player.objects.seated(game)
    if any(each.auto_at for each in players) and plays_at_once(game, players, now):
        transaction.on_commit(partial(_play_on, game.pk))
    announce(player)


def _play_on(game_pk: int) -> None:
    try:
        current_app.send_task("games.play_on", (game_pk,), retry=False)
    except OperationalError:
        log.warning("table %s is not hurried: its automatic moves come later", game_pk, exc_info=True)


def announce(player: Player) -> None:
    """Let the pages of those who may see this player's presence fetch it again."""
    transaction.on_commit(partial(broadcast.announce_presence, player.game.public_id, player.pk))


def is_here(player: Player, now: datetime) -> bool:
    return player.last_seen_at is not None and now - player.last_seen_at < HERE_FOR


def shows(user: Visitor | None) -> bool:
    """Return whether this user lets the people at their tables see their presence."""
    return isinstance(user, User) and user.presence_shown_to == User.PresenceAudience.TABLES and not user.is_bot


def people(players: Iterable[Player]) -> list[Player]:
    """Return the seats for which people move."""
    return [player for player in players if player.mover and not player.mover.is_bot and not player.resigned]


def visible_to(me: Player | None, user: Visitor, players: Iterable[Player]) -> list[Player]:
    """Return the other seats whose presence ``user`` may see: none unless they move for ``me`` and show their own."""
    if me is None or user.pk is None or me.mover != user or not shows(user):
        return []
    others = [player for player in people(players) if player.pk != me.pk and shows(player.mover)]
    apart = _blocks_among([user.pk, *[player.mover.pk for player in others if player.mover]]) if others else set()
    return [each for each in others if each.mover and not {(user.pk, each.mover.pk), (each.mover.pk, user.pk)} & apart]


def awaited(game: Game, players: Sequence[Player]) -> list[Player]:
    """Return the people who answer next: those to move and the one who follows; everybody, if that is only one."""
    asked = [each for each in people(players) if each.to_move_since is not None or each.seat == game.following]
    return asked if len(asked) > 1 else people(players)


def plays_at_once(game: Game, players: Sequence[Player], now: datetime, viewer: Player | None = None) -> bool:
    """Return whether all who answer next are here and show it, none of them having blocked another.

    Only presence counts: cards, orders and plans make no difference. ``viewer`` counts as here, since their view is
    recorded after the response.
    """
    asked = awaited(game, players)
    if not game.is_running or game.is_paused or len(asked) < 2:
        return False
    here = {player.pk for player in players if player == viewer or is_here(player, now)}
    if not all(shows(player.mover) and player.pk in here for player in asked):
        return False
    return not _blocks_among([player.mover.pk for player in asked if player.mover])


def _blocks_among(users: Iterable[int]) -> set[tuple[int, int]]:
    keys = [*users]
    return set(Block.objects.filter(Q(by__in=keys), Q(who__in=keys)).values_list("by", "who"))
