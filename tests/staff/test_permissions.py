"""The choice of permissions for a group: effective permissions are shown in rows, and others are not lost."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from django.contrib.auth.models import Group, Permission
from django.test import Client
from django.urls import reverse

from accounts.models import User

pytestmark = pytest.mark.django_db


@pytest.fixture
def desk(client_of: Callable[..., Client], staff: User) -> Client:
    return client_of(staff)


def labels(desk: Client, group: Group) -> list[str]:
    page = desk.get(reverse("admin:auth_group_change", args=[group.pk])).content.decode()
    return re.findall(r'name="permissions"[^>]*aria-label="([^"]*)"', page)


def test_only_permissions_with_an_effect_are_offered(desk: Client) -> None:
    offered = labels(desk, Group.objects.create(name="Readers"))
    assert {"Games: See", "Games: Change", "People: Delete", "Moves: See", "Notes for moderators: Add"} <= set(offered)
    assert not {"Games: Delete", "Moves: Change", "Sessions: See", "Content types: Change"} & set(offered)
    assert len(offered) < 60


def test_a_permission_that_a_group_has_is_shown_and_kept(desk: Client) -> None:
    group = Group.objects.create(name="Readers")
    seldom = Permission.objects.get(codename="delete_session")
    group.permissions.add(seldom)
    assert "Sessions: Delete" in labels(desk, group)
    view = Permission.objects.get(codename="view_game")
    sent = {"name": "Readers", "permissions": [seldom.pk, view.pk]}
    assert desk.post(reverse("admin:auth_group_change", args=[group.pk]), sent).status_code == 302
    assert set(group.permissions.all()) == {seldom, view}


def test_the_group_of_moderators_can_be_saved_as_it_is(desk: Client) -> None:
    group = Group.objects.get(name="Moderators")
    before = set(group.permissions.values_list("pk", flat=True))
    sent = {"name": "Moderators", "permissions": sorted(before)}
    assert desk.post(reverse("admin:auth_group_change", args=[group.pk]), sent).status_code == 302
    assert set(group.permissions.values_list("pk", flat=True)) == before
