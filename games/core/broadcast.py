"""Announces changes to open pages and API streams after the commit, and enqueues due computer players.

A broadcast contains only versions and keys. Everything else is in the database, so a lost broadcast or task loses no
data.
"""

import asyncio
import logging
import os
import threading
from concurrent.futures import Future
from functools import cache, partial

from asgiref.sync import async_to_sync
from channels.layers import get_channel_layer
from django.conf import settings
from django.db import transaction
from django.utils import timezone

from games.core import computer_turns
from games.models import Game, Player

log = logging.getLogger(__name__)

socket_loop: asyncio.AbstractEventLoop | None = None
"""The event loop of this process's sockets, or None; the in-memory channel layer is only safe in that loop."""


SHUT_OUT = "shut-out"
"""The channel group of all sockets: suspended users' sockets are closed through it, at any table."""


def table_group(table: str) -> str:
    """Return the channel group of a table; each socket forwards only the messages that concern its page."""
    return f"table.{table}"


def account_group(user: int) -> str:
    """Return the channel group of the account's API clients; ``user`` is the account's key."""
    return f"account.{user}"


def _send(group: str, **announced: str | int) -> None:
    layer, message = get_channel_layer(), announced | {"group": group}
    if socket_loop is None and settings.EMBEDDED:
        async_to_sync(layer.group_send)(group, message)
        return
    loop = socket_loop or _sending_loop(os.getpid())
    future = asyncio.run_coroutine_threadsafe(layer.group_send(group, message), loop)
    future.add_done_callback(partial(_log_failure, group))


def _log_failure(group: str, sent: Future[None]) -> None:
    if (error := sent.exception()) is not None:
        log.warning("announcement to %s not sent: pages will find out by polling", group, exc_info=error)


@cache
def _sending_loop(_process: int) -> asyncio.AbstractEventLoop:
    """Return the event loop in which this process broadcasts, in a separate thread.

    It keeps its connections to Redis open, and moves do not wait for it: a new loop and connection for each message
    took a tenth of a move's time.
    """
    loop = asyncio.new_event_loop()
    threading.Thread(target=loop.run_forever, name="broadcast", daemon=True).start()
    return loop


def announce(table: str, version: int) -> None:
    _send(table_group(table), type="table.version", version=version)


def on_commit(game: Game) -> None:
    """Announce a game's new version after the commit, and enqueue its computer players if they are due."""
    transaction.on_commit(partial(announce, game.public_id, game.version))
    if game.computers_due_at is not None and game.computers_due_at <= timezone.now():
        transaction.on_commit(partial(computer_turns.enqueue, game.pk))


def on_commit_own(player: Player) -> None:
    """Notify the player's other open pages that their drafts have changed."""
    game = player.game
    group = table_group(game.public_id)
    transaction.on_commit(partial(_send, group, type="table.draft", player=player.pk, version=game.version))


def announce_presence(table: str, player: int) -> None:
    """Tell the sockets that may know it that the presence of a player has changed; ``player`` is the seat's key."""
    _send(table_group(table), type="table.presence", arrived=player, here="changed")


def on_commit_chat(game: Game) -> None:
    """Notify the players' pages that the chat has changed, without its content."""
    transaction.on_commit(partial(_send, table_group(game.public_id), type="table.chat", chat=game.chat_version))


def on_commit_gallery(game: Game) -> None:
    """Notify the spectators' pages that their chat has changed, without its content."""
    transaction.on_commit(
        partial(_send, table_group(game.public_id), type="table.gallery", gallery=game.gallery_version)
    )


def on_commit_shut_out(user: int) -> None:
    """Close the sockets of a user who may no longer use the site, including those at watched tables."""
    transaction.on_commit(partial(_send, SHUT_OUT, type="table.shut_out", user=user))


def on_commit_account(user: int | None) -> None:
    """Notify an account's API clients that its tables, invitations or tokens have changed; ``user`` is its key.

    Do nothing for None: a computer player, or an erased account.
    """
    if user is not None:
        transaction.on_commit(partial(_send, account_group(user), type="account.changed"))
