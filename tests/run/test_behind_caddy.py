"""The site's processes and their proxy."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from threading import Event
from time import sleep
from urllib.request import HTTPSHandler, Request, build_opener

import pytest
from django.db import connection
from django.urls import reverse
from django.utils import timezone
from pytest_django import Settings

from accounts.models import User
from games import play
from games.core import store
from games.models import Delivery, Game, Notice, Player
from tests.cast import table_of
from tests.databases import started_before
from tests.mail_server import PostOffice
from tests.processes import Process, Processes, Stay, database_url, eventually
from tests.run.caddy import Proxy, Secure, caddy, client_at, connections_to, proxy_before
from tests.run.slow_clients import DRIP
from tests.run.test_streams import come_through_at_once, secret_of
from tests.site import free_port
from tests.wire import Wire

pytestmark = pytest.mark.redis

WORKERS = ("background", "computers")


class House:
    def __init__(self, processes: Processes, proxy: Proxy, web: list[Process], workers: list[Process]) -> None:
        self.processes, self.proxy, self.web, self.workers = processes, proxy, web, workers

    def restart_all(self) -> None:
        """Replace the processes one by one with new ones.

        The proxy learns about each web process first. Caddy 2.10 would try another one automatically; by then, Debian's
        2.6 has lost a form's body.
        """
        for old in self.web:
            self.proxy.send_to(other for other in self.web if other is not old)
            old.stop()
            self.processes.start_again(old)
            self.proxy.send_to(self.web)
        for old in self.workers:
            old.stop()
            self.processes.start_again(old)


@pytest.fixture
def house(
    transactional_db: None, to_redis: Wire, post: PostOffice, tmp_path: Path, settings: Settings
) -> Iterator[House]:
    caddy("version", folder=tmp_path)
    settings.TURN_MAIL_DELAY = 0
    port = free_port()
    real = {
        "SITE_URL": f"https://localhost:{port}",
        "ALLOWED_HOSTS": "localhost",
        "TRUSTED_PROXIES": "1",
        "DATA_DIR": str(started_before(tmp_path / "var")),
        "STATIC_STORAGE": "chicago.web.static_files.MinifiedStorage",
    }
    processes = Processes(tmp_path, database_url(), to_redis.url, EMAIL_URL=post.url, **real)
    try:
        *web, sockets, background, computers = processes.start("web", "web", "sockets", *WORKERS)
        with proxy_before(tmp_path, port, web, sockets) as proxy:
            yield House(processes, proxy, web, [background, computers])
    finally:
        processes.close()


def test_the_site_behind_the_proxy(
    house: House, alice: User, bob: User, carol: User, charlie: User, post: PostOffice, subtests: pytest.Subtests
) -> None:
    with subtests.test("pages and files"):
        pages_and_files_come_by_https(house.proxy)
    with subtests.test("sockets"):
        a_move_reaches_the_socket(house.proxy, table_of(alice, bob), alice)
    with subtests.test("a long body"):
        answer = Secure(house.proxy).post(f"{house.proxy.url}/play-now/", entropy="a" * 10_000_000)
        assert answer.status == 413 and "more than this site accepts" in answer.text
    with subtests.test("a form that drips"):
        a_form_reaches_the_site_whole(house)
    with subtests.test("streams and polls of the API"):
        come_through_at_once(house.proxy, table_of(carol, charlie), secret_of(carol))
    with subtests.test("a rolling restart"):
        a_rolling_restart_loses_no_request_and_no_mail(house, [table_of(alice, bob), table_of(carol, charlie)], post)


def pages_and_files_come_by_https(proxy: Proxy) -> None:
    opener = build_opener(Stay, HTTPSHandler(context=proxy.context))
    with opener.open(Request(f"{proxy.url}/about/", headers={"Accept-Encoding": "gzip"}), timeout=20) as page:
        assert (page.status, page.headers["Content-Encoding"], page.headers["Server"]) == (200, "gzip", None)
        assert page.headers["Strict-Transport-Security"]
    sheets = re.findall(r'href="(/static/[^"]+\.css)"', Secure(proxy).get(f"{proxy.url}/about/").text)
    assert sheets and all(Secure(proxy).get(f"{proxy.url}{sheet}").status == 200 for sheet in sheets)
    assert Secure(proxy).get(f"{proxy.plain}/about/").status == 308
    assert Secure(proxy).get(f"{proxy.url}/metrics").status == 404


def a_move_reaches_the_socket(proxy: Proxy, game: Game, viewer: User) -> None:
    with Secure(proxy, viewer).listen_at(proxy, game.public_id) as page:
        assert json.loads(page.recv(10))["version"] == game.version
        assert move(Secure(proxy, mover(game)), proxy, game) == 303
        game.refresh_from_db()
        assert json.loads(page.recv(10))["version"] == game.version


def a_form_reaches_the_site_whole(house: House) -> None:
    """Check that no web process has a connection for a form while Caddy receives it slowly.

    The form's valid token comes last.
    """
    eventually(lambda: not connections_to(house.web), why=lambda: "connections are kept open")
    headers = Secure(house.proxy).headers() | {"Host": f"localhost:{house.proxy.port}"}
    body = f"login=alice&password=wrong&csrfmiddlewaretoken={'c' * 32}"
    headers |= {"Content-Type": "application/x-www-form-urlencoded", "Content-Length": str(len(body))}
    lines = [f"POST {reverse('account_login')} HTTP/1.1", *(f"{name}: {value}" for name, value in headers.items())]
    with client_at(house.proxy) as client:
        client.sendall("\r\n".join([*lines, "", body[:-32]]).encode())
        for byte in body[-32:-1]:
            client.sendall(byte.encode())
            assert not connections_to(house.web)
            sleep(DRIP / 2)
        client.sendall(body[-1].encode())
        assert client.recv(65536).split()[1] == b"200"


def a_rolling_restart_loses_no_request_and_no_mail(house: House, tables: list[Game], post: PostOffice) -> None:
    load = Load(house.proxy, tables)
    with load.running():
        eventually(lambda: load.moves > 4, 30)
        before = load.moves
        house.restart_all()
        eventually(lambda: load.moves > before + 4, 30)
    assert set(load.answers) == {200, 303}, load.answers
    made = sum(game.moves.filter(by="player").count() + drafts(game) for game in tables)
    assert made == load.moves
    eventually(lambda: not pending(), 60, house.processes.said)
    mails = {mail["To"] for mail in post.mails}
    assert len(mails) == 4
    assert not Delivery.objects.filter(state=Delivery.State.FAILED).exists()


class Load:
    """Visitors, one at each table, who load the page and draw for the player to move."""

    def __init__(self, proxy: Proxy, tables: list[Game]) -> None:
        self._proxy, self._tables = proxy, tables
        self._stop = Event()
        self.answers: Counter[int] = Counter()
        self.moves = 0

    @contextmanager
    def running(self) -> Iterator[None]:
        """Play until the block ends. Raise the players' errors, including broken connections."""
        with ThreadPoolExecutor(len(self._tables)) as pool:
            playing = [pool.submit(self._play, game) for game in self._tables]
            try:
                yield
            finally:
                self._stop.set()
        for each in playing:
            each.result()

    def _play(self, game: Game) -> None:
        browsers = {player.user: Secure(self._proxy, player.user) for player in game.players.select_related("user")}
        try:
            while not self._stop.wait(0.1):
                browser = browsers[mover(game)]
                status = move(browser, self._proxy, game)
                self.answers[status] += 1
                self.moves += status == 303
                self.answers[browser.get(f"{self._proxy.url}{game.get_absolute_url()}").status] += 1
        finally:
            connection.close()


def mover(game: Game) -> User:
    found = Player.objects.select_related("user").get(game=game, to_move_since__isnull=False).user
    assert found is not None
    return found


def move(browser: Secure, proxy: Proxy, game: Game) -> int:
    """Make a legal move for the player to move, a draw if possible, and return the status."""
    me = Player.objects.select_related("game").get(game=game, to_move_since__isnull=False)
    legal = play.drafted(store.load(me.game).state, me).legal_moves(me.place)
    chosen = "draw" if "draw" in legal else legal[0]
    version = play.version_of(me.game, me)
    return browser.post(f"{proxy.url}/games/{game.public_id}/move/", move=chosen, version=version).status


def drafts(game: Game) -> int:
    return sum(len(player.drafts) for player in game.players.all())


def pending() -> bool:
    due = {"state": "pending", "due_at__lte": timezone.now()}
    return Notice.objects.filter(**due).exists() or Delivery.objects.filter(**due).exists()
