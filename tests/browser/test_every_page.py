"""Every page, on a desk in the dark and on a phone by day: axe finds nothing, nothing has to be scrolled sideways."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from time import monotonic

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.conftest import SIGN_IN
from tests.browser.driver import card
from tests.browser.sentences import NAME, Move, Telling
from tests.browser.themes import Look
from tests.databases import started_before
from tests.mail_server import PostOffice
from tests.site import Site

Visit = Callable[..., Page]

HEADLINE = 120
"""Pixels: three lines of text and a row of buttons."""

PASSWORD = "the-quick-brown-fox-7"
OPEN = """
from accounts.models import User
from games import play
from games.models import Game
from tests.cast import defaults, somebody
carol = User.objects.filter(username="carol").first() or somebody("carol")
Game.objects.filter(host=carol).delete()
game = play.open_table(
    carol, name="Thursday at nine", slug="chicago_poker", options=defaults("chicago_poker"), size=4, bots=["steady"]
)
print(game.table, game.invitation)
"""
PAST = """
from datetime import timedelta
from django.core.management import call_command
from django.utils import timezone
from accounts.models import Block, Friendship, User
from tests.cast import somebody
from tests.stats.histories import rated, took
names = ("rosa", "Wolfeschlegelsteinhausenberger", "Maximiliana-von-Oberwinter", "newcomer-without-a-game")
if not User.objects.filter(username="rosa").exists():
    rosa, wolf, maxi, _new = map(somebody, names)
    for number in range(12):
        began = timezone.now() - timedelta(days=30 * number + 20)
        people = [rosa, wolf, maxi][: 2 + number % 2]
        slug = ("chicago_poker", "swedish_chicago")[number == 5]
        facts = {"slug": slug, "name": "Thursday at nine, as ever", "table": f"past{number}", "public": True}
        game = rated(*people, winners=[number % 2], **facts, started_at=began, ended_at=began + timedelta(days=9))
        for player in game.players.all():
            took(player, [1, 5, 20], missed=1, since=began)
    call_command("rate", stdout=open("/dev/null", "w"))
    now = timezone.now()
    Friendship.objects.create(by=maxi, to=rosa, agreed_at=now)
    Friendship.objects.create(by=wolf, to=rosa)
    Block.objects.create(by=rosa, who=User.objects.get(username=names[3]))
"""
STOP = """
from accounts.models import User
from games.models import Kind
from games.notifications.unsubscribe import stop_url
print(stop_url(User.objects.get(username="bob"), {Kind.VOTE, Kind.MENTION}))
"""
LOST = """
from accounts.models import User
from games.models import Game
from tests.cast import somebody, table_of
from tests.playing import asked_seat, miss, pass_on
alice, bob = (User.objects.filter(username=name).first() or somebody(name) for name in ("alice", "bob"))
Game.objects.filter(table="lostseat").delete()
game = table_of(alice, bob, table="lostseat", name="Nobody home", absence="lost", free_misses=0)
while asked_seat(game).user != alice:
    pass_on(game)
miss(game)
"""
DESK = "from games.models import Game; print(Game.objects.get(table={table!r}).pk)"


@pytest.fixture
def open_table(site: Site) -> tuple[str, str]:
    """The addresses of a table that waits for players, and of the invitation to it."""
    table, invitation = site.shell(OPEN).split()
    return f"/games/{table}/", f"/join/{invitation}/"


def look_at(page: Page, look: Look, paths: Iterable[tuple[str, str]]) -> None:
    """Look at pages one after another: their names and addresses."""
    for name, path in paths:
        answer = page.goto(path)
        assert answer is not None
        assert answer.status == 200, path
        look(page, name)


def test_a_visitors_pages(go: Visit, look: Look, open_table: tuple[str, str], site: Site) -> None:
    """The front page shows a table that is being played."""
    Telling(site)
    table, invitation = open_table
    pages = {
        "front": "/",
        "lobby": "/lobby/",
        "open-table": "/lobby/open/",
        "invited": invitation,
        "table-open-visitor": table,
        "rules": "/rules/chicago_poker/",
        "about": "/about/",
        "privacy": "/privacy/",
        "fairness": "/fair/",
        "fair-open": f"{table}fair/",
    }
    page = go()
    look_at(page, look, pages.items())
    page.goto("/games/nowhere/")
    look(page, "nothing-here")


def test_the_door(go: Visit, look: Look, office: PostOffice) -> None:
    """Signing in and up, the mails' links, a forgotten password."""
    page = go("/accounts/login/")
    look(page, "sign-in")
    page.get_by_role("textbox", name=re.compile("name|mail", re.IGNORECASE)).first.fill("nobody")
    page.locator("input[type=password]").fill("wrong")
    page.locator("main form button.btn--main").click()
    look(page, "sign-in-refused")
    address = "door@example.org"
    page.goto("/accounts/signup/")
    look(page, "sign-up")
    page.get_by_label("User name").fill("door")
    page.get_by_label(re.compile("^E-mail")).first.fill(address)
    for field in page.locator("input[type=password]").all():
        field.fill(PASSWORD)
    page.locator("main form button.btn--main").click()
    look(page, "sign-up-sent")
    page.goto(link(office, address, 1))
    look(page, "mail-confirm")
    page.locator("main form button.btn--main").click()
    page.goto("/accounts/password/reset/")
    look(page, "forgotten")
    page.get_by_label(re.compile("^E-mail")).fill(address)
    page.locator("main form button.btn--main").click()
    look(page, "forgotten-sent")
    page.goto(link(office, address, 2))
    look(page, "new-password")


