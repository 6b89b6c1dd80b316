"""A full disk: a move is refused with an explanation and not stored, and the game continues afterwards."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random

import psycopg
import pytest
from django.core.management import call_command
from django.db import connection
from django.test import Client
from django.urls import reverse

from accounts.models import User
from games import play
from games.models import Game, Player
from tests.cast import client_of, somebody, table_of
from tests.clusters import USER, Cluster, connected_to
from tests.databases import started_before
from tests.needs import skip_or_fail
from tests.playing import legal
from tests.processes import Processes, Visitor, eventually
from tests.site import Site

SENTENCE = "answering right now, so nothing happened"
FULL = """CREATE FUNCTION full_disk() RETURNS trigger LANGUAGE plpgsql AS
$$BEGIN RAISE EXCEPTION 'could not extend file' USING ERRCODE = 'disk_full'; END$$;
CREATE TRIGGER full_disk BEFORE INSERT ON games_move FOR EACH ROW EXECUTE FUNCTION full_disk()"""


@contextmanager
def no_more_pages() -> Iterator[None]:
    """Keep SQLite from growing by a page, or let PostgreSQL respond as if the file of the moves could not grow."""
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            cursor.execute(FULL)
            yield
            cursor.execute("DROP FUNCTION full_disk CASCADE")
        else:
            cursor.execute("PRAGMA max_page_count = 1")  # the minimum is the present size
            yield
            cursor.execute("PRAGMA max_page_count = 1073741823")


def rows_of(game: Game) -> list[list[dict[str, object]]]:
    fields = game.players.order_by("pk").values(), game.moves.values(), Game.objects.filter(pk=game.pk).values()
    return [list(rows) for rows in fields]


def to_move(game: Game) -> Player:
    return Player.objects.select_related("game", "user").get(game=game, to_move_since__isnull=False)


def press(browser: Client, player: Player, rng: Random, **headers: str) -> int | tuple[int, str]:
    """Post a legal move. Return the status, with the page if the status is an error."""
    form = {"move": rng.choice(legal(player)), "version": play.version_of(player.game, player)}
    answer = browser.post(reverse("move", args=[player.game.public_id]), form, headers=headers)
    return answer.status_code if answer.status_code < 400 else (answer.status_code, answer.content.decode())


@pytest.mark.both
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("headers", [{}, {"HX-Request": "true"}])
def test_a_move_is_refused_and_nothing_of_it_stays(alice: User, bob: User, headers: dict[str, str], caplog) -> None:
    game, rng = table_of(alice, bob), Random(1)
    browsers = {player.pk: client_of(player.user) for player in game.players.select_related("user")}
    for browser in browsers.values():
        browser.raise_request_exception = False
    with no_more_pages():
        while True:
            player, before = to_move(game), rows_of(game)
            answer = press(browsers[player.pk], player, rng, **headers)
            if isinstance(answer, tuple):
                break
    status, page = answer
    assert (status, SENTENCE in page) == (503, True)
    assert ("DiskFull" if connection.vendor == "postgresql" else "SQLITE_FULL") in caplog.text
    assert rows_of(game) == before
    call_command("verify", game.public_id)
    player = to_move(game)
    assert isinstance(press(browsers[player.pk], player, rng), int)
    call_command("verify", game.public_id)


@contextmanager
def disk(folder: Path, megabytes: int) -> Iterator[Path]:
    folder.mkdir()
    if subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={megabytes}m", "tmpfs", folder], check=False).returncode:
        skip_or_fail("no right to mount a file system")
    try:
        if USER:
            os.chown(folder, *_ids(folder.parent))
        folder.chmod(0o700)
        yield folder
    finally:
        subprocess.run(["umount", "--lazy", folder], check=True)


def _ids(folder: Path) -> tuple[int, int]:
    owner = folder.stat()
    return owner.st_uid, owner.st_gid


def fill(folder: Path) -> Path:
    junk = folder / "junk"
    with junk.open("wb", buffering=0) as file:
        try:
            while True:
                file.write(bytes(4096))
        except OSError:
            return junk


def refused(game: Game, visit: Callable[[], tuple[int, str]]) -> bool:
    """Make moves until one is refused with an explanation, and check that nothing of it is stored."""
    for _ in range(3000):
        before, (status, page) = rows_of(game), visit()
        if status != 303:
            assert (status, SENTENCE in page) == (503, True), page
            assert rows_of(game) == before
            return True
    return False


def mover(game: Game, url: str, seed: int = 1) -> Callable[[], tuple[int, str]]:
    """Return a function that makes a move for the player to move at this web process."""
    visitors = {player.pk: Visitor(player.user) for player in game.players.select_related("user")}
    rng = Random(seed)

    def visit() -> tuple[int, str]:
        me = to_move(game)
        form = {"move": rng.choice(legal(me)), "version": play.version_of(me.game, me)}
        answer = visitors[me.pk].post(f"{url}/games/{game.public_id}/move/", **form)
        return answer.status, answer.text

    return visit


@pytest.mark.postgres
@pytest.mark.whole
@pytest.mark.slow
@pytest.mark.django_db(transaction=True)
class TestTablespace:
    """The disk of the moves is full, but not the disk of the write-ahead log."""

    def test_moves_are_refused_until_there_is_room_again(
        self, primary: Cluster, clusters: Path, site: Processes
    ) -> None:
        site.environment |= {"DATABASE_URL": f"{primary.url}/room"}
        (web,) = site.start("web")
        game = table_of(somebody("alice"), somebody("bob"))
        with disk(clusters / "small", 4) as small:
            primary.sql(f"CREATE TABLESPACE small LOCATION '{small}'")
            primary.sql("ALTER TABLE games_move SET TABLESPACE small", "room")
            junk = fill(small)
            visit = mover(game, web.url)
            assert refused(game, visit)
            assert refused(game, visit)
            assert Visitor(to_move(game).user).get(f"{web.url}/games/{game.public_id}/").status == 200
            call_command("verify")
            junk.unlink()
            assert visit()[0] == 303
            call_command("verify")
            primary.sql("ALTER TABLE games_move SET TABLESPACE pg_default", "room")
            primary.sql("DROP TABLESPACE small")


@pytest.mark.postgres
@pytest.mark.whole
@pytest.mark.slow
@pytest.mark.django_db(transaction=True)
class TestWriteAheadLog:
    """The disk of the whole cluster is full: PostgreSQL stops, and the site waits for it."""

    def test_every_accepted_move_is_there_once_there_is_room(
        self, transactional_db: None, clusters: Path, site: Processes
    ) -> None:
        with disk(clusters / "disk", 90) as folder:
            cluster = Cluster(folder / "data")
            cluster.create("min_wal_size = 2MB\nmax_wal_size = 8MB\n", "--wal-segsize=1")
            cluster.start()
            cluster.sql("CREATE DATABASE room")
            with connected_to(HOST="127.0.0.1", PORT=str(cluster.port), USER="postgres", NAME="room"):
                call_command("migrate", verbosity=0)
                self._fill_up(cluster, folder, site)
            cluster.stop()

    def _fill_up(self, cluster: Cluster, folder: Path, site: Processes) -> None:
        site.environment |= {"DATABASE_URL": f"{cluster.url}/room"}
        (web,) = site.start("web")
        game = table_of(somebody("alice"), somebody("bob"))
        visit, junk = mover(game, web.url), fill(folder)
        assert refused(game, visit)
        stored = rows_of(game)
        write_until_it_stops(cluster)
        page = Visitor().get(f"{web.url}/leaderboards/")
        assert (page.status, SENTENCE in page.text) == (503, True)
        assert "PANIC" in (folder / "data.log").read_text()
        junk.unlink()
        cluster.stop()
        cluster.start()
        connection.close()
        connection.close_pool()
        eventually(lambda: Visitor().get(f"{web.url}/leaderboards/").status == 200)
        assert rows_of(game) == stored
        call_command("verify")
        assert visit()[0] == 303


def write_until_it_stops(cluster: Cluster) -> None:
    """Make PostgreSQL need another log file, for which there is no space, so that it stops."""
    with pytest.raises(psycopg.OperationalError):
        for _ in range(100):
            cluster.sql("SELECT pg_switch_wal(), pg_logical_emit_message(true, 'filler', 'x')")


OPEN = """
from tests.cast import *
alice, bob = somebody("alice"), somebody("bob")
table_of(alice, bob)
print(*(client_of(each).cookies["sessionid"].value for each in (alice, bob)))"""
NEXT = """
from random import Random
from games import play
from games.models import Game, Move, Player
from tests.playing import legal
me = Player.objects.select_related("game").get(to_move_since__isnull=False)
print(me.seat, Random({seed}).choice(legal(me)), play.version_of(me.game, me), sep="|")"""
ROWS = """
from games.models import Game, Move, Player
print([list(model.objects.order_by("pk").values()) for model in (Game, Player, Move)])"""


@pytest.mark.whole
@pytest.mark.slow
def test_a_local_site_whose_disk_is_full(tmp_path: Path) -> None:
    with disk(tmp_path / "disk", 40) as folder:
        site = Site(started_before(folder / "var"))
        site.open()
        try:
            fill_and_go_on(site, folder)
        finally:
            assert site.close() == 0


def fill_and_go_on(site: Site, folder: Path) -> None:
    """Check that a move is refused on the full disk, and that the game continues when there is space again."""
    visitors = [Visitor(), Visitor()]
    for visitor, key in zip(visitors, site.shell(OPEN).split(), strict=True):
        visitor._cookies["sessionid"] = key
    path = f"{site.url}/games/table1/"

    def visit(seed: int, room: bool) -> tuple[int, str]:
        seat, text, version = site.shell(NEXT.format(seed=seed)).split("|")
        junk = None if room else fill(folder)
        answer = visitors[int(seat)].post(f"{path}move/", move=text, version=version)
        if junk:
            page = visitors[int(seat)].get(path)
            assert page.status == 200 or SENTENCE in page.text  # SQLite needs some space even for reading
            junk.unlink()
        return answer.status, answer.text

    assert visit(0, room=True)[0] == 303
    before = site.shell(ROWS)
    status, page = visit(1, room=False)
    assert (status, SENTENCE in page) == (503, True)
    assert site.shell(ROWS) == before
    assert visit(2, room=True)[0] == 303
    site.shell("from django.core.management import call_command; call_command('verify')")
