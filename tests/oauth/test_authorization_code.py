"""The authorization code with PKCE, from the consent page to the API."""

from __future__ import annotations

from datetime import timedelta

import jwt
import pytest
import time_machine
from allauth.idp.oidc.models import Client as Registration
from allauth.idp.oidc.models import Token as ProgramToken
from django.core import mail
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.access.restrictions import restrict
from accounts.models import AuthorizedProgram, Restriction
from accounts.oauth import programs
from tests.cast import PASSWORD, client_of
from tests.oauth.program import AUTHORIZATION, BACK, Program, a_server, an_app, browser_of, call, challenge, issued

pytestmark = pytest.mark.django_db


@pytest.fixture
def app(bob) -> Program:
    return an_app(bob)


def test_a_person_is_asked_in_plain_words_and_the_program_reads_who_they_are(app, alice) -> None:
    page = app.page(browser_of(alice))
    text = page.content.decode()
    assert "Pocket Room" in text and "See who I am" in text and "bob" in text and reverse("programs") in text
    answer = app.exchanged(app.code(alice))
    assert answer.status_code == 200 and "no-store" in answer.headers["Cache-Control"]
    given = answer.json()
    assert (given["token_type"], given["expires_in"]) == ("Bearer", 3600)
    assert call(given["access_token"]).json()["username"] == "alice"
    assert given["access_token"] not in {token.hash for token in ProgramToken.objects.all()}


def test_the_state_comes_back_and_a_no_gives_nothing(app, alice) -> None:
    assert "state=s1" in app.allowed(browser_of(alice)).headers["Location"]
    refused = app.allowed(browser_of(alice), action="deny")
    assert refused.headers["Location"] == f"{BACK}?error=access_denied&state=s1"


def test_a_scope_can_be_declined(app, alice) -> None:
    browser = browser_of(alice)
    told = app.form(browser)
    location = browser.post(AUTHORIZATION, told | {"scopes": ["tables:read"]}).headers["Location"]
    given = app.exchanged(location.partition("code=")[2].partition("&")[0]).json()
    assert given["scope"] == "tables:read"
    assert call(given["access_token"], "/tables").status_code == 200
    none = browser.post(AUTHORIZATION, told | {"scopes": []})
    assert none.status_code == 422 and "Choose what it may do" in none.content.decode()
    assert "form-action 'self' https://app.example.org" in none.headers["Content-Security-Policy"]
    assert browser.post(AUTHORIZATION, told | {"scopes": [], "back": "https://evil.example.org"}).status_code == 403


def test_no_scope_is_allowed_that_was_not_asked_for(app, alice) -> None:
    browser = browser_of(alice)
    told = app.form(browser) | {"scopes": ["tables:read", "play"]}
    assert browser.post(AUTHORIZATION, told).status_code == 422
    assert not AuthorizedProgram.objects.exists()


@pytest.mark.parametrize("told", ["request=forged", "request=", "request=a:b&action=grant"])
def test_a_forged_request_is_refused(alice, told) -> None:
    answer = browser_of(alice).generic("POST", AUTHORIZATION, told, "application/x-www-form-urlencoded")
    assert answer.status_code in (302, 403) and not AuthorizedProgram.objects.exists()


@pytest.mark.parametrize(
    ("changed", "error"),
    [
        ({"code_challenge": None, "code_challenge_method": None}, "invalid_request"),
        ({"code_challenge": "v" * 43, "code_challenge_method": "plain"}, "invalid_request"),
        ({"code_challenge_method": None}, "invalid_request"),
        ({"scope": "tables:read everything"}, "invalid_scope"),
        ({"scope": None}, "invalid_scope"),
        ({"response_type": "token"}, "unauthorized_client"),
        ({"prompt": "none"}, "consent_required"),
    ],
)
@pytest.mark.parametrize("made", [an_app, a_server])
def test_an_invalid_request_redirects_to_the_program_with_an_error(made, alice, bob, changed, error) -> None:
    location = made(bob).page(browser_of(alice), **changed).headers["Location"]
    assert location.startswith(BACK) and f"error={error}" in location and "code=" not in location


def test_nothing_is_allowed_silently_even_if_another_program_may_do_it(app, alice) -> None:
    app.tokens(alice)
    location = a_server(alice).page(browser_of(alice), prompt="none").headers["Location"]
    assert "error=consent_required" in location and "code=" not in location


