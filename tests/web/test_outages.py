"""An unavailable service leads to a 503 page, and unparsable input to a 4xx, but never to a 500."""

from __future__ import annotations

import gzip

import pytest
from django.db import DataError, InterfaceError, OperationalError
from django.test import Client
from django.urls import reverse

from accounts.models import User
from games import play
from games.models import Game, ModerationAction, Player
from games.moderation import actions
from tests.cast import client_of

pytestmark = pytest.mark.django_db
HTMX = {"HX-Request": "true"}


@pytest.fixture
def browser(alice: User) -> Client:
    """Alice's browser, which gets a 500 where the test client would raise."""
    browser = client_of(alice)
    browser.raise_request_exception = False
    return browser


def away(*_args: object, **_parts: object) -> None:
    """Raise an error in each query, as if PostgreSQL were unavailable."""
    raise OperationalError("connection to server at secret-host failed")


@pytest.mark.parametrize("failure", [OperationalError, InterfaceError])
@pytest.mark.parametrize("place", ["games.lobby.views.rules.render", "django.contrib.auth.middleware.get_user"])
@pytest.mark.parametrize("headers", [{}, HTMX])
def test_a_database_that_is_away_is_a_503_with_a_page(browser, monkeypatch, caplog, place, failure, headers) -> None:
    def fails(*_args: object, **_parts: object) -> None:
        raise failure("connection to server at secret-host failed")

    monkeypatch.setattr(place, fails)
    answer = browser.get("/about/", headers=headers)
    assert (answer.status_code, answer["Retry-After"], answer["Cache-Control"]) == (503, "30", "no-store")
    assert "answering right now" in answer.content.decode()
    assert ("<html" in answer.content.decode()) is not bool(headers)
    assert "secret" not in answer.content.decode()
    assert not [record for record in caplog.records if "secret" in record.getMessage()]


def test_a_post_is_refused_as_well_and_changes_nothing(browser, duel: Game, alice: User, monkeypatch) -> None:
    me = Player.objects.get(game=duel, user=alice)
    version = play.version_of(duel, me)
    monkeypatch.setattr("games.table.views.moves.play.move", away)
    answer = browser.post(reverse("move", args=[duel.public_id]), {"move": "draw", "version": version})
    assert answer.status_code == 503
    duel.refresh_from_db()
    assert play.version_of(duel, me) == version


def test_the_back_office_reports_the_outage_too(client_of, staff: User, monkeypatch) -> None:
    desk = client_of(staff)
    desk.raise_request_exception = False
    monkeypatch.setattr("django.contrib.admin.views.main.ChangeList.get_results", away)
    assert desk.get(reverse("admin:games_game_changelist")).status_code == 503


def test_a_value_that_the_database_cannot_take_is_a_400(browser, monkeypatch) -> None:
    def refuses(*_args: object, **_parts: object) -> None:
        raise DataError("PostgreSQL text fields cannot contain NUL (0x00) bytes")

    monkeypatch.setattr("games.lobby.views.rules.render", refuses)
    assert browser.get("/about/").status_code == 400


@pytest.mark.parametrize(
    "page", ["http://[", "http://[::1", "//[", "http://]/", "\t", "x" * 5000, "http://testserver:x/"]
)
def test_an_unparsable_current_url_redirects_to_sign_in(client, page: str) -> None:
    client.raise_request_exception = False
    answer = client.get("/tables/", headers=HTMX | {"HX-Current-URL": page})
    assert answer.status_code == 200
    assert answer["HX-Redirect"].startswith("/accounts/login/?next=")


@pytest.mark.parametrize("name", ["account_login", "account_signup", "account_logout", "account_reset_password"])
@pytest.mark.parametrize("onward", ["http://[", "//[", "https://]/", "//[::1", "\x00", "http://testserver:x/"])
def test_an_unparsable_next_url_is_ignored(client, name: str, onward: str) -> None:
    client.raise_request_exception = False
    assert client.get(reverse(name), {"next": onward}).status_code in (200, 302)
    answer = client.post(reverse(name), {"next": onward})
    assert answer.status_code in (200, 302)
    assert "[" not in answer.headers.get("Location", "")


@pytest.mark.parametrize(
    "path", ["/settings/data/%00/", "/people/%00/", "/games/%00/", "/%00", "/join/a%00b/", "/go/%00/"]
)
def test_a_path_with_a_nul_is_no_page(browser, path: str) -> None:
    assert browser.get(path).status_code == 404


@pytest.mark.parametrize("query", ["?username=%00", "?page=%00", "?game=%00", "?next=%00", "?last=%00&at=%00"])
def test_a_nul_in_a_query_is_an_everyday_answer(browser, duel: Game, query: str) -> None:
    for path in (
        "/lobby/",
        "/people/alice/",
        "/friends/",
        f"/games/{duel.public_id}/replay/",
        f"/games/{duel.public_id}/log/",
    ):
        assert browser.get(path + query).status_code < 500, path


@pytest.mark.parametrize("page", ["delete", "change", "history"])
@pytest.mark.parametrize("name", ["_to_field=", "_to_field=%00", "_to_field=secret", "_popup=1&_to_field="])
def test_the_back_office_refuses_an_invalid_primary_key(client_of, moderator: User, bob: User, page, name) -> None:
    act: ModerationAction = actions.mute(moderator, bob, 1, "Insults.")
    desk = client_of(moderator)
    desk.raise_request_exception = False
    path = reverse(f"admin:games_moderationaction_{page}", args=[act.pk])
    assert desk.get(f"{path}?{name}").status_code < 500
    assert desk.post(f"{path}?{name}", {"post": "yes"}).status_code < 500
    assert desk.post(path, {"_to_field": "", "post": "yes"}).status_code < 500


def test_pages_are_compressed(client_of, duel: Game, alice: User) -> None:
    browser = client_of(alice)
    packed, plain = (browser.get(duel.get_absolute_url(), headers=how) for how in ({"Accept-Encoding": "gzip"}, {}))
    assert packed["Content-Encoding"] == "gzip"
    assert "Accept-Encoding" in packed["Vary"] and "Accept-Encoding" in plain["Vary"]
    assert "Content-Encoding" not in plain
    assert len(packed.content) < len(plain.content) / 3
    assert gzip.decompress(packed.content).lstrip().startswith(b"<!DOCTYPE html>")


def test_equal_pages_differ_in_size_by_chance(client_of, duel: Game) -> None:
    """Random bytes hide how well the page's content was compressed, against BREACH."""
    sizes = {len(client_of().get("/about/", headers={"Accept-Encoding": "gzip"}).content) for _ in range(12)}
    assert len(sizes) > 1
