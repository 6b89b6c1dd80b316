"""Every text is marked for translation: pages, mails and refusals, in the pseudo-locale."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from html import unescape
from pathlib import Path
from urllib.parse import urljoin, urlsplit

import pytest
from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.db import transaction
from django.template.loader import render_to_string
from django.test import Client, RequestFactory
from django.urls import Resolver404, resolve, reverse
from django.utils import timezone
from django.views.defaults import server_error
from icalendar import Calendar

from accounts.models import User
from accounts.validators.names import COMPUTERS
from games.models import Delivery, FeedKey, Notice, NotificationKind
from games.notifications import compose, outbox
from games.notifications.channels import feeds
from games.notifications.channels.email import build_mail
from games.notifications.relevance import needed
from games.replay.records import store_record
from games.rules import RULES, record
from tests.cast import client_of, table_of
from tests.combinations import every
from tests.needs import EVERYTHING
from tests.normalized import TOKENS
from tests.playing import play_on
from tests.pseudo_locale import CODE, spoken, unmarked
from tests.rate_limits import reset_rate_limits
from tests.scene import KEYS, build
from tests.site import ROOT
from tests.web.malformed import routes

pytestmark = pytest.mark.django_db

TABLES = {"Aaa", "Bbb", "Ccc", "Ddd", "Eee", "Fff", "Gc", "Gp", "Gl", "Hhh", "Iii", "Jjj", "Kkk", "Mmm"}
WORDS = {"Lll", "Nnn", "Ooo", "Ppp"}
NAMES = frozenset(
    {"alice", "bob", "carol", "fay", "mona", "staff", "Dana", "guest-Dana", "The Back Room", "Firefox, Linux", "UTC"}
    | {"JSON", "Discord", "Slack"}
    | {"English", "Français", "Polski", "Svenska"}
    | {name for rules in RULES.values() for persona in rules.presentation.PERSONAS for name in persona[:2]}
    | set(COMPUTERS)
    | TABLES
    | WORDS
)

IN_ROWS = {"pile", "street", "deck", "hand", "column", "stock", "discard", "resign", "True", "False", "None", "ecret"}
IN_ROWS |= KEYS | RULES.keys()
"""Values that staff read as stored, and the names of Django's own icons for yes and no."""

ROUNDS = 12 if EVERYTHING else 3
"""How often the pages of a random game are checked."""

WITNESSES = (("carol", ("running",)),) if EVERYTHING else ()
"""Users who submit forms about a table where they have no seat."""

ALIKE = 2 if EVERYTHING else 1
"""The number of similar pages to read."""

FIELDS = (
    "version", "move", "card", "from", "to", "cards", "name", "entropy", "seats", "size", "variant", "game", "bots",
    "bot", "persona", "pace", "pace_hours", "public", "page", "next", "time_zone", "language", "theme",
    "display_name", "username", "email", "login", "password", "password1", "reason", "q", "free",
    "order", "vote", "answer", "text", "after", "note", "guest_name", "first", "last", "form", "address", "when",
    "quiet_from", "quiet_until", "quiet_days", "digest_hour", "last_call", "hand_in_mail", "turn-mail", "near-push",
    "clock", "free_misses", "absence", "away", "nights_off", "weekends_off", "night_from", "night_until", "at", "watch",
    "play", "shown", "category", "words", "who", "act", "days", "show", "over", "_to_field", "_popup", "o", "p", "all",
    "_changelist_filters", "e", "username__exact", "status__exact", "action", "_selected_action", "moves",
)  # fmt: skip


@pytest.fixture(autouse=True)
def brackets() -> Iterator[None]:
    with spoken():
        yield