@pytest.mark.parametrize(
    "changed",
    [
        {"redirect_uri": "https://evil.example.org/back"},
        {"redirect_uri": "https://app.example.org/back/more"},
        {"redirect_uri": "https://app.example.org/back?next=https://evil.example.org"},
        {"redirect_uri": "https://APP.example.org/back"},
        {"redirect_uri": "https://app.example.org:443/back"},
        {"redirect_uri": "https://app.example.org/back#"},
        {"redirect_uri": "http://[x"},
        {"redirect_uri": None},
        {"client_id": "nobody"},
        {"client_id": None},
        {"resource": "https://elsewhere.example.org/"},
        {"resource": "http://[x"},
    ],
)
def test_an_unregistered_redirect_address_is_not_used(app, alice, changed) -> None:
    answer = app.page(browser_of(alice), **changed)
    assert answer.status_code == 400 and "wrong with this program" in answer.content.decode()


@pytest.mark.parametrize(
    ("changed", "error"),
    [
        ({"code_verifier": "w" * 43}, "invalid_grant"),
        ({"code_verifier": None}, "invalid_request"),
        ({"redirect_uri": "https://app.example.org/other"}, "invalid_request"),
        ({"redirect_uri": None}, "invalid_request"),
        ({"code": "made-up"}, "invalid_grant"),
        ({"code": None}, "invalid_request"),
        ({"client_id": "nobody"}, "invalid_client"),
        ({"grant_type": "password", "username": "alice", "password": PASSWORD}, "unsupported_grant_type"),
        ({"grant_type": "nothing"}, "unsupported_grant_type"),
        ({"resource": "https://elsewhere.example.org/"}, "invalid_request"),
        ({"resource": "http://[x"}, "invalid_request"),
        ({"code_verifier": "%zz"}, "invalid_grant"),
    ],
)
def test_a_code_is_good_only_as_it_was_asked_for(app, alice, changed, error) -> None:
    answer = app.exchanged(app.code(alice), **changed)
    assert (answer.status_code // 100, answer.json()["error"]) == (4, error)
    assert len(answer.json()["error_description"]) > 15
    assert not issued()


def test_a_code_is_good_once_and_what_its_first_use_gave_ends_with_its_second(
    app, alice, django_capture_on_commit_callbacks
) -> None:
    kept, code = app.tokens(alice), app.code(alice)
    given = app.exchanged(code).json()
    assert call(given["access_token"]).status_code == 200
    with django_capture_on_commit_callbacks(execute=True):
        assert app.exchanged(code).json()["error"] == "invalid_grant"
    assert call(given["access_token"]).status_code == 401
    again = app.asked_for_token(grant_type="refresh_token", refresh_token=given["refresh_token"])
    assert again.json()["error"] == "invalid_grant"
    assert call(kept["access_token"]).status_code == 200, "what another code gave is good"


def test_using_a_code_twice_also_revokes_refreshed_tokens(app, alice, django_capture_on_commit_callbacks) -> None:
    code = app.code(alice)
    refresh = app.exchanged(code).json()["refresh_token"]
    given = app.asked_for_token(grant_type="refresh_token", refresh_token=refresh).json()
    with django_capture_on_commit_callbacks(execute=True):
        app.exchanged(code)
    assert call(given["access_token"]).status_code == 401 and not issued()


def test_a_code_that_others_try_ends_nothing(app, alice, django_capture_on_commit_callbacks) -> None:
    code = app.code(alice)
    given = app.exchanged(code).json()
    with django_capture_on_commit_callbacks(execute=True):
        assert app.exchanged(code, code_verifier="w" * 43).json()["error"] == "invalid_grant"
        assert a_server(alice).exchanged(code).json()["error"] == "invalid_grant"
    assert call(given["access_token"]).status_code == 200


def test_a_code_is_good_for_its_program_alone(app, alice) -> None:
    other = a_server(alice)
    assert other.exchanged(app.code(alice)).json()["error"] == "invalid_grant"


def test_a_code_is_good_for_a_minute(app, alice) -> None:
    code = app.code(alice)
    with time_machine.travel(timezone.now() + timedelta(seconds=61)):
        assert app.exchanged(code).json()["error"] == "invalid_grant"


def test_a_server_needs_its_secret(bob, alice) -> None:
    server = a_server(bob)
    code = server.code(alice)
    assert server.secret.startswith("tbrs_") and server.secret not in server.client.secret
    assert Program(server.client, "wrong").exchanged(code).json()["error"] == "invalid_client"
    assert Program(server.client).exchanged(code).json()["error"] == "invalid_client"
    assert server.exchanged(code).status_code == 200


def test_a_refresh_token_gives_new_tokens_once(app, alice) -> None:
    given = app.tokens(alice)
    again = app.asked_for_token(grant_type="refresh_token", refresh_token=given["refresh_token"])
    assert call(again.json()["access_token"]).status_code == 200
    twice = app.asked_for_token(grant_type="refresh_token", refresh_token=given["refresh_token"])
    assert (twice.status_code, twice.json()["error"]) == (400, "invalid_grant")


def refreshed(program: Program, given: dict[str, str]) -> dict[str, str]:
    return program.asked_for_token(grant_type="refresh_token", refresh_token=given["refresh_token"]).json()


def test_a_refresh_token_that_is_used_twice_ends_its_family(app, alice) -> None:
    other_browser, first = app.tokens(alice), app.tokens(alice)
    second = refreshed(app, first)
    third = refreshed(app, second)
    assert call(third["access_token"]).status_code == 200
    assert refreshed(app, first)["error"] == "invalid_grant"
    assert [call(each["access_token"]).status_code for each in (first, second, third)] == [401, 401, 401]
    assert refreshed(app, third)["error"] == "invalid_grant"
    assert call(other_browser["access_token"]).status_code == 200, "what another code gave is good"
    assert "access_token" in refreshed(app, other_browser)


def test_a_used_refresh_token_that_comes_without_the_secret_ends_nothing(bob, alice) -> None:
    server = a_server(bob)
    first = server.tokens(alice)
    second = refreshed(server, first)
    assert refreshed(Program(server.client, "wrong"), first)["error"] == "invalid_client"
    assert call(second["access_token"]).status_code == 200
    assert refreshed(server, first)["error"] == "invalid_grant"
    assert call(second["access_token"]).status_code == 401


def test_a_refresh_token_that_ended_unused_ends_nothing_else(app, alice) -> None:
    first = app.tokens(alice)
    second = refreshed(app, first)
    with time_machine.travel(timezone.now() + timedelta(days=91)):
        later = app.tokens(alice)
        assert refreshed(app, second)["error"] == "invalid_grant"
        assert call(later["access_token"]).status_code == 200


def test_a_refresh_token_gives_no_more_than_was_allowed(app, alice) -> None:
    given = app.tokens(alice)
    more = app.asked_for_token(grant_type="refresh_token", refresh_token=given["refresh_token"], scope="play")
    assert more.json()["error"] == "invalid_scope"


def test_an_access_token_ends_after_an_hour(app, alice) -> None:
    token = app.tokens(alice)["access_token"]
    with time_machine.travel(timezone.now() + timedelta(hours=1, seconds=1)):
        answer = call(token)
    assert (answer.status_code, answer.headers["WWW-Authenticate"]) == (401, 'Bearer error="invalid_token"')


def test_a_wrong_scope_answers_403_and_names_it(app, alice) -> None:
    answer = call(app.tokens(alice)["access_token"], "/tables/none/start", "POST", "{}")
    assert (answer.status_code, answer.headers["Content-Type"]) == (403, "application/problem+json")
    assert (answer.json()["code"], answer.json()["scope"]) == ("scope", "play")
    assert answer.headers["WWW-Authenticate"] == 'Bearer error="insufficient_scope", scope="play"'


def test_revoking_a_program_ends_its_tokens_and_codes_at_once(app, alice) -> None:
    given, code = app.tokens(alice), app.code(alice)
    browser = client_of(alice)
    pk = AuthorizedProgram.objects.get().pk
    assert browser.post(reverse("revoke-program", args=[pk])).headers["Location"] == reverse("programs")
    assert call(given["access_token"]).status_code == 401
    assert app.exchanged(code).json()["error"] == "invalid_grant"
    again = app.asked_for_token(grant_type="refresh_token", refresh_token=given["refresh_token"])
    assert again.json()["error"] == "invalid_grant"


def test_a_program_can_give_its_tokens_back(app, alice) -> None:
    given = app.tokens(alice)
    answer = app.post("revoke", {"client_id": app.client.pk, "token": given["refresh_token"]})
    assert answer.status_code == 200
    assert call(given["access_token"]).status_code == 401, "with the refresh token, the access token ends"


def test_the_suspended_and_the_inactive_can_do_nothing(app, alice) -> None:
    given, code = app.tokens(alice), app.code(alice)
    restrict(alice, Restriction.Kind.SUSPENSION)
    answer = call(given["access_token"])
    assert (answer.status_code, answer.json()["code"]) == (403, "suspended")
    assert app.exchanged(code).json()["error"] == "access_denied"
    alice.is_active = False
    alice.save()
    assert call(given["access_token"]).status_code == 401
    again = app.asked_for_token(grant_type="refresh_token", refresh_token=given["refresh_token"])
    assert again.json()["error"] == "invalid_grant"


def test_a_person_is_mailed_about_a_new_program_once(app, alice) -> None:
    app.tokens(alice)
    [letter] = mail.outbox
    assert letter.to == ["alice@example.org"] and "Pocket Room" in letter.body and reverse("programs") in letter.body
    assert "See who I am" in letter.body
    app.tokens(alice, scope="play")
    assert len(mail.outbox) == 1
    assert AuthorizedProgram.objects.get().scopes == ["account:read", "tables:read", "play"]


def test_guests_visitors_and_users_without_reauthentication_are_redirected(app, alice, guest) -> None:
    assert app.page(Client()).headers["Location"].startswith(reverse("account_login"))
    assert app.page(client_of(guest)).headers["Location"] == reverse("upgrade")
    assert app.page(client_of(alice)).headers["Location"].startswith(reverse("account_reauthenticate"))


def test_the_form_may_lead_to_the_program_and_nowhere_else(app, alice) -> None:
    policy = app.page(browser_of(alice)).headers["Content-Security-Policy"]
    assert "form-action 'self' https://app.example.org;" in f"{policy};"
    assert app.page(browser_of(alice)).headers["X-Frame-Options"] == "DENY"


def test_a_post_from_another_site_allows_nothing(app, alice) -> None:
    browser = browser_of(alice)
    told = app.form(browser)
    browser.handler.enforce_csrf_checks = True
    assert browser.post(AUTHORIZATION, told).status_code == 403
    assert not AuthorizedProgram.objects.exists()


def test_the_program_learns_who_signs_in_but_not_the_address(bob, alice) -> None:
    given = an_app(bob).tokens(alice, scope="openid account:read", nonce="n1")
    keys = Client().get(reverse("idp:oidc:jwks")).json()
    key = jwt.PyJWKSet.from_dict(keys).keys[0].key
    claims = jwt.decode(given["id_token"], key, ["RS256"], audience=Registration.objects.get().pk)
    assert (claims["iss"], claims["sub"], claims["nonce"]) == ("http://testserver", str(alice.pk), "n1")
    assert claims["preferred_username"] == "alice" and "email" not in claims


def test_where_oauth_is_off_there_is_nothing(app, alice, settings) -> None:
    token = app.tokens(alice)["access_token"]
    settings.OAUTH = False
    assert app.page(browser_of(alice)).status_code == 404
    assert app.exchanged("x").status_code == 404
    assert client_of(alice).get(reverse("programs")).status_code == 404
    assert call(token).status_code == 401


def test_an_app_of_this_machine_may_listen_at_any_port(alice, bob) -> None:
    made = Program(*programs.register(bob, "Shell", programs.Kind.APP, ["http://127.0.0.1/back"]))
    page = made.page(browser_of(alice), redirect_uri="http://127.0.0.1:8123/back")
    assert page.status_code == 200
    assert "form-action 'self' http://127.0.0.1:8123" in page.headers["Content-Security-Policy"]


@pytest.mark.parametrize(
    "uri",
    [
        "http://127.0.0.1:8123/back?next=https://evil.example.org",
        "http://127.0.0.1:x/back",
        "http://127.0.0.1:8123/other",
        "http://[::1]:8123/back",
        "http://127.0.0.1:8123@evil.example.org/back",
        "https://127.0.0.1:8123/back",
    ],
)
def test_of_an_address_on_this_machine_only_the_port_may_differ(alice, bob, uri) -> None:
    made = Program(*programs.register(bob, "Shell", programs.Kind.APP, ["http://127.0.0.1/back"]))
    answer = made.page(browser_of(alice), redirect_uri=uri)
    assert answer.status_code == 400 and "wrong with this program" in answer.content.decode()


def test_an_address_with_a_query_is_good_with_that_query_alone(alice, bob) -> None:
    made = Program(*programs.register(bob, "Shell", programs.Kind.APP, [f"{BACK}?room=1", f"{BACK}?room=2"]))
    browser = browser_of(alice)
    assert made.page(browser, redirect_uri=f"{BACK}?room=2").status_code == 200
    for wrong in (BACK, f"{BACK}?room=3", f"{BACK}?room=1&room=2", f"{BACK}?room=1&more=1"):
        assert made.page(browser, redirect_uri=wrong).status_code == 400


def test_challenges_are_hashes() -> None:
    assert challenge("dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk") == "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM"


def test_who_has_just_signed_in_is_not_asked_for_the_password_again(app, alice) -> None:
    browser = Client()
    sign_in = app.page(browser).headers["Location"]
    answer = browser.post(sign_in, {"login": "alice", "password": PASSWORD})
    assert answer.headers["Location"].startswith(str(AUTHORIZATION))
    assert "Pocket Room" in browser.get(answer.headers["Location"]).content.decode()
    with time_machine.travel(timezone.now() + timedelta(minutes=10)):
        assert app.page(browser).headers["Location"].startswith(reverse("account_reauthenticate"))