def link(office: PostOffice, address: str, count: int) -> str:
    """Where the link of somebody's ``count``-th mail leads on this site."""
    body = office.wait_for(address, count)[count - 1].get_body(("plain",))
    assert body is not None
    found = re.search(r"https?://[^/\s]+(/accounts/\S+/)", body.get_content())
    assert found is not None, body.get_content()
    return found[1]


def test_a_players_pages(go: Visit, look: Look, open_table: tuple[str, str], site: Site) -> None:
    telling = Telling(site)
    page = go("/tables/", "alice")
    look(page, "home")
    pages = {
        "front-signed-in": "/",
        "settings": "/settings/",
        "notices": "/settings/notices/",
        "vacation-none": "/settings/vacation/",
        "delete-account": "/settings/delete/",
        "my-data": "/settings/data/",
        "mail-address": "/accounts/email/",
        "password-change": "/accounts/password/change/",
        "sign-out": "/accounts/logout/",
        "invited-signed-in": open_table[1],
    }
    look_at(page, look, pages.items())
    host = go(open_table[0], "carol")
    look(host, "table-setup")
    look_at(host, look, [("watched", telling.address), ("gallery", f"{telling.address}gallery/")])


def test_pages_about_people(go: Visit, look: Look, site: Site) -> None:
    """Whose names are long and who have played for a year, and somebody who has not played at all."""
    site.shell(PAST)
    long = "Wolfeschlegelsteinhausenberger"
    pages = {
        "profile": "/people/rosa/",
        "profile-filtered": "/people/rosa/?result=won",
        "profile-other": f"/people/{long}/",
        "profile-new": "/people/newcomer-without-a-game/",
        "head-to-head": f"/people/{long}/with/Maximiliana-von-Oberwinter/",
        "leaderboards": "/leaderboards/",
        "leaderboard": "/leaderboards/chicago_poker/",
        "friends": "/friends/",
        "block": f"/people/{long}/block/",
        "report-person": f"/people/{long}/report/",
        "security": "/settings/security/",
        "decisions-none": "/decisions/",
    }
    look_at(go("/", "rosa"), look, pages.items())


def test_how_one_is_told(go: Visit, look: Look, site: Site) -> None:
    """Of all tables, of one, and no more: the link at the end of every mail."""
    telling = Telling(site)
    page = go("/settings/notices/", "alice")
    page.get_by_label("From", exact=True).fill("22:00")
    page.get_by_role("button", name="Save", exact=True).click()
    expect(page.get_by_text("Quiet hours need both a beginning and an end.")).to_be_visible()
    look(page, "notices-refused")
    page.goto(f"{telling.address}notices/")
    look(page, "notices-of-a-table")
    stop = go(re.sub("^https?://[^/]+", "", site.shell(STOP)))
    look(stop, "mails-stop")
    stop.get_by_role("button", name="Stop these mails").click()
    expect(stop.get_by_role("heading", level=1)).to_have_text("Done")
    look(stop, "mails-stopped")


def test_a_lost_seat(go: Visit, look: Look, site: Site) -> None:
    """As the other player sees it, as its former owner does, and as a visitor."""
    site.shell(LOST)
    look(go("/games/lostseat/", "bob"), "table-vacant")
    look(go("/games/lostseat/", "alice"), "table-vacant-to-its-loser")
    look(go("/games/lostseat/"), "table-vacant-visitor")


LINK = """
from django.utils import timezone
from games.notifications import seat_links
from games.models import Player
player = Player.objects.select_related("user", "game").get(game__table={table!r}, asked__isnull=False)
print(seat_links.url(player, player.user, timezone.now()))
"""


def test_the_link_in_a_mail(go: Visit, look: Look, site: Site) -> None:
    """One tap shows the table, one press lets its seat move; an old link says what to do."""
    telling = Telling(site)
    path = re.sub("^https?://[^/]+", "", site.shell(LINK.format(table=telling.record.table)))
    page = go(path)
    look(page, "link")
    page.get_by_role("button", name=re.compile("^Play this turn as")).click()
    page.wait_for_url(re.compile(telling.address))
    look(page, "link-pressed")
    page.locator("button[value=draw]").locator("visible=true").first.click()
    expect(page.locator("#main")).not_to_have_attribute("data-version", re.compile(r"^1\."))
    page.goto("/go/x/")
    look(page, "link-altered")


