"""The site as seen by search engines, by chats that show links, by browsers and by password managers."""

from __future__ import annotations

import re
from html import unescape

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django import Settings

from accounts.models import User
from games.models import Game
from tests.cast import client_of, table_of

ALONE = '<meta name="robots" content="noindex">'

pytestmark = pytest.mark.django_db


def described(page: str) -> dict[str, str]:
    return dict(re.findall(r'<meta (?:name|property)="(description|og:\w+)" content="([^"]+)">', page))


def listed(client: Client) -> list[str]:
    text = client.get("/sitemap.xml").content.decode()
    return re.findall(r"<loc>http://testserver(/[^<]*)</loc>", text)


def test_robots_txt_names_the_site_map(client: Client, settings: Settings) -> None:
    answer = client.get("/robots.txt")
    assert answer["Content-Type"] == "text/plain; charset=utf-8"
    assert f"Sitemap: {settings.SITE_URL}/sitemap.xml\n" in answer.content.decode()


def test_every_page_of_the_site_map_is_public_and_describes_itself(client: Client, settings: Settings) -> None:
    paths = listed(client)
    assert {"/", "/about/", "/rules/chicago_poker/", "/lessons/swedish_chicago/"} <= set(paths)
    descriptions = set()
    for path in paths:
        answer = client.get(path)
        page = answer.content.decode()
        assert answer.status_code == 200 and ALONE not in page, path
        found = described(page)
        assert found["og:url"] == settings.SITE_URL + path
        assert found["og:description"] == found["description"]
        title = re.search(r"<title>(.*?) · The Back Room\s*</title>", page, re.DOTALL)
        assert title and unescape(found["og:title"]) == unescape(" ".join(title[1].split()))
        descriptions.add(found["description"])
    assert len(descriptions) == len(paths)


def test_a_page_with_a_query_names_the_address_without_one(client: Client, settings: Settings) -> None:
    for path in ("/lobby/", "/leaderboards/chicago_poker/"):
        page = client.get(path, {"page": "1", "game": "chicago_poker", "utm_source": "x"}).content.decode()
        assert f'<link rel="canonical" href="{settings.SITE_URL}{path}">' in page


def test_other_pages_are_listed_by_no_search_engine(client: Client, alice: User, duel: Game) -> None:
    login, profile = client.get(reverse("account_login")), client_of(alice).get(reverse("profile", args=["alice"]))
    table = client.get(duel.get_absolute_url())
    for answer in (login, profile, table, client.get("/no-such-page/")):
        page = answer.content.decode()
        assert ALONE in page and not described(page)


def test_the_preview_of_an_invitation_link_names_host_and_game(client: Client, alice: User) -> None:
    waiting = table_of(alice, size=2)
    page = client.get(reverse("invited", args=[waiting.invitation])).content.decode()
    found = described(page)
    assert ALONE in page
    assert "alice has a seat for you" in page.partition("</title>")[0]
    assert found["og:title"] == "alice has a seat for you"
    assert found["og:description"].startswith("Chicago Poker for 2 players. No account needed")


def test_programs_that_read_no_page_find_the_icon(client: Client) -> None:
    answer = client.get("/favicon.ico")
    assert answer.getvalue().startswith(b"\0\0\1\0") and "icon" in answer["Content-Type"]


def test_password_managers_find_the_form(client: Client) -> None:
    assert client.get("/.well-known/change-password")["Location"] == reverse("account_change_password")
