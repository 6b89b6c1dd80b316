"""A device without a browser: it shows a code, and polls until a user has typed it."""

from __future__ import annotations

from datetime import timedelta
from urllib.parse import urlsplit

import pytest
import time_machine
from django.core import mail
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import AuthorizedProgram
from tests.cast import client_of
from tests.oauth.program import Program, a_server, an_app, browser_of, call

pytestmark = pytest.mark.django_db

PAGE = reverse("idp:oidc:device_authorization")


@pytest.fixture
def app(bob) -> Program:
    return an_app(bob)


def answered(app: Program, person, action: str = "confirm", scope: str = "tables:read") -> str:
    shown = app.asked_for_device_code(scope)
    browser = browser_of(person)
    assert browser.get(PAGE, {"code": shown["user_code"]}).status_code == 200
    answer = browser.post(f"{PAGE}?code={shown['user_code']}", {"action": action})
    assert answer.status_code == 200
    return shown["device_code"]


def test_a_user_types_the_code_confirms_and_the_device_continues(app, alice) -> None:
    shown = app.asked_for_device_code()
    assert urlsplit(shown["verification_uri"]).path == PAGE and shown["interval"] == 5
    assert app.polled(shown["device_code"]).json()["error"] == "authorization_pending"
    browser = browser_of(alice)
    assert "The code that the device shows" in browser.get(PAGE).content.decode()
    page = browser.get(PAGE, {"code": shown["user_code"].lower()}).content.decode()
    assert "Pocket Room" in page and "See my tables" in page and "bob" in page
    browser.post(f"{PAGE}?code={shown['user_code']}", {"action": "confirm"})
    with time_machine.travel(timezone.now() + timedelta(seconds=6)):
        given = app.polled(shown["device_code"]).json()
        assert given["scope"] == "tables:read"
        assert call(given["access_token"], "/tables").status_code == 200
    [letter] = mail.outbox
    assert "Pocket Room" in letter.body
    assert AuthorizedProgram.objects.get().scopes == ["tables:read"]


def test_a_refresh_token_of_a_device_that_is_used_twice_ends_its_family(app, alice) -> None:
    shown, browser = app.asked_for_device_code(), browser_of(alice)
    browser.post(f"{PAGE}?code={shown['user_code']}", {"action": "confirm"})
    first = app.polled(shown["device_code"]).json()
    other = app.tokens(alice)
    told = {"grant_type": "refresh_token", "refresh_token": first["refresh_token"]}
    second = app.asked_for_token(**told).json()
    assert app.asked_for_token(**told).json()["error"] == "invalid_grant"
    assert [call(each["access_token"]).status_code for each in (first, second)] == [401, 401]
    assert call(other["access_token"]).status_code == 200


def test_a_device_gets_no_more_than_the_person_has_seen(app, alice) -> None:
    given = app.polled(answered(app, alice), scope="tables:read%20play%20chat:write").json()
    assert given["scope"] == "tables:read"
    assert call(given["access_token"], "/tables/none/start", "POST", "{}").json()["scope"] == "play"


def test_who_says_no_gives_nothing(app, alice) -> None:
    answer = app.polled(answered(app, alice, "deny"))
    assert (answer.status_code, answer.json()["error"]) == (400, "access_denied")
    assert not AuthorizedProgram.objects.exists() and not mail.outbox


def test_a_code_is_good_once_and_for_its_program(app, alice) -> None:
    code = answered(app, alice)
    assert an_app(alice).polled(code).json()["error"] == "invalid_grant"
    assert app.polled(code).status_code == 200
    assert app.polled(code).json()["error"] == "invalid_grant"


def test_a_device_that_polls_too_often_gets_slow_down(app) -> None:
    shown = app.asked_for_device_code()
    app.polled(shown["device_code"])
    assert app.polled(shown["device_code"]).json()["error"] == "slow_down"


def test_a_code_is_good_for_ten_minutes(app, alice, settings) -> None:
    settings.CACHES = {"default": {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"}}  # Redis does not travel
    shown = app.asked_for_device_code()
    with time_machine.travel(timezone.now() + timedelta(minutes=10, seconds=1)):
        answer = browser_of(alice).get(PAGE, {"code": shown["user_code"]})
        assert answer.status_code == 422
        assert app.polled(shown["device_code"]).json()["error"] == "invalid_grant"


@pytest.mark.parametrize("code", ["", "ABCD-EFGH", "ABCDEFGH" * 300, "\0"])
def test_a_wrong_code_is_told_so(alice, code) -> None:
    assert browser_of(alice).get(PAGE, {"code": code}).status_code == 422


def test_typing_codes_is_limited(alice, settings) -> None:
    settings.RATE_LIMITS = settings.RATE_LIMITS | {"oauth_code": "2/m/key"}
    browser = browser_of(alice)
    found = [browser.get(PAGE, {"code": "ABCD-EFGH"}).status_code for _time in range(3)]
    assert found == [422, 422, 429]


def test_a_post_from_another_site_connects_nothing(app, alice) -> None:
    shown = app.asked_for_device_code()
    browser = browser_of(alice)
    browser.handler.enforce_csrf_checks = True
    assert browser.post(f"{PAGE}?code={shown['user_code']}", {"action": "confirm"}).status_code == 403
    assert not AuthorizedProgram.objects.exists()


def test_guests_visitors_and_users_without_reauthentication_are_redirected(alice, guest) -> None:
    assert Client().get(PAGE).headers["Location"].startswith(reverse("account_login"))
    assert client_of(guest).get(PAGE).headers["Location"] == reverse("upgrade")
    assert client_of(alice).get(PAGE).headers["Location"].startswith(reverse("account_reauthenticate"))


@pytest.mark.parametrize(
    ("told", "error"),
    [
        ({"scope": "tables:read"}, "invalid_request"),
        ({"client_id": "nobody"}, "invalid_request"),
        ({"client_id": "nobody", "resource": "http://[x"}, "invalid_request"),
    ],
)
def test_an_invalid_request_is_an_oauth_error(app, told, error) -> None:
    answer = app.post("device_code", told)
    assert (answer.status_code // 100, answer.json()["error"]) == (4, error)
    assert len(answer.json()["error_description"]) > 15


@pytest.mark.parametrize("scope", ["everything", "tables:read%20everything", ""])
def test_a_device_asks_for_scopes_that_there_are(app, scope) -> None:
    assert app.asked_for_device_code(scope)["error"] == "invalid_scope"


def test_a_server_shows_no_codes(alice) -> None:
    assert "error" in a_server(alice).asked_for_device_code()


def test_device_codes_are_limited_by_address(app, settings) -> None:
    settings.RATE_LIMITS = settings.RATE_LIMITS | {"oauth_device": "1/m/ip"}
    app.asked_for_device_code()
    answer = app.post("device_code", {"client_id": app.client.pk, "scope": "tables:read"})
    assert (answer.status_code, answer.json()["error"]) == (429, "temporarily_unavailable")
    assert 0 < int(answer.headers["Retry-After"]) <= 60
