"""The table page: its size in bytes, and its number of queries early and late in a game."""

from __future__ import annotations

import gzip
import re
from collections.abc import Iterator
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from django.conf import settings
from django.contrib.staticfiles.storage import staticfiles_storage
from django.core.management import call_command
from django.db import connection
from django.test import Client
from django.test.runner import DiscoverRunner
from django.test.utils import (
    CaptureQueriesContext,
    override_settings,
    setup_test_environment,
    teardown_test_environment,
)

from accounts.models import User
from chicago.web.static_files import MinifiedStorage
from games import play
from games.core import store
from games.models import Game, Player
from lab.bench.measure import Measure
from tests.cast import client_of, somebody, table_of
from tests.playing import asked_seat

EARLY, LATE = 5, 300


def measures() -> Iterator[Measure]:
    """Yield every measure of the table page, on a new database, with six players for the longest page."""
    setup_test_environment()
    runner = DiscoverRunner(verbosity=0, interactive=False)
    databases = runner.setup_databases()
    try:
        yield from _measured()
    finally:
        runner.teardown_databases(databases)
        teardown_test_environment()


def _measured() -> Iterator[Measure]:
    people = [somebody(name) for name in ("alice", "bob", "carol", "dave", "erin", "frank")]
    game = table_of(*people)
    chance = Random(11)
    _play_to(game, EARLY, chance)
    early = _queries(game)
    _play_to(game, LATE, chance)
    late = _queries(game)
    yield Measure(f"queries of the table page at move {EARLY}", early, 15, "", False)
    yield Measure(f"queries of the table page at move {LATE}", late, early, "", False)
    html = _page(game)
    yield Measure("table page, HTML uncompressed", len(html) / 1000, 80, " kB", False)
    yield Measure("table page with CSS, scripts and sprite, compressed", _weight(html) / 1000, 50, " kB", False)


def _play_to(game: Game, number: int, chance: Random) -> None:
    while game.moves.count() <= number:
        player = Player.objects.select_related("game").filter(game=game, to_move_since__isnull=False).first()
        if player is None:
            raise RuntimeError("the game ended too early to be measured: take another seed")
        legal = play.drafted(store.load(player.game).state, player).legal_moves(player.place)
        cautious = [move for move in legal if move == "draw"] or legal
        play.move(
            player, chance.choice(cautious if chance.random() < 0.6 else legal), play.version_of(player.game, player)
        )


def _asked(game: Game) -> User:
    user = asked_seat(game).user
    assert user is not None  # no seat is empty
    return user


def _client(game: Game) -> Client:
    return client_of(_asked(game))


def _queries(game: Game) -> int:
    client = _client(game)
    client.get(game.get_absolute_url())
    with CaptureQueriesContext(connection) as queries:
        client.get(game.get_absolute_url())
    return len(queries)


def _page(game: Game) -> bytes:
    return _client(game).get(game.get_absolute_url()).content


def _weight(html: bytes) -> int:
    """Return the bytes of a first visit: the page and the files that it loads, without the vendored htmx.

    The site's static storage collects, minifies and compresses the files. Files named only in a ``data-`` attribute
    don't count: they are loaded later or never.
    """
    loaded = re.sub(r'\sdata-[\w-]+="[^"]*"', "", html.decode())
    named = set(re.findall(rf"{re.escape(settings.STATIC_URL)}([\w./-]+\.(?:css|js|svg))\b", loaded))
    backend = {"BACKEND": "chicago.web.static_files.MinifiedStorage"}
    with (
        TemporaryDirectory() as folder,
        override_settings(STATIC_ROOT=folder, STORAGES=settings.STORAGES | {"staticfiles": backend}),
    ):
        call_command("collectstatic", verbosity=0, interactive=False)
        assert isinstance(staticfiles_storage, MinifiedStorage)
        files = [Path(folder, staticfiles_storage.stored_name(name)) for name in named if "vendor/" not in name]
        return len(gzip.compress(html, 9)) + sum(map(_sent, files))


def _sent(file: Path) -> int:
    """Return the bytes of a collected file as sent: of its Brotli copy, if there is one."""
    compressed = file.with_name(f"{file.name}.br")
    return (compressed if compressed.exists() else file).stat().st_size
