"""Computer players: a table is enqueued once, processed by one worker, and yields to other tables after some moves."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone
from kombu.exceptions import OperationalError

from accounts.models import User
from games import play
from games.computers import players
from games.computers.tasks import move_computers, think
from games.core import computer_turns
from games.models import PLAYED_BY_COMPUTER, Game, Move, Player
from games.tasks import BATCH_WITHOUT_PEOPLE, sweep, sweep_deadlines
from tests.cast import client_of, somebody, table_of
from tests.playing import act, legal
from tests.queue import Queue

pytestmark = pytest.mark.django_db


def due_now(*games: Game) -> None:
    """Make the pending computer moves of these tables due."""
    pks = [game.pk for game in games]
    Game.objects.filter(pk__in=pks, computers_due_at__isnull=False).update(computers_due_at=timezone.now())


def left_alone(person: User, seats: int = 4, bot: str = "steady") -> Game:
    """Return a table whose only user has resigned."""
    game = table_of(person, bots=(bot,) * (seats - 1))
    play.resign(Player.objects.select_related("game").get(game=game, user=person), None)
    return Game.objects.get(pk=game.pk)


def with_computer_asked(person: User) -> Game:
    """Return a table of a user and a computer player whose turn it is."""
    game = table_of(person, bots=("steady",))
    me = Player.objects.get(game=game, user=person)
    while Player.objects.get(pk=me.pk).to_move_since is not None:
        act(me, "draw" if "draw" in legal(me) else "end")
    return Game.objects.get(pk=game.pk)


def moved(game: Game) -> int:
    return Move.objects.filter(game=game, by=Move.By.COMPUTER).count()


@pytest.fixture
def made(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """All moves, including drafts, that computer players make from now on."""
    moves: list[str] = []
    make = play.move_computers

    def note(chosen: play.ChosenMoves) -> bool:
        moves.extend(text for _player, text in chosen.moves)
        return make(chosen)

    monkeypatch.setattr(play, "move_computers", note)
    return moves


def queued(queue: Queue) -> list[int]:
    """Return the tables whose computer players have a task in the queue."""
    return [args[0] for name, args in queue.sent if name in ("games.move_computers", "games.think")]


def test_many_sweeps_queue_a_table_once(queue: Queue) -> None:
    games = [left_alone(somebody(f"gone{number}")) for number in range(3)]
    due_now(*games)
    queue.sent.clear()
    for _ in range(5):
        sweep()
    assert sorted(queued(queue)) == sorted(game.pk for game in games)


def test_a_move_queues_its_table_once(alice: User, queue: Queue, django_capture_on_commit_callbacks: Any) -> None:
    with django_capture_on_commit_callbacks(execute=True):
        game = with_computer_asked(alice)
    sweep()
    assert queued(queue) == [game.pk]


def test_what_was_lost_with_the_broker_is_queued_again(alice: User, queue: Queue) -> None:
    game = with_computer_asked(alice)
    sweep()
    queue.sent.clear()
    Game.objects.filter(pk=game.pk).update(computers_due_at=timezone.now() - timedelta(seconds=1))
    sweep()
    assert queued(queue) == [game.pk]


def test_a_broker_that_is_away_leaves_the_table_to_the_next_sweep(
    alice: User, queue: Queue, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = with_computer_asked(alice)

    def away(*_args: Any, **_options: Any) -> None:
        raise OperationalError

    with monkeypatch.context() as broken:
        broken.setattr("celery.app.base.Celery.send_task", away)
        computer_turns.enqueue(game.pk)
    computer_turns.enqueue(game.pk)
    assert queued(queue) == [game.pk]


def test_a_task_makes_some_moves_and_returns(alice: User, made: list[str]) -> None:
    game = left_alone(alice)
    for number in (1, 2, 3):
        move_computers(game.pk)
        assert len(made) == players.SMALL_BATCH * number
    assert Game.objects.get(pk=game.pk).is_running


def test_what_is_left_is_queued_behind_the_others_where_a_person_waits(
    made: list[str], queue: Queue, monkeypatch: pytest.MonkeyPatch, django_capture_on_commit_callbacks: Any
) -> None:
    """One move may or may not end a computer player's turn, so several tables cover both possibilities."""
    monkeypatch.setattr(players, "BATCH", 1)
    left = []
    for number in range(8):
        game = with_computer_asked(somebody(f"person{number}"))
        made.clear()
        queue.sent.clear()
        with django_capture_on_commit_callbacks(execute=True):
            move_computers(game.pk)
        assert len(made) == 1
        left.append(Player.objects.filter(PLAYED_BY_COMPUTER, game=game).exists())
        assert queued(queue) == [game.pk] * left[-1]
    assert any(left)


