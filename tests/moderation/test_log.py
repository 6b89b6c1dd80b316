"""The audit log of moderation: it is immutable, and a gap in it is detected."""

from __future__ import annotations

import threading

import pytest
from django.core.management import CommandError, call_command
from django.db import DatabaseError, connection, transaction

from accounts.models import User
from games import moderation, play
from games.models import ActionDetails, ModerationAction
from games.moderation import log
from tests.cast import some_moderator, somebody


@pytest.fixture
def three(moderator, alice, bob, carol) -> list[ModerationAction]:
    """Three actions, each sealed with the previous one."""
    return [moderation.warn(moderator, person, "why") for person in (alice, bob, carol)]


def change(statement: str) -> None:
    """Change the table with the triggers disabled."""
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
            cursor.execute("ALTER TABLE games_moderationaction DISABLE TRIGGER games_moderationaction_stays")
        else:
            cursor.execute("DROP TRIGGER games_moderationaction_unchanged")
            cursor.execute("DROP TRIGGER games_moderationaction_kept")
        cursor.execute(statement)
        if connection.vendor == "postgresql":
            cursor.execute("ALTER TABLE games_moderationaction ENABLE TRIGGER games_moderationaction_stays")


def test_rows_are_neither_changed_nor_deleted(three) -> None:
    act = three[0]
    with pytest.raises(TypeError):
        act.save()
    with pytest.raises(TypeError):
        act.delete()
    for refused in (
        lambda: ModerationAction.objects.update(reason="another"),
        lambda: ModerationAction.objects.all().delete(),
        lambda: ModerationAction.objects.filter(pk=act.pk)._raw_delete("default"),
    ):
        with pytest.raises(DatabaseError, match="what moderators did"), transaction.atomic():
            refused()
    assert ModerationAction.objects.get(pk=act.pk).reason == "why"


def test_the_log_is_sound(three, capsys) -> None:
    call_command("check_audit_log")
    assert f"ok: 3 actions, the last seal is {three[2].seal}" in capsys.readouterr().out


def test_an_empty_log_is_sound(db, capsys) -> None:
    call_command("check_audit_log")
    assert "ok: 0 actions" in capsys.readouterr().out


def test_a_change_shows(three) -> None:
    change(f"UPDATE games_moderationaction SET reason = 'another' WHERE id = {three[1].pk}")
    with pytest.raises(CommandError, match=f"action {three[1].pk} .*1 are sound"):
        call_command("check_audit_log")


def test_a_gap_shows(three) -> None:
    change(f"DELETE FROM games_moderationaction WHERE id = {three[1].pk}")
    with pytest.raises(CommandError, match=f"action {three[2].pk} .*1 are sound"):
        call_command("check_audit_log")


def test_particulars_may_go_but_not_change(moderator, alice, capsys) -> None:
    act = moderation.warn(moderator, alice, "why", words="Be kind.")
    ActionDetails.objects.filter(action=act).update(facts={"words": "Be unkind."})
    with pytest.raises(CommandError, match=f"action {act.pk} "):
        call_command("check_audit_log")
    ActionDetails.objects.all().delete()
    call_command("check_audit_log")
    assert "ok: 1 actions" in capsys.readouterr().out


def test_a_refused_act_leaves_no_gap(three, moderator, alice) -> None:
    with pytest.raises(RuntimeError), transaction.atomic():
        moderation.warn(moderator, alice, "why")
        raise RuntimeError
    moderation.warn(moderator, alice, "why")
    assert not any(isinstance(act, log.Gap) for act in log.checked())


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_acts_at_once_follow_one_another() -> None:
    moderators = [some_moderator(f"m{number}") for number in range(4)]
    person = somebody("bob")
    begun = threading.Barrier(len(moderators))

    def act(by: User) -> None:
        begun.wait()
        for _each in range(5):
            moderation.warn(by, person, "why")
        connection.close()

    threads = [threading.Thread(target=act, args=[by]) for by in moderators]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(list(log.checked())) == 20
    assert not any(isinstance(act, log.Gap) for act in log.checked())


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_of_two_who_decide_one_report_at_once_one_does() -> None:
    alice, bob = somebody("alice"), somebody("bob")
    report = moderation.file_report(alice, bob, "spam", "")
    begun, answers = threading.Barrier(2), []

    def act(by: User) -> None:
        begun.wait()
        try:
            moderation.mute(by, bob, 3, "why", report=report)
            answers.append("done")
        except play.Refused as refused:
            answers.append(refused.status)
        connection.close()

    threads = [threading.Thread(target=act, args=[some_moderator(name)]) for name in ("mona", "milo")]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(answers, key=str) == [409, "done"]
    assert ModerationAction.objects.count() == 1
