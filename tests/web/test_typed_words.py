"""Pages with a secret key do not repeat parts of their URL: the size would reveal whether both are equal (BREACH)."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from games.models import FeedKey, Game
from tests.auth.codes import show_password
from tests.cast import client_of

pytestmark = pytest.mark.django_db

TYPED = "whispered"
WITH_KEYS = ("notices", "settings", "security", "tokens", "bots", "programs", "mfa_activate_totp")


@pytest.fixture
def browser(alice: User) -> Client:
    """The browser of a user with URLs of feeds, who has just reauthenticated."""
    client = client_of(alice)
    show_password(client)
    client.post(reverse("renew-feeds"))
    return client


def test_no_page_with_keys_repeats_what_its_address_says(browser: Client, duel: Game, alice: User) -> None:
    addresses = [duel.get_absolute_url(), *map(reverse, WITH_KEYS)]
    answers = {address: browser.get(address, {"x": TYPED}) for address in addresses}
    assert {address: answer.url for address, answer in answers.items() if answer.status_code != 200} == {}
    assert FeedKey.objects.get(user=alice).key in answers[reverse("notices")].content.decode()
    assert "totp-key" in answers[reverse("mfa_activate_totp")].content.decode()
    assert not [address for address, answer in answers.items() if TYPED in answer.content.decode()]
