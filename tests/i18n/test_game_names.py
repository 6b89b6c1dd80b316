"""A game's name is translated like any other text: readers see it in their own language."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest
from django.utils import translation

from accounts.models import User
from games.lobby.forms import LobbyFilter
from games.models import FeedKey, Game, Notice, NotificationKind, Player
from games.notifications.channels import feeds, webhook
from games.notifications.text import BUILDERS
from games.rules import RULES
from tests.cast import client_of, defaults, table_of
from tests.notifications.sample_messages import alone, note

pytestmark = pytest.mark.django_db

LANGUAGE = "fr"


def named(variant: str) -> str:
    with translation.override(LANGUAGE):
        return translation.gettext(RULES[variant].engine.NAME)


@pytest.fixture
def french() -> Iterator[None]:
    with translation.override(LANGUAGE):
        yield


def test_not_every_name_is_the_same_everywhere() -> None:
    assert any(named(variant) != rules.engine.NAME for variant, rules in RULES.items())


@pytest.mark.parametrize("variant", RULES)
@pytest.mark.usefixtures("french")
def test_in_notices_and_feeds(variant: str, alice: User, bob: User) -> None:
    game = table_of(alice, bob, variant=variant, options=defaults(variant))
    asked = Player.objects.filter(game=game, to_move_since__isnull=False).first()
    assert asked is not None
    for kind in (NotificationKind.TURN, NotificationKind.NEAR, NotificationKind.STARTED, NotificationKind.OVER):
        assert named(variant) in BUILDERS[kind](Notice(game=game, player=asked)).text
    key = FeedKey.objects.create(user=asked.user)
    assert named(variant) in feeds.turns(key)
    assert named(variant) in feeds.calendar(key).decode()


@pytest.mark.usefixtures("french")
@pytest.mark.parametrize("variant", RULES)
def test_in_webhooks(variant: str) -> None:
    told = replace(alone(note(7)), game=Game(variant=variant))
    assert webhook.generic(told)["game"] == named(variant)


@pytest.mark.usefixtures("french")
def test_where_tables_are_sought() -> None:
    assert [name for variant, name in LobbyFilter().fields["game"].choices if variant] == [
        named(variant) for variant in RULES
    ]


@pytest.mark.parametrize("variant", RULES)
def test_in_the_lists_of_staff(variant: str, alice: User, settings: Any) -> None:
    settings.LANGUAGES = [("en", "English"), (LANGUAGE, "Français")]
    table_of(alice, variant=variant, bots=("steady",))
    alice.is_staff = alice.is_superuser = True
    alice.language = LANGUAGE
    alice.save()
    browser = client_of(alice)
    for rows in ("game", "player", "card"):
        page = browser.get(f"/back-office/games/{rows}/").content.decode()
        assert named(variant) in page
        assert f">{variant}" not in page
