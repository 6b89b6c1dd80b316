"""Packs the pieces of ended games: one row per game instead of one row per card and tile.

This is all that the table page needs; replays are computed from the deal and the moves.
"""

import logging
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Exists, OuterRef, QuerySet

from games.core import store
from games.models import Card, Game
from games.replay.verification import ReplayMismatch, verify

log = logging.getLogger(__name__)

ENDED = (Game.Status.OVER, Game.Status.CANCELLED, Game.Status.STOPPED)

PACKED_AFTER = timedelta(days=30)
"""The time between a game's end and its packing; later, a game can't be reopened (Game.REOPENS_WITHIN)."""

BATCH = 100


def due(now: datetime) -> QuerySet[Game]:
    """Return the games to pack, ordered by key."""
    unpacked = Exists(Card.objects.filter(game=OuterRef("pk")))
    return Game.objects.filter(unpacked, status__in=ENDED, finished_at__lte=now - PACKED_AFTER).order_by("pk")


@transaction.atomic
def pack(game_pk: int) -> bool:
    """Pack a game if its replay reproduces every row; return False if it is packed already.

    Raise `ReplayMismatch` if a row differs, and leave the rows unchanged for examination. Raise `ValueError` for a game
    that has not ended.
    """
    game = Game.objects.select_for_update().get(pk=game_pk)
    if game.status not in ENDED:
        raise ValueError("only ended games are packed")
    if not game.cards.exists():
        return False
    verify(game_pk)
    store.pack(game)
    return True


def pack_due(now: datetime, most: int) -> int:
    """Pack at most ``most`` due games, each in its own transaction, and return their number.

    If a game's rows differ from its replay, log the table and the difference, and leave the rows unchanged.
    """
    packed = last = 0
    while rows := due(now).filter(pk__gt=last).values_list("pk", "public_id")[: min(BATCH, most - packed)]:
        for pk, table in rows:
            packed += _packed(pk, table)
            last = pk
    return packed


def _packed(pk: int, table: str) -> bool:
    try:
        return pack(pk)
    except ReplayMismatch as mismatch:
        log.error("table %s is not packed: its rows differ from its replay: %s", table, mismatch.place)
        return False
