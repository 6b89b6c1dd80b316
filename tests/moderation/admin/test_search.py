"""The search of the back office's first page."""

from __future__ import annotations

import pytest
from django.urls import reverse

from accounts.models import User
from games import moderation
from games.models import Game
from tests.cast import client_of
from tests.moderation.admin.pages import listed, text_of

pytestmark = pytest.mark.django_db

FIND = reverse("admin:games_report_find")


def found(by: User, term: str) -> str:
    return client_of(by).get(FIND, {"q": term}).headers["Location"]


def test_a_person_a_table_and_a_report_are_found(
    staff: User, moderator: User, clerk: User, duel: Game, alice: User, bob: User
) -> None:
    report = moderation.file_report(alice, bob, "name", "")
    case = reverse("admin:games_report_change", args=[report.pk])
    desk = reverse("admin:games_report_person", args=["alice"])
    assert found(staff, " @Alice ") == found(moderator, "alice") == desk
    assert found(clerk, "alice") == reverse("profile", args=["alice"])
    assert found(staff, duel.public_id) == reverse("admin:games_game_desk", args=[duel.pk])
    assert (found(staff, f"#{report.pk}"), found(moderator, str(report.pk))) == (case, case)
    assert found(clerk, str(report.pk)) == found(clerk, duel.public_id) == reverse("admin:index")


def test_what_has_no_such_name_is_looked_up_in_the_lists(staff: User, moderator: User, duel: Game) -> None:
    assert found(staff, duel.name[:3]) == f"{listed('game')}?q={duel.name[:3]}"
    assert found(staff, "zzz") == f"{reverse('admin:accounts_user_changelist')}?q=zzz"
    for term in ("zzz", "", "a\0b", "9" * 40):
        assert found(moderator, term) == reverse("admin:index")
    assert "Nothing found for “zzz”." in text_of(client_of(moderator).get(FIND, {"q": "zzz"}, follow=True))
