"""Reminders, a missed deadline and the player's return; a digest; a turn by a mail's link on a phone.

The tests let time pass by moving every datetime in the rows back; the site's processes do the rest.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from email.message import EmailMessage
from functools import cache
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import SIGN_IN
from tests.browser.days import PATIENCE, Days, link, page_of, subjects, text
from tests.browser.driver import make, tap
from tests.browser.themes import VIEWPORTS, assert_fits
from tests.cast import PASSWORD
from tests.databases import started_before
from tests.mail_server import PostOffice, post_office
from tests.site import Site

pytestmark = pytest.mark.whole

Visit = Callable[..., Page]
Shot = Callable[[Page, str], Path]

SOON = PATIENCE * 1000
STANDS = """
from games.models import *
seats = Player.objects.order_by("seat").values_list("drafts", "to_move_since", "last_seen_at")
print(*Game.objects.values_list("version", "turn"), *seats)
"""


@pytest.fixture(scope="module")
def office() -> Iterator[PostOffice]:
    with post_office() as office:
        yield office


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory, office: PostOffice) -> Iterator[Site]:
    """A site for this module only, because time passes for all users; the site sweeps deadlines at once."""
    data = started_before(tmp_path_factory.mktemp("days") / "var")
    often = {"TURN_MAIL_DELAY": "0", "SWEEP_SECONDS": "0.5", "DEADLINE_SWEEP_SECONDS": "0.5"}
    site = Site(data, EMAIL_URL=office.url, **often)
    site.open()
    yield site
    assert site.close() == 0, site.log.read_text()


@pytest.fixture
def days(site: Site, office: PostOffice) -> Days:
    return Days(site, office)


@pytest.fixture
def session_key(site: Site, days: Days) -> Callable[[str], str]:
    """``session_key(name)`` as in all browser tests, but cached for one test only."""
    return cache(lambda name: site.shell(SIGN_IN.format(name=name, staff=False)))


def finger(_page: Page, target: Locator) -> None:
    target.first.tap()


def turn(page: Page, way: Callable[[Page, Locator], None] = tap) -> None:
    expect(page.locator("#main[data-your-move]")).to_be_attached(timeout=SOON)
    while page.locator("#main[data-your-move]").count():
        legal = json.loads(page.locator("#legal-moves").text_content() or "[]")
        make(page, next((move for move in ("draw", "end") if move in legal), legal[0]), way)


def test_reminded_replaced_and_back(days: Days, visit: Visit, shot: Shot) -> None:
    """Alice gets two reminders and misses the deadline; a computer player takes over until she returns."""
    days.begin("table('back', 'Michigan Avenue', alice, bob, asked=alice, moves=8)")
    (first,) = days.mails("alice", 1)
    assert first["Subject"].startswith("Your move at Michigan Avenue, by ")
    bob = visit("/games/back/", "bob")
    days.pass_time(hours=18, minutes=1)
    assert days.mails("alice", 2)[1]["Subject"].startswith("Your time at Michigan Avenue runs out ")
    assert "After that a computer player plays for you until you return." in text(days.mails("alice", 2)[1])
    days.pass_time(hours=5)
    assert days.mails("alice", 3)[2]["Subject"].startswith("Your time at Michigan Avenue runs out ")
    expect(bob.locator(".seat__stand-in")).to_have_count(0)
    days.pass_time(hours=1)
    missed = days.mails("alice", 4)[3]
    assert missed["Subject"] == "You missed a deadline at Michigan Avenue"
    assert "A computer player is playing for you." in text(missed)
    assert not any("missed" in subject for subject in subjects(days.office.to("bob@example.org")))
    expect(bob.locator(".seat__stand-in")).to_contain_text("a computer player", timeout=SOON)
    expect(bob.locator("#log")).to_contain_text("missed the deadline. A computer plays for them.")
    expect(bob.locator("#main[data-your-move]")).to_be_attached(timeout=SOON)
    expect(bob.locator("#log")).to_contain_text("by a computer player")
    shot(bob, "days-replaced-seen-by-bob")
    days.pass_time(minutes=40)
    # If bob's page has not recorded that he saw his turn, a mail about it may come first.
    days.mail("bob", "alice missed a deadline at Michigan Avenue")
    come_back(visit(link(missed), "alice"), bob, shot)
    assert len(days.office.to("alice@example.org")) == 4


def come_back(alice: Page, bob: Page, shot: Shot) -> None:
    """Let alice take her seat back and play her next turn."""
    bar = alice.get_by_role("group", name="Your seat")
    expect(bar).to_contain_text("A computer player has been sitting in for you since")
    shot(alice, "days-replaced-seen-by-alice")
    bar.get_by_role("button", name="Take my seat back").click()
    expect(bar).to_have_count(0)
    expect(bob.locator(".seat__stand-in")).to_have_count(0, timeout=SOON)
    expect(bob.locator("#log")).to_contain_text("is back.")
    turn(bob)
    turn(alice)
    shot(alice, "days-back")
    expect(bob.locator("#main[data-your-move]")).to_be_attached(timeout=SOON)


def test_a_digest_of_four_tables(days: Days, visit: Visit, shot: Shot) -> None:
    """One mail comes at the chosen hour, with the moves first."""
    hour = (datetime.now(UTC) + timedelta(hours=2)).hour
    page = visit("/settings/notices/", "alice")
    for kind in page.locator(".notice-kind").all():
        kind.locator("summary").click()
        kind.locator("select[name$='-mail']").select_option("digest")
    page.get_by_label("Daily digest at").select_option(str(hour))
    page.get_by_role("button", name="Save", exact=True).click()
    expect(page.get_by_text("Saved.")).to_be_visible()
    shot(page, "days-digest-settings")
    days.begin(
        """
