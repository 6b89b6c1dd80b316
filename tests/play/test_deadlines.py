"""Deadlines as rows: set, stopped and moved by the clock, with their reminders, and found by the sweep."""

from __future__ import annotations

from datetime import UTC, datetime, time, timedelta

import pytest
import time_machine
from django.db import connection
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from games import play, tasks
from games.models import Game, Notice, NotificationKind, Player, Vote
from games.play.tasks import time_up
from tests.cast import client_of, somebody, table_of
from tests.playing import act, asked_seat, incident_kinds, legal, miss, pass_on, run_out
from tests.queue import Queue

pytestmark = pytest.mark.both

FRIDAY = datetime(2026, 11, 20, 12, tzinfo=UTC)
DAY = timedelta(days=1)


def near(player: Player) -> list[datetime]:
    """Return the times of the reminders of the player's current deadline."""
    notices = Notice.objects.filter(
        player=player, kind=NotificationKind.NEAR, data__deadline=player.deadline.isoformat()
    )
    return list(notices.order_by("due_at").values_list("due_at", flat=True))


@pytest.fixture
def friday():
    with time_machine.travel(FRIDAY, tick=False) as clock:
        yield clock


def test_a_turn_has_its_time(friday: object, alice: User, bob: User) -> None:
    me = asked_seat(table_of(alice, bob, pace_hours=72))
    assert me.deadline == FRIDAY + 3 * DAY
    assert me.clock_from == FRIDAY
    assert me.bank is None


def test_weekends_are_off_in_the_players_zone(friday: object, alice: User, bob: User) -> None:
    User.objects.update(time_zone="America/Chicago")
    for user in (alice, bob):
        user.refresh_from_db()
    me = asked_seat(table_of(alice, bob, pace_hours=24, weekends_off=True))
    # Friday 6:00 to midnight in Chicago are 18 hours; the other six begin on Monday at 0:00, which is 6:00 UTC.
    assert me.deadline == datetime(2026, 11, 23, 12, tzinfo=UTC)


def test_nights_are_off_by_the_players_own_hours(friday: object, alice: User, bob: User) -> None:
    User.objects.update(night_from=time(13), night_until=time(19))
    for user in (alice, bob):
        user.refresh_from_db()
    me = asked_seat(table_of(alice, bob, pace_hours=12, nights_off=True))
    assert me.deadline == FRIDAY + timedelta(hours=18)


def test_a_bank_is_used_up_and_added_to(friday: time_machine.Traveller, alice: User, bob: User) -> None:
    game = table_of(alice, bob, clock="bank", bank_hours=48, added_hours=12, cap_hours=60)
    me = asked_seat(game)
    assert (me.bank, me.deadline) == (60 * 3600, FRIDAY + timedelta(hours=60))
    friday.shift(timedelta(hours=20))
    pass_on(game)
    me.refresh_from_db()
    assert (me.bank, me.deadline, me.clock_from) == (40 * 3600, None, None)
    pass_on(game)
    me.refresh_from_db()
    assert (me.bank, me.deadline) == (52 * 3600, timezone.now() + timedelta(hours=52))


def test_computer_players_have_no_deadline(alice: User) -> None:
    game = table_of(alice, bots=("steady",))
    bot = game.players.get(user=None)
    while bot.to_move_since is None:
        pass_on(game)
        bot.refresh_from_db()
    assert bot.deadline is None
    assert not Notice.objects.filter(player=bot).exists()


def test_practice_has_no_clock(alice: User) -> None:
    game = table_of(alice, bots=("steady", "steady"), clock="none")
    me = game.players.get(user=alice)
    assert me.deadline is None
    assert not Notice.objects.filter(kind__in=[NotificationKind.NEAR, NotificationKind.STARTED]).exists()


def test_two_people_need_a_clock(alice: User) -> None:
    with pytest.raises(play.Refused, match="time limit"):
        table_of(alice, size=2, clock="none")
    assert not Game.objects.exists()


# --- reminders


def test_reminders_are_enqueued_a_quarter_before_and_once_more(friday: object, alice: User, bob: User) -> None:
    me = asked_seat(table_of(alice, bob, pace_hours=48))
    assert near(me) == [FRIDAY + timedelta(hours=36), FRIDAY + timedelta(hours=47)]
    assert Notice.objects.filter(kind=NotificationKind.NEAR).exclude(player=me).count() == 0


def test_the_last_reminder_is_the_players_choice(friday: object, alice: User, bob: User) -> None:
    User.objects.update(last_call=0)
    for user in (alice, bob):
        user.refresh_from_db()
    assert near(asked_seat(table_of(alice, bob, pace_hours=48))) == [FRIDAY + timedelta(hours=36)]


def test_reminders_are_armed_again_when_the_deadline_moves(friday: time_machine.Traveller, duel: Game) -> None:
    before = asked_seat(duel)
    friday.move_to(before.deadline + timedelta(minutes=1))
    assert play.time_up(before.pk)
    after = asked_seat(duel)
    assert after.deadline == timezone.now() + DAY
    assert near(after) == [timezone.now() + timedelta(hours=18), timezone.now() + timedelta(hours=23)]
    assert near(before) != near(after)


# --- free misses


def test_a_free_miss_brings_another_day(duel: Game) -> None:
    before = asked_seat(duel)
    me = miss(duel)
    assert me.misses == 1
    assert me.to_move_since == before.to_move_since
    assert me.deadline - timezone.now() > DAY - timedelta(minutes=1)
    assert incident_kinds(duel) == ["forgiven"]
    duel.refresh_from_db()
    assert duel.version == before.game.version + 1
    assert not play.time_up(me.pk)


