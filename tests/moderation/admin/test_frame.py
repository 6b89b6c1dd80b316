"""The frame of the back office: the site's header with the viewer's links, and plain names."""

from __future__ import annotations

import re

import pytest
from django.contrib.auth.models import Permission
from django.urls import reverse

from accounts.models import User
from games import moderation
from games.models import Game, ModerationAction
from tests.cast import client_of, somebody
from tests.moderation.admin.pages import listed, permit, text_of

pytestmark = pytest.mark.django_db

DESK = reverse("admin:index")


def places(user: User, path: str = DESK) -> list[str]:
    """Return the labels of the header's links, with the number of pending cases beside them."""
    header = re.search(r'<nav class="nav nav--staff".*?</nav>', text_of(client_of(user).get(path)), re.DOTALL)
    assert header is not None
    links = re.findall(r"<a [^>]*>(.*?)</a>", header[0], re.DOTALL)
    return [" ".join(re.sub(r"<[^>]*>", " ", link).split()) for link in links]


def test_the_header_links_only_to_permitted_pages(staff: User, moderator: User, clerk: User) -> None:
    assert places(staff) == ["Desk", "Reports", "People", "Games", "Decisions", "Go to the site"]
    assert places(moderator) == ["Desk", "Reports", "Games", "Decisions", "Go to the site"]
    assert places(clerk) == ["Desk", "Go to the site"]
    reader = permit(somebody("reader", is_staff=True), "view_game")
    assert places(reader, listed("game")) == ["Desk", "Games", "Go to the site"]


def test_the_header_counts_pending_cases_except_those_about_the_viewer(
    moderator: User, staff: User, alice: User, bob: User
) -> None:
    moderation.file_report(alice, bob, "name", "")
    moderation.file_report(alice, moderator, "unfair", "")
    action = moderation.warn(staff, alice, "No")
    moderation.appeal(alice, action, "Why?")
    assert places(moderator)[1] == "Reports 2 waiting"
    assert places(staff, listed("moderationaction"))[1] == "Reports 3 waiting"
    blind = somebody("reader", is_staff=True)
    blind.user_permissions.add(Permission.objects.get(codename="view_report"))
    assert places(blind)[1] == "Reports 2 waiting", "without the appeal, which they may not see"


def test_all_lists_stand_on_the_first_page_by_what_they_are_about(staff: User, moderator: User, clerk: User) -> None:
    def lists(user: User) -> dict[str, list[str]]:
        page = text_of(client_of(user).get(DESK))
        groups = re.findall(r'<div class="list-group"> ?<h3>(.*?)</h3>(.*?)</ul>', page, re.DOTALL)
        return {name: re.findall(r'<li> ?<a href="[^"]*">(.*?)</a>', links) for name, links in groups}

    found = lists(staff)
    assert found["People"] == ["People", "E-mail addresses", "Groups", "Vacations", "Programs"]
    assert found["Moderation"] == ["Reports", "Decisions", "Signs of unfair play", "Messages"]
    assert list(found) == ["People", "Moderation", "Tables", "Results", "E-mail and notifications"]
    assert "People" not in lists(moderator)
    assert lists(clerk) == {}
    assert "You can’t see any lists yet." in text_of(client_of(clerk).get(DESK))


def test_lists_have_the_models_name_as_heading(staff: User, alice: User) -> None:
    moderation.warn(staff, alice, "No")
    page = text_of(client_of(staff).get(listed("moderationaction")))
    assert "<h1>Decisions</h1>" in page
    assert "<title>Decisions · Staff desk · The Back Room</title>" in page
    assert "to view" not in page
    assert "By kind" not in page
    assert re.findall(r"<summary[^>]*>\s*<span>(.*?)</span>", page) == ["Kind", "Moderator", "When"]


def test_every_choice_tells_its_consequences(moderator: User, alice: User, bob: User) -> None:
    report = moderation.file_report(alice, bob, "insult", "")
    page = text_of(client_of(moderator).get(reverse("admin:games_report_change", args=[report.pk])))
    offered = re.findall(r'<input type="radio" name="act" value="(\w+)"', page)
    assert offered == ["dismiss", "none", "warn", "mute", "suspend", "ban"]
    for choice in offered:
        assert re.search(rf'<p class="consequence consequence--{choice}">[^<]*\w', page), choice
    assert set(offered) - {"none"} <= set(ModerationAction.Kind.values)
    assert page.index('id="decide"') < page.index("Decisions about bob so far"), "near on a phone"


def test_rarely_needed_parts_are_folded_unless_they_matter(moderator: User, alice: User, bob: User) -> None:
    def is_open(category: str, **sent: str) -> bool:
        report = moderation.file_report(alice, bob, category, "")
        address = reverse("admin:games_report_change", args=[report.pk])
        client = client_of(moderator)
        page = text_of(client.post(address, sent) if sent else client.get(address))
        return '<details class="further" open>' in page

    assert not is_open("insult")
    assert is_open("name")
    assert is_open("spam", act="dismiss", reason="x", rename="on")


def test_the_way_back_names_the_list_and_leads_to_the_first_page(staff: User, duel: Game) -> None:
    """Django's application pages have technical names and redirect to the first page."""
    browser = client_of(staff)

    def way_back(path: str) -> str:
        found = re.search(r'<div class="breadcrumbs">(.*?)</div>', text_of(browser.get(path)), re.DOTALL)
        assert found is not None
        return " ".join(re.sub(r"<[^>]*>", " ", found[1]).replace("&rsaquo;", ">").split())

    assert way_back(listed("moderationaction")) == "Desk > Decisions"
    assert way_back(reverse("admin:games_game_change", args=[duel.pk])) == f"Desk > Games > {duel.name}"
    assert way_back(reverse("admin:games_game_desk", args=[duel.pk])).startswith("Desk > Games > Desk")
    answer = browser.get(reverse("admin:app_list", args=["games"]))
    assert (answer.status_code, answer.headers["Location"]) == (302, f"{DESK}#board-all")


def test_an_empty_history_says_so_in_plain_words(staff: User, alice: User) -> None:
    page = text_of(client_of(staff).get(reverse("admin:accounts_user_history", args=[alice.pk])))
    assert "Staff haven’t changed anything here." in page
    assert "object" not in re.sub(r"<[^>]*>", " ", page)
