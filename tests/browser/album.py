"""The states of the site's pages of which ``tests.browser.pictures`` takes pictures, rendered without a server."""

from __future__ import annotations

import random
import secrets
from contextlib import redirect_stdout
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from io import StringIO
from pathlib import Path
from unittest.mock import patch

import time_machine
from django.conf import settings
from django.core import mail
from django.core.cache import cache
from django.db import transaction

from accounts.models import User
from chicago.translations.catalogues import compile_changed
from games.models import Game, Player, Report
from tests.browser.sentences import Move, Telling
from tests.browser.test_every_page import PAST
from tests.browser.test_replay import STORED
from tests.cast import client_of, somebody, table_of
from tests.notifications.outbox_steps import deliver_due
from tests.playing import play_on
from tests.queue import Queue
from tests.scene import build

NOW = datetime(2026, 3, 4, 10, 30, tzinfo=UTC)
SENT = ("Content-Type", "Content-Security-Policy", "Content-Language")
HTML = "text/html; charset=utf-8"
STORIES = Path(__file__).parent / "stories"


@dataclass(frozen=True)
class Page:
    """One state of a page as it is sent; ``clicks`` are selectors of what is pressed before it is looked at."""

    name: str
    path: str
    headers: dict[str, str]
    body: bytes
    clicks: tuple[str, ...]
    moment: datetime = NOW


class Here:
    """Stands for a site whose pieces of Python run in this process (``tests.site.Site.shell``)."""

    def shell(self, code: str) -> str:
        """What the code prints."""
        printed = StringIO()
        with redirect_stdout(printed):
            exec(code, {})
        return printed.getvalue().strip()


def _card(code: str) -> str:
    return f"label:has(input[name=card][value='{code}'])"


class Album:
    """The pages kept so far."""

    def __init__(self) -> None:
        self.pages: list[Page] = []

    def keep(self, name: str, path: str, who: str | None = None, language: str = "en", *clicks: str) -> None:
        """Keep the page that somebody sees there; None is a visitor."""
        cache.clear()
        User.objects.update(language=language)
        client = client_of(User.objects.get(username=who) if who else None)
        client.cookies[settings.LANGUAGE_COOKIE_NAME] = language
        answer = client.get(path, headers={"Accept-Language": language})
        if answer.status_code not in (200, 404):
            raise RuntimeError(f"{path} answers {answer.status_code}")
        sent = {header: answer.headers[header] for header in SENT if header in answer.headers}
        self.add(name, path, answer.content, sent, clicks)

    def add(
        self, name: str, path: str, body: bytes, headers: dict[str, str] | None = None, clicks: tuple[str, ...] = ()
    ) -> None:
        """Keep a page that was made otherwise."""
        number = f"{len(self.pages) + 1:02}"
        self.pages.append(Page(f"{number}-{name}", path, headers or {"Content-Type": HTML}, body, clicks))


def pages() -> list[Page]:
    """Every state, in order. The clock stands still, and what is random elsewhere is the same every time."""
    compile_changed()
    chance, album = random.Random(1), Album()
    with (
        time_machine.travel(NOW, tick=False),
        patch.object(secrets, "token_bytes", lambda size=32: chance.randbytes(size or 32)),
        patch.object(secrets, "choice", chance.choice),
        patch.object(secrets, "randbelow", chance.randrange),
    ):
        for scene in (_of_chicago_poker, _special_cards, _of_swedish_chicago, _of_people, _mails):
            random.seed(1)
            with transaction.atomic():
                scene(album)
                transaction.set_rollback(True)
    return album.pages


def _of_chicago_poker(album: Album) -> None:
    """Tables in every state and all that surrounds them."""
    build("chicago_poker")
    album.keep("front", "/")
    album.keep("front-signed-in", "/", "alice", "fr")
    album.keep("lobby", "/lobby/", "bob", "pl")
    album.keep("open-table", "/lobby/open/", "bob")
    album.keep("home", "/tables/", "alice", "sv")
    album.keep("waiting-host", "/games/waits/", "alice")
    album.keep("invited", f"/join/{Game.objects.get(table='private').invitation}/", "bob", "fr")
    asked = Player.objects.get(game__table="running", asked__isnull=False).user
    album.keep("running", "/games/running/", asked.username)
    album.keep("running-visitor", "/games/running/", None, "pl")
    album.keep("talk", "/games/running/talk/", "bob")
    album.keep("paused", "/games/paused/", "alice", "sv")
    album.keep("vacant", "/games/lost/", "bob")
    album.keep("sitting-in", "/games/sitting/", "bob", "fr")
    album.keep("over", "/games/over/", "alice")
    album.keep("fair", "/games/over/fair/", "alice", "pl")
    album.keep("log", "/games/over/log/", "alice")
    album.keep("rules-chicago-poker", "/rules/chicago_poker/", None, "sv")
    album.keep("settings", "/settings/", "alice")
    album.keep("security", "/settings/security/", "alice", "fr")
    album.keep("notices", "/settings/notices/", "alice")
    album.keep("vacation", "/settings/vacation/", "bob", "pl")
    album.keep("friends", "/friends/", "alice")
    album.keep("sign-in", "/accounts/login/", None, "sv")
    album.keep("sign-up", "/accounts/signup/")
    album.keep("nothing-here", "/games/nowhere/", None, "fr")
    album.keep("privacy", "/privacy/", None, "pl")
    _back_office(album)


