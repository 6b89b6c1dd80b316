"""The back-office dashboard: numbers that link to their lists, saved lists, hints, and permissions."""

from __future__ import annotations

import logging
import re
from datetime import timedelta

import pytest
from django.core.cache import cache
from django.urls import reverse
from django.utils import timezone

from accounts.models import SavedList
from accounts.staff.saved_lists import MAX_LISTS
from games.models import Delivery, Heartbeat, Hint, Report
from games.moderation.admin.dashboard import tiles
from tests.cast import client_of, somebody
from tests.moderation.admin.pages import listed, text_of

pytestmark = pytest.mark.both

FIRST = reverse("admin:index")


def board(user):
    """Return the dashboard's numbers by label, each with the URL of its link."""
    found = re.findall(
        r'<li><(?:a href="([^"]*)"|p)[^>]*> ?<b>(.*?)</b> ?<span>(.*?)</span> ?</(?:a|p)></li>',
        text_of(client_of(user).get(FIRST)),
        re.DOTALL,
    )
    return {label: (int(number), url.replace("&amp;", "&")) for url, number, label in found}


@pytest.fixture
def hint(alice, bob):
    """Alice and bob have played from the same device."""
    now = timezone.now()
    return Hint.objects.create(
        kind="device", about=alice, other=bob, evidence={"days": [4, 2]}, created_at=now, expires_at=now + Hint.KEPT
    )


def test_each_number_is_that_of_its_list(running, staff, alice, bob, hint):
    cache.clear()
    logging.getLogger("games").error("burnt down")
    now = timezone.now()
    running.players.filter(to_move_since__isnull=False).update(deadline=now - timedelta(hours=1))
    Report.objects.create(about=alice, by=bob, category="unfair")
    Delivery.objects.update(due_at=now - timedelta(hours=1))
    Heartbeat.note("games.sweep", now)
    told = board(staff)
    assert {label: number for label, (number, _url) in told.items()} == {
        "Cases waiting": 1,
        "Appeals waiting": 0,
        "Signs of unfair play": 1,
        "Late games": 1,
        "Tables opened in the last day": 1,
        "Stuck notifications": 1,
        "Notifications that failed in the last day": 0,
        "Regular tasks that have stopped": 1,
        "Errors in the log in the last day": 1,
        "New people in the last day": 3,
        "New people in the last week": 3,
    }
    assert [label for label, (_number, url) in told.items() if not url] == ["Errors in the log in the last day"]
    for label in (
        "Late games",
        "Tables opened in the last day",
        "New people in the last week",
        "Signs of unfair play",
    ):
        number, url = told[label]
        answer = client_of(staff).get(url)
        assert answer.status_code == 200 and answer.context["cl"].result_count == number, label


def test_only_numbers_that_should_be_0_are_urgent(staff):
    told = {tile.label: tile.urgent for tile in tiles(staff)}
    assert [label for label, urgent in told.items() if not urgent] == [
        "Signs of unfair play",
        "Tables opened in the last day",
        "New people in the last day",
        "New people in the last week",
    ]
    assert told["Late games"] and told["Cases waiting"] and told["Errors in the log in the last day"]


def test_tiles_are_limited_to_ones_permissions(running, moderator, clerk, hint):
    assert board(clerk) == {}
    assert {*board(moderator)} == {
        *("Cases waiting", "Appeals waiting", "Signs of unfair play", "Late games", "Tables opened in the last day")
    }


def test_the_number_of_queries_of_the_dashboard_is_constant(staff, hint, alice, django_assert_max_num_queries):
    for number in range(5):
        Report.objects.create(about=alice, by=somebody(f"reporter{number}"), category="unfair")
        SavedList.objects.create(user=staff, name=f"list {number}", model="games.game")
    browser = client_of(staff)
    browser.get(FIRST)
    with django_assert_max_num_queries(25):
        assert browser.get(FIRST).status_code == 200


