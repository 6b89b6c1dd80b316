"""Erasure leaves nothing that identifies the user.

Every row that points to the user is erased, or exempt for a reason listed here.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import pytest
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from django.apps import apps
from django.conf import settings
from django.contrib.admin.models import CHANGE, LogEntry
from django.contrib.auth.models import Group
from django.contrib.contenttypes.models import ContentType
from django.contrib.sessions.models import Session
from django.core import mail
from django.db import connection, models
from django.urls import reverse
from django.utils import timezone

from accounts.mail import dev_mailbox
from accounts.models import Block, Export, Friendship, User
from accounts.privacy import tasks
from accounts.privacy.erasure import erase_user, fields_to_erase
from games.models import (
    Invitation,
    Membership,
    Message,
    ModerationAction,
    Notice,
    NotificationPreference,
    PushSubscription,
    Report,
    StaffNote,
    Webhook,
)
from games.moderation import log
from tests.cast import PASSWORD, client_of, table_of

KEPT = {
    "accounts.User.owner": "their computer players are erased with them",
    "admin.LogEntry.user": "what staff did stays in the log, done by a former player",
    "games.ModerationAction.about": "the moderators' log is whole, and names nobody who is gone",
    "games.ModerationAction.by": "the moderators' log is whole, and names nobody who is gone",
    "games.Arrangement.friend": "whom somebody had asked to sit in is part of that one's own vacation",
    "games.Game.host": "who opened the table, of a game that others have played",
    "games.Appeal.by": "a case of the moderators; what was said in it goes",
    "games.AppealAnswer.by": "which moderator answers an appeal, for ten minutes",
    "games.Hint.aside_by": "a hint about somebody else, which goes soon",
    "games.Message.user": "part of a conversation with others, unless he wants it to go",
    "games.PackedGames.user": "what their seats say, many in a row",
    "games.Player.friend": "who sat in, in a game that others have played",
    "games.Player.lost_by": "whose seat it was: nobody who lost one may take another there",
    "games.Player.user": "a seat in a game that others have played",
    "games.Rating.user": "the ratings of others are computed with it",
    "games.RatingChange.user": "what a game has done to a rating, with which those of others are computed",
    "games.Report.about": "a case of the moderators; what was said in it goes",
    "games.Report.by": "a case of the moderators about somebody else",
    "games.Report.taken_by": "which moderator worked on it",
    "games.StaffNote.by": "a note about somebody else",
    "games.Turn.user": "how long a table has waited, which the averages of the game are made of",
}
NAMES = ("alice", "Alice of the Docks", "alice@example.org", "alice-hook", "alice-push")

pytestmark = [pytest.mark.both, pytest.mark.django_db]


def pointers() -> Iterator[str]:
    for model in (each for each in apps.get_models() if not each._meta.proxy):
        for field in model._meta.get_fields():
            if isinstance(field, models.ForeignKey | models.ManyToManyField) and field.related_model is User:
                yield f"{model._meta.label}.{field.name}"


def test_every_foreign_key_to_a_user_is_erased_or_exempt() -> None:
    found = set(pointers()) - {"accounts.User_groups.user", "accounts.User_user_permissions.user"}
    also = {"usersessions.UserSession.user"}  # along with the session
    assert found == fields_to_erase() | also | KEPT.keys()
    assert not (fields_to_erase() | also) & KEPT.keys()


@pytest.fixture
def full(alice: User, bob: User, charlie: User, settings, tmp_path: Path) -> User:
    """Alice, with data in every place where the site stores any."""
    settings.EMAIL_BACKEND, settings.EMAIL_FILE_PATH = dev_mailbox.FILE_BACKEND, tmp_path
    facts = {"display_name": "Alice of the Docks", "language": "fr", "time_zone": "Europe/Paris", "is_staff": True}
    User.objects.filter(pk=alice.pk).update(**facts)
    alice.refresh_from_db()
    alice.groups.add(Group.objects.create(name="Cooks"))
    client_of(alice).get(reverse("home"))
    game = table_of(alice, bob, name="Table of Alice of the Docks")
    open_table = table_of(alice, charlie, name="Table of Alice of the Docks", size=3)
    Friendship.objects.create(by=bob, to=alice)
    Block.objects.create(by=charlie, who=alice)
    Export.objects.create(user=alice, file=b"all about alice")
    Authenticator.objects.create(user=alice, type="webauthn", data={"name": "alice"})
    NotificationPreference.objects.create(user=alice, kind="turn", channel="mail", when="off")
    Invitation.objects.create(game=open_table, user=bob, by=alice)
    Membership.objects.create(game=game, user=alice, note="alice's plan")
    Message.objects.create(game=game, user=alice, player=game.players.get(user=alice), text="Good luck")
    PushSubscription.objects.create(user=alice, endpoint="https://push.example/alice-push", name="alice")
    StaffNote.objects.create(about=alice, by=charlie, text="alice is fine")
    Webhook.objects.create(user=alice, address="https://hooks.example/alice-hook")
    Report.objects.create(category="name", about=alice, by=bob, quoted="Alice of the Docks", words="that is no dock")
    names = {"before": {"username": "alice"}, "after": {"username": "player-1"}, "words": "alice is taken"}
    log.write(ModerationAction(kind="rename", by=charlie, reason="A misleading name", about=alice, details=names))
    mail.send_mail("Your move", "alice, it is your move", None, ["alice@example.org"])
    mail.send_mail("Your move", "Bob, it is your move", None, ["bob@example.org"])
    for row in (alice, game.players.get(user=alice)):
        said = json.dumps([{"changed": {"name": "player", "object": "Alice of the Docks", "fields": ["seat"]}}])
        kind = ContentType.objects.get_for_model(row)
        named = {"object_repr": str(row), "change_message": said, "action_flag": CHANGE}
        LogEntry.objects.create(user=bob, content_type=kind, object_id=str(row.pk), **named)
    return alice


def everything() -> str:
    """Return all rows of the database, and all mails in files, as one text."""
    tables = []
    with connection.cursor() as cursor:
        for table in connection.introspection.table_names():
            cursor.execute(f"SELECT * FROM {connection.ops.quote_name(table)}")
            tables.append(f"{table}: {cursor.fetchall()}")
    files = [(Path(settings.EMAIL_FILE_PATH) / file).read_text() for file in dev_mailbox.files()]
    return "\n".join(tables + files)


def test_no_name_and_no_address_is_left_anywhere(full: User, django_capture_on_commit_callbacks) -> None:
    before = everything()
    assert all(name in before for name in NAMES)
    with django_capture_on_commit_callbacks(execute=True):
        erase_user(full)
    after = everything()
    assert not [line for name in NAMES for line in after.splitlines() if name in line]
    assert "Bob, it is your move" in after
    assert [act.kind for act in log.checked()] == ["rename"]


def test_the_row_is_bare(full: User) -> None:
    erase_user(full)
    row, bare = User.objects.get(pk=full.pk), User()
    told_apart = {"id", "username", "username_key", "password", "is_active", "erased_at", "date_joined"}
    for field in User._meta.concrete_fields:
        assert field.name in told_apart or getattr(row, field.name) == getattr(bare, field.name), field.name
    assert row.username.startswith("gone-")
    assert not row.has_usable_password() and not row.is_active
    assert not row.groups.exists() and not row.user_permissions.exists()
    for label in fields_to_erase():
        model, _dot, field = label.rpartition(".")
        assert not apps.get_model(model).objects.filter(**{field: full}).exists(), label


def test_every_browser_is_signed_out(alice: User) -> None:
    phone, desk = client_of(alice), client_of(alice)
    User.objects.filter(pk=alice.pk).update(last_seen_at=None)
    phone.get(reverse("settings"))
    seen, unseen = phone.session.session_key, desk.session.session_key
    erase_user(alice)
    assert not Session.objects.filter(session_key=seen).exists()
    assert not UserSession.objects.exists()
    for browser in (phone, desk):
        assert browser.get(reverse("settings")).status_code == 302
    tasks.delete_leftovers()
    assert not Session.objects.filter(session_key=unseen).exists()


def test_an_erased_user_can_not_sign_in_and_has_no_profile(alice: User) -> None:
    erase_user(alice)
    row = User.objects.get(pk=alice.pk)
    for login in ("alice", "alice@example.org", row.username):
        answer = client_of().post(reverse("account_login"), {"login": login, "password": PASSWORD})
        assert answer.status_code == 200, login
    assert client_of().get(reverse("profile", args=["alice"])).status_code == 404
    assert client_of().get(reverse("profile", args=[row.username])).status_code == 404


def test_erasure_is_idempotent(alice: User) -> None:
    erase_user(alice)
    name = User.objects.get(pk=alice.pk).username
    erase_user(alice)
    assert User.objects.get(pk=alice.pk).username == name


def test_rows_written_during_an_erasure_are_swept(alice: User) -> None:
    erase_user(alice)
    late = {"kind": "over", "key": "over:1", "due_at": timezone.now()}
    notice = Notice.objects.create(user=alice, **late)
    EmailAddress.objects.create(user=alice, email="alice@example.org")
    tasks.delete_leftovers()
    assert not Notice.objects.filter(pk=notice.pk).exists()
    assert not EmailAddress.objects.exists()
    User.objects.filter(pk=alice.pk).update(erased_at=timezone.now() - timedelta(days=3))
    Notice.objects.create(user=alice, **late)
    tasks.delete_leftovers()
    assert Notice.objects.filter(user=alice).exists()


def test_a_report_filed_during_an_erasure_is_closed_by_the_sweep(alice: User, bob: User) -> None:
    """The report may be written during the erasure, which can't see rows that are not committed yet."""
    erase_user(alice)
    Report.objects.create(category="name", about=alice, by=bob, quoted="alice", words="What a name")
    tasks.delete_leftovers()
    report = Report.objects.get()
    assert (report.state, report.quoted, report.words) == (Report.State.CLOSED, "", "")


def test_staff_may_delete_a_user_with_reports_and_actions(client_of, staff: User, alice: User, bob: User) -> None:
    Report.objects.create(category="insult", about=alice, by=bob)
    address = reverse("admin:accounts_user_delete", args=[alice.pk])
    asked = client_of(staff).get(address)
    assert b'type="submit"' in asked.content
    client_of(staff).post(address, {"post": "yes"})
    assert User.objects.get(pk=alice.pk).erased_at is not None
    assert not LogEntry.objects.filter(object_repr__contains="alice").exists()