def test_a_guests_pages(go: Visit, look: Look) -> None:
    page = go()
    page.get_by_role("button", name=re.compile("play now as a guest", re.IGNORECASE)).click()
    page.wait_for_url(re.compile("/games/"))
    look(page, "practice-table")
    look_at(
        page, look, (("settings-guest", "/settings/"), ("upgrade", "/settings/upgrade/"), ("home-guest", "/tables/"))
    )


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """A site whose mails go to files, for its staff to read."""
    site = Site(started_before(tmp_path_factory.mktemp("house") / "var"), TURN_MAIL_DELAY="0", SWEEP_SECONDS="0.5")
    site.open()
    yield site
    assert site.close() == 0, site.log.read_text()


def test_the_staffs_pages(house: Site, browser: Browser, look: Look) -> None:
    telling = Telling(house)
    context = browser.new_context(base_url=house.url)
    key = house.shell(SIGN_IN.format(name="staff", staff=True))
    context.add_cookies([{"name": "sessionid", "value": key, "url": house.url}])
    page = context.new_page()
    letters(page)
    look(page, "staff-mail")
    page.locator("main a[href^='/staff/mail/']").first.click()
    expect(page.frame_locator("iframe").get_by_role("link").first).to_be_visible()
    look(page, "staff-mail-item")
    page.goto(f"/back-office/games/game/{house.shell(DESK.format(table=telling.record.table))}/desk/")
    look(page, "staff-desk")
    context.close()


def letters(page: Page) -> None:
    """Wait until the mail to whoever is asked first has been written."""
    end = monotonic() + 20
    page.goto("/staff/mail/")
    while not page.locator("main a[href^='/staff/mail/']").count():
        assert monotonic() < end, "no mail has come"
        page.reload()


def test_the_table_in_every_phase(go: Visit, look: Look, site: Site) -> None:
    """From the first move through each special card, a shootout and a tie to the end, on both sides of it."""
    telling = Telling(site)
    pages = {seat: go(telling.address, name) for seat, name in enumerate(telling.record.seats)}

    def upto(verb: str) -> tuple[Page, Page, Move]:
        move = telling.skip_to(lambda move: move.verb == verb)
        for page in pages.values():
            page.goto(telling.address)
        return pages[move.seat], pages[1 - move.seat], move

    mine, theirs, move = upto("play")
    card(mine, move.text.split()[1]).click()
    look(mine, "table-card-chosen")
    look(theirs, "table-waiting")
    look(go(telling.address), "table-spectator")
    look_at(theirs, look, (("fair-running", f"{telling.address}fair/"), ("log-first", f"{telling.address}log/")))
    mine, _theirs, move = upto("liquidation")
    card(mine, "liquidation").click()
    look(mine, "table-liquidation")
    ask(mine, move)
    look(mine, "table-liquidation-confirm")
    mine, _theirs, move = upto("raid")
    card(mine, "raid1").or_(card(mine, "raid2")).click()
    look(mine, "table-raid")
    ask(mine, move)
    look(mine, "table-raid-confirm")
    mine, _theirs, move = upto("bribery")
    mine.goto(f"{telling.address}?card=bribery")
    look(mine, "table-bribery")
    mine.locator(f"#d-{move.text.split()[1]}").click()
    expect(mine.locator(f"#d-{move.text.split()[1]}[aria-current]")).to_be_visible()
    look(mine, "table-bribery-chosen")
    mine, theirs, move = upto("send")
    card(mine, move.text.split()[1]).click()
    look(mine, "table-tie")
    look(theirs, "table-tie-waiting")
    headline = mine.locator("#main .headline").bounding_box()
    assert headline is not None
    assert headline["height"] < HEADLINE, "the headline is squeezed by its buttons"
    mine, theirs, move = upto("limousine")
    source, onto, *load = move.text.split()[1:]
    mine.goto(f"{telling.address}?card=limousine&from={source}&cards={'-'.join(load)}&to={onto}")
    look(mine, "table-limousine")
    theirs.get_by_role("link", name=re.compile("shootout", re.IGNORECASE)).first.click()
    expect(theirs.locator(".rrow")).to_have_count(2)
    look(theirs, "shootout")
    telling.skip()
    ended(telling, pages, look)


def ask(page: Page, move: Move) -> None:
    """Choose a special's target, so that the page asks whether it is meant."""
    verb, tile, seat = move.text.split()
    page.locator(f"#{tile} a[href$='card={verb}&at={tile}&of={seat}']").click()
    expect(page.locator(".ask")).to_be_visible()


def ended(telling: Telling, pages: dict[int, Page], look: Look) -> None:
    """What is left to look at when a game is over."""
    for page, name in zip(pages.values(), ("game-over", "game-over-other"), strict=True):
        page.goto(telling.address)
        look(page, name)
    fair = {
        "record-check": f"{telling.address}fair/",
        "log": f"{telling.address}log/",
        "home-over": "/tables/",
    }
    look_at(pages[0], look, fair.items())
    expect(pages[0].get_by_role("link", name=NAME).first).to_be_visible()
