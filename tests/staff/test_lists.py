"""Lists of the back office: columns with labels, filters, and a text for empty lists."""

from __future__ import annotations

import re
from collections.abc import Callable
from html import unescape

import pytest
from django.apps import apps
from django.contrib import admin
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from accounts.models import User
from accounts.staff.large_lists import LargeList, LargeListPaginator
from games.models import Game
from tests.combinations import every

pytestmark = pytest.mark.django_db

GAMES = reverse("admin:games_game_changelist")
NOT_GROWING = {"auth.Group"}
"""Tables whose rows are only created by operators."""

OPEN_CASES = """"state" = 'open'"""
"""The condition in queries that count pending cases beside every list. An index holds only these rows."""

PAGES = {
    model._meta.label: admin.site.get_model_admin(model)
    for model in apps.get_models(include_auto_created=True)
    if admin.site.is_registered(model)
}


@pytest.fixture
def desk(client_of: Callable[..., Client], staff: User) -> Client:
    return client_of(staff)


def shown(desk: Client, query: str = "", address: str = GAMES) -> str:
    answer = desk.get(f"{address}{query}", follow=True)
    assert answer.status_code == 200
    return answer.content.decode()


def test_a_cell_names_its_column_and_says_whether_it_is_empty(
    desk: Client, table_of: Callable[..., Game], alice: User, bob: User
) -> None:
    table_of(alice, bob, name='<b>"Quoted"</b>')
    page = shown(desk)
    assert re.search(r'<th data-label="Name" class="field-name"><a [^>]*>&lt;b&gt;&quot;Quoted', page)
    assert '<td data-label="Players" data-bare class="field-who">alice, bob</td>' in page
    assert re.search(r'<td data-label="Ended" data-empty class="field-finished_at[^"]*">-</td>', page)


def test_rows_that_can_be_chosen_keep_their_box_without_a_label(desk: Client) -> None:
    page = shown(desk, address=reverse("admin:accounts_user_changelist"))
    assert re.search(r'<td class="action-checkbox"><input type="checkbox"', page)
    assert '<th data-label="User name" class="field-username">' in page


def test_a_filter_in_use_says_what_it_shows_and_can_be_cleared(
    desk: Client, table_of: Callable[..., Game], alice: User, bob: User
) -> None:
    table_of(alice, bob, name="Running")
    page = shown(desk)
    assert "filter--on" not in page and "Clear all filters" not in page
    page = shown(desk, "?status__exact=running")
    assert re.search(r'class="filter--on">\s*<span>Status<b>running</b></span>', page)
    assert "Clear all filters" in page and ">Running</a>" in page


def test_where_nothing_fits_all_rows_are_offered(desk: Client) -> None:
    assert "There’s nothing here yet." in shown(desk)
    for query in ("?q=zzzz", "?status__exact=over"):
        page = shown(desk, query)
        assert "Nothing matches this search and these filters." in page
        assert '<a class="btn" href="?">Show all</a>' in page


def offered(page: str) -> list[str]:
    """Return a query string of a list's links for each parameter that filters and columns use."""
    links = [unescape(link) for link in re.findall(r'href="(\?[^"]+)"', page)]
    return list({link.partition("=")[0]: link for link in links}.values())


@pytest.mark.parametrize("label", every(list(PAGES), 3))
def test_a_list_takes_no_longer_when_its_table_has_grown(desk: Client, duel: Game, label: str) -> None:
    page, (app, model) = PAGES[label], label.lower().split(".")
    assert page.date_hierarchy is None
    assert isinstance(page, LargeList) != (label in NOT_GROWING)
    if label not in NOT_GROWING:
        assert (page.paginator, page.show_full_result_count) == (LargeListPaginator, False)
    address = reverse(f"admin:{app}_{model}_changelist")
    with CaptureQueriesContext(connection) as queries:
        for query in ("?q=alice", "?q=zzzz", "?_facets=True", *offered(shown(desk, address=address))):
            shown(desk, query, address)
    said = [query["sql"] for query in queries if OPEN_CASES not in query["sql"]]
    assert not [sql for sql in said if "DISTINCT" in sql]
    assert label in NOT_GROWING or not [sql for sql in said if "COUNT(" in sql and "LIMIT" not in sql]
