"""After the commit: open pages are told that their table has a new version, and Celery that something is due.

The nudge says no more than a version (design, 5); whatever is owed to players is a row, so that losing a nudge or a
task loses nothing.
"""

from __future__ import annotations

import asyncio
import logging
from functools import partial

from asgiref.sync import async_to_sync
from channels.layers import get_channel_layer
from django.db import transaction
from django.utils import timezone
from redis.exceptions import RedisError

from games.bots import schedule
from games.models import Game, Player

log = logging.getLogger(__name__)

socket_loop: asyncio.AbstractEventLoop | None = None
"""The event loop of the sockets where they live in this very process: its channel layer is safe in that loop alone."""


def table_group(table: str) -> str:
    """The channel group of everybody who looks at a table."""
    return f"table.{table}"


def player_group(pk: int) -> str:
    """The channel group of one player's open pages."""
    return f"player.{pk}"


def talk_group(table: str) -> str:
    """The channel group of the players' open pages of a table: who looks on does not hear that they talk."""
    return f"talk.{table}"


def gallery_group(table: str) -> str:
    """The channel group of the spectators' open pages of a table: players do not hear that they talk."""
    return f"gallery.{table}"


def _send(group: str, **message: str | int) -> None:
    layer = get_channel_layer()
    try:
        if socket_loop is not None:
            asyncio.run_coroutine_threadsafe(layer.group_send(group, message), socket_loop)
        else:
            async_to_sync(layer.group_send)(group, message)
    except (OSError, RedisError):
        log.warning("nudge for %s not sent: pages will find out by polling", group, exc_info=True)


def on_commit(game: Game) -> None:
    """Announce a game's new version once it is stored, and let computer players move."""
    transaction.on_commit(partial(_send, table_group(game.table), type="table.version", version=game.version))
    if game.computers_due_at is not None and game.computers_due_at <= timezone.now():
        transaction.on_commit(partial(schedule.enqueue, game.pk))


def on_commit_own(player: Player) -> None:
    """Tell a player's own other pages that his drafts have changed."""
    transaction.on_commit(partial(_send, player_group(player.pk), type="table.version", version=player.game.version))


def on_commit_talk(game: Game) -> None:
    """Tell the players' pages that something has been said, or taken back; never what."""
    transaction.on_commit(partial(_send, talk_group(game.table), type="table.talk", talk=game.talk))


def on_commit_gallery(game: Game) -> None:
    """Tell the spectators' pages the same of their own talk."""
    transaction.on_commit(partial(_send, gallery_group(game.table), type="table.gallery", gallery=game.gallery))
