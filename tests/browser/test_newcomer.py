"""A newcomer's first evening: lessons, a guided first game to its end, a turn mail as a guest, and a rematch."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from games.lessons.courses import COURSES
from games.lessons.lesson import Lesson
from games.lessons.playthrough import begun
from tests.browser.driver import make
from tests.browser.test_guest_story import chosen, my_turn_or_the_end
from tests.browser.test_told import ASKED, by_mail, draw_to_the_end_of_the_turn, the_rematch, the_turn_mail
from tests.mail_server import PostOffice
from tests.site import Site

Visit = Callable[..., Page]
GAME = "chicago_poker"
COURSE = COURSES[GAME]
LONGEST_GAME = 300
ADDRESS = "first-evening@example.org"


@pytest.mark.whole
def test_a_first_evening_that_ends_with_one_more(
    visit: Visit, site: Site, office: PostOffice, shot: Callable[[Page, str], Path]
) -> None:
    page = visit()
    page.get_by_role("link", name=re.compile("^Learn ?: Chicago Poker$")).click()
    page.wait_for_url(f"**/lessons/{GAME}/")
    for lesson in COURSE:
        take(page, lesson)
    page.goto(f"/lessons/{GAME}/")
    for lesson in COURSE:
        expect(page.locator(f"a[href='/lessons/{GAME}/{lesson.slug}/']")).to_contain_text("done")
    a_guided_game(page)
    friend, table = a_table_with_a_friend(page, visit)
    by_mail(page, visit, office, shot, ADDRESS)
    the_turn_mail(page, friend, site, office, table, ADDRESS)
    the_rematch(page, friend, site, table, shot)


def take(page: Page, lesson: Lesson) -> None:
    """Complete a lesson in the fewest steps, on the real board."""
    page.goto(f"/lessons/{lesson.game}/{lesson.slug}/")
    play = begun(lesson)
    while not play.is_done:
        expect(page.locator(".coach__step")).to_contain_text(f"Step {len(play.did) + 1} of {len(lesson.steps)}")
        if play.step.is_read:
            page.locator("[name=do][value=next]").click()
            play.read()
        else:
            move = play.wanted()[0]
            make(page, move)
            assert play.move(move) is None


def a_guided_game(page: Page) -> None:
    page.goto(f"/lessons/{GAME}/")
    page.get_by_role("button", name=re.compile("^A first game")).click()
    page.wait_for_url(re.compile("/games/[a-z0-9]+/"))
    expect(page.locator("#main")).to_contain_text("Your first turn")
    for _move in range(LONGEST_GAME):
        if page.locator("#main .game-over").count():
            break
        make(page, chosen(json.loads(page.locator("#legal-moves").text_content() or "[]")))
        my_turn_or_the_end(page)
    expect(page.locator(".standings > li")).to_have_count(2)


def a_table_with_a_friend(page: Page, visit: Visit) -> tuple[Page, str]:
    """Play until both have had a turn, the newcomer last, and return the friend's page and the table."""
    page.goto("/")
    page.get_by_role("link", name="Invite a friend to Chicago Poker").click()
    page.get_by_role("button", name="Get the link").click()
    page.wait_for_url("**/games/*/")
    friend = visit(page.locator("#link").input_value())
    friend.get_by_role("button", name=re.compile("sit down", re.IGNORECASE)).click()
    friend.wait_for_url("**/games/*/")
    expect(page.locator("#main[data-your-move], #main .status--wait h1").first).to_be_visible()
    draw_to_the_end_of_the_turn(friend)
    expect(page.locator("#main[data-your-move]")).to_be_attached()
    draw_to_the_end_of_the_turn(page)
    expect(page.get_by_role("heading", name=ASKED)).to_be_visible()
    return friend, page.url.split("/")[4]
