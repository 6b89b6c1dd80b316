"""The disk space of an archived game: its share of all tables and indexes, without free space between rows."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta

from django.db import connection
from django.test.runner import DiscoverRunner
from django.test.utils import setup_test_environment, teardown_test_environment
from django.utils import timezone

from games import play
from games.archive import old_notices, pieces
from games.models import Game, Move, Notice
from games.rules import RULES
from lab.bench.measure import Measure
from tests.cast import somebody, table_of
from tests.playing import play_on

PLAYERS, MOVES = 4, 200
FEW, MANY = 5, 25
"""Numbers of games. The figure is the difference in size, so that it excludes the size of empty tables."""
BAR = 120


def measures() -> Iterator[Measure]:
    """Yield a measure for each game, each on its own PostgreSQL database."""
    setup_test_environment()
    for variant, rules in RULES.items():
        runner = DiscoverRunner(verbosity=0, interactive=False)
        databases = runner.setup_databases()
        try:
            _stop_autovacuum()
            figure = _kilobytes_of_a_game(variant)
        finally:
            runner.teardown_databases(databases)
        yield Measure(
            f"{rules.engine.NAME}: an archived game of {MOVES} moves for {PLAYERS}, on disk", figure, BAR, " kB", False
        )
    teardown_test_environment()


def _kilobytes_of_a_game(variant: str) -> float:
    """Return the kilobytes of a game, scaled to MOVES moves, because resignations add a few moves."""
    people = [somebody(f"person{number}") for number in range(PLAYERS)]
    sizes, moves = [], []
    for count in (FEW, MANY):
        while Game.objects.count() < count:
            _play(table_of(*people, variant=variant))
        _archive()
        sizes.append(_size())
        moves.append(Move.objects.exclude(number=0).count())
    return MOVES * (sizes[1] - sizes[0]) / (moves[1] - moves[0]) / 1000


def _play(game: Game) -> None:
    game = play_on(game, MOVES, seed=game.pk)
    while game.is_running:
        player = game.players.filter(to_move_since__isnull=False).earliest("seat")
        play.resign(player, play.version_of(game, player))
        game.refresh_from_db()


def _archive() -> None:
    Notice.objects.update(state=Notice.State.DONE)  # as if all were sent
    later = timezone.now() + max(pieces.PACKED_AFTER, old_notices.RETENTION) + timedelta(days=30)
    pieces.pack_due(later, MANY)
    old_notices.delete_expired(later, 10**6)


def _size() -> int:
    """Return the bytes of all tables with their indexes, after rewriting them."""
    with connection.cursor() as cursor:
        cursor.execute("VACUUM FULL")
        cursor.execute("SELECT sum(pg_total_relation_size(relid)) FROM pg_catalog.pg_statio_user_tables")
        return int(cursor.fetchone()[0])


def _stop_autovacuum() -> None:
    """Stop autovacuum: VACUUM FULL keeps the deleted rows of a table that autovacuum is analyzing."""
    with connection.cursor() as cursor:
        for table in connection.introspection.table_names(cursor):
            cursor.execute(f"ALTER TABLE {connection.ops.quote_name(table)} SET (autovacuum_enabled = off)")
