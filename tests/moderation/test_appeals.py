"""Appeals: once, in time, and answered by another moderator."""

from __future__ import annotations

from datetime import timedelta

import pytest
import time_machine
from django.contrib.auth.models import Group

from accounts.access.restrictions import writing_restriction
from accounts.models import User
from games import moderation, play
from games.models import Appeal, ModerationAction, Notice
from games.moderation.database import GROUP
from tests.cast import some_moderator


def test_another_moderator_grants_an_appeal(moderator, second, bob) -> None:
    act = moderation.mute(moderator, bob, 3, "why")
    appeal = moderation.appeal(bob, act, "It was my  cat\u200b")
    assert appeal.words == "It was my  cat"
    with pytest.raises(play.Refused) as refused:
        moderation.answer(moderator, appeal, True, "why")
    assert refused.value.status == 403
    undo = moderation.answer(second, appeal, True, "Cats type", words="We believe the cat.")
    appeal.refresh_from_db()
    assert (undo.kind, undo.undoes, appeal.state) == ("undo", act, "granted")
    assert appeal.answered_at is not None
    assert writing_restriction(bob) is None
    assert Notice.objects.filter(user=bob, key=f"act:{undo.pk}").exists()
    with pytest.raises(play.Refused) as refused:
        moderation.answer(second, appeal, False, "why")
    assert refused.value.status == 409


def test_an_appeal_is_turned_down(moderator, second, bob) -> None:
    act = moderation.mute(moderator, bob, 3, "why")
    appeal = moderation.appeal(bob, act, "No")
    upheld = moderation.answer(second, appeal, False, "There is no cat")
    appeal.refresh_from_db()
    assert (upheld.kind, upheld.details["of"], appeal.state) == ("uphold", act.pk, "refused")
    assert writing_restriction(bob) is not None
    with pytest.raises(play.Refused):
        moderation.take_back(second, upheld, "why")
    moderation.take_back(second, act, "On second thoughts")


def test_the_only_moderator_may_answer_appeals_against_their_own_acts(moderator, bob) -> None:
    act = moderation.warn(moderator, bob, "why")
    assert moderation.answer(moderator, moderation.appeal(bob, act, "No"), True, "why").undoes == act


def conflict(of: str, user: User, act: ModerationAction) -> None:
    """Give the moderator a conflict of interest: as the subject, as the owner of the reported bot, or as a player."""
    user.groups.add(Group.objects.get(name=GROUP))
    if of == "owner":
        User.objects.filter(pk=act.about_id).update(owner=user)


@pytest.mark.parametrize("of", ["concerned", "owner", "table"])
def test_a_moderator_with_a_conflict_of_interest_can_not_answer(of, staff, duel, bob, carol, charlie) -> None:
    """If one of two moderators may not answer, the other one may, even if they took the action."""
    about = charlie if of == "owner" else bob
    act = moderation.end(staff, duel, "why") if of == "table" else moderation.warn(staff, about, "why")
    appeal = moderation.appeal(about, act, "No")
    conflict(of, carol if of == "owner" else bob, act)
    assert moderation.answer(staff, appeal, False, "why").by == staff


@pytest.mark.parametrize("other", ["moderator", "superuser", "has gone"])
def test_while_another_moderator_is_left_they_answer(other, moderator, bob) -> None:
    appeal = moderation.appeal(bob, moderation.warn(moderator, bob, "why"), "No")
    milo = some_moderator("milo")
    if other == "superuser":
        milo.groups.clear()
        User.objects.filter(pk=milo.pk).update(is_superuser=True)
    if other == "has gone":
        User.objects.filter(pk=milo.pk).update(is_active=False)
        assert moderation.answer(moderator, appeal, True, "why").by == moderator
        return
    with pytest.raises(play.Refused, match="another moderator") as refused:
        moderation.answer(moderator, appeal, True, "why")
    assert refused.value.status == 403


def test_an_act_that_is_taken_back_needs_no_answer(moderator, second, bob) -> None:
    act = moderation.warn(moderator, bob, "why")
    appeal = moderation.appeal(bob, act, "No")
    moderation.take_back(moderator, act, "why")
    appeal.refresh_from_db()
    assert appeal.state == "granted"
    with pytest.raises(play.Refused):
        moderation.answer(second, appeal, False, "why")
    with pytest.raises(play.Refused):
        moderation.appeal(bob, act, "No")


def test_there_is_one_appeal(moderator, bob) -> None:
    act = moderation.warn(moderator, bob, "why")
    moderation.appeal(bob, act, "No")
    with pytest.raises(play.Refused) as refused:
        moderation.appeal(bob, act, "No, no")
    assert refused.value.status == 409


def test_an_appeal_after_the_deadline_is_refused(moderator, bob) -> None:
    act = moderation.warn(moderator, bob, "why")
    until = moderation.appeal_until(act)
    assert until == act.created_at + timedelta(days=14)
    with time_machine.travel(until + timedelta(seconds=1)), pytest.raises(play.Refused, match=f"{until:%Y}") as refused:
        moderation.appeal(bob, act, "No")
    assert refused.value.status == 422
    assert not Appeal.objects.exists()
    with time_machine.travel(until - timedelta(seconds=1)):
        moderation.appeal(bob, act, "No")


@pytest.mark.parametrize("words", ["", "\u200b", "x" * 1001])
def test_an_appeal_requires_a_text(words, moderator, bob) -> None:
    act = moderation.warn(moderator, bob, "why")
    with pytest.raises(play.Refused):
        moderation.appeal(bob, act, words)


def test_decisions_about_others_cannot_be_appealed(moderator, bob, charlie, duel) -> None:
    for act in (moderation.warn(moderator, bob, "why"), moderation.end(moderator, duel, "why")):
        with pytest.raises(play.Refused) as refused:
            moderation.appeal(charlie, act, "No")
        assert refused.value.status == 404


def test_what_takes_nothing_away_needs_no_appeal(moderator, bob) -> None:
    act = moderation.warn(moderator, bob, "why")
    undo = moderation.take_back(moderator, act, "why")
    with pytest.raises(play.Refused):
        moderation.appeal(bob, undo, "No")
