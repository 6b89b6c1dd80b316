"""Refused methods, and redirects to sign-in and back."""

from __future__ import annotations

import re
from html import unescape
from urllib.parse import parse_qs, urlsplit

import pytest
from django.urls import reverse

from accounts.models import User
from chicago.web.browser_responses import page_of_origin
from games.models import Game
from tests.access.permissions import Line, lines
from tests.cast import client_of, table_of

pytestmark = pytest.mark.django_db

FOREIGN = [
    "//evil.example/friends/",
    "https:evil.example",
    r"\\evil.example\friends",
    "/\\evil.example",
    "javascript:alert(1)",
    "https://evil.example/friends/",
    "http://testserver:81/friends/",
    "ftp://testserver/friends/",
    "http://testserver//evil.example/",
    "http://[::1",
    "http://testserver/nowhere/",
]


def way_back(response) -> str | None:
    """Return the redirect target of a sign-in, or None."""
    sign_in = urlsplit(response.headers.get("HX-Redirect") or response.headers["Location"])
    assert sign_in.path == reverse("account_login")
    return parse_qs(sign_in.query).get("next", [None])[0]


@pytest.mark.parametrize("page", ["/friends/?page=2", "/settings/", "/games/XYZ/"])
def test_a_post_without_a_session_leads_back_to_its_page(client, page: str) -> None:
    answer = client.post(reverse("answer-friend", args=[1]), headers={"Referer": f"http://testserver{page}"})
    assert way_back(answer) == page
    part = client.post(
        reverse("answer-friend", args=[1]),
        headers={"HX-Request": "true", "HX-Current-URL": f"http://testserver{page}"},
    )
    assert way_back(part) == page


@pytest.mark.parametrize("sent_by", ["", "/friends/1/", *FOREIGN])
@pytest.mark.parametrize("header", ["Referer", "HX-Current-URL"])
def test_a_post_from_nowhere_or_elsewhere_leads_to_no_other_place(client, header: str, sent_by: str) -> None:
    answer = client.post(reverse("answer-friend", args=[1]), headers={header: sent_by})
    assert way_back(answer) is None


def test_every_post_without_a_session_leads_to_sign_in_and_to_no_button(client, duel: Game) -> None:
    """After signing in, the browser gets a page for every target."""
    own = [each for each in lines() if each.method == "POST" and each.answers[0] == "login" and not _filled(each)]
    assert len(own) > 15
    for line in own:
        path = reverse(line.page)
        assert way_back(client.post(path)) is None
        assert way_back(client.post(path, headers={"Referer": "http://testserver/tables/"})) == "/tables/"


def _filled(line: Line) -> bool:
    """Return whether the URL needs arguments, or is a step of signing in, which leads to the first step."""
    return bool(line.places) or line.page.startswith(("account_", "admin:", "mfa_", "{", "send-confirmation"))


def test_what_counts_as_a_page_is_what_takes_get(client, rf) -> None:
    """The permissions table lists the status 405 for every URL that does not accept GET."""
    for line in lines():
        if line.method != "GET" or line.places or line.page.startswith(("admin:", "api:", "idp:", "/", "{")):
            continue
        path = reverse(line.page)
        request = rf.post("/", headers={"Referer": f"http://testserver{path}"})
        assert bool(page_of_origin(request)) == ("405" not in line.answers), path


def test_the_way_back_of_a_page_stays_its_own(client) -> None:
    answer = client.get("/friends/?page=2", headers={"Referer": "http://testserver/tables/"})
    assert way_back(answer) == "/friends/?page=2"


LOST = "You’re no longer signed in, so nothing happened."
POSTS = [
    ("move", {"move": "play 9M speakeasy3", "version": "1"}),
    ("chat", {"text": "What a deal!\nReally."}),
    ("note", {"note": "Mind the harbour"}),
    ("undo", {}),
    ("resign", {}),
    ("propose", {"vote": "pause"}),
    ("give-order", {"order": "forced yes"}),
    ("save-plan", {"step": "dance"}),
    ("take-back", {}),
    ("type-move", {"typed": "play nine"}),
    ("notices-table", {"when": "digest"}),
    ("hint", {}),
    ("gallery", {"text": "Bravo"}),
]


@pytest.mark.parametrize(("name", "form"), POSTS)
@pytest.mark.parametrize("public", [True, False])
def test_a_session_that_ended_at_the_table_says_so(duel: Game, alice: User, name, form, public: bool) -> None:
    Game.objects.update(public=public)
    browser = client_of(alice)
    browser.get(duel.get_absolute_url())
    browser.cookies.clear()
    here = f"http://testserver{duel.get_absolute_url()}"
    page = browser.post(reverse(name, args=[duel.public_id]), form, headers={"Referer": here})
    shown = unescape(page.content.decode())
    assert page.status_code == 403 and LOST in shown
    assert f'href="{reverse("account_login")}?next={duel.get_absolute_url()}"' in shown
    assert all(line in shown for typed in (form.get("text", ""), form.get("note", "")) for line in typed.split("\n"))
    part = browser.post(
        reverse(name, args=[duel.public_id]), form, headers={"HX-Request": "true", "HX-Current-URL": here}
    )
    assert (part.status_code, part["HX-Retarget"]) == (403, "#refused")
    assert LOST in part.content.decode() and b"<html" not in part.content


def test_signing_in_leads_back_to_the_page_of_the_form(client, duel: Game) -> None:
    talk = reverse("chat", args=[duel.public_id])
    page = client.post(talk, {"text": "What a deal!"}, headers={"Referer": f"http://testserver{talk}"})
    assert f'href="{reverse("account_login")}?next={talk}"' in page.content.decode()


@pytest.mark.parametrize("name", [name for name, _ in POSTS])
def test_a_stranger_learns_nothing_of_a_private_table(client, alice: User, bob: User, name: str) -> None:
    private, none = table_of(alice, bob, public=False).public_id, "nothere"
    for headers in ({}, {"Referer": "http://testserver/games/%s/"}, {"Referer": "http://testserver/lobby/"}):
        answers = []
        for table in (private, none):
            sent = {header: value.replace("%s", table) for header, value in headers.items()}
            answer = client.post(reverse(name, args=[table]), {"text": "Hello"}, headers=sent)
            text = re.sub(r'nonce="[^"]+"|name="csrfmiddlewaretoken" value="\w+"', "", answer.content.decode())
            answers.append((answer.status_code, answer.headers.get("Location"), text.replace(table, "TABLE")))
        assert answers[0] == answers[1]


def test_who_is_signed_in_without_a_seat_gets_no_such_page(duel: Game, charlie: User) -> None:
    headers = {"Referer": f"http://testserver{duel.get_absolute_url()}"}
    assert client_of(charlie).post(reverse("undo", args=[duel.public_id]), headers=headers).status_code == 404


def test_the_address_of_a_button_below_a_table_leads_to_the_table(client, duel: Game) -> None:
    for line in lines():
        if line.method == "GET" and line.answers == (">table",) * 7 and line.places[0] in ("public", "waits"):
            path = reverse(line.page, args=[duel.public_id, *("1" for _ in line.places[1:])])
            assert client.get(path)["Location"] == duel.get_absolute_url(), path
            assert client.put(path).status_code == 405


def test_api_addresses_keep_their_405(client, duel: Game) -> None:
    answer = client.get(reverse("api:moves", args=[duel.public_id]))
    assert (answer.status_code, answer["Content-Type"]) == (405, "application/problem+json")
