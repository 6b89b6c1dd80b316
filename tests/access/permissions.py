"""Permissions: reads the table in permissions.txt, and builds the site that its rows refer to.

Seven people look at the same site: a visitor, a guest, a player (alice), her opponent (bob), a spectator with an
account (charlie), a moderator, staff. Every table is alice's and bob's; the private ones are visible to these two only.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from datetime import date, timedelta
from http.cookies import SimpleCookie
from itertools import product
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl, urlencode, urlsplit

from allauth.account.internal.flows.login import record_authentication
from allauth.account.models import EmailAddress, EmailConfirmationHMAC
from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from django.contrib.auth.models import Group
from django.db import connection, transaction
from django.http import HttpRequest, HttpResponse
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver, resolve, reverse
from django.utils import timezone

from accounts.models import AuthorizedProgram, Export, Friendship, SavedList, Token, User
from accounts.oauth import programs
from accounts.tokens import tokens
from games import moderation, play
from games.bots import players
from games.chat import rooms
from games.models import (
    Delivery,
    FeedKey,
    Game,
    Hint,
    Incident,
    Kind,
    Notice,
    OpenDataFile,
    Player,
    PushSubscription,
    Rating,
    RatingChange,
    Report,
    Telling,
    Webhook,
)
from games.moderation.rights import GROUP
from games.notifications import notice_link, seat_links, unsubscribe
from games.play import ArrangementChoice
from tests.cast import client_of, some_guest, some_moderator, somebody, table_of
from tests.counting import forget_counts
from tests.lobby.test_lobby import filled
from tests.oauth.program import an_app
from tests.outside.cast import bot_of
from tests.playing import give_up, lose_seat, play_on

ROLES = ("visitor", "guest", "player", "opponent", "spectator", "moderator", "staff")
PROBES = ("/healthz", "/readyz")
"""Addresses that are no view's: the outermost middleware answers."""

_ROWS = (
    "django_session",
    "usersessions_usersession",
    "accounts_sighting",
    'accounts_user" SET "here_at',
    'games_player" SET "last_seen_at',
    'accounts_token" SET "used_at',
)
NOTED = re.compile(rf'[A-Z ]+"({"|".join(_ROWS)})"')
"""Tables that GET may write: sessions, presence, connection traces, uses of tokens."""


@dataclass(frozen=True)
class Line:
    """A line of the table: a request, and the answer that each of ``ROLES`` gets."""

    method: str
    page: str
    places: tuple[str, ...]
    body: str
    answers: tuple[str, ...]

    def __str__(self) -> str:
        return " ".join([self.method, self.page, *self.places]) + (f" ? {self.body}" if self.body else "")

    def expected(self) -> dict[str, str]:
        """The responses by role. A method that no role may use is tried by the player only."""
        return {"player": "405"} if set(self.answers) == {"405"} else dict(zip(ROLES, self.answers, strict=True))


def lines() -> list[Line]:
    """The table; ``a_{b,c}`` stands for two lines, and one answer for seven that are the same."""
    text = Path(__file__).with_suffix(".txt").read_text()
    rows = [row for row in text.splitlines() if row.strip() and not row.startswith("#")]
    return [line for row in rows for line in _read(row)]


def _read(row: str) -> Iterator[Line]:
    request, answers = row.split(" | ")
    asked, _, body = request.partition(" ? ")
    methods, pages, *places = asked.split()
    told = tuple(answers.split())
    for method, page in product(methods.split("/"), _each(pages)):
        yield Line(method, page, tuple(places), body.strip(), told * len(ROLES) if len(told) == 1 else told)


def _each(page: str) -> list[str]:
    """What is meant by braces, as in a shell."""
    if (choice := re.search(r"\{([^}]*,[^}]*)\}", page)) is None:
        return [page]
    return [page.replace(choice[0], one, 1) for one in choice[1].split(",")]


def routes(patterns: list[Any], prefix: str = "") -> Iterator[str]:
    """Every route of the site, as Django's ResolverMatch calls it but for a mark of the beginning."""
    for pattern in patterns:
        route = prefix + str(pattern.pattern).removeprefix("^")
        if isinstance(pattern, URLResolver):
            yield from routes(pattern.url_patterns, route)
        elif isinstance(pattern, URLPattern):
            yield route