@pytest.fixture(params=sorted(RULES))
def variant(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def scene(variant: str, brackets: None) -> dict[str, User]:
    return build(variant)


def browser_of(user: User | None = None) -> Client:
    client = client_of(user)
    client.cookies["language"] = CODE
    return client


def links(page: str, at: str) -> Iterator[str]:
    for found in re.findall(r'href="([^"#]+)', page):
        parts = urlsplit(urljoin(f"http://testserver{at}", unescape(found)))
        if parts.netloc == "testserver" and not parts.path.startswith("/static/"):
            yield parts.path + (f"?{parts.query}" if parts.query else "")


def kind(address: str) -> str | None:
    """Return the kind of a page, or None. Pages of a kind differ only in their object."""
    parts = urlsplit(address)
    try:
        name = resolve(parts.path).view_name
    except Resolver404:
        return None
    asked = re.sub(r"=[^&]*", "", parts.query)
    if name.startswith("admin:") and "&" in parts.query:
        return None
    if name == "table":
        return f"{name} {asked} {re.sub('.*card=|&.*', '', parts.query)}" if asked else parts.path
    return f"{name} {asked}"


def crawl(browser: Client, known: frozenset[str], *starts: str) -> dict[str, list[str]]:
    ahead, seen, counts, found, said = list(starts), set(starts), {}, {}, set()
    while ahead:
        address = ahead.pop(0)
        answer = browser.get(address)
        assert answer.status_code < 500, address
        if "html" not in answer.get("Content-Type", ""):
            continue
        page = answer.content.decode()
        if fresh := [text for text in unmarked(page, known) if text not in said]:
            said.update(fresh)
            found[address] = fresh
        for link in links(page, address):
            like = kind(link)
            if link in seen or like is None or counts.get(like, 0) >= ALIKE:
                continue
            seen.add(link)
            counts[like] = counts.get(like, 0) + 1
            ahead.append(link)
    return found


def listed(found: dict[str, list[str]]) -> str:
    return "\n".join(f"{at}\n    " + "\n    ".join(texts) for at, texts in found.items())


@pytest.mark.slow
def test_every_page(variant: str, scene: dict[str, User]) -> None:
    """Only a player and staff read the pages of the second game, because the others repeat the first game's texts."""
    found = {}
    for name in (None, "alice", "bob", "fay", "guest", "staff") if variant == min(RULES) else ("alice", "staff"):
        known, starts = (NAMES | IN_ROWS, ("/back-office/",)) if name == "staff" else (NAMES, ("/", "/tables/"))
        found |= {f"{name}: {at}": texts for at, texts in crawl(browser_of(scene.get(name)), known, *starts).items()}
    assert not found, listed(found)


@pytest.mark.slow
def test_a_game_played_at_random(variant: str, alice: User, bob: User) -> None:
    """Both players' pages and a spectator's are read, with every selectable card, and finally the whole log."""
    game = table_of(alice, bob, variant=variant, name="Ddd", public_id="running")
    browsers = {each.username: browser_of(each) for each in (alice, bob)} | {"": browser_of()}
    found, asked, at = {}, set(), game.get_absolute_url()
    for number in range(ROUNDS):
        for name, browser in browsers.items():
            page = browser.get(at).content.decode()
            ways = {shape(link): link for link in links(page, at) if "card=" in link}
            for way in [at, *(link for like, link in ways.items() if like not in asked)]:
                found[f"{name} {number} {way}"] = unmarked(browser.get(way).content.decode(), NAMES)
            asked |= ways.keys()
        game = play_on(game, 2, seed=number)
    for address in (f"{at}log/", f"{at}replay/", f"{at}fair/"):
        found[address] = unmarked(browsers["alice"].get(address).content.decode(), NAMES)
    assert not any(found.values()), listed({at: texts for at, texts in found.items() if texts})


def shape(link: str) -> str:
    """Return the kind of a link: the names of its parameters, and its card without numbers."""
    return re.sub("=(?!card)[^&]*", "", link) + re.sub(".*card=|&.*|[0-9]", "", link)


def records() -> list[Path]:
    return sorted((ROOT / "tests" / "records").rglob("*.record.json"))


@pytest.mark.parametrize("path", every(records(), 8), ids=lambda path: path.name.partition(".")[0])
def test_a_recorded_game(path: Path) -> None:
    read = record.read(path.read_text(encoding="utf-8"))
    game, known, browser = store_record(read), NAMES | set(read.seats) | {read.table}, browser_of()
    at, pages = game.get_absolute_url(), 1 + len(read.moves) // 60
    addresses = [at, *(f"{at}log/?page={page}" for page in range(1, pages + 1))]
    # The log has the same sentences as the replay; the page around it is the same in every game.
    addresses += [f"{at}replay/?at={len(read.moves) * part // 3}" for part in (1, 2)]
    addresses += [f"{at}fair/"] * (path in records()[::8])
    found = {address: unmarked(browser.get(address).content.decode(), known) for address in addresses}
    assert not any(found.values()), listed({at: texts for at, texts in found.items() if texts})


def test_notifications_have_no_unmarked_texts(scene: dict[str, User]) -> None:
    for notice in Notice.objects.filter(state="pending"):
        Notice.objects.filter(pk=notice.pk).update(due_at=timezone.now())
        outbox.fan_out(notice.pk)
    deliveries = list(Delivery.objects.select_related("user", "notice__player__game", "notice__game").order_by("pk"))
    assert {each.notice.kind for each in deliveries} >= set(NotificationKind) - {NotificationKind.NEAR}
    mine = [each for each in deliveries if each.user.username == "alice" and each.channel == "mail"]
    if not EVERYTHING:
        deliveries = list({(each.notice.kind, each.channel): each for each in deliveries}.values())
    found = {}
    for delivery, told in [(each, [each]) for each in deliveries] + [(mine[0], mine)]:
        message = compose.message(told)
        said = [message.title, message.text]
        if delivery.channel == "mail" and not (message.kind == NotificationKind.TURN and not to_move(delivery)):
            mail = build_mail(delivery, message, "x@example.org")
            said += [mail.subject, mail.body, mail.alternatives[0][0]]
        found[f"{delivery} {len(told)}"] = [text for each in said for text in unmarked(each, NAMES)]
    key = FeedKey.objects.get()
    events = Calendar.from_ical(feeds.calendar(key)).events
    said = re.findall("<(?:title|summary)[^>]*>([^<]*)", feeds.turns(key))
    said += [each[part] for each in events for part in ("SUMMARY", "DESCRIPTION")]
    found["feeds"] = [text for each in said for text in unmarked(each, NAMES)]
    assert not any(found.values()), listed({at: texts for at, texts in found.items() if texts})


def to_move(delivery: Delivery) -> bool:
    return needed(delivery.notice, timezone.now())


@pytest.mark.whole
@pytest.mark.slow
def test_what_is_refused(variant: str) -> None:
    """Submits every form with empty and with invalid fields, at tables in several states.

    The second game's own refusals only occur for a player's moves.
    """
    build(variant)
    found, read, landed = {}, set(), set()
    everybody = (("alice", ("waits", "running", "over")), (None, ("waits",)), *WITNESSES)
    for name, tables in everybody if variant == min(RULES) or EVERYTHING else (("alice", ("running",)),):
        browser = browser_of(User.objects.filter(username=name).first())
        for address in posted_to(tables, elsewhere=variant == min(RULES)):
            for data in ({}, dict.fromkeys(FIELDS, "7")):
                with transaction.atomic():
                    answer = browser.post(address, data)
                    if 300 <= answer.status_code < 400:
                        answer = browser.get(landing(answer.headers["Location"], landed), follow=True)
                    transaction.set_rollback(True)
                page = TOKENS.sub("", answer.content.decode())
                if page not in read:
                    found[f"{name} {address} {len(data)}"] = unmarked(page, NAMES)
                read.add(page)
                reset_rate_limits()
    assert not any(found.values()), listed({at: texts for at, texts in found.items() if texts})


def landing(address: str, landed: set[str | None]) -> str:
    """Return the page with the message after a form: the target page, or a smaller one if that was read before."""
    like = kind(address)
    if like in landed:
        return reverse("about")
    landed.add(like)
    return address


def posted_to(tables: Sequence[str], *, elsewhere: bool) -> Iterator[str]:
    """Yield the URLs of forms: those of a table for each table, and all others if ``elsewhere``."""
    for route in routes():
        if route.startswith((settings.ADMIN_PATH, "static/", "anymail/")) or "(" in route:
            continue
        for table in tables if "<slug:table>" in route else ("",) * elsewhere:
            yield "/" + re.sub("<[^>]*>", "1", route.replace("<slug:table>", table))


def test_pages_of_errors(client_of) -> None:
    strict = Client(enforce_csrf_checks=True)
    strict.cookies["language"] = CODE
    found = {
        "403": unmarked(strict.post("/settings/theme/").content.decode(), NAMES),
        "404": unmarked(browser_of().get("/nowhere/").content.decode(), NAMES),
        "500": unmarked(server_error(RequestFactory().get("/")).content.decode(), NAMES),
        "429": unmarked(render_to_string("429.html", {"user": AnonymousUser()}), NAMES),
    }
    assert not any(found.values()), found
