"""Every page is accessible and does not scroll sideways, on a desktop in dark mode and a phone in light mode."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.driver import card
from tests.browser.recorded_game import NAME, Move, RecordedGame
from tests.browser.themes import CheckPage
from tests.mail_server import PostOffice
from tests.site import Site

Visit = Callable[..., Page]

HEADLINE = 120
"""The height of three lines of text and a row of buttons, in pixels."""

PASSWORD = "the-quick-brown-fox-7"
OPEN = """
from accounts.models import User
from games import play
from games.models import Game
from tests.cast import defaults, found_or_made
carol = found_or_made("carol")
Game.objects.filter(host=carol).delete()
game = play.open_table(
    carol, name="Thursday at nine", variant="chicago_poker", options=defaults("chicago_poker"), size=4, bots=["steady"]
)
print(game.public_id, game.invitation)
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
        variant = ("chicago_poker", "swedish_chicago")[number == 5]
        facts = {"variant": variant, "name": "Thursday at nine, as ever", "public_id": f"past{number}", "public": True}
        game = rated(*people, winners=[number % 2], **facts, started_at=began, finished_at=began + timedelta(days=9))
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
from games.models import NotificationKind
from games.notifications.unsubscribe import stop_url
print(stop_url(User.objects.get(username="bob"), {NotificationKind.VOTE, NotificationKind.MENTION}))
"""


@pytest.fixture
def open_table(site: Site) -> tuple[str, str]:
    """The paths of a table that waits for players, and of its invitation."""
    table, invitation = site.shell(OPEN).split()
    return f"/games/{table}/", f"/join/{invitation}/"


def check_pages(page: Page, check_page: CheckPage, paths: Iterable[tuple[str, str]]) -> None:
    for name, path in paths:
        answer = page.goto(path)
        assert answer is not None
        assert answer.status == 200, path
        check_page(page, name)


def test_pages_of_a_visitor_who_becomes_a_guest(
    visit_desktop: Visit, check_page: CheckPage, open_table: tuple[str, str], site: Site
) -> None:
    """The front page shows a running table."""
    RecordedGame(site)
    table, invitation = open_table
    pages = {
        "front": "/",
        "lobby": "/lobby/",
        "open-table": "/lobby/open/",
        "opponents": "/opponents/",
        "invite-friend": "/invite/",
        "invited": invitation,
        "table-open-visitor": table,
        "rules": "/rules/chicago_poker/",
        "about": "/about/",
        "accessibility": "/accessibility/",
        "api-reference": "/api-reference/",
        "privacy": "/privacy/",
        "open-data": "/open-data/",
        "fairness": "/fair/",
        "fair-open": f"{table}fair/",
    }
    page = visit_desktop()
    check_pages(page, check_page, pages.items())
    page.goto("/games/nowhere/")
    check_page(page, "nothing-here")
    page.goto("/")
    page.get_by_role("button", name=re.compile("^Play now ?: Chicago Poker$")).click()
    page.wait_for_url(re.compile("/games/"))
    check_page(page, "practice-table")
    check_pages(
        page,
        check_page,
        (("settings-guest", "/settings/"), ("upgrade", "/settings/upgrade/"), ("home-guest", "/tables/")),
    )


def test_sign_in_and_sign_up(visit_desktop: Visit, check_page: CheckPage, office: PostOffice) -> None:
    page = visit_desktop("/accounts/login/")
    check_page(page, "sign-in")
    page.get_by_role("textbox", name=re.compile("name|mail", re.IGNORECASE)).first.fill("nobody")
    page.locator("input[type=password]").fill("wrong")
    page.locator("main form button.btn--main").click()
    check_page(page, "sign-in-refused")
    address = "door@example.org"
    page.goto("/accounts/signup/")
    check_page(page, "sign-up")
    page.get_by_label("User name").fill("door")
    page.get_by_label(re.compile("^E-mail")).first.fill(address)
    for field in page.locator("input[type=password]").all():
        field.fill(PASSWORD)
    page.locator("main form button.btn--main").click()
    check_page(page, "sign-up-sent")
    page.goto(link(office, address, 1))
    check_page(page, "mail-confirm")
    page.locator("main form button.btn--main").click()
    page.goto("/accounts/password/reset/")
    check_page(page, "forgotten")
    page.get_by_label(re.compile("^E-mail")).fill(address)
    page.locator("main form button.btn--main").click()
    check_page(page, "forgotten-sent")
    page.goto(link(office, address, 2))
    check_page(page, "new-password")


def link(office: PostOffice, address: str, count: int) -> str:
    """Return the path of the link in the ``count``-th mail to an address."""
    body = office.wait_for(address, count)[count - 1].get_body(("plain",))
    assert body is not None
    found = re.search(r"https?://[^/\s]+(/accounts/\S+/)", body.get_content())
    assert found is not None, body.get_content()
    return found[1]


def test_a_players_pages(visit_desktop: Visit, check_page: CheckPage, open_table: tuple[str, str], site: Site) -> None:
    recorded = RecordedGame(site)
    page = visit_desktop("/tables/", "alice")
    check_page(page, "home")
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
        "notices-of-a-table": f"{recorded.address}notices/",
    }
    check_pages(page, check_page, pages.items())
    page.goto("/settings/notices/")
    page.locator("summary").filter(has_text="Quiet hours").click()
    page.get_by_label("From", exact=True).fill("22:00")
    page.get_by_role("button", name="Save", exact=True).click()
    expect(page.get_by_text("Quiet hours need a start and an end.")).to_be_visible()
    check_page(page, "notices-refused")
    host = visit_desktop(open_table[0], "carol")
    check_page(host, "table-setup")
    check_pages(host, check_page, [("watched", recorded.address), ("gallery", f"{recorded.address}gallery/")])


def test_pages_about_people(visit_desktop: Visit, check_page: CheckPage, site: Site) -> None:
    """Check the pages of users with long names who have played for a year, and of a user who hasn't played."""
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
    check_pages(visit_desktop("/", "rosa"), check_page, pages.items())


