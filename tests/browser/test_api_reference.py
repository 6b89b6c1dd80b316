"""The API's reference page: a request is tried with a pasted token, and the policy refuses nothing."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.site import Site

SEND = re.compile("^Send ?: Who you are$")
MAKE = """
from accounts.models import Token
from accounts.tokens import tokens
from tests.cast import somebody
print(tokens.make(somebody("programmer"), "page", Token.Scope.values, None).secret)
"""


def test_a_request_is_tried_with_a_token(visit: Callable[..., Page], site: Site) -> None:
    """``visit`` fails if the content security policy refuses anything."""
    page = visit("/api-reference/#get_me")
    operation = page.locator("#get_me")
    answer = operation.locator(".api-answer")
    operation.get_by_role("button", name=SEND).click()
    expect(answer).to_contain_text("401")
    page.get_by_label("Token", exact=True).fill(site.shell(MAKE))
    operation.get_by_role("button", name=SEND).click()
    expect(answer).to_contain_text('"username": "programmer"')
    page.goto("/api-reference/#get_table")
    table = page.locator("#get_table")
    table.get_by_label("table").fill("no where/")
    table.get_by_role("button").click()
    expect(table.locator(".api-answer")).to_contain_text("404")
    page.goto("/api-reference/#open_table")
    opening = page.locator("#open_table")
    opening.get_by_label("Body").fill("{")
    opening.get_by_role("button").click()
    expect(opening.locator(".api-answer")).to_have_text("The body isn’t JSON.")
