"""Evidence about a user, shown on unfair-play and multiple-account cases and on the user's admin page."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.contrib.auth.models import Permission
from django.urls import reverse
from django.utils import timezone

from accounts.models import ConnectionTrace, User
from games import moderation
from games.models import Report
from games.moderation.fairplay import sweep
from games.moderation.fairplay.evidence import evidence_about
from tests.cast import client_of, somebody
from tests.stats.histories import over
from tests.table.pages import text

pytestmark = pytest.mark.django_db
NOW = timezone.now()
LATELY = {"started_at": NOW - timedelta(days=3), "finished_at": NOW - timedelta(days=1)}


def seen(user: User, device: str, network: str, days: tuple[int, ...]) -> None:
    for ago in days:
        at = NOW - timedelta(days=ago)
        ConnectionTrace.objects.create(user=user, device=device, network=network, day=at.date(), last_at=at)


@pytest.fixture
def shared(alice: User, bob: User, carol: User) -> None:
    """Alice and bob share a phone and have played twice; carol shares alice's network and has played once."""
    over(alice, bob, name="Nightfall", **LATELY)
    over(alice, bob, carol, name="Halsted Street", **LATELY)
    seen(alice, "phone-hash", "home-hash", (1, 2, 3))
    seen(bob, "phone-hash", "work-hash", (1,))
    seen(carol, "laptop-hash", "home-hash", (2, 3))


def case(report: Report) -> str:
    return reverse("admin:games_report_change", args=[report.pk])


def test_shared_devices_and_tables_are_listed(shared: None, alice: User, bob: User, carol: User, charlie: User) -> None:
    found = evidence_about(alice, charlie)
    assert [(each.person, each.device, each.network, each.together) for each in found.sharing] == [
        (bob, (3, 1), None, 2),
        (carol, None, (3, 2), 1),
    ]
    assert [(each.game.name, each.others, each.won) for each in found.tables] == [
        ("Halsted Street", ["bob", "carol"], True),
        ("Nightfall", ["bob"], True),
    ]


@pytest.mark.parametrize(("category", "is_shown"), [("unfair", True), ("accounts", True), ("insult", False)])
def test_evidence_is_on_cases_that_need_it(
    shared: None, alice: User, bob: User, moderator: User, category: str, is_shown: bool
) -> None:
    sweep.look(NOW)
    report = moderation.file_report(bob, alice, category, "")
    shown = text(client_of(moderator).get(case(report)))
    for said in ("same device: alice + bob", "Same device. Days it was used: alice 3, bob 1.", "2 tables together:"):
        assert (said in shown) is is_shown
    assert "-hash" not in shown


def test_another_report_of_the_case_brings_the_evidence(shared: None, alice: User, bob: User, moderator: User) -> None:
    report = moderation.file_report(bob, alice, "insult", "")
    moderation.file_report(bob, alice, "accounts", "")
    assert "Same device." in text(client_of(moderator).get(case(report)))


def test_moderators_learn_nothing_about_themselves(shared: None, alice: User, moderator: User) -> None:
    seen(moderator, "phone-hash", "x", (1,))
    over(alice, moderator, **LATELY)
    sweep.look(NOW)
    found = evidence_about(alice, moderator)
    assert moderator not in [each.person for each in (*found.sharing, *found.companions)]
    assert not [sign for sign in found.signs if moderator in (sign.hint.about, sign.hint.other)]
    own = text(client_of(moderator).get(reverse("admin:games_report_person", args=[moderator.username])))
    assert "Same device" not in own


def test_evidence_requires_the_permission(shared: None, alice: User, bob: User) -> None:
    reader = somebody("reader", is_staff=True)
    reader.user_permissions.add(Permission.objects.get(codename="view_report"))
    report = moderation.file_report(bob, alice, "unfair", "")
    for path in (case(report), reverse("admin:games_report_person", args=["alice"])):
        assert "Same device" not in text(client_of(reader).get(path))


def test_a_persons_desk_sums_up(shared: None, alice: User, bob: User, moderator: User) -> None:
    moderation.warn(moderator, alice, "Loud", report=moderation.file_report(bob, alice, "insult", ""))
    shown = text(client_of(moderator).get(reverse("admin:games_report_person", args=["alice"])))
    for said in ("Loud", "about alice, by bob", "Same device.", "Open a case", "1 report · by 1 person"):
        assert said in shown
    assert "@example.org" not in shown
    moderation.file_report(bob, alice, "spam", "")
    assert "Open the case" in text(client_of(moderator).get(reverse("admin:games_report_person", args=["alice"])))
    empty = text(client_of(moderator).get(reverse("admin:games_report_person", args=["bob"])))
    assert "Nobody has reported them." in empty
    assert client_of(moderator).get(reverse("admin:games_report_person", args=["nobody"])).status_code == 404
    assert client_of(bob).get(reverse("admin:games_report_person", args=["alice"])).status_code == 404
