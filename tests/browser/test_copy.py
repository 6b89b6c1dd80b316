"""Copying and sharing: the page reports the result, or explains how to copy by hand if the browser refuses."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

Visit = Callable[..., Page]

FRIENDS, EXAMPLES = "/friends/", "/api-reference/"
NO_CLIPBOARD = """() => {
  navigator.clipboard.writeText = () => Promise.reject(new DOMException("", "NotAllowedError"));
  document.execCommand = () => false;
}"""
CLIPBOARD = """() => {
  navigator.clipboard.writeText = async (text) => { window.clipboard = text; };
}"""
SHARING = """
navigator.share = async ({ url }) => {
  window.shared = url;
  if (window.refuses) throw new DOMException("", refuses);
};
"""
FAILED = "Copying didn’t work here. The text is selected: copy it yourself."


@pytest.mark.parametrize("path", [FRIENDS, EXAMPLES])
def test_what_was_copied_is_said(path: str, visit: Visit) -> None:
    page = visit(path, "alice")
    page.evaluate(CLIPBOARD)
    page.get_by_role("button", name="Copy").first.click()
    expect(page.get_by_text("Copied.").first).to_be_visible()
    copied = page.evaluate("clipboard")
    assert ("/friends/" if path == FRIENDS else "export TBR=") in copied


@pytest.mark.parametrize("path", [FRIENDS, EXAMPLES])
def test_where_copying_fails_the_text_is_selected_to_copy_by_hand(path: str, visit: Visit) -> None:
    page = visit(path, "alice")
    page.evaluate(NO_CLIPBOARD)
    page.get_by_role("button", name="Copy").first.click()
    expect(page.get_by_text(FAILED)).to_be_visible()
    assert ("/friends/" if path == FRIENDS else "export TBR=") in page.evaluate("getSelection().toString()")


def test_a_link_is_shared_or_else_copied(visit: Visit) -> None:
    """Closing the system's share sheet shows no message."""
    page = visit(FRIENDS, "alice")
    page.add_init_script(SHARING)
    page.reload()
    page.evaluate(CLIPBOARD)
    share = page.get_by_role("button", name="Share")
    for refusal in ("", "AbortError"):
        page.evaluate("name => { window.refuses = name; window.shared = null; }", refusal)
        share.click()
        page.wait_for_function("() => window.shared")
        expect(page.get_by_text("Copied.")).to_have_count(0)
    page.evaluate("window.refuses = 'NotAllowedError'")
    share.click()
    expect(page.get_by_text("Copied. Send it to your friend.")).to_be_visible()
    assert page.evaluate("clipboard === shared")