def test_a_free_miss_lets_drafts_lie(duel: Game) -> None:
    pass_on(duel)
    moves = duel.moves.count()
    me = asked_seat(duel)
    act(me, next(move for move in legal(me) if move.startswith("play")))
    assert miss(duel).drafts
    assert duel.moves.count() == moves


def test_the_absent_player_is_notified_first(duel: Game) -> None:
    me = miss(duel)
    told = Notice.objects.filter(kind=NotificationKind.ACTED).order_by("due_at")
    assert [notice.user_id for notice in told] == [me.user_id, duel.players.exclude(pk=me.pk).get().user_id]
    assert told[0].due_at < told[1].due_at


def test_a_turn_with_nothing_left_but_its_end_is_no_miss(duel: Game) -> None:
    me = asked_seat(duel)
    while legal(me) != ["end"]:
        act(me, next(m for m in legal(me) if m.startswith("play")))
        me.refresh_from_db()
    run_out(me)
    assert play.time_up(me.pk)
    me.refresh_from_db()
    assert (me.misses, me.to_move_since) == (0, None)
    assert duel.moves.last().text == "end"
    assert incident_kinds(duel) == []


# --- the sweep


def test_the_sweep_finds_what_is_due(duel: Game, queue: Queue) -> None:
    queue.sent.clear()
    tasks.sweep_deadlines()
    assert queue.sent == []
    me = asked_seat(duel)
    run_out(me)
    tasks.sweep_deadlines()
    tasks.sweep_deadlines()
    assert queue.sent == [("games.time_up", (me.pk,))] * 2
    queue.run()
    me.refresh_from_db()
    assert me.misses == 1
    assert incident_kinds(duel) == ["forgiven"]


def test_the_longest_due_come_first_and_the_rest_next_time(
    alice: User, bob: User, queue: Queue, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tasks, "BATCH", 2)
    late = [asked_seat(table_of(alice, bob)) for _ in range(3)]
    for hours, player in enumerate(late):
        Player.objects.filter(pk=player.pk).update(deadline=timezone.now() - timedelta(hours=hours + 1))
    queue.sent.clear()
    tasks.sweep_deadlines()
    assert [args for name, args in queue.sent if name == "games.time_up"] == [(late[2].pk,), (late[1].pk,)]
    queue.run()
    tasks.sweep_deadlines()
    queue.run()
    assert list(Player.objects.filter(pk__in=[p.pk for p in late]).values_list("misses", flat=True)) == [1, 1, 1]


def test_a_failing_table_does_not_block_the_sweep(duel: Game, monkeypatch: pytest.MonkeyPatch, queue: Queue) -> None:
    me = asked_seat(duel)
    run_out(me)

    def broken(pk: int) -> bool:
        raise RuntimeError("the rules have a bug")

    monkeypatch.setattr(play, "time_up", broken)
    with pytest.raises(RuntimeError):
        time_up(me.pk)
    me.refresh_from_db()
    assert me.deadline > timezone.now() + timedelta(minutes=59)


@pytest.mark.parametrize(
    ("rows", "index"),
    [
        (lambda now: Player.objects.filter(deadline__lte=now).order_by("deadline"), "player_deadline"),
        (lambda now: Game.objects.filter(paused_until__lte=now).order_by("paused_until"), "game_pause_ends"),
        (lambda now: Vote.objects.filter(state="open", closes_at__lte=now).order_by("closes_at"), "vote_closes"),
    ],
)
def test_the_sweep_reads_its_indexes(db: None, rows: object, index: str) -> None:
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SET LOCAL enable_seqscan = off")
    assert index in rows(timezone.now()).values_list("pk")[:500].explain()


def test_a_move_with_a_version_from_before_the_free_miss_is_stale(duel: Game) -> None:
    me = asked_seat(duel)
    version = play.version_of(me.game, me)
    miss(duel)
    with pytest.raises(play.Stale):
        play.move(me, "draw", version, me.user)
    act(me, "draw", me.user)


def test_a_rematch_has_the_same_clock_and_terms(alice: User, bob: User) -> None:
    facts = {
        "clock": "bank", "bank_hours": 48, "added_hours": 6, "cap_hours": 60, "weekends_off": True,
        "nights_off": True, "absence": "plain", "free_misses": 3, "away": ["pause"], "hand_labels": False,
    }  # fmt: skip
    game = table_of(alice, bob, **facts)
    play.resign(asked_seat(game), None)
    again = play.rematch(game.players.get(user=alice))
    assert {name: getattr(again, name) for name in facts} == facts


def test_play_now_has_no_clock_and_a_table_for_two_has(alice: User) -> None:
    client = client_of(alice)
    client.post(reverse("play-now"))
    client.post(reverse("invite-friend"))
    assert dict(Game.objects.values_list("name", "clock")) == {"Practice table": "none", "Table for two": "turn"}


def test_a_pause_while_the_clock_rests_leaves_the_reminders_two(friday: time_machine.Traveller, db: None) -> None:
    alice, bob = (somebody(name, night_from=time(13), night_until=time(19)) for name in ("alice", "bob"))
    game = table_of(alice, bob, pace_hours=12, nights_off=True)
    friday.shift(timedelta(hours=1))
    me = asked_seat(game)
    deadline, reminders = me.deadline, near(me)
    for kind in (Vote.Kind.PAUSE, Vote.Kind.RESUME):
        friday.shift(timedelta(hours=1))
        vote = play.propose(game.players.get(user=alice), kind)
        play.cast(game.players.get(user=bob), vote.pk, True)
    me = asked_seat(game)
    assert me.deadline == deadline
    # A quarter of the remaining 11 hours, not of the time before the pause; the last reminder stays where it was.
    assert near(me) == [deadline - timedelta(hours=11) / 4, reminders[1]]
