"""Error responses: a page without scripts or, with htmx, a fragment."""

from __future__ import annotations

import json
import re
from html import unescape

import pytest
import redis
from django.core.exceptions import PermissionDenied
from django.test import Client
from django.urls import reverse

from accounts.access.restrictions import restrict
from accounts.models import Restriction, User
from accounts.refusals import Refused
from games.models import Game
from tests.cast import PASSWORD, client_of
from tests.site import ROOT

pytestmark = pytest.mark.django_db
HTMX = {"HX-Request": "true", "HX-Current-URL": "http://testserver/settings/data/"}
REFUSED = {
    400: "can’t read",
    403: "allowed to see this page",
    404: "a private table you aren’t at",
    405: "only works through a button",
    413: "more than this site accepts",
    500: "our mistake",
    503: "answering right now",
}


@pytest.fixture
def browser(alice: User) -> Client:
    """Alice's browser, which gets an error response where the test client would raise."""
    browser = client_of(alice)
    browser.raise_request_exception = False
    return browser


def failing_page(monkeypatch: pytest.MonkeyPatch, status: int) -> str:
    if status == 404:
        return "/nowhere/"
    if status == 405:
        return reverse("play-now")

    def away(*_args, **_parts):
        raise {
            403: PermissionDenied,
            500: ValueError("the hidden card 2S"),
            503: redis.ConnectionError("redis://:secret@host"),
        }[status]

    monkeypatch.setattr("games.lobby.views.rules.render", away)
    return "/about/"


@pytest.mark.parametrize("status", [403, 404, 500, 503])
def test_browsers_get_an_error_page_and_htmx_a_fragment(browser, monkeypatch, status: int) -> None:
    address = failing_page(monkeypatch, status)
    page = browser.get(address)
    assert page.status_code == status
    assert b"<html" in page.content and b"<h1" in page.content and REFUSED[status] in page.content.decode()
    part = browser.get(address, headers=HTMX)
    assert part.status_code == status
    check(part, REFUSED[status])
    for answer in (page, part):
        assert b"hidden card" not in answer.content and b"secret" not in answer.content


@pytest.mark.parametrize("length", ["x", "²", "-1", "9" * 5000, str(10**9)])
@pytest.mark.parametrize("kind", ["application/x-www-form-urlencoded", "multipart/form-data; boundary=x"])
@pytest.mark.parametrize(("path", "known"), [("/nowhere/", False), ("/settings/", True)])
def test_an_invalid_content_length_is_not_a_server_error(alice: User, path: str, known: bool, kind: str, length: str):
    """Error pages read no body, although a browser with the CSRF cookie would cause that."""
    browser = client_of(alice)
    browser.handler.enforce_csrf_checks = True
    browser.raise_request_exception = False
    browser.get(reverse("settings"))
    for headers in ({}, HTMX):
        answer = browser.post(path, b"a=b", content_type=kind, CONTENT_LENGTH=length, headers=headers)
        assert answer.status_code == ((413 if length.isascii() and length.isdecimal() else 400) if known else 404)


def test_the_address_of_a_button_is_a_page_too(browser) -> None:
    """The address may be opened from the browser's history."""
    page = browser.get(reverse("play-now"))
    assert (page.status_code, page["Allow"]) == (405, "POST")
    assert b"<html" in page.content and REFUSED[405] in page.content.decode()
    check(browser.get(reverse("play-now"), headers=HTMX), REFUSED[405])
    assert browser.put(reverse("play-now")).content == b""


def length_is_true(answer) -> bool:
    """Return whether the declared length matches the body. Servers cut longer bodies and break off shorter ones."""
    return int(answer["Content-Length"]) == len(answer.content) > 0


@pytest.mark.parametrize("headers", [{}, HTMX, {"Accept-Encoding": "gzip"}])
@pytest.mark.parametrize("status", [403, 404, 405, 500, 503])
def test_an_error_page_has_its_length(browser, monkeypatch, status: int, headers: dict[str, str]) -> None:
    answer = browser.get(failing_page(monkeypatch, status), headers=headers)
    assert answer.status_code == status and length_is_true(answer)


@pytest.mark.parametrize("headers", [{}, HTMX, {"Accept-Encoding": "gzip"}])
def test_the_page_of_a_refused_request_has_its_length(browser, settings, headers: dict[str, str]) -> None:
    settings.RATE_LIMITS = settings.RATE_LIMITS | {"settings": "1/m/key"}
    answers = [
        browser.post(reverse("settings"), b"a=b", content_type="text/plain", CONTENT_LENGTH=length, headers=headers)
        for length in ("x", str(10**9))
    ] + [browser.post(reverse("theme"), {}, headers=headers) for _ in range(2)]
    assert [answer.status_code for answer in answers if answer.status_code >= 400] == [400, 413, 429]
    assert all(map(length_is_true, answers[:2] + answers[3:]))


@pytest.mark.parametrize("status", [403, 404, 405, 500, 503])
def test_an_error_page_leads_back_to_the_site(browser, monkeypatch, status: int) -> None:
    page = browser.get(failing_page(monkeypatch, status)).content.decode()
    main = page[page.index("<main") :]
    assert f'href="{reverse("lobby")}"' in main


def test_a_forbidden_page_names_the_user_and_links_to_sign_in(browser, monkeypatch) -> None:
    page = unescape(browser.get(failing_page(monkeypatch, 403)).content.decode())
    assert "You’re signed in as alice, and that account can’t open this page." in page
    assert 'href="/accounts/logout/?next=%2Faccounts%2Flogin%2F%3Fnext%3D%2Fabout%2F"' in page


