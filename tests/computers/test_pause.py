"""Computer players that take their time: a pause before each turn, during which no worker waits."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.utils import timezone

from accounts.models import User
from games import play
from games.computers import players
from games.computers.tasks import move_computers
from games.models import Game, Player
from tests.cast import client_of, table_of
from tests.playing import act, legal
from tests.queue import Queue

pytestmark = [pytest.mark.django_db, pytest.mark.both]


def unhurried(person: User) -> Game:
    """Return a table where two computer players move next, for a user who wants them to take their time."""
    User.objects.filter(pk=person.pk).update(unhurried_computers=True)
    me = _beginning(person)
    game = me.game
    while Player.objects.get(pk=me.pk).to_move_since is not None:
        act(me, "draw" if "draw" in legal(me) else "end")
    return Game.objects.get(pk=game.pk)


def _beginning(person: User) -> Player:
    """Return the user's seat at a table where one of two computer players begins."""
    while True:
        me = Player.objects.select_related("game").get(game=table_of(person, bots=("casual", "casual")), user=person)
        if me.to_move_since is not None:
            return me


def computers_moves(game: Game) -> int:
    return game.moves.filter(by="computer").count()


def test_before_its_pause_is_over_nothing_is_moved_and_the_task_is_queued_for_later(
    alice: User, queue: Queue, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = unhurried(alice)
    sent: list[Any] = []
    monkeypatch.setattr(
        "celery.app.base.Celery.send_task", lambda _app, name, args, **how: sent.append((name, how["countdown"]))
    )
    move_computers(game.pk)
    game.refresh_from_db()
    assert computers_moves(game) == 0 and game.computers_busy_until is None
    ((name, countdown),) = sent
    assert name == "games.move_computers" and 0 < countdown <= players.LONGEST_PAUSE.total_seconds()
    assert game.computers_due_at is not None and game.computers_due_at > timezone.now()


def test_after_the_pause_one_computer_moves_and_the_next_one_pauses(alice: User, queue: Queue) -> None:
    game = unhurried(alice)
    first = Player.objects.get(game=game, to_move_since__isnull=False)
    with time_machine.travel(timezone.now() + timedelta(seconds=4), tick=False):
        move_computers(game.pk)
        second = Player.objects.get(game=game, to_move_since__isnull=False)
        assert second.pk != first.pk and second.bot
        made = computers_moves(game)
        move_computers(game.pk)
        assert computers_moves(game) == made > 0
    with time_machine.travel(timezone.now() + timedelta(seconds=8), tick=False):
        move_computers(game.pk)
        assert Player.objects.get(game=game, user=alice).to_move_since is not None


def test_the_pause_grows_with_the_number_of_choices_and_is_repeatable(alice: User) -> None:
    player = Player(game=Game(variant="chicago_poker", secret="aa" * 32), seat=1)
    pauses = [players.pause(play.Decision(player, 5, choices, timezone.now())) for choices in (1, 8, 40)]
    assert pauses == sorted(pauses) and len(set(pauses)) == 3
    assert pauses[0] >= players.SHORTEST_PAUSE and pauses[-1] <= players.LONGEST_PAUSE
    assert players.pause(play.Decision(player, 5, 8, timezone.now())) == pauses[1]


def test_two_people_must_both_want_it(alice: User, bob: User) -> None:
    game = table_of(alice, bob, bots=("casual",))
    User.objects.filter(pk=alice.pk).update(unhurried_computers=True)
    assert not players.computer_turns.is_unhurried(game.pk)
    User.objects.filter(pk=bob.pk).update(unhurried_computers=True)
    assert players.computer_turns.is_unhurried(game.pk)


def test_the_pause_is_switched_on_and_off_at_the_table(alice: User, bob: User) -> None:
    game = table_of(alice, bots=("casual", "casual"))
    client = client_of(alice)
    assert "Take your time" in client.get(game.get_absolute_url()).content.decode()
    assert client.post(f"{game.get_absolute_url()}computers/", {"pace": "pause"}).status_code == 302
    alice.refresh_from_db()
    assert alice.unhurried_computers
    assert "Answer right away" in client.get(game.get_absolute_url()).content.decode()
    client.post(f"{game.get_absolute_url()}computers/", {"pace": "once"}, headers={"HX-Request": "true"})
    alice.refresh_from_db()
    assert not alice.unhurried_computers
    assert client_of(bob).post(f"{game.get_absolute_url()}computers/", {"pace": "pause"}).status_code == 404


@pytest.mark.parametrize(("pace", "waits"), [("pause", True), ("once", False), ("nonsense", False)])
def test_play_now_asks_how_they_answer(pace: str, waits: bool, alice: User) -> None:
    client_of(alice).post("/play-now/", {"level": "casual", "pace": pace})
    alice.refresh_from_db()
    assert alice.unhurried_computers is waits
    assert computers_moves(Game.objects.get()) == 0 or not waits
