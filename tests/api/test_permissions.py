"""Permissions of requests: tokens, scopes, limits, cookies, other origins; errors are problems."""

from __future__ import annotations

import pytest
from django.db import OperationalError
from django.utils import translation
from django.utils.translation import gettext

from accounts.access.restrictions import restrict
from accounts.models import Restriction, Token
from accounts.tokens import tokens
from games.api.description import document
from games.play import version_of
from tests.api.caller import ROOT, Caller
from tests.api.compatibility import operations
from tests.cast import client_of, table_of
from tests.playing import asked_seat

pytestmark = pytest.mark.django_db


def test_without_a_token_the_answer_is_401() -> None:
    answer = Caller(None).get("/me")
    assert (answer.status_code, answer.json()["code"]) == (401, "token")
    assert answer.headers["WWW-Authenticate"] == "Bearer"


@pytest.mark.parametrize("header", ["Bearer", "Bearer tbr_no", "Basic YTpi", "Bearer  x", "tbr_x", "Bearer é"])
def test_an_invalid_token_is_401_even_where_no_token_is_needed(header) -> None:
    program = Caller(None)
    assert program.get("/me", Authorization=header).status_code == 401
    assert program.get("/games", Authorization=header).status_code == 401


def test_a_revoked_token_answers_401_at_once(alice) -> None:
    program = Caller(alice)
    assert program.get("/me").status_code == 200
    tokens.revoke(program.token)
    assert program.get("/me").status_code == 401


@pytest.mark.parametrize(
    ("method", "path", "scope"),
    [
        ("GET", "/me", "account:read"),
        ("GET", "/tables", "tables:read"),
        ("POST", "/tables/table1/start", "play"),
        ("POST", "/tables/table1/chat", "chat:write"),
    ],
)
def test_a_token_without_the_scope_answers_403_and_names_it(alice, bob, method, path, scope) -> None:
    table_of(alice, bob)
    others = [each for each in Token.Scope.values if each != scope]
    answer = Caller(alice, *others).send(method, path, "{}")
    assert (answer.status_code, answer.json()["code"], answer.json()["scope"]) == (403, "scope", scope)
    assert Caller(alice, scope).send(method, path, '{"text": "Hello"}').status_code != 403


def test_a_session_counts_for_nothing(alice, bob) -> None:
    game = table_of(alice, bob, public=False)
    browser = client_of(alice)
    assert browser.get(f"/games/{game.public_id}/").status_code == 200
    assert browser.get(f"{ROOT}/tables/{game.public_id}").status_code == 404
    assert browser.get(f"{ROOT}/me").status_code == 401
    answer = browser.post(f"{ROOT}/tables/{game.public_id}/start", "{}", "application/json")
    assert answer.status_code == 401
    assert not answer.cookies


def test_a_token_needs_no_csrf_token_and_opens_no_page(alice, bob) -> None:
    game = table_of(alice, bob, public=False)
    program = Caller(alice)
    program.client.handler.enforce_csrf_checks = True
    assert program.post(f"/tables/{game.public_id}/chat", {"text": "Hello"}).status_code == 200
    assert program.client.get(f"/games/{game.public_id}/", headers=program.headers).status_code == 404


def test_a_suspended_person_answers_403(alice) -> None:
    program = Caller(alice)
    restrict(alice, Restriction.Kind.SUSPENSION)
    answer = program.get("/tables")
    assert (answer.status_code, answer.json()["code"]) == (403, "suspended")


def test_every_origin_may_read_but_never_with_cookies(alice) -> None:
    for answer in (Caller(alice).get("/me"), Caller(None).get("/me"), Caller(None).get("/nothing")):
        assert answer.headers["Access-Control-Allow-Origin"] == "*"
        assert answer.headers["Cross-Origin-Resource-Policy"] == "cross-origin"
        assert "Access-Control-Allow-Credentials" not in answer.headers
        assert "Authorization" in answer.headers["Vary"]


def test_a_browser_may_ask_what_it_may_send(alice) -> None:
    answer = Caller(None).client.options(f"{ROOT}/me", headers={"Origin": "https://elsewhere.example"})
    assert answer.status_code == 204
    assert "Authorization" in answer.headers["Access-Control-Allow-Headers"]
    assert "DELETE" in answer.headers["Access-Control-Allow-Methods"]


