"""The marker by which this site's scripts recognise a user."""

from __future__ import annotations

import re

import pytest
from django.urls import reverse

from accounts.models import User
from tests.cast import client_of

pytestmark = pytest.mark.django_db


def marker(person: User | None) -> str:
    page = client_of(person).get(reverse("lobby")).content.decode()
    found = re.search(r'data-me="(\w+)"', page)
    return found[1] if found else ""


def test_each_user_has_one_and_a_visitor_none(alice: User, bob: User) -> None:
    assert marker(alice) == marker(alice) != marker(bob)
    assert len(marker(alice)) == 16 and marker(None) == ""
