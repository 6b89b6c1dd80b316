"""A typed password is shown and hidden by its two buttons."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import Page, expect


def test_a_password_is_shown_and_hidden(visit: Callable[..., Page]) -> None:
    page = visit("/accounts/signup/")
    field = page.get_by_label("Password", exact=True)
    show, hide = (
        page.get_by_role("button", name=re.compile("^Show")),
        page.get_by_role("button", name=re.compile("^Hide")),
    )
    field.fill("a few words in a row")
    expect(field).to_have_attribute("type", "password")
    expect(hide).to_be_hidden()
    show.press("Enter")
    expect(field).to_have_attribute("type", "text")
    expect(show).to_be_hidden()
    expect(hide).to_be_focused()
    hide.press("Enter")
    expect(field).to_have_attribute("type", "password")
    expect(show).to_be_focused()
    expect(field).to_have_value("a few words in a row")


def test_a_shown_password_is_sent_as_a_password(visit: Callable[..., Page]) -> None:
    """Check the field's type while the form is sent, because browsers remember the text of other fields."""
    page = visit("/accounts/login/")
    page.get_by_label("User name or e-mail address").fill("alice")
    field = page.get_by_label("Password", exact=True)
    field.fill("a few words in a row")
    page.get_by_role("button", name=re.compile("^Show")).click()
    page.evaluate("() => addEventListener('submit', (event) => event.preventDefault())")
    field.press("Enter")
    expect(field).to_have_attribute("type", "password")
