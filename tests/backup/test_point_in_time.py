"""Recovery to a moment before everything was deleted, from a base backup and archived WAL."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path

import pytest
from django.core.management import call_command

from games.models import Game, Move
from tests.cast import somebody, table_of
from tests.clusters import Cluster, connected_to
from tests.playing import give_up, play_on
from tests.processes import eventually

pytestmark = [pytest.mark.postgres, pytest.mark.whole, pytest.mark.slow, pytest.mark.django_db(transaction=True)]


def archive_into(cluster: Cluster, folder: Path) -> None:
    """Archive with the commands of docs/operate/backups.md."""
    copy = f"test ! -f {folder}/%f && cp %p {folder}/.%f && mv {folder}/.%f {folder}/%f"
    cluster.sql(f"ALTER SYSTEM SET archive_command = '{copy}'")
    cluster.sql("ALTER SYSTEM SET archive_mode = on")
    cluster.stop()
    cluster.start()


def now(cluster: Cluster) -> datetime:
    return cluster.sql("SELECT clock_timestamp()")[0][0]


def test_a_moment_between_a_move_and_a_disaster(primary: Cluster, clusters: Path) -> None:
    archived, base = clusters / "archive", Cluster(clusters / "recovered")
    archived.mkdir()
    archived.chmod(0o777)
    with connected_to():  # on its own connection, because the server's stop ends ours
        archive_into(primary, archived)
    game = play_on(table_of(somebody("alice"), somebody("bob")), 10)
    base.run("pg_basebackup", "-D", str(base.data), "-d", primary.url, "-c", "fast", "--no-sync")
    give_up(play_on(game, 20))
    last = Move.objects.latest("pk")
    moment = now(primary)
    play_on(table_of(somebody("carol"), somebody("dave")), 5)
    Move.objects.all().delete()
    primary.sql("SELECT pg_switch_wal()")
    eventually(lambda: primary.sql("SELECT archived_count > 0 AND last_failed_wal IS NULL FROM pg_stat_archiver")[0][0])
    with connected_to():  # on its own connection, because the server's stop ends ours
        primary.stop()

    base.configure(
        f"restore_command = 'cp {archived}/%f %p'\n"
        f"recovery_target_time = '{moment.isoformat()}'\nrecovery_target_action = 'promote'\n"
    )
    (base.data / "recovery.signal").touch()
    base.start()
    eventually(lambda: not base.sql("SELECT pg_is_in_recovery()")[0][0])
    with connected_to(PORT=str(base.port)):
        assert (Move.objects.latest("pk").pk, Game.objects.count()) == (last.pk, 1)
        call_command("verify")
        call_command("check_audit_log")
        call_command("rate", check=True)