def test_beyond_the_limit_the_answer_names_it_and_the_seconds(alice, settings) -> None:
    settings.RATE_LIMITS = settings.RATE_LIMITS | {"api": "2/m/key"}
    program = Caller(alice)
    assert [program.get("/me").status_code for _time in range(2)] == [200, 200]
    answer = program.get("/me")
    wrong = answer.json()
    assert (answer.status_code, wrong["limit"]) == (429, "api")
    assert 0 < wrong["retry_after"] <= 60 and answer.headers["Retry-After"] == str(wrong["retry_after"])
    assert Caller(None).get("/games").status_code == 200, "the address has a limit of its own"


def test_changes_have_their_own_limits_too(alice, bob, settings) -> None:
    game = table_of(alice, bob)
    settings.RATE_LIMITS = settings.RATE_LIMITS | {"chat": "1/m/key"}
    program = Caller(alice)
    assert program.post(f"/tables/{game.public_id}/chat", {"text": "Hello"}).status_code == 200
    answer = program.post(f"/tables/{game.public_id}/chat", {"text": "Hello?"})
    assert (answer.status_code, answer.json()["limit"]) == (429, "chat")
    assert program.get(f"/tables/{game.public_id}/chat").status_code == 200


def test_guessing_tokens_is_limited_by_address(settings) -> None:
    settings.RATE_LIMITS = settings.RATE_LIMITS | {"api_token": "2/m/ip"}
    program = Caller(None)
    assert [program.get("/me", Authorization="Bearer tbr_x").status_code for _time in range(3)] == [401, 401, 429]


@pytest.mark.parametrize("language", ["en", "fr", "pl", "sv"])
def test_sentences_are_in_the_asked_language(alice, bob, language) -> None:
    game = table_of(alice, bob)
    waiting = game.players.exclude(pk=asked_seat(game).pk).get()
    body = {"version": version_of(game, waiting), "move": "draw"}
    answer = Caller(waiting.user).post(f"/tables/{game.public_id}/moves", body, **{"Accept-Language": language})
    assert answer.headers["Content-Language"] == language
    with translation.override(language):
        assert answer.json()["detail"] == gettext("It’s not your turn.")
    assert (answer.json()["detail"] == "It’s not your turn.") == (language == "en")


def test_without_accept_language_the_users_language_is_used(alice, bob) -> None:
    alice.language = "sv"
    alice.save()
    game = table_of(alice, bob)
    wrong = Caller(alice).post(f"/tables/{game.public_id}/computers", {"level": "novice"}).json()
    with translation.override("sv"):
        assert wrong["detail"] == gettext("This table has already started.") != "This table has already started."


@pytest.mark.parametrize(
    ("method", "path", "body", "status"),
    [
        ("GET", "/nothing", "", 404),
        ("GET", "/", "", 404),
        ("GET", "/tables/none", "", 404),
        ("GET", "/tables/%00", "", 404),
        ("GET", "/people/%00", "", 404),
        ("PUT", "/tables", "{}", 405),
        ("DELETE", "/me", "", 405),
        ("POST", "/tables", "", 422),
        ("POST", "/tables", "[]", 422),
        ("POST", "/tables", "null", 422),
        ("POST", "/tables", "{", 400),
        ("POST", "/tables", "[" * 60_000, 400),
        ("POST", "/tables", b"\xff", 400),
        ("POST", "/tables", '{"game": "\\ud800"}', 422),
        ("POST", "/tables", '{"game": "chicago_poker", "size": NaN}', 422),
        ("POST", "/tables", '{"game": "chicago_poker", "size": 1e400}', 422),
        ("POST", "/tables", '{"game": "chicago_poker", "name": "\\u0000"}', 422),
        ("POST", "/tables", "x" * 100_000, 413),
        ("GET", "/lobby?page=x", "", 422),
        ("GET", "/lobby?game=%00", "", 422),
        ("POST", "/tables/table1/invitations", '{"username": "\\u0000"}', 422),
        ("POST", "/tables/table1/chat", '{"text": "\\u0000"}', 422),
        ("GET", "/boards/chicago_poker?page=99999999999999999999", "", 422),
        ("GET", "/tables/table1/events?after=-2", "", 422),
        ("GET", "/tables/table1/events?after=99999999999", "", 422),
        ("POST", "/tables/table1/votes/99999999999999999999", '{"yes": true}', 422),
        ("POST", "/tables/table1/votes/1", '{"yes": "perhaps"}', 422),
        ("POST", "/tables/table1/moves", '{"version": "0.0", "move": "\\u0000"}', 409),
    ],
)
def test_bad_input_answers_a_problem(alice, bob, method, path, body, status) -> None:
    table_of(alice, bob)
    answer = Caller(alice).send(method, path, body)
    assert (answer.status_code, answer.headers["Content-Type"]) == (status, "application/problem+json")
    assert answer.json()["status"] == status and answer.json()["detail"]


