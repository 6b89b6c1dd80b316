"""The site behind PgBouncer in transaction mode: its settings, and the errors without them."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import NamedTuple

import psycopg
import pytest
from django.core.management import call_command
from django.db import connection

from accounts.models import User
from games.models import ModerationAction, Move
from games.models.read_transaction import snapshot
from games.moderation import actions
from tests.backup.load import playing
from tests.cast import some_moderator, somebody, table_of
from tests.clusters import USER, Cluster, connected_to, program
from tests.processes import Processes, Visitor, eventually
from tests.site import free_port

pytestmark = [pytest.mark.postgres, pytest.mark.whole, pytest.mark.slow, pytest.mark.django_db(transaction=True)]
CONNECTIONS = 3
"""The number of connections to PostgreSQL, shared by many more of the site."""


class Bouncer(NamedTuple):
    port: int

    @property
    def url(self) -> str:
        return f"postgres://postgres@127.0.0.1:{self.port}/room"


@pytest.fixture
def bouncer(primary: Cluster, clusters: Path) -> Iterator[Bouncer]:
    found = Bouncer(free_port())
    settings = clusters / "pgbouncer.ini"
    settings.write_text(
        f"[databases]\nroom = host=127.0.0.1 port={primary.port} user=postgres\n[pgbouncer]\n"
        f"listen_addr = 127.0.0.1\nlisten_port = {found.port}\nunix_socket_dir =\nauth_type = any\n"
        f"pool_mode = transaction\ndefault_pool_size = {CONNECTIONS}\nmax_client_conn = 500\nserver_reset_query =\n"
    )
    with (clusters / "pgbouncer.log").open("wb") as log:
        process = subprocess.Popen([program("pgbouncer"), str(settings)], user=USER, stdout=log, stderr=log)
    try:
        eventually(lambda: _answers(found), why=(clusters / "pgbouncer.log").read_text)
        yield found
    finally:
        process.terminate()
        process.wait(10)


def _answers(bouncer: Bouncer) -> bool:
    try:
        psycopg.connect(bouncer.url).close()
        return True
    except psycopg.OperationalError:
        return False


def behind(bouncer: Bouncer) -> dict[str, object]:
    # As with PGBOUNCER=1: it refuses ``options``, and each transaction may use another connection.
    options = {name: value for name, value in connection.settings_dict["OPTIONS"].items() if name != "options"}
    options["prepare_threshold"] = None
    return {"PORT": str(bouncer.port), "DISABLE_SERVER_SIDE_CURSORS": True, "OPTIONS": options}


def test_moves_checks_and_snapshots_share_three_connections(primary: Cluster, bouncer: Bouncer) -> None:
    games = [table_of(somebody(f"a{each}"), somebody(f"b{each}"), secret=f"{each:064x}") for each in range(8)]
    with connected_to(**behind(bouncer)):
        with playing(games) as load:
            eventually(lambda: len(load.accepted) > 100, 60)
            for _ in range(20):
                with snapshot():
                    before = Move.objects.count()
                    assert load.goes_on()
                    assert Move.objects.count() == before
                connection.close()
        assert set(load.accepted) <= set(Move.objects.values_list("game", "number"))
        call_command("verify")
        call_command("rate", check=True)
        assert str(Move.objects.latest("pk").created_at.tzinfo) == "UTC"
    assert primary.sql("SELECT count(*) FROM pg_stat_activity WHERE datname = 'room'")[0][0] <= CONNECTIONS + 1


def test_the_advisory_lock_of_the_audit_log_holds(bouncer: Bouncer) -> None:
    moderator, people = some_moderator("mona"), [somebody(f"p{each}") for each in range(8)]

    def mute(person: User) -> None:
        try:
            actions.mute(moderator, person, 1, "Insults.")
        finally:
            connection.close()

    with connected_to(**behind(bouncer)):
        with ThreadPoolExecutor(len(people)) as pool:
            list(pool.map(mute, people))
        assert ModerationAction.objects.count() == len(people)
        call_command("check_audit_log")


def test_the_sites_processes_run_through_it(bouncer: Bouncer, site: Processes) -> None:
    game = table_of(somebody("alice"), somebody("bob"))
    site.environment |= {"DATABASE_URL": bouncer.url, "PGBOUNCER": "1", "WEB_CONCURRENCY": "2"}
    (web,) = site.start("web")
    with ThreadPoolExecutor(16) as pool:
        paths = [f"/games/{game.public_id}/", "/lobby/", "/leaderboards/", "/people/alice/"] * 20
        statuses = list(pool.map(lambda path: Visitor().get(f"{web.url}{path}").status, paths))
    assert set(statuses) == {200}


def pair(bouncer: Bouncer, **how: int) -> tuple[psycopg.Connection, psycopg.Connection]:
    """Return two connections of the site, which alternate on the same connection to PostgreSQL."""
    mine, other = (psycopg.connect(bouncer.url, autocommit=True, **how) for _ in range(2))
    return mine, other


def test_server_side_cursors_do_not_work_through_it(primary: Cluster, bouncer: Bouncer) -> None:
    """The reason for PGBOUNCER: the next rows would be requested on another connection."""
    mine, other = pair(bouncer)
    with mine, other, mine.cursor("mine", withhold=True) as cursor:
        cursor.execute("SELECT generate_series(1, 3)")
        assert cursor.fetchone() == (1,)
        with pytest.raises(psycopg.errors.InvalidCursorName), other.transaction():
            other.execute("SELECT 1")
            cursor.fetchone()


def test_prepared_statements_do_not_work_through_it(primary: Cluster, bouncer: Bouncer) -> None:
    """The reason for leaving prepare_threshold unset before PgBouncer 1.21."""
    mine, other = pair(bouncer, prepare_threshold=0)
    with mine, other, pytest.raises(psycopg.errors.DuplicatePreparedStatement):
        mine.execute("SELECT 1")
        other.execute("SELECT 2")