def of_tables() -> Iterator[tuple[str, list[str]]]:
    """Every page that belongs to one table: its name, and the names of its address's parts."""
    for pattern in get_resolver().url_patterns:
        for page in getattr(pattern, "url_patterns", []):
            if str(page.pattern).startswith("games/<slug:table>/"):
                yield page.name, re.findall(r"<\w+:(\w+)>", str(page.pattern))


@dataclass
class Site:
    """A site with one object of every kind: its people, and the values of the table's placeholders."""

    people: dict[str, User] = field(default_factory=dict)
    words: dict[str, str] = field(default_factory=dict)
    sessions: dict[str, SimpleCookie] = field(default_factory=dict)
    tokens: dict[str, str] = field(default_factory=dict)
    """With all scopes, by role. Visitors and guests have none."""

    def path(self, line: Line) -> str:
        """The address of a line's request."""
        if line.page.startswith(("/", "{admin}")):
            return line.page.format_map(self.words | {"admin": reverse("admin:index")})
        return reverse(line.page, args=[self._word(line.page, place) for place in line.places])

    def _word(self, page: str, place: str) -> str:
        return self.words[page.rsplit("_", 2)[1]] if place == "row" else place.format_map(self.words)

    def browser(self, role: str, **how: Any) -> Client:
        """A fresh client in which this user is signed in."""
        client = Client(raise_request_exception=False, **how)
        client.cookies = SimpleCookie(self.sessions[role].output(header=""))
        return client

    def answer(self, role: str, line: Line) -> str:
        """The response: a status, or the redirect's target. Changes are rolled back."""
        forget_counts()
        changes: list[str] = []
        with transaction.atomic(), connection.execute_wrapper(_noting(changes)):
            response = self._asked(role, line)
            transaction.set_rollback(True)
        assert line.method != "GET" or not changes, changes
        return _told(response)

    def looked_at(self, role: str, line: Line, method: str = "GET") -> HttpResponse:
        """The whole answer to a request without anything filled in; what it changes is taken back."""
        forget_counts()
        with transaction.atomic():
            response = self.browser(role).generic(method, self.path(line), headers={"Origin": "https://evil.example"})
            transaction.set_rollback(True)
        return response

    def forged(self, role: str, line: Line) -> str:
        """The response to a cross-site POST, without a CSRF token."""
        with transaction.atomic():
            response = self.browser(role, enforce_csrf_checks=True).post(self.path(line))
            transaction.set_rollback(True)
        return _told(response)

    def _asked(self, role: str, line: Line) -> HttpResponse:
        path, browser = self.path(line), self.browser(role)
        if line.page.startswith("api:") and role in self.tokens:
            # Cookies are sent, too, and must count for nothing.
            browser.defaults["HTTP_AUTHORIZATION"] = self.tokens[role]
        if line.body.startswith("{"):
            return browser.generic(line.method, path, line.body, "application/json")
        body = dict(parse_qsl(line.body.format_map(self.words), keep_blank_values=True))
        return browser.get(path, body) if line.method == "GET" else browser.post(path, body)


def _noting(changes: list[str]) -> Callable[..., Any]:
    """Records the statements that write more than presence."""

    def noted(execute: Callable[..., Any], sql: str, *rest: Any) -> Any:
        if sql.startswith(("INSERT", "UPDATE", "DELETE")) and not NOTED.match(sql):
            changes.append(sql[:150])
        return execute(sql, *rest)

    return noted


def _told(response: HttpResponse) -> str:
    if response.status_code not in (301, 302, 303):
        return str(response.status_code)
    place = urlsplit(response.headers["Location"])
    assert place.netloc in ("", "testserver"), "nobody is sent to another site"
    path = place.path
    if path in (reverse("account_login"), reverse("admin:login")):
        return "login"
    found = resolve(path)
    return f">{found.view_name if found.url_name else path}"


