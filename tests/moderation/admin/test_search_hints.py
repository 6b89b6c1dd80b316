"""The hint under each admin search field names all searched fields, and no others."""

from __future__ import annotations

import pytest
from django.apps import apps
from django.contrib import admin

from accounts.staff.large_lists import LargeList

get_models, is_registered = apps.get_models, admin.site.is_registered
SAID = {
    "public_id": "address of a table",
    "code": "code",
    "reason": "reason",
    "text": "words from a message",
    "email": "e-mail address",
    "address": "an e-mail",
    "error": "error",
    "id": "number",
}
"""The word in the hint for a searched field of this name; names can be a user's, a table's or the row's own."""

PAGES = {each._meta.label_lower: admin.site.get_model_admin(each) for each in get_models() if is_registered(each)}
LISTS = {label: page for label, page in PAGES.items() if page.search_fields}


def said_of(field: str, label: str) -> str:
    *way, name = field.lstrip("=^@").split("__")
    if name in ("username", "display_name"):
        return "person" if way else "name"
    if name == "name":
        own = {"games.game": "table", "games.player": "person", "accounts.program": "program", "auth.group": "group"}
        return "table" if way else own[label]
    return SAID[name]


@pytest.mark.parametrize("label", LISTS)
def test_the_hint_names_each_thing_that_is_searched(label: str) -> None:
    each = LISTS[label]
    hint = str(each.search_help_text).lower()
    for field in each.search_fields:
        assert said_of(field, label) in hint, field
    if isinstance(each, LargeList):
        assert ("table" in hint) == bool(getattr(each, "search_tables", ())), hint
        assert not each.search_people or "name" in hint


def test_a_list_of_people_does_not_ask_for_a_table() -> None:
    hints = {label: str(LISTS[label].search_help_text) for label in LISTS}
    both = "Name of a person or table, or address of a table"
    assert hints["games.rating"] == hints["games.vacation"] == hints["games.hint"] == "Name of a person"
    assert hints["games.player"] == hints["games.notice"] == hints["games.ratingchange"] == hints["games.game"] == both
    assert hints["games.move"] == hints["games.vote"] == "Name or address of a table"