def test_a_refused_parameter_is_named(alice) -> None:
    wrong = Caller(None).get("/lobby?game=%00").json()
    assert (wrong["code"], [error["field"] for error in wrong["errors"]]) == ("malformed", ["game"])


def test_a_token_that_may_only_write_reads_nothing_of_a_private_table(alice, bob) -> None:
    game = table_of(alice, bob, public=False)
    Caller(bob).post(f"/tables/{game.public_id}/chat", {"text": "Just between us"})
    writer = Caller(alice, "chat:write")
    for room in ("chat", "gallery"):
        answer = writer.post(f"/tables/{game.public_id}/{room}", {"text": "Hello"})
        assert answer.status_code in (204, 404) and b"between us" not in answer.content
    assert [each["text"] for each in Caller(bob).get(f"/tables/{game.public_id}/chat").json()["messages"]] == [
        "Just between us",
        "Hello",
    ]


def test_a_token_that_may_only_play_gets_the_address_and_neither_table_nor_hand(alice, bob) -> None:
    game = table_of(alice, bob, public=False)
    me = asked_seat(game)
    player = Caller(me.user, "play")
    refused = player.post(f"/tables/{game.public_id}/moves", {"version": version_of(game, me), "move": "nonsense"})
    assert (refused.status_code, refused.json()["code"]) == (422, "unreadable")
    answers = [
        player.post(f"/tables/{game.public_id}/moves", {"version": version_of(game, me), "move": "draw"}),
        player.post("/tables", {"game": "chicago_poker", "public": "invited"}),
        player.post(f"/tables/{game.public_id}/votes", {"kind": "pause"}),
        player.post(f"/tables/{game.public_id}/orders", {"name": "only_move", "value": "make"}),
        player.send("DELETE", f"/tables/{game.public_id}/plan", ""),
    ]
    assert [(answer.status_code, answer.content) for answer in answers] == [(204, b"")] * 5
    opened = answers[1].headers["Location"]
    assert Caller(me.user).get(opened.removeprefix(ROOT)).json()["status"] == "open"


@pytest.mark.parametrize("scopes", [("play",), ("chat:write",), ("account:read",), ("play", "chat:write")])
def test_no_operation_answers_with_more_than_its_token_may_read(alice, bob, scopes) -> None:
    """The response is empty, and documented as 204."""
    for name, operation in operations(document()):
        needed = {scope for way in operation["security"] for scope in way.get("token", ())} - {"bot"}
        answered = operation["responses"].get("200", {}).get("content", {}).get("application/json", {})
        if needed & set(scopes) and "account:read" not in needed and answered:
            assert "204" in operation["responses"], name


def test_an_outage_answers_a_problem_with_retry_after(alice, monkeypatch) -> None:
    program = Caller(alice)

    def away(*_args: object) -> None:
        raise OperationalError("away")

    monkeypatch.setattr("games.api.tables.seats_of", away)
    answer = program.get("/tables")
    assert (answer.status_code, answer.json()["code"]) == (503, "unavailable")
    assert answer.headers["Retry-After"]


def test_a_mistake_of_ours_answers_a_problem_without_details(alice, monkeypatch) -> None:
    program = Caller(alice)

    def broken(*_args: object) -> None:
        raise ZeroDivisionError("secret")

    monkeypatch.setattr("games.api.tables.seats_of", broken)
    answer = program.get("/tables")
    assert (answer.status_code, answer.json()["code"]) == (500, "server-error")
    assert "secret" not in answer.content.decode()
