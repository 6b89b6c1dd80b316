"""Ending and reopening a game concurrently with other actions, in real threads on PostgreSQL."""

from __future__ import annotations

import pytest

from games import moderation, play
from games.models import Game, ModerationAction
from tests.cast import some_moderator, somebody, table_of
from tests.play.test_concurrency import at_once
from tests.playing import asked_seat, incident_kinds, is_right, legal

pytestmark = [pytest.mark.postgres, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def game() -> Game:
    """A running duel."""
    return table_of(somebody("alice"), somebody("bob"))


def test_two_moderators_let_a_game_go_on(game: Game) -> None:
    by = [some_moderator(name) for name in ("mona", "milo", "mary")]
    key = moderation.end(by[0], game, "why").pk
    answers = at_once(
        *(lambda each=each: moderation.take_back(each, ModerationAction.objects.get(pk=key), "why") for each in by)
    )
    assert sum(isinstance(answer, ModerationAction) for answer in answers) == 1
    refused = [str(answer.message) for answer in answers if isinstance(answer, play.Refused)]
    assert refused == ["This has already been taken back."] * 2
    assert incident_kinds(game) == ["cancelled", "resumed"]
    assert is_right(game)


def test_a_move_comes_before_the_end_or_is_too_late(game: Game) -> None:
    me, mona = asked_seat(game), some_moderator("mona")
    text, version = legal(me)[0], play.version_of(game, me)
    moved, end = at_once(lambda: play.move(me, text, version), lambda: moderation.end(mona, game, "why"))
    assert isinstance(moved, play.Changed | play.Over)
    assert isinstance(end, ModerationAction)
    game.refresh_from_db()
    assert game.is_stopped
    moderation.take_back(mona, end, "why")
    assert is_right(game)


def test_the_game_is_revealed_or_continues(game: Game) -> None:
    mona = some_moderator("mona")
    end = moderation.end(mona, game, "why")
    Game.objects.update(finished_at=end.created_at - Game.REOPENS_WITHIN)
    key = end.pk
    undone, opened, again = at_once(
        lambda: moderation.take_back(mona, ModerationAction.objects.get(pk=key), "why"),
        lambda: play.reveal_stopped(game.pk),
        lambda: play.reveal_stopped(game.pk),
    )
    game.refresh_from_db()
    assert [opened, again].count(True) == (0 if isinstance(undone, ModerationAction) else 1)
    assert game.status == (Game.Status.RUNNING if isinstance(undone, ModerationAction) else Game.Status.CANCELLED)