def _back_office(album: Album) -> None:
    report = Report.objects.earliest("pk")
    album.keep("reports", "/back-office/games/report/", "mona")
    album.keep("case", f"/back-office/games/report/{report.pk}/change/", "mona")
    album.keep("acts", "/back-office/games/act/", "mona")
    album.keep("desk", f"/back-office/games/game/{Game.objects.get(table='running').pk}/desk/", "staff")
    album.keep("admin-index", "/back-office/", "staff")


def _special_cards(album: Album) -> None:
    """A recorded duel of Chicago Poker, from the first card chosen to its end and its replay."""
    telling = Telling(Here())  # type: ignore[arg-type]

    def upto(verb: str) -> tuple[str, str, Move]:
        move = telling.skip_to(lambda move: move.verb == verb)
        return telling.record.seats[move.seat], telling.record.seats[1 - move.seat], move

    mine, theirs, move = upto("play")
    album.keep("card-chosen", telling.address, mine, "fr", _card(move.text.split()[1]))
    album.keep("not-my-move", telling.address, theirs)
    mine, _theirs, move = upto("liquidation")
    tile, seat = move.text.split()[1:]
    album.keep("liquidation", f"{telling.address}?card=liquidation&at={tile}&of={seat}", mine, "pl")
    mine, _theirs, move = upto("raid")
    album.keep("raid", f"{telling.address}?card=raid", mine)
    mine, _theirs, move = upto("bribery")
    album.keep("bribery", f"{telling.address}?card=bribery", mine, "sv")
    mine, theirs, move = upto("send")
    album.keep("tie", telling.address, mine, "fr")
    album.keep("tie-waiting", telling.address, theirs)
    mine, theirs, move = upto("limousine")
    source, onto, *load = move.text.split()[1:]
    album.keep(
        "limousine", f"{telling.address}?card=limousine&from={source}&cards={'-'.join(load)}&to={onto}", mine, "pl"
    )
    album.keep("limousine-begun", f"{telling.address}?card=limousine", mine)
    telling.skip()
    album.keep("duel-over", telling.address, telling.record.seats[0])
    table, _last, tied, staged, _seen = (
        Here().shell(STORED.format(path=str(STORIES / "two-people.record.json"), moves=None, table="replayed")).split()
    )
    album.keep("replay", f"/games/{table}/replay/?at={staged}", "alice", "sv")
    album.keep("replay-tie", f"/games/{table}/replay/?at={tied}&cards=up", "bob")


def _of_swedish_chicago(album: Album) -> None:
    """A recorded game of six of Swedish Chicago in each of its phases."""
    telling = Telling(Here(), "swedish-six")  # type: ignore[arg-type]
    seats = telling.record.seats
    for number, verb in enumerate(("exchange", "announce", "play")):
        move = telling.skip_to(lambda move, verb=verb: move.verb == verb)  # type: ignore[misc]
        album.keep(f"swedish-{verb}", telling.address, seats[move.seat], ("sv", "en", "fr")[number])
    album.keep("swedish-waiting", telling.address, seats[(move.seat + 1) % len(seats)], "pl")
    telling.skip()
    album.keep("swedish-over", telling.address, seats[0])
    album.keep("rules-swedish-chicago", "/rules/swedish_chicago/", None, "fr")


def _of_people(album: Album) -> None:
    """Those who have played for a year."""
    Here().shell(PAST)
    long = "Wolfeschlegelsteinhausenberger"
    album.keep("profile", "/people/rosa/", "rosa")
    album.keep("head-to-head", f"/people/{long}/with/Maximiliana-von-Oberwinter/", "rosa", "sv")
    album.keep("leaderboard", "/leaderboards/chicago_poker/", None, "pl")


def _mails(album: Album) -> None:
    """The mails of two games, as a mail program shows their HTML."""
    queue = Queue()
    mail.outbox.clear()
    with patch("celery.app.base.Celery.send_task", queue.send_task):
        alice, bob = somebody("alice", language="en"), somebody("bob", language="sv")
        play_on(table_of(alice, bob, name="By mail", table="bymail"), 14)
        play_on(table_of(bob, alice, name="More of it", table="moreofit", slug="swedish_chicago"), 9)
        for minutes in (30, 60):
            with time_machine.travel(NOW + timedelta(minutes=minutes), tick=False):
                deliver_due(queue)
    for number, sent in enumerate(mail.outbox, start=1):
        assert isinstance(sent, mail.EmailMultiAlternatives)
        album.add(f"mail-{number}", "/", str(sent.alternatives[0][0]).encode())