def test_signed_in_users_are_not_offered_to_sign_in(browser, client) -> None:
    assert "Sign in" not in browser.get("/nowhere/", headers=HTMX).content.decode()
    assert "Sign in" in client.get("/nowhere/", headers=HTMX).content.decode()


def test_a_missing_page_leads_to_the_places_people_want(browser, client) -> None:
    for visitor, ways in ((browser, ("home", "lobby", "front")), (client, ("lobby", "front"))):
        page = visitor.get("/games/nosuch/").content.decode()
        main = page[page.index("<main") : page.index("</main>")]
        assert re.findall(r'class="btn[^"]*"\s*href="([^"]+)"', main) == [reverse(way) for way in ways]
    assert f'href="{reverse("account_login")}?next=%2Fgames%2Fnosuch%2F"' in main


def check(part, said: str) -> None:
    """Check that the message has a separate element, and that the URL and the rest of the page stay."""
    assert (part["HX-Retarget"], part["HX-Reswap"], part["HX-Reselect"]) == ("#refused", "innerHTML", "unset")
    assert part["HX-Replace-Url"] == part["HX-Push-Url"] == "false"
    assert part["Cache-Control"] == "no-store"
    assert said in part.content.decode()
    assert b"<html" not in part.content and b"<h1" not in part.content


def test_a_page_that_was_too_old(duel: Game, alice: User) -> None:
    strict = Client(enforce_csrf_checks=True)
    strict.force_login(alice)
    part = strict.post(reverse("note", args=[duel.public_id]), {"note": "x"}, headers=HTMX)
    assert part.status_code == 403
    check(part, "your text is still there")
    assert part["HX-Trigger"] == "stale-form"
    page = strict.post(reverse("note", args=[duel.public_id]), {"note": "Torrio bluffs"}).content.decode()
    assert "<html" in page
    assert "Torrio bluffs" in page
    assert f'href="{duel.get_absolute_url()}"' in page
    check(strict.post(reverse("home"), headers=HTMX), "reload the page")


def test_scripts_show_refusals(client) -> None:
    """The script, htmx, uses the first rule whose pattern matches the status."""
    config = re.search(r'name="htmx-config"\s+content=\'([^\']*)', client.get("/about/").content.decode())
    assert config is not None
    rules = json.loads(unescape(config[1]))["responseHandling"]
    for status in (*REFUSED, 409, 422, 429):
        rule = next(rule for rule in rules if re.search(rule["code"], str(status)))
        assert rule["swap"] and not rule.get("error"), status


def test_every_page_that_uses_htmx_has_an_element_for_refusals(duel: Game, browser: Client) -> None:
    texts = [path.read_text(encoding="utf-8") for path in (ROOT / "templates").rglob("*.html")]
    pages = [
        *map(reverse, ("my-data", "notices")),
        duel.get_absolute_url(),
        reverse("replay", args=[duel.public_id]),
        reverse("review", args=[duel.public_id]),
    ]
    assert len(pages) == sum("vendor/htmx" in text for text in texts)
    for page in pages:
        shown = browser.get(page).content.decode()
        assert "vendor/htmx" in shown
        assert shown.count('<div id="refused" role="alert"></div>') == 1, page


def test_an_expired_session_redirects_to_sign_in_and_back(client) -> None:
    answer = client.get(reverse("my-data"), headers=HTMX)
    assert answer["HX-Redirect"] == "/accounts/login/?next=/settings/data/"
    assert "Location" not in answer
    elsewhere = client.get(reverse("my-data"), headers=HTMX | {"HX-Current-URL": "https://evil.example.org/x"})
    assert elsewhere["HX-Redirect"] == "/accounts/login/?next=/settings/data/"
    assert client.get(reverse("my-data"))["Location"] == "/accounts/login/?next=/settings/data/"


def test_a_suspended_user_gets_the_page_about_it(duel: Game, alice: User) -> None:
    restrict(alice, Restriction.Kind.BAN)
    answer = client_of(alice).get(duel.get_absolute_url(), headers=HTMX)
    assert (answer.status_code, answer["HX-Refresh"]) == (403, "true")
    assert "HX-Refresh" not in client_of(alice).get(duel.get_absolute_url())


def test_sign_in_answers_503_with_retry_after_while_the_cache_is_away(client, alice: User, monkeypatch) -> None:
    def away(*_args, **_parts):
        raise redis.ConnectionError("redis://:secret@host")

    monkeypatch.setattr("django.core.cache.backends.locmem.LocMemCache.add", away)
    answer = client.post(reverse("account_login"), {"login": alice.username, "password": PASSWORD})
    assert (answer.status_code, answer["Retry-After"], answer["Cache-Control"]) == (503, "30", "no-store")
    assert b"<script" not in answer.content
    monkeypatch.undo()
    assert client.post(reverse("account_login"), {"login": alice.username, "password": PASSWORD}).status_code == 302


@pytest.mark.parametrize("headers", [{}, HTMX])
def test_a_refusal_that_its_view_does_not_show_is_a_page_with_the_reason(
    browser: Client, monkeypatch: pytest.MonkeyPatch, headers: dict[str, str]
) -> None:
    def refuse(*_args, **_parts):
        raise Refused("The table is full.")

    monkeypatch.setattr("games.lobby.views.rules.render", refuse)
    answer = browser.get("/about/", headers=headers)
    assert answer.status_code == 422
    assert "The table is full." in answer.content.decode()
