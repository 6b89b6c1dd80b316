"""Pages of a synthetic site (lab/bench/synthetic.py), and their database queries."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cached_property
from time import perf_counter
from typing import Any, NamedTuple

from django.contrib import admin
from django.db import connection
from django.test import Client
from django.urls import reverse

from accounts.models import User
from games.models import Appeal, Game, Player, Report
from lab.bench.synthetic import BUSY, NEWCOMER, REGULAR, SECOND_GAME
from tests.cast import client_of, somebody, table_of
from tests.playing import give_up, play_on


class Page(NamedTuple):
    """An address, the name of the user who opens it, or empty for a visitor, and a short description."""

    viewer: str
    address: str
    what: str = ""

    def __str__(self) -> str:
        return f"{self.what or self.address} ({self.viewer or 'visitor'})"


class Asked(NamedTuple):
    """A query, and the seconds until its rows were fetched."""

    sql: str
    params: Any
    seconds: float

    @property
    def is_select(self) -> bool:
        return self.sql.startswith(("SELECT", "(SELECT", "(("))


def pages() -> list[Page]:
    """Create a staff user and a game. Return the pages whose cost might grow with the site, each with its viewer."""
    staff = somebody("staff", is_staff=True, is_superuser=True).username
    return [*_public(), *_own(), *_back_office(staff), *_desks(staff)]


def _public() -> Iterator[Page]:
    for viewer in ("", NEWCOMER):
        yield Page(viewer, reverse("front"), "front page")
        yield Page(viewer, reverse("lobby"), "lobby")
    yield Page("", f"{reverse('lobby')}?page=5", "lobby, page 5")
    yield Page("", f"{reverse('lobby')}?game={SECOND_GAME}", "lobby, filtered")
    yield Page("", reverse("leaderboards"), "leaderboards")
    yield Page("", reverse("open-data"), "open data")
    for viewer in ("", REGULAR):
        yield Page(viewer, reverse("leaderboard", args=[SECOND_GAME]), "one leaderboard")
    yield Page("", f"{reverse('leaderboard', args=[SECOND_GAME])}?page=20", "one leaderboard, page 20")
    for viewer in ("", BUSY):
        yield Page(viewer, reverse("profile", args=[REGULAR]), "profile of somebody with a long history")
    yield Page("", reverse("profile", args=[NEWCOMER]), "profile")
    yield Page("", reverse("head-to-head", args=[REGULAR, _opponent()]), "head to head")


def _opponent() -> str:
    games = Game.objects.filter(players__user__username=REGULAR, status=Game.Status.OVER, public=True)
    opponent = Player.objects.get(game=games.latest("pk"), seat=1).user
    assert opponent is not None  # the synthetic site erases nobody
    return opponent.username


def _own() -> Iterator[Page]:
    yield Page(REGULAR, reverse("profile", args=[REGULAR]), "own profile, long history")
    yield Page(REGULAR, reverse("home"), "My tables, long history")
    yield Page(BUSY, reverse("home"), "My tables, many running")
    yield Page(BUSY, reverse("waiting"), "number of tables that wait")
    for name in ("friends", "notices", "vacation", "my-data", "decisions", "settings"):
        yield Page(REGULAR, reverse(name))
    running = Game.objects.filter(status=Game.Status.RUNNING, public=True)
    yield Page("", running.latest("pk").get_absolute_url(), "table")
    over = give_up(play_on(table_of(*(User.objects.get(username=name) for name in (REGULAR, NEWCOMER))), 9))
    for name in ("table", "replay", "record", "deal-audit", "log"):
        yield Page("", reverse(name, args=[over.public_id]), f"game that is over: {name}")


def _back_office(staff: str) -> Iterator[Page]:
    yield Page(staff, reverse("admin:index"), "back office")
    for model in sorted(admin.site._registry, key=lambda each: each._meta.label):
        if model is not Appeal:  # the list of reports contains the appeals
            yield Page(staff, reverse(f"admin:{model._meta.label_lower.replace('.', '_')}_changelist"))
    games = reverse("admin:games_game_changelist")
    for query in ("p=20", "late=yes", "status__exact=open", f"variant={SECOND_GAME}", "o=1", "q=s17", f"q={NEWCOMER}"):
        yield Page(staff, f"{games}?{query}")
    for listed, query in (
        *(("player", f"q={NEWCOMER}"), ("move", "made_by=player"), ("move", "game__variant=chicago_poker")),
        *(
            ("delivery", "state__exact=failed"),
            ("delivery", f"q={REGULAR}"),
            ("message", "q=s17"),
            ("hint", "aside=yes"),
        ),
        *(("report", "show=mine"), ("report", "show=done"), ("report", "show=done&page=5")),
    ):
        yield Page(staff, f"{reverse(f'admin:games_{listed}_changelist')}?{query}")
    yield Page(staff, f"{reverse('admin:accounts_user_changelist')}?q={REGULAR}")
    yield Page(staff, reverse("admin:games_delivery_stuck"), "what is stuck")


def _desks(staff: str) -> Iterator[Page]:
    running = Game.objects.filter(status=Game.Status.RUNNING).latest("pk")
    yield Page(staff, reverse("admin:games_game_desk", args=[running.pk]), "a game's desk")
    yield Page(staff, reverse("admin:games_game_change", args=[running.pk]), "a game in the back office")
    report = Report.objects.filter(state=Report.State.OPEN).latest("pk")
    yield Page(staff, reverse("admin:games_report_change", args=[report.pk]), "a report")
    person = User.objects.get(username=REGULAR)
    yield Page(staff, reverse("admin:accounts_user_change", args=[person.pk]), "a person in the back office")


@dataclass
class Browsers:
    """Test clients, one per user and one for visitors, that record the queries of each visit."""

    _open: dict[str, Client] = field(default_factory=dict)

    def visit(self, page: Page) -> list[Asked]:
        """Return the queries of one visit. Raise `RuntimeError` unless the status is 200."""
        if page.viewer not in self._open:
            user = User.objects.get(username=page.viewer) if page.viewer else None
            self._open[page.viewer] = client_of(user)
        with _listening() as asked:
            answer = self._open[page.viewer].get(page.address)
        if answer.status_code != 200:
            raise RuntimeError(f"{page} answered {answer.status_code}")
        return asked


@contextmanager
def _listening() -> Iterator[list[Asked]]:
    asked: list[Asked] = []

    def listen(execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        begun = perf_counter()
        try:
            return execute(sql, params, many, context)
        finally:
            asked.append(Asked(sql, params, perf_counter() - begun))

    with connection.execute_wrapper(listen):
        yield asked


@dataclass(frozen=True)
class Plan:
    root: dict[str, Any]

    @classmethod
    def of(cls, query: Asked, *, run: bool) -> Plan:
        """Return the plan of a SELECT. With ``run``, execute it, so that the plan contains actual numbers of rows."""
        with connection.cursor() as cursor:
            cursor.execute(f"EXPLAIN ({'ANALYZE, ' if run else ''}FORMAT JSON) {query.sql}", query.params)
            (found,) = cursor.fetchone()
        return cls((json.loads(found) if isinstance(found, str) else found)[0]["Plan"])

    @cached_property
    def nodes(self) -> list[dict[str, Any]]:
        found, new = [], [self.root]
        while new:
            found += new
            new = [child for node in new for child in node.get("Plans", ())]
        return found

    def scanned(self) -> set[str]:
        return {node["Relation Name"] for node in self.nodes if node["Node Type"].endswith("Seq Scan")}

    def read(self) -> dict[str, int]:
        """Return the number of rows read from each table, including those filtered out. Needs ``run=True``."""
        rows: dict[str, int] = {}
        for node in self.nodes:
            if "Relation Name" in node:
                table = node["Relation Name"]
                dropped = node.get("Rows Removed by Filter", 0) + node.get("Rows Removed by Index Recheck", 0)
                rows[table] = rows.get(table, 0) + round((node["Actual Rows"] + dropped) * node["Actual Loops"])
        return rows