def test_where_no_person_waits_computers_pause(alice: User, bob: User, queue: Queue) -> None:
    hurried, game = with_computer_asked(bob), left_alone(alice)
    now = timezone.now()
    assert hurried.computers_due_at is not None
    assert hurried.computers_due_at <= now
    move_computers(game.pk)
    game.refresh_from_db()
    assert game.computers_due_at is not None
    assert game.computers_due_at > now + computer_turns.DELAY_WITHOUT_PEOPLE / 2
    sweep()
    assert queued(queue) == [hurried.pk]


def test_tables_where_no_person_waits_do_not_crowd_out_the_others(
    bob: User, queue: Queue, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("games.tasks.BATCH_WITHOUT_PEOPLE", 2)
    alone = [left_alone(somebody(f"gone{number}"), 2 + 1) for number in range(4)]
    due_now(*alone)
    hurried = with_computer_asked(bob)
    queue.sent.clear()
    sweep()
    first, *others = queued(queue)
    assert first == hurried.pk
    assert len(others) == 2
    assert set(others) < {game.pk for game in alone}
    assert BATCH_WITHOUT_PEOPLE < 100


def test_computers_that_think_long_leave_their_queue_to_those_for_whom_a_person_waits(
    made: list[str], queue: Queue
) -> None:
    alone = [left_alone(somebody(f"gone{number}"), 3, "strong") for number in range(3)]
    quick = left_alone(somebody("gone"))
    due_now(*alone, quick)
    queue.sent.clear()
    sweep()
    first, slow = queued(queue)
    assert first == quick.pk
    assert slow in {game.pk for game in alone}
    think(slow)
    assert len(made) == 1


def test_no_worker_moves_at_a_claimed_table(alice: User) -> None:
    game = left_alone(alice)
    until = computer_turns.claim(game.pk)
    assert until is not None
    move_computers(game.pk)
    players.move_all(game.pk)
    assert not moved(game)
    computer_turns.release(game.pk, until)
    move_computers(game.pk)
    assert moved(game)


def test_the_table_of_a_killed_worker_is_resumed(alice: User, queue: Queue) -> None:
    game = left_alone(alice)
    stale = computer_turns.claim(game.pk)
    assert stale is not None
    Game.objects.filter(pk=game.pk).update(computers_busy_until=timezone.now(), computers_due_at=timezone.now())
    sweep()
    queue.run()
    assert moved(game)
    before = Game.objects.get(pk=game.pk).computers_due_at
    computer_turns.release(game.pk, stale)
    assert Game.objects.get(pk=game.pk).computers_due_at == before


def test_nothing_is_due_where_no_computer_is_to_move(alice: User, duel: Game) -> None:
    assert duel.computers_due_at is None
    game = with_computer_asked(alice)
    players.move_all(game.pk)
    game.refresh_from_db()
    assert game.computers_due_at is game.computers_busy_until is None


def test_a_paused_table_is_not_due(alice: User) -> None:
    game = with_computer_asked(alice)
    play.propose(Player.objects.get(game=game, user=alice), "pause")
    game.refresh_from_db()
    assert game.is_paused
    assert game.computers_due_at is None
    play.propose(Player.objects.get(game=game, user=alice), "resume")
    game.refresh_from_db()
    assert game.computers_due_at is not None


def test_a_table_that_an_older_version_left_without_a_due_time_is_found(alice: User, queue: Queue) -> None:
    game = with_computer_asked(alice)
    Game.objects.update(computers_due_at=None)
    sweep_deadlines()
    assert Game.objects.get(pk=game.pk).computers_due_at is None
    Player.objects.filter(game=game).exclude(bot="").update(turn_started_at=timezone.now() - timedelta(minutes=2))
    sweep_deadlines()
    assert Game.objects.get(pk=game.pk).computers_due_at is not None


def test_computers_have_moved_when_play_now_answers_and_no_worker_does_the_same(
    queue: Queue, django_capture_on_commit_callbacks: Any
) -> None:
    with django_capture_on_commit_callbacks(execute=True):
        client_of().post("/play-now/")
    game = Game.objects.get()
    assert game.players.get(to_move_since__isnull=False).user is not None
    assert game.computers_due_at is game.computers_busy_until is None
    assert not queued(queue)
