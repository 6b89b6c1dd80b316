"""Moderation actions are atomic, logged and notified."""

from __future__ import annotations

import pytest

from accounts.models import Restriction, User
from games import moderation, play
from games.models import Game, ModerationAction, Notice, Player, Report
from games.moderation import log, rights
from games.moderation.cases import acting
from tests.moderation.test_actions import every_act, told_of
from tests.source.test_architecture import modules, name
from tests.source.test_dangerous_code import calls

ACTS = range(10)
"""The number of actions in ``every_act``."""


@pytest.fixture
def report(duel: Game, alice: User, bob: User) -> Report:
    return moderation.file_report(alice, bob, Report.Category.STALLING, "", game=duel)


def stand() -> list[list]:
    """Return the state of everything that actions change, except the log."""
    return [
        list(User.objects.order_by("pk").values_list("username", "restricted", "decision_unread")),
        list(Restriction.objects.values_list("pk")),
        list(Report.objects.order_by("pk").values_list("state", "closed_by")),
        list(Player.objects.order_by("pk").values_list("user", "stand_in", "deadline", "vacant")),
        list(Game.objects.order_by("pk").values_list("status", "version")),
        list(Notice.objects.order_by("pk").values_list("key")),
    ]


def test_an_exception_inside_leaves_nothing_half_done(moderator, duel, bob, report) -> None:
    before = stand()
    with (
        pytest.raises(ZeroDivisionError),
        acting(ModerationAction.Kind.BAN, moderator, "why", report=report, about=bob) as action,
    ):
        play.withdraw_from_games(bob, for_good=True)
        moderation.warn(moderator, bob, "first")
        action.details["half"] = 1 / 0
    assert stand() == before
    assert not ModerationAction.objects.exists()


@pytest.mark.parametrize("number", ACTS)
def test_an_act_that_cannot_be_logged_is_rolled_back(number, moderator, duel, bob, rude, report, monkeypatch) -> None:
    acts = every_act(moderator, bob, duel, rude)
    assert len(acts) == len(ACTS)
    before = stand()

    def full(*_args, **_details):
        raise OSError("disk full")

    monkeypatch.setattr(log, "write", full)
    with pytest.raises(OSError, match="disk full"):
        acts[number]()
    assert stand() == before
    assert rude.game.messages.filter(pk=rude.pk).exists()


@pytest.mark.parametrize("number", ACTS)
def test_every_act_is_logged_and_notified(number, moderator, duel, bob, alice, rude, report) -> None:
    act = every_act(moderator, bob, duel, rude)[number]()
    assert ModerationAction.objects.get() == act
    assert (act.by, act.reason) == (moderator, "why")
    assert list(log.checked()) == [act]
    if act.kind == ModerationAction.Kind.REVEAL:
        assert not Notice.objects.filter(key__startswith="act:").exists()
    else:
        assert told_of(bob if act.about in (None, bob) else act.about, act)


def test_a_report_remains_open_while_nothing_is_decided(moderator, duel, report) -> None:
    with acting(
        ModerationAction.Kind.REVEAL, moderator, "why", report=report, right=rights.REVEAL, game=duel, settles=False
    ) as action:
        pass
    report.refresh_from_db()
    assert (report.state, action.report) == (Report.State.OPEN, report)


def test_the_log_is_written_by_that_frame_alone() -> None:
    writing = {"log.write", "ModerationAction.objects.create"}
    writers = {name(path) for path in modules() if not writing.isdisjoint(call.callee for call in calls(path))}
    assert writers == {"games/moderation/cases.py"}
