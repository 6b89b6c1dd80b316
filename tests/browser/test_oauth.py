"""OAuth programs: a user authorizes one, in the browser or by a device code, and revokes it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from urllib.parse import parse_qs, urlencode, urlsplit

from playwright.sync_api import Page, expect

from tests.browser.themes import CheckPage
from tests.cast import PASSWORD
from tests.oauth.program import DEVICE, VERIFIER, challenge
from tests.site import Site

REGISTER = """
from accounts.oauth import programs
from tests.cast import found_or_made
maker = found_or_made("maker")
print(programs.register(maker, {name!r}, programs.Kind.APP, ["http://127.0.0.1/about/"]).client.pk)
"""


def opened(visit: Callable[..., Page], path: str, name: str) -> Page:
    """Open the page, reauthenticate by password if asked, and return the page."""
    page = visit(path, name)
    if page.get_by_role("heading", name="Confirm it’s you").is_visible():
        page.get_by_label("Password").fill(PASSWORD)
        page.get_by_role("button", name="Continue").click()
    return page


def given(page: Page, site: Site, **told: Any) -> str:
    answer = page.request.post(f"{site.url}/api/oauth/token", form=told)
    assert answer.ok, answer.text()
    return str(answer.json()["access_token"])


def me(page: Page, site: Site, token: str) -> Any:
    """Return the user name that the API tells the program, or the status of a refusal."""
    answer = page.request.get(f"{site.url}/api/v1/me", headers={"Authorization": f"Bearer {token}"})
    return answer.json().get("username", answer.status)


def test_a_program_asks_acts_and_is_revoked(visit: Callable[..., Page], site: Site, check_page: CheckPage) -> None:
    client, back = site.shell(REGISTER.format(name="Pocket Room")), f"{site.url}/about/"
    asked = {"client_id": client, "response_type": "code", "redirect_uri": back, "scope": "account:read tables:read"}
    asked |= {"state": "s1", "code_challenge": challenge(), "code_challenge_method": "S256"}
    page = opened(visit, f"/oauth/authorize/?{urlencode(asked)}", "owner")
    expect(page.get_by_role("heading", name="Let Pocket Room act for you?")).to_be_visible()
    check_page(page, "consent")
    for box in page.get_by_role("checkbox").all():
        box.uncheck()
    page.get_by_role("button", name="Allow it").click()
    expect(page.get_by_text("Choose what it may do.")).to_be_visible()
    page.get_by_label("See who I am").check()
    page.get_by_role("button", name="Allow it").click()
    page.wait_for_url(f"{back}?*")
    told = parse_qs(urlsplit(page.url).query)
    assert told["state"] == ["s1"]
    facts = {"grant_type": "authorization_code", "redirect_uri": back, "code_verifier": VERIFIER}
    token = given(page, site, client_id=client, code=told["code"][0], **facts)
    assert me(page, site, token) == "owner"
    page.goto("/settings/tokens/programs/")
    expect(page.get_by_role("listitem").filter(has_text="Pocket Room")).to_contain_text("Last used")
    check_page(page, "programs")
    page.get_by_role("button", name="Revoke Pocket Room’s access").click()
    expect(page.get_by_text("can no longer act for you")).to_be_visible()
    expect(page.get_by_text("None. When a program wants to act for you")).to_be_visible()
    assert me(page, site, token) == 401


def test_a_device_shows_a_code_and_is_connected(visit: Callable[..., Page], site: Site, check_page: CheckPage) -> None:
    client = site.shell(REGISTER.format(name="Card Clock"))
    page = opened(visit, "/oauth/device/", "watcher")
    shown = page.request.post(
        f"{site.url}/api/oauth/device", form={"client_id": client, "scope": "account:read"}
    ).json()
    page.get_by_label("The code that the device shows").fill(shown["user_code"])
    page.get_by_role("button", name="Continue").click()
    expect(page.get_by_role("heading", name="Let Card Clock act for you?")).to_be_visible()
    expect(page.get_by_text(shown["user_code"])).to_be_visible()
    check_page(page, "device")
    page.get_by_role("button", name="Allow it").click()
    expect(page.get_by_role("heading", name="The device is connected")).to_be_visible()
    token = given(page, site, client_id=client, device_code=shown["device_code"], grant_type=DEVICE)
    assert me(page, site, token) == "watcher"
