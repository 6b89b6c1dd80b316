"""Moves and pages compared with those of a minimal Django site (lab/bench/minimal.py), on the same PostgreSQL.

The figure is the CPU time of the server and the database together. Requests go directly to the WSGI application, so
that neither site needs a web server, and alternate between the sites, so that noise affects both. Each ratio is the
minimal site's median divided by ours: 0.5 means that ours costs twice as much.
"""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from random import Random
from statistics import median
from time import process_time
from typing import Any

from django.conf import settings
from django.core.handlers.wsgi import WSGIHandler
from django.db import connection
from django.test import Client, RequestFactory
from django.test.runner import DiscoverRunner
from django.test.utils import override_settings

from accounts.models import User
from games import play
from games.core import store
from games.models import Game, Player
from lab.bench import minimal
from lab.bench.measure import Measure
from tests.cast import somebody, table_of

SAMPLES = 120

WARM_UP = 10
PEOPLE = ("alice", "bob", "carol", "dave")
GAMES = ("chicago_poker", "swedish_chicago")
BARS = {"move": 0.42, "fragment": 0.22, "page": 0.2}
"""The minimum ratio for each kind of request (docs/decisions/0018-orm.md)."""


class Visitor:
    """A signed-in user who calls a WSGI application directly. ``spent`` is the CPU time of the last request."""

    def __init__(self, person: User) -> None:
        self.person = person
        client = Client()
        client.force_login(person, "accounts.auth.backends.PasswordBackend")
        token = "a" * 32
        cookies = {morsel.key: morsel.value for morsel in client.cookies.values()} | {settings.CSRF_COOKIE_NAME: token}
        cookie = "; ".join(f"{name}={value}" for name, value in cookies.items())
        self._requests = RequestFactory(HTTP_COOKIE=cookie, HTTP_X_CSRFTOKEN=token, HTTP_ACCEPT_ENCODING="gzip")
        self.spent = 0.0

    def ask(
        self, site: WSGIHandler, status: int, path: str, data: Mapping[str, str] | None = None, **headers: str
    ) -> None:
        """Request a page. Raise `RuntimeError` unless the response has this ``status``."""
        build = self._requests.get if data is None else self._requests.post
        self.send(site, status, build(path, data, headers=headers).environ)

    def send(self, site: WSGIHandler, status: int, environ: dict[str, Any]) -> None:
        """Send a request with this environ. Raise `RuntimeError` unless the response has this ``status``.

        Set ``spent`` to the CPU seconds of this process and of the database.
        """
        answered: list[str] = []
        written: list[bytes] = []

        def start(line: str, _headers: list[tuple[str, str]], _failure: object = None, /) -> Callable[[bytes], object]:
            answered.append(line)
            return written.append

        databases, site_before = _databases_worked(), process_time()
        answer = site(environ, start)
        b"".join(answer)
        answer.close()
        self.spent = process_time() - site_before + _databases_worked() - databases
        if not answered[0].startswith(str(status)):
            raise RuntimeError(f"{environ['PATH_INFO']} was answered with {answered[0]}")


def _databases_worked() -> float:
    """Return the CPU seconds of the database's processes that serve this process.

    These processes are looked up only once, because the query itself needs CPU time.
    """
    return sum(map(_worked, _backends()))


def _backends() -> list[int]:
    if not _BACKENDS:
        with connection.cursor() as cursor:
            cursor.execute("SELECT pid FROM pg_stat_activity WHERE datname = current_database()")
            _BACKENDS.extend(pid for (pid,) in cursor.fetchall())
    return _BACKENDS


_BACKENDS: list[int] = []


def _worked(pid: int) -> float:
    """Return the CPU seconds of a process, from Linux's scheduler statistics."""
    return int(Path(f"/proc/{pid}/schedstat").read_text(encoding="ascii").split()[0]) / 1e9


def measures() -> Iterator[Measure]:
    """Yield the measures of moves, fragments and pages in each game, all on the same new database."""
    runner = DiscoverRunner(verbosity=0, interactive=False)
    databases = runner.setup_databases()
    try:
        with connection.schema_editor() as editor:
            for model in minimal.MODELS:
                editor.create_model(model)
        with override_settings(RATE_LIMITS=settings.RATE_LIMITS | {"move": "1000000/m/key"}):  # never reached
            yield from _measured()
    finally:
        runner.teardown_databases(databases)