LINK = """
from django.utils import timezone
from games.core import seat_links
from games.models import Player
player = Player.objects.select_related("user", "game").get(game__public_id={table!r}, to_move_since__isnull=False)
print(seat_links.url(player, player.user, timezone.now()))
"""


def test_pages_to_which_mails_link(visit_desktop: Visit, check_page: CheckPage, site: Site) -> None:
    """Check a seat link with its button, an altered seat link, and the link to unsubscribe."""
    recorded = RecordedGame(site)
    page = visit_desktop(path_of(site.shell(LINK.format(table=recorded.record.table))))
    check_page(page, "link")
    page.get_by_role("button", name=re.compile("^Play this turn as")).click()
    page.wait_for_url(re.compile(recorded.address))
    check_page(page, "link-pressed")
    page.locator("button[value=draw]").locator("visible=true").first.click()
    expect(page.locator("#main")).not_to_have_attribute("data-version", re.compile(r"^1\."))
    page.goto("/go/x/")
    check_page(page, "link-altered")
    page.goto(path_of(site.shell(STOP)))
    check_page(page, "mails-stop")
    page.get_by_role("button", name="Stop these e-mails").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Done")
    check_page(page, "mails-stopped")


def path_of(url: str) -> str:
    return re.sub("^https?://[^/]+", "", url)


def test_the_table_in_every_phase(visit_desktop: Visit, check_page: CheckPage, site: Site) -> None:
    """Check the table from the first move through each special card, a shootout and a tie to the end."""
    recorded = RecordedGame(site)
    pages = {seat: visit_desktop(recorded.address, name) for seat, name in enumerate(recorded.record.seats)}

    def until(verb: str) -> tuple[Page, Page, Move]:
        move = recorded.advance_to(lambda move: move.verb == verb)
        for page in pages.values():
            page.goto(recorded.address)
        return pages[move.seat], pages[1 - move.seat], move

    mine, theirs, move = until("play")
    card(mine, move.text.split()[1]).click()
    check_page(mine, "table-card-chosen")
    check_page(theirs, "table-waiting")
    check_page(visit_desktop(recorded.address), "table-spectator")
    check_pages(
        theirs, check_page, (("fair-running", f"{recorded.address}fair/"), ("log-first", f"{recorded.address}log/"))
    )
    mine, _theirs, move = until("liquidation")
    card(mine, "liquidation").click()
    check_page(mine, "table-liquidation")
    mine, _theirs, move = until("raid")
    card(mine, "raid1").or_(card(mine, "raid2")).click()
    check_page(mine, "table-raid")
    ask(mine, move)
    check_page(mine, "table-raid-confirm")
    mine, _theirs, move = until("bribery")
    mine.goto(f"{recorded.address}?card=bribery")
    check_page(mine, "table-bribery")
    mine.locator(f"#d-{move.text.split()[1]}").click()
    expect(mine.locator(f"#d-{move.text.split()[1]}[aria-current]")).to_be_visible()
    check_page(mine, "table-bribery-chosen")
    mine, theirs, move = until("send")
    card(mine, move.text.split()[1]).click()
    check_page(mine, "table-tie")
    check_page(theirs, "table-tie-waiting")
    headline = mine.locator("#main .headline").bounding_box()
    assert headline is not None
    assert headline["height"] < HEADLINE, "the headline is squeezed by its buttons"
    mine, theirs, move = until("limousine")
    source, onto, *load = move.text.split()[1:]
    mine.goto(f"{recorded.address}?card=limousine&from={source}&cards={'-'.join(load)}&to={onto}")
    check_page(mine, "table-limousine")
    theirs.get_by_role("link", name=re.compile("shootout", re.IGNORECASE)).first.click()
    expect(theirs.locator(".reveal-row")).to_have_count(2)
    check_page(theirs, "shootout")
    recorded.advance()
    ended(recorded, pages, check_page)


def ask(page: Page, move: Move) -> None:
    """Choose a special card's target, which the player has to confirm."""
    verb, tile, seat = move.text.split()
    page.locator(f"#{tile} a[href$='card={verb}&at={tile}&of={seat}']").click()
    expect(page.locator(".ask")).to_be_visible()


def ended(recorded: RecordedGame, pages: dict[int, Page], check_page: CheckPage) -> None:
    for page, name in zip(pages.values(), ("game-over", "game-over-other"), strict=True):
        page.goto(recorded.address)
        check_page(page, name)
    fair = {
        "record-check": f"{recorded.address}fair/",
        "log": f"{recorded.address}log/",
        "home-over": "/tables/",
    }
    check_pages(pages[0], check_page, fair.items())
    expect(pages[0].get_by_role("link", name=NAME).first).to_be_visible()
