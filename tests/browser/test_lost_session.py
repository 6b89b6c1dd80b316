"""Text typed before a session ended returns to its field after sign-in: for the same user, once, without secrets."""

from __future__ import annotations

import json
import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.themes import VIEWPORTS
from tests.cast import PASSWORD
from tests.combinations import every
from tests.site import Site

Visit = Callable[..., Page]

TABLE = """
from games.models import Game
from tests.cast import found_or_made, table_of
lost, other = (found_or_made(name) for name in ("lost-a", "lost-b"))
Game.objects.filter(public_id="lostseat").delete()
table_of(lost, other, public_id="lostseat")
"""
CHAT, REPORT = "/games/lostseat/", "/people/lost-b/report/"


@pytest.fixture(autouse=True)
def table(site: Site) -> None:
    site.shell(TABLE)


def kept(page: Page) -> str | None:
    """Return the text that this tab has stored."""
    found: str | None = page.evaluate("sessionStorage.getItem('typed')")
    return found


def end_session(page: Page) -> None:
    page.context.clear_cookies(name="sessionid")


def sign_in(page: Page, name: str) -> None:
    expect(page).to_have_url(re.compile("/accounts/login/"))
    page.locator("input[name=login]").fill(name)
    page.locator("input[type=password]").fill(PASSWORD)
    page.locator("main form button.btn--main").first.click()


def report(page: Page) -> None:
    page.get_by_label("It cheats").or_(page.locator("[name=category]").last).first.check(force=True)
    page.locator("textarea[name=words]").fill("They stall.\nEvery time.")
    end_session(page)
    page.locator("main form:has(textarea) button.btn--main").click()


@pytest.mark.parametrize("size", every(["390-light", "1280-dark"], 2))
def test_a_message_to_the_table_is_back_in_its_field(visit: Visit, size: str) -> None:
    page = visit(CHAT, "lost-a", **VIEWPORTS[size])
    field = page.get_by_role("textbox", name="Message to the table", include_hidden=True)
    if not field.is_visible():
        page.get_by_role("button", name="Talk").click()
    field.fill("Lake wind")
    end_session(page)
    page.get_by_role("button", name="Send the message").click()
    expect(page.locator("#refused")).to_contain_text("You’re no longer signed in")
    field.fill("Lake wind tonight")
    page.locator("#refused a").evaluate("each => each.click()")
    sign_in(page, "lost-a")
    expect(page).to_have_url(re.compile(CHAT))
    expect(field).to_have_value("Lake wind tonight")
    expect(field).to_be_focused()
    assert kept(page) is None
    page.reload()
    expect(field).to_have_value("")
    expect(page.locator(".chat-message")).to_have_count(0)


def test_a_report_returns_to_its_form_with_the_choices(visit: Visit) -> None:
    page = visit(REPORT, "lost-a")
    report(page)
    sign_in(page, "lost-a")
    expect(page.locator("textarea[name=words]")).to_have_value("They stall.\nEvery time.")
    expect(page.locator("[name=category]").last).to_be_checked()
    assert kept(page) is None


def test_another_user_who_signs_in_does_not_get_the_text(visit: Visit) -> None:
    page = visit(REPORT, "lost-a")
    report(page)
    assert "lost-a" not in (kept(page) or "") and "They stall" in (kept(page) or "")
    no_hidden_field_is_kept(page)
    sign_in(page, "lost-b")
    page.goto("/people/lost-a/report/")
    expect(page.locator("textarea[name=words]")).to_have_value("")
    assert kept(page) is None


def test_sent_and_secret_texts_are_not_kept(visit: Visit) -> None:
    page = visit(CHAT, "lost-a")
    page.get_by_role("textbox", name="Message to the table").fill("It arrives")
    with page.expect_response(re.compile("/talk/")):
        page.get_by_role("button", name="Send the message").click()
    expect(page.locator(".chat-message")).to_have_count(1)
    page.wait_for_function("() => sessionStorage.getItem('typed') === null")
    page.goto("/accounts/password/change/")
    for field in page.locator("input[type=password]").all():
        field.fill("not-the-right-one-3")
    end_session(page)
    page.locator("main form:has([type=password]) button.btn--main").click()
    expect(page).to_have_url(re.compile("/accounts/login/"))
    assert kept(page) is None


def no_hidden_field_is_kept(page: Page) -> None:
    names = {name for name, _value, _checked in json.loads(kept(page) or "{}")["values"]}
    hidden = page.locator("input[type=hidden]").evaluate_all("all => all.map((each) => each.name)")
    assert "words" in names and not names & {"csrfmiddlewaretoken", *hidden}


def test_signing_out_leaves_nothing(visit: Visit) -> None:
    page = visit(CHAT, "lost-a")
    page.locator("#chat-input").evaluate("each => each.removeAttribute('maxlength')")
    page.get_by_role("textbox", name="Message to the table").fill("word " * 150)
    page.get_by_role("button", name="Send the message").click()
    expect(page.get_by_role("alert").filter(has_text="longer than 500 characters")).to_be_visible()
    assert "word" in (kept(page) or "")
    page.goto("/accounts/logout/")
    page.locator("form[data-sign-out] button.btn--main").click()
    expect(page).not_to_have_url(re.compile("/accounts/logout/"))
    assert kept(page) is None
