"""The pages that suspended and banned users may still open, and the permissions of the group of moderators."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import Group, Permission
from django.core.management import call_command
from django.urls import get_resolver, reverse
from django.utils import timezone

from accounts.access.restrictions import restrict
from accounts.models import Restriction
from games import moderation
from games.core import seat_links
from games.models import Player
from games.moderation.middleware import OPEN
from games.moderation.rights import GROUP, RIGHTS
from tests.cast import client_of


@pytest.mark.parametrize("kind", ["suspend", "ban"])
def test_every_page_shows_until_when_and_why(kind, moderator, duel, bob) -> None:
    browser = client_of(bob)
    days = [3] if kind == "suspend" else []
    act = getattr(moderation, kind)(moderator, bob, *days, "Lamp posts", words="For <b>lamp posts</b>.")
    for name, args in (("home", []), ("lobby", []), ("table", [duel.public_id]), ("front", []), ("settings", [])):
        answer = browser.get(reverse(name, args=args))
        assert answer.status_code == 403
        text = answer.content.decode()
        assert "For &lt;b&gt;lamp posts&lt;/b&gt;." in text
        assert reverse("decision", args=[act.pk]) in text
        assert "no-store" in answer["Cache-Control"]
    assert browser.post(reverse("move", args=[duel.public_id]), {}).status_code == 403
    assert client_of().get(reverse("lobby")).status_code == 200


def test_the_page_of_a_suspension_has_no_banner(moderator, bob) -> None:
    bar = "The moderators have made a decision about you."
    moderation.suspend(moderator, bob, 3, "why")
    browser = client_of(bob)
    assert bar not in browser.get(reverse("front")).content.decode()
    assert bar in browser.get(reverse("my-data")).content.decode()


def test_decisions_export_and_deletion_stay_open(moderator, duel, bob) -> None:
    browser = client_of(bob)
    act = moderation.ban(moderator, bob, "why")
    for name, args in (("decisions", []), ("decision", [act.pk]), ("my-data", []), ("delete-account", [])):
        assert browser.get(reverse(name, args=args)).status_code == 200, name
    appeal = browser.post(reverse("decision", args=[act.pk]), {"words": "It was my cat"})
    assert appeal.status_code == 302
    assert browser.post(reverse("account_logout")).status_code == 302
    assert browser.get(reverse("lobby")).status_code == 200


def test_a_muted_user_can_use_the_site(moderator, bob) -> None:
    moderation.mute(moderator, bob, 3, "why")
    assert client_of(bob).get(reverse("home")).status_code == 200


def test_when_it_is_over_everything_is_open(moderator, bob) -> None:
    act = moderation.suspend(moderator, bob, 3, "why")
    Restriction.objects.filter(pk=act.details["restriction"]).update(until=timezone.now())
    assert client_of(bob).get(reverse("home")).status_code == 200


def test_a_link_in_a_mail_opens_nothing(moderator, duel, bob) -> None:
    token = seat_links.url(Player.objects.get(game=duel, user=bob), bob, timezone.now()).rstrip("/").rpartition("/")[2]
    assert seat_links.read(token).user == bob
    restrict(bob, Restriction.Kind.SUSPENSION)
    with pytest.raises(seat_links.ExpiredToken):
        seat_links.read(token)


def test_pages_open_to_banned_users_exist() -> None:
    assert set(get_resolver().reverse_dict) >= OPEN


# --- the group


def test_moderators_have_exactly_these_rights(moderator, staff) -> None:
    assert moderator.get_all_permissions() == RIGHTS
    assert not moderator.is_superuser


def test_added_group_permissions_are_removed_by_the_next_migration(moderator) -> None:
    group = Group.objects.get(name=GROUP)
    group.permissions.add(Permission.objects.get(codename="delete_user"))
    group.permissions.remove(Permission.objects.get(codename="moderate"))
    call_command("migrate", verbosity=0)
    named = group.permissions.values_list("content_type__app_label", "codename")
    assert {f"{app}.{codename}" for app, codename in named} == RIGHTS


def test_no_permission_shows_addresses_notes_or_deliveries() -> None:
    assert not {right for right in RIGHTS if any(word in right for word in ("user", "email", "membership", "notice"))}
    assert not {right for right in RIGHTS if right.partition(".")[2].startswith(("change", "delete"))}