def build() -> Site:
    """The site of the table, in the transaction that is open."""
    site = Site()
    site.people = {
        "guest": some_guest("Dana"),
        "player": somebody("alice"),
        "opponent": somebody("bob"),
        "spectator": somebody("charlie"),
        "moderator": some_moderator("mona"),
        "staff": somebody("staff", is_staff=True, is_superuser=True),
    }
    alice, bob = site.people["player"], site.people["opponent"]
    _tables(site, alice, bob)
    _told_of(site, alice)
    _agreed(site, alice, bob)
    _own(site, alice, bob)
    _decided(site, alice, bob)
    _open_data()
    _rows(site)
    site.words["token"] = str(tokens.make(alice, "laptop 2", ["play"], None).token.pk)
    _programs(site, alice, bob)
    bot_of(alice)
    site.tokens = {role: _token(person) for role, person in site.people.items() if not person.is_guest}
    site.sessions = {role: _signed_in(site.people.get(role)) for role in ROLES}
    return site


def _open_data() -> None:
    """The file of January, which only the site has to be able to open."""
    january = OpenDataFile.objects.create(month=date(2026, 1, 1), made_at=timezone.now(), size=2, sha256="5e" * 32)
    january.path.parent.mkdir(exist_ok=True)
    january.path.write_bytes(b"PK")


def _programs(site: Site, alice: User, bob: User) -> None:
    """A program of bob's that alice has authorized, one of hers, and what programs send people with."""
    app, own = an_app(bob), an_app(alice)
    programs.authorize(alice, app.client, ["play"])
    site.words |= {
        "program": str(AuthorizedProgram.objects.get(user=alice).pk),
        "own_program": own.client.pk,
        "client": app.client.pk,
        "asking": urlencode(app.asking()),
    }


def _token(user: User) -> str:
    """What a program of this person sends."""
    return f"Bearer {tokens.make(user, 'program', Token.Scope.values, None).secret}"


def _signed_in(user: User | None) -> SimpleCookie:
    """A browser's cookies in which this person has just shown the password, and staff a second step."""
    client = client_of(user)
    if user is not None:
        request, session = HttpRequest(), client.session
        request.session = session
        record_authentication(request, user, "password", reauthenticated=True)
        session.save()
    return client.cookies


def _tables(site: Site, alice: User, bob: User) -> None:
    """Tables of alice and bob in every state, by the name that each has in its address."""
    table_of(alice, bob, table="public")
    table_of(alice, bob, table="private", public=False)
    # It is alice's turn, whoever the deal lets begin.
    players.move_all(table_of(alice, table="practice", bots=("novice",), public=False).pk)
    give_up(play_on(table_of(alice, bob, table="over"), 9, seed=4))
    give_up(play_on(table_of(alice, bob, table="past", public=False), 9, seed=4))
    lost = lose_seat(table_of(alice, bob, table="lost"))
    waits = table_of(alice, bob, table="waits", size=4)
    secret = table_of(alice, table="secret", size=3, public=False)
    asked = table_of(alice, table="asked", size=3, public=False)
    play.invite(_seat(asked, alice), "charlie")
    site.words |= {"lost_seat": str(lost.seat), "invitation": waits.invitation, "secret_invitation": secret.invitation}
    site.words |= {
        "filled": urlencode(filled()),
        "pk": str(Game.objects.get(table="public").pk),
        "private_pk": str(_game("private").pk),
    }


def _told_of(site: Site, alice: User) -> None:
    """Alice's destinations, and URLs with a secret part."""
    browser = PushSubscription.objects.create(user=alice, endpoint="https://push.example.org/1", name="Firefox")
    hook = Webhook.objects.create(user=alice, address="https://hooks.example.org/1")
    feed = FeedKey.objects.create(user=alice)
    address = EmailAddress.objects.create(user=alice, email="alice@example.net")
    seat = _seat(_game("private"), alice)
    site.words |= {
        "browser": str(browser.pk),
        "hook": str(hook.pk),
        "feed": feed.key,
        "link": seat_links.url(seat, alice, timezone.now()).rstrip("/").rpartition("/")[2],
        "told": _told_token(),
        "stop": unsubscribe.stop_url(alice, [Kind.TURN]).rstrip("/").rpartition("/")[2],
        "confirmation": EmailConfirmationHMAC(address).key,
    }


def _told_token() -> str:
    """What the link that confirms a guest's address ends with."""
    guest = some_guest("Erin")
    Telling.objects.create(user=guest, address="erin@example.org", requested_at=timezone.now())
    return notice_link.confirmation_url(guest, "erin@example.org").rstrip("/").rpartition("/")[2]


