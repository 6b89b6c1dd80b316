"""A passkey on chromium's virtual authenticator, codes of an app, and recovery codes, which work once."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.auth.codes import code
from tests.browser.themes import CheckPage
from tests.cast import PASSWORD
from tests.site import Site

HOME = re.compile("/tables/$")
POCKET = {
    "protocol": "ctap2",
    "transport": "internal",
    "hasResidentKey": True,
    "hasUserVerification": True,
    "isUserVerified": True,
    "automaticPresenceSimulation": True,
}

MAKE = """
from accounts.models import User
from tests.cast import somebody
User.objects.filter(username="keeper").delete()
somebody("keeper")
"""


class Keeper:
    """A user in a browser, whose pages are checked."""

    def __init__(self, page: Page, base: str, check_page: CheckPage) -> None:
        self.page, self.base, self.check = page, base, check_page

    def go(self, path: str) -> None:
        self.page.goto(f"{self.base}{path}")

    def check_page(self, name: str) -> None:
        self.check(self.page, name)

    def press(self, name: str) -> None:
        self.page.get_by_role("button", name=name, exact=True).click()

    def sign_in(self) -> None:
        self.go("/accounts/login/")
        self.page.get_by_label("User name").fill("keeper")
        self.page.get_by_label("Password").fill(PASSWORD)
        self.press("Sign in")

    def sign_out(self) -> None:
        self.go("/accounts/logout/")
        self.press("Sign out")
        expect(self.page.get_by_text("You’re signed out.")).to_be_visible()

    def enter(self, said: str, button: str = "Sign in") -> None:
        self.page.get_by_role("textbox", name=re.compile("code", re.I)).fill(said)
        self.press(button)


@pytest.fixture
def keeper(visit_desktop: Callable[..., Page], site: Site, check_page: CheckPage) -> Keeper:
    """A keeper at localhost, because passkeys need a domain."""
    site.shell(MAKE)
    page = visit_desktop("/about/")
    session = page.context.new_cdp_session(page)
    session.send("WebAuthn.enable")
    session.send("WebAuthn.addVirtualAuthenticator", {"options": POCKET})
    return Keeper(page, f"http://localhost:{site.port}", check_page)


def test_passkeys_and_codes(keeper: Keeper) -> None:
    page = keeper.page
    keeper.sign_in()
    page.wait_for_url(HOME)
    codes = make_a_passkey(keeper)
    keeper.sign_out()
    keeper.go("/accounts/login/")
    keeper.press("Sign in with a passkey")
    page.wait_for_url(HOME)
    key = set_up_an_app(keeper)
    keeper.sign_out()
    keeper.sign_in()
    keeper.check_page("second-step")
    keeper.enter("000000")
    expect(page.get_by_text("That code is wrong or already used")).to_be_visible()
    keeper.enter(code(key))
    page.wait_for_url(HOME)
    keeper.sign_out()
    keeper.sign_in()
    keeper.enter(codes[0])
    page.wait_for_url(HOME)
    keeper.sign_out()
    keeper.sign_in()
    keeper.enter(codes[0])
    expect(page.get_by_text("That code is wrong or already used")).to_be_visible()
    keeper.press("Use a passkey")
    page.wait_for_url(HOME)


def make_a_passkey(keeper: Keeper) -> list[str]:
    """Add a passkey just after signing in by password, and return the recovery codes."""
    page = keeper.page
    keeper.go("/settings/security/")
    page.get_by_role("link", name="Add a passkey").click()
    keeper.check_page("passkey-new")
    page.get_by_label("A name for it").fill("My phone")
    keeper.press("Make the passkey")
    expect(page.get_by_role("heading", level=1)).to_have_text("Recovery codes")
    keeper.check_page("recovery-codes")
    return page.locator(".codes code").all_inner_texts()


def set_up_an_app(keeper: Keeper) -> str:
    """Set up an authenticator app just after signing in by passkey, and return the app's key."""
    page = keeper.page
    keeper.go("/settings/security/")
    expect(page.get_by_role("heading", name="My phone")).to_be_visible()
    page.get_by_role("link", name="Set up an app").click()
    page.wait_for_url(re.compile("/totp/activate/$"))
    keeper.check_page("app-new")
    key = page.locator(".totp-key").inner_text()
    keeper.enter(code(key), "Set up the app")
    expect(page.get_by_text("The app is set up.")).to_be_visible()
    keeper.check_page("security")
    return key