def _measured() -> Iterator[Measure]:
    people = [somebody(name) for name in PEOPLE]
    gc.collect()
    gc.freeze()  # as chicago/wsgi.py does
    with _minimal_site():
        reference = Reference(people)
    for variant in GAMES:
        ours = Ours(variant, people)
        samples: dict[str, list[tuple[float, float]]] = {kind: [] for kind in BARS}
        for _round in range(SAMPLES + WARM_UP):
            for kind, pairs in samples.items():
                mine = getattr(ours, kind)()
                with _minimal_site():
                    pairs.append((mine, reference.move() if kind == "move" else reference.page()))
        for kind, pairs in samples.items():
            mine, theirs = (median(times) for times in zip(*pairs[WARM_UP:], strict=True))
            yield Measure(
                f"{variant}: {kind}, {mine * 1000:.1f} ms against {theirs * 1000:.1f} ms",
                theirs / mine,
                BARS[kind],
                "×",
                True,
            )


@contextmanager
def _minimal_site() -> Iterator[None]:
    with override_settings(ROOT_URLCONF="lab.bench.minimal", MIDDLEWARE=minimal.MIDDLEWARE):
        yield


class Reference:
    """The minimal site, with a match whose players move in turn. Use it within ``_minimal_site``."""

    def __init__(self, people: list[User]) -> None:
        self._site, self._visitors = WSGIHandler(), {person.pk: Visitor(person) for person in people}
        self._match = minimal.new_match(people)
        for _number in range(20):
            self.move()

    def move(self) -> float:
        match = minimal.Match.objects.get(pk=self._match.pk)
        visitor = self._visitors[match.to_move_id]
        visitor.ask(
            self._site, 302, f"/minimal/{match.pk}/move/", {"version": str(match.version), "move": "play place 1"}
        )
        return visitor.spent

    def page(self) -> float:
        visitor = next(iter(self._visitors.values()))
        visitor.ask(self._site, 200, f"/minimal/{self._match.pk}/")
        return visitor.spent


class Ours:
    """Our site, with a table at which random moves are made. A new table replaces a finished one."""

    def __init__(self, variant: str, people: list[User]) -> None:
        self._site, self._variant, self._people = WSGIHandler(), variant, people
        self._visitors = {person.pk: Visitor(person) for person in people}
        self._chance = Random(7)
        self._game = self._new_game()

    def _new_game(self) -> Game:
        return table_of(*self._people, variant=self._variant)

    def move(self) -> float:
        """Return the CPU seconds of a final move, without the drafts before it."""
        return self.sealed(self._post)

    def _post(self, visitor: Visitor, game: Game, move: dict[str, str]) -> None:
        visitor.ask(self._site, 303, f"{game.get_absolute_url()}move/", move)

    def sealed(self, post: Callable[[Visitor, Game, dict[str, str]], None]) -> float:
        """Make moves until one is final, and return its CPU seconds. ``post`` sends a visitor's form for a game."""
        while True:
            if (player := self._to_move()) is None:
                self._game = self._new_game()
                continue
            state = play.drafted(store.load(player.game).state, player)
            text = self._choose(state.legal_moves(player.place))
            sealed = state.commits(player.place, text)
            visitor = self._visitor(player)
            post(visitor, self._game, {"version": play.version_of(player.game, player), "move": text})
            if sealed:
                return visitor.spent

    def _choose(self, legal: Sequence[str]) -> str:
        return self._chance.choice([move for move in legal if move == "draw"] * (len(legal) // 2) + list(legal))

    def _visitor(self, player: Player | None) -> Visitor:
        """Return the visitor in the seat to move or, if the game is over, in the first seat."""
        user = player.user_id if player else None
        return self._visitors[self._people[0].pk if user is None else user]

    def _to_move(self) -> Player | None:
        waiting = Player.objects.filter(game=self._game, to_move_since__isnull=False, game__status=Game.Status.RUNNING)
        return waiting.select_related("game").order_by("seat").first()

    def fragment(self) -> float:
        """Return the CPU seconds of the table's fragment, for the player to move."""
        return self._page(**{"HX-Request": "true"})

    def page(self) -> float:
        """Return the CPU seconds of the whole table page, for the player to move."""
        return self._page()

    def _page(self, **headers: str) -> float:
        visitor = self._visitor(self._to_move())
        visitor.ask(self._site, 200, self._game.get_absolute_url(), None, **headers)
        return visitor.spent