vote = table("vote", "Halsted Street", alice, bob, asked=bob)
play.propose(vote.players.get(user=bob), "pause")
for key, name in (("one", "Lakeshore"), ("two", "Clark Street"), ("three", "Wabash")):
    table(key, name, bob, alice, asked=alice, moves=3)
"""
    )
    due = days.waiting("alice", 4)
    assert (due.hour, due.minute, due.second) == (hour, 0, 0)
    days.pass_time_until(due)
    (digest,) = days.mails("alice", 1)
    assert digest["Subject"] == "3 tables are waiting for you"
    said = text(digest)
    places = [said.index(name) for name in ("Lakeshore", "Clark Street", "Wabash", "Vote at Halsted Street")]
    assert said.index("Your move\n") < places[0]
    assert places == sorted(places)
    assert said.index("Votes\n") > places[2]
    read_at_home(page, digest, shot, "days-digest")
    days.pass_time(minutes=30)
    home = visit(link(digest), "alice")
    for name in ("Lakeshore", "Clark Street", "Wabash"):
        expect(home.locator("article.move").filter(has_text=name)).to_have_count(1)
    shot(home, "days-digest-home")
    days.mails("alice", 1)


def read_at_home(page: Page, mail: EmailMessage, shot: Shot, name: str) -> None:
    """Take a screenshot of the mail in a new tab, without the content security policy of the site's pages."""
    tab = page.context.new_page()
    tab.set_content(page_of(mail))
    shot(tab, name)
    tab.close()


def test_a_turn_by_one_tap_on_a_phone(
    days: Days, visit: Visit, shot: Shot, assert_accessible: Callable[[Page], None]
) -> None:
    """Without signing in, the link in bob's mail opens only his seat, until his password changes."""
    days.begin("table('tap', 'Pine Street', alice, bob, asked=bob, moves=6, public=False)")
    address = link(days.mails("bob", 1)[0])
    stood = days.site.shell(STANDS)
    phone = visit(address, None, **VIEWPORTS["390-light"], is_mobile=True)
    bar = phone.get_by_role("region", name="The link from your e-mail")
    expect(bar).to_contain_text("You’re seeing this table as bob does.")
    expect(phone.locator(".avatar--you").first).to_be_visible()
    assert_fits(phone)
    assert_accessible(phone)
    shot(phone, "days-link")
    assert days.site.shell(STANDS) == stood
    assert status(phone, "/games/tap/") == 404
    phone.goto(address)
    bar.get_by_role("button", name="Play this turn as bob").tap()
    expect(phone).to_have_url(re.compile("/games/tap/$"))
    assert_accessible(phone)
    shot(phone, "days-link-played")
    turn(phone, finger)
    assert days.site.shell(STANDS) != stood
    for path in ("/tables/", "/settings/", "/settings/notices/", "/accounts/email/"):
        phone.goto(path)
        expect(phone).to_have_url(re.compile("/accounts/login/"))
    change_password(visit("/accounts/password/change/", "bob"))
    assert status(phone, "/games/tap/") == 404
    assert status(phone, address) == 410
    expect(phone.get_by_role("heading", level=1)).to_have_text("This link doesn’t work")
    assert_accessible(phone)
    shot(phone, "days-link-ended")


def status(page: Page, path: str) -> int:
    answer = page.goto(path)
    assert answer is not None
    return answer.status


def change_password(page: Page) -> None:
    page.get_by_label("Your current password").fill(PASSWORD)
    page.get_by_label("New password").fill("another-brown-fox-8")
    page.locator("main form button.btn--main").click()
    expect(page.get_by_text("You have a new password.")).to_be_visible()
