"""The database objects that ``migrate`` sets up for moderation."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest
from django.apps import apps
from django.contrib.auth.models import Group

from games.models import Notice
from games.moderation import database
from games.moderation.rights import GROUP, RIGHTS

pytestmark = pytest.mark.django_db


def test_nothing_is_set_up_at_a_migration_before_the_audit_log(django_assert_num_queries: Any) -> None:
    earlier = SimpleNamespace(get_models=lambda: [Notice])
    with django_assert_num_queries(0):
        database.set_up(apps.get_app_config("games"), apps=earlier)


def test_the_group_gets_exactly_its_rights_back() -> None:
    group = Group.objects.get(name=GROUP)
    first, *_ = group.permissions.all()
    group.permissions.remove(first)
    database.set_up(apps.get_app_config("games"))
    given = group.permissions.values_list("content_type__app_label", "codename")
    assert {f"{app}.{codename}" for app, codename in given} == set(RIGHTS)
    Group.objects.filter(name=GROUP).delete()
    database.set_up(apps.get_app_config("games"))
    assert Group.objects.get(name=GROUP).permissions.count() == len(RIGHTS)