def _agreed(site: Site, alice: User, bob: User) -> None:
    """Votes, messages and alice's vacation, for which bob is the requested substitute."""
    public, other = _game("public"), table_of(alice, somebody("carol"), table="other")
    rooms.post(_seat(public, bob), bob, "Good evening")
    vote = play.propose(_seat(public, bob), "pause")
    today = timezone.localdate()
    ways = {player.pk: ArrangementChoice("") for player in Player.objects.filter(user=alice, game__status="running")}
    ways[_seat(other, alice).pk] = ArrangementChoice("friend", bob.username)
    vacation = play.plan_vacation(alice, today + timedelta(days=3), today + timedelta(days=9), ways)
    site.words |= {
        "vote": str(vote.pk),
        "message": str(public.messages.get().pk),
        "vacation": str(vacation.pk),
        "arrangement": str(vacation.arrangements.get(friend=bob).pk),
        "version": play.version_of(_game("public"), None),
        "first": str(today + timedelta(days=4)),
        "last": str(today + timedelta(days=5)),
    }


def _own(site: Site, alice: User, bob: User) -> None:
    """What is alice's own: her data, another browser of hers, and bob who would be her friend; and carol's passkey."""
    export = Export.objects.create(
        user=alice, state=Export.State.READY, expires_at=timezone.now() + timedelta(days=1), file=b"PK"
    )
    elsewhere = client_of(alice).session.session_key
    session = UserSession.objects.create(user=alice, session_key=elsewhere, ip="192.0.2.1", user_agent="Firefox")
    carol = User.objects.get(username="carol")
    passkey = Authenticator.objects.create(user=carol, type=Authenticator.Type.WEBAUTHN, data={"name": "Key"})
    asked = Friendship.objects.create(by=bob, to=alice)
    site.words |= {
        "export": export.key,
        "session": str(session.pk),
        "passkey": str(passkey.pk),
        "friendship": str(asked.pk),
    }


def _decided(site: Site, alice: User, bob: User) -> None:
    """A report about alice that waits; warnings of bob, and of charlie, who has appealed."""
    charlie, moderator = site.people["spectator"], site.people["moderator"]
    public = _game("public")
    report = moderation.file_report(charlie, alice, Report.Category.STALLING, "Slow", game=public)
    warned = moderation.warn(moderator, bob, "Rude")
    appeal = moderation.appeal(charlie, moderation.warn(moderator, charlie, "Rude"), "I was not")
    site.words |= {"report": str(report.pk), "moderationaction": str(warned.pk), "appeal": str(appeal.pk)}
    site.words |= {"appealed": str(appeal.action_id)}


def _rows(site: Site) -> None:
    """One row of each kind for the admin's pages; of pieces and moves, of the game that is over."""
    over, alice = _game("over"), site.people["player"]
    notice = Notice.objects.create(user=alice, kind=Kind.TEST, key="t", due_at=timezone.now())
    delivery = Delivery.objects.create(notice=notice, user=alice, channel="mail", due_at=timezone.now())
    site.words["list"] = str(SavedList.objects.create(user=site.people["staff"], name="Late", model="games.game").pk)
    found = {
        "user": alice,
        "group": Group.objects.get(name=GROUP),
        "game": _game("public"),
        "player": over.players.first(),
        "card": over.cards.first(),
        "tile": over.tiles.first(),
        "move": over.moves.last(),
        "incident": Incident.objects.first(),
        "notice": notice,
        "delivery": delivery,
        "rating": Rating.objects.create(user=alice, slug=over.slug, mu=25, sigma=8),
        "ratingchange": RatingChange.objects.create(
            player=over.players.first(), user=alice, mu_before=25, sigma_before=8, mu=26, sigma=7
        ),
        "hint": _hint(alice, site.people["opponent"]),
        "emailaddress": EmailAddress.objects.get(email=alice.email),
    }
    site.words |= {name: str(row.pk) for name, row in found.items()}


def _hint(about: User, other: User) -> Hint:
    now = timezone.now()
    facts = {"kind": Hint.Kind.NETWORK, "evidence": {"days": [1, 2]}, "at": now, "expires_at": now + Hint.KEPT}
    return Hint.objects.create(about=about, other=other, **facts)


def _game(table: str) -> Game:
    return Game.objects.get(table=table)


def _seat(game: Game, user: User) -> Player:
    return Player.objects.select_related("game", "user", "friend").get(game=game, user=user)