def test_a_list_is_saved_with_its_filters_found_and_put_away(staff, moderator):
    browser, query = client_of(staff), "status__exact=running&late=yes"
    page = text_of(browser.get(f"{listed('game')}?{query}"))
    assert 'name="query" value="status__exact=running&amp;late=yes"' in page
    kept = {"name": "<b>Late</b>", "model": "games.game", "query": query}
    assert browser.post(reverse("admin:save_list"), kept).status_code == 302
    page = text_of(browser.get(FIRST))
    assert f'href="{listed("game")}?status__exact=running&amp;late=yes">&lt;b&gt;Late&lt;/b&gt;</a>' in page
    assert "&lt;b&gt;Late" not in text_of(client_of(moderator).get(FIRST))
    put_away = reverse("admin:delete_saved_list", args=[SavedList.objects.get().pk])
    assert client_of(moderator).post(put_away).status_code == 404
    assert browser.get(put_away).status_code == 405
    assert browser.post(put_away).status_code == 302
    assert not SavedList.objects.exists()


@pytest.mark.parametrize("model", ["games.card", "games.nothing", "nonsense", "../../x", "accounts.savedlist"])
def test_an_unknown_or_forbidden_list_can_not_be_saved(moderator, model):
    answer = client_of(moderator).post(reverse("admin:save_list"), {"name": "x", "model": model})
    assert answer.status_code == 403 and not SavedList.objects.exists()


def test_too_long_a_name_and_too_many_lists_are_refused(staff):
    browser = client_of(staff)
    answer = browser.post(reverse("admin:save_list"), {"name": "n" * 41, "model": "games.game", "query": "late=yes"})
    assert answer.status_code == 422 and "n" * 41 in text_of(answer) and 'value="late=yes"' in text_of(answer)
    SavedList.objects.bulk_create(
        SavedList(user=staff, name=f"list {number}", model="games.game") for number in range(MAX_LISTS)
    )
    answer = browser.post(reverse("admin:save_list"), {"name": "more", "model": "games.game"})
    assert answer.status_code == 422 and "Remove one first." in text_of(answer)
    assert browser.post(reverse("admin:save_list"), {"name": "list 1", "model": "games.move"}).status_code == 302
    assert SavedList.objects.get(name="list 1").model == "games.move"


def test_a_hint_shows_its_evidence_and_leads_to_a_case(moderator, hint):
    page = text_of(client_of(moderator).get(reverse("admin:games_hint_change", args=[hint.pk])))
    assert "alice was seen there on 4 days." in page and "cheat" not in page
    case = re.search(r'href="([^"]*report/open/[^"]*)"', page)[1].replace("&amp;", "&")
    form = text_of(client_of(moderator).get(case))
    assert 'value="alice"' in form and "same device" in form and '<option value="unfair" selected' in form


def test_a_hint_is_put_aside_once_and_with_a_reason(moderator, staff, viewer, hint):
    address, browser = reverse("admin:games_hint_change", args=[hint.pk]), client_of(moderator)
    assert client_of(viewer).post(address, {"reason": "x"}).status_code == 403
    assert browser.post(address, {"reason": ""}).status_code == 422
    assert browser.post(address, {"reason": "They are sisters."}).status_code == 302
    answer = client_of(staff).post(address, {"reason": "no"})
    assert answer.status_code == 409 and "They are sisters." in text_of(answer)
    assert "alice" not in text_of(browser.get(listed("hint")))
    assert "alice" in text_of(browser.get(f"{listed('hint')}?aside=yes"))
    assert board(moderator)["Signs of unfair play"][0] == 0


def test_the_subject_of_a_hint_does_not_see_it(moderator, alice, hint):
    Hint.objects.update(other=moderator)
    assert board(moderator)["Signs of unfair play"][0] == 0
    assert client_of(moderator).get(reverse("admin:games_hint_change", args=[hint.pk])).status_code == 404
    Hint.objects.update(other=alice, about=somebody("dan"), expires_at=timezone.now())
    assert client_of(moderator).get(reverse("admin:games_hint_change", args=[hint.pk])).status_code == 404
