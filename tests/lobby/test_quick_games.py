"""Quick games, with a quarter of an hour per turn."""

from __future__ import annotations

from datetime import UTC, datetime, time, timedelta
from pathlib import Path
from typing import Any

import pytest
import time_machine
from django.contrib.staticfiles import finders
from django.utils import timezone

from accounts.models import User
from games import clock, play, tasks
from games.computers import players
from games.lobby.forms import OpenTableForm
from games.lobby.short_terms import short_terms, terms_to_come
from games.lobby.time_controls import PRESETS
from games.models import Delivery, DeliveryTiming, Game, NotificationKind, Player
from games.notifications import outbox
from games.rules import RULES
from tests.cast import client_of, table_of
from tests.playing import asked_seat
from tests.queue import Queue

QUARTER = timedelta(minutes=15)
TONIGHT = PRESETS["tonight"].fields


def opened(user: User, **fields: Any) -> Game:
    form = OpenTableForm(RULES["chicago_poker"], "A table")
    values = {
        field.html_name: field.initial for field in form if field.initial is not None and field.initial is not False
    }
    assert client_of(user).post("/lobby/open/", {**values, **fields}).status_code == 302
    return Game.objects.get()


@pytest.mark.parametrize(("quick", "turn"), [("tonight", QUARTER), ("day", clock.DAY), ("weekends", 2 * clock.DAY)])
def test_a_preset_decides_all_that_is_about_time(quick: str, turn: timedelta, alice: User) -> None:
    game = opened(alice, quick=quick, pace="168", absence="lost", free_misses="3", away=["friend"])
    assert game.terms.turn == turn
    assert {name: getattr(game, name) for name in PRESETS[quick].fields} == PRESETS[quick].fields


def test_own_times_of_minutes_never_wait_for_a_day(alice: User) -> None:
    game = opened(alice, quick="own", pace="15m", weekends_off="on", nights_off="on", free_misses="3")
    assert (game.terms.turn, game.weekends_off, game.nights_off, game.free_misses) == (QUARTER, False, False, 0)
    assert game.pace_label == "15 minutes a turn"


def test_the_lobby_finds_games_of_tonight(alice: User) -> None:
    table_of(alice, size=3, name="Slow")
    table_of(alice, size=3, name="Quick", **TONIGHT)
    shown = client_of().get("/lobby/", {"pace": "15m"}).content.decode()
    assert "Quick" in shown and ">Slow<" not in shown


def test_a_turn_of_minutes_ends_within_seconds_and_a_computer_sits_in(alice: User, bob: User, queue: Queue) -> None:
    game = table_of(alice, bob, **TONIGHT)
    me = asked_seat(game)
    assert me.deadline == me.turn_started_at + QUARTER
    with time_machine.travel(me.deadline + timedelta(seconds=1)):
        queue.sent.clear()
        tasks.sweep()
        assert ("games.time_up", (me.pk,)) in [(sent[0], tuple(sent[1])) for sent in queue.sent]
        play.time_up(me.pk)
    me.refresh_from_db()
    assert me.stand_in == Player.StandIn.COMPUTER


def test_the_sweep_of_seconds_leaves_long_turns_to_the_one_of_minutes(duel: Game, queue: Queue) -> None:
    with time_machine.travel(asked_seat(duel).deadline + timedelta(seconds=1)):
        queue.sent.clear()
        tasks.sweep()
    assert "games.time_up" not in [sent[0] for sent in queue.sent]


def test_an_owner_who_takes_the_seat_back_gets_a_turn_not_a_day(alice: User, bob: User) -> None:
    game = table_of(alice, bob, **TONIGHT)
    me = asked_seat(game)
    with time_machine.travel(me.deadline + timedelta(seconds=1), tick=False):
        play.time_up(me.pk)
        me.refresh_from_db()
        play.take_back(me, me.user)
        me.refresh_from_db()
        assert me.deadline is None or me.deadline == timezone.now() + QUARTER


def test_night_hours_do_not_stretch_a_turn_of_minutes(alice: User, bob: User) -> None:
    User.objects.update(night_from=time(23), night_until=time(7))
    with time_machine.travel(datetime(2026, 11, 20, 22, 55, tzinfo=UTC), tick=False):
        me = asked_seat(table_of(alice, bob, **TONIGHT))
        assert me.deadline == timezone.now() + QUARTER


def test_there_is_one_reminder_near_the_end_and_no_mail_of_it(alice: User, bob: User) -> None:
    User.objects.update(last_call=60)
    me = asked_seat(table_of(alice, bob, **TONIGHT))
    near = list(me.notices.filter(kind=NotificationKind.NEAR).order_by("due_at"))
    assert [notice.due_at for notice in near] == [me.deadline - QUARTER / 4]
    with time_machine.travel(near[0].due_at + timedelta(seconds=1)):
        for notice in me.notices.filter(kind__in=[NotificationKind.NEAR, NotificationKind.TURN]):
            outbox.fan_out(notice.pk)
    assert not Delivery.objects.filter(channel="mail", notice__player=me).exists()


def test_a_long_turn_is_still_told_by_mail(alice: User, bob: User) -> None:
    me = asked_seat(table_of(alice, bob))
    notice = me.notices.get(kind=NotificationKind.TURN)
    with time_machine.travel(notice.due_at + timedelta(seconds=1)):
        outbox.fan_out(notice.pk)
    assert Delivery.objects.filter(channel="mail", notice=notice, when=DeliveryTiming.NOW).exists()


def test_the_terms_of_a_table_are_five_lines(alice: User) -> None:
    lines = short_terms(table_of(alice, size=2, public=False, **TONIGHT))
    assert lines == [
        "Chicago Poker for 2 players, by the usual rules.",
        "Each turn may take 15 minutes. The clock never stops.",
        "If you miss a deadline, a computer plays for you until you return.",
        "Only the players here see the table. The game isn’t rated.",
        "You may leave freely until the game starts; after that you can resign.",
    ]


@pytest.mark.parametrize("absence", Game.Absence.values)
def test_the_five_lines_tell_what_is_not_usual(absence: str, alice: User) -> None:
    game = table_of(alice, size=3, absence=absence, free_misses=2, weekends_off=True, options={"short": True})
    said = " ".join(short_terms(game))
    for part in ("house rules", "Weekends don’t count.", "The first 2 missed deadlines", "Anyone may sit down"):
        assert part in said


@pytest.mark.parametrize("quick", PRESETS)
def test_a_new_tables_terms_are_those_it_will_have(quick: str, alice: User) -> None:
    game, terms = table_of(alice, size=3, **PRESETS[quick].fields), terms_to_come(RULES["chicago_poker"])
    assert short_terms(game)[1:3] == terms.times[quick]
    assert short_terms(game)[3] == f"{terms.company} {terms.unrated}"
    assert short_terms(game)[4] == terms.leaving


@pytest.mark.parametrize("quick", PRESETS)
def test_the_form_shows_the_terms_of_the_chosen_preset(quick: str, alice: User) -> None:
    shown = client_of(alice).get("/lobby/open/").content.decode()
    assert f"if-quick--{quick}" in shown
    style = finders.find("lobby/open-table.css")
    assert f'[name="quick"][value="{quick}"]:checked) .if-quick--{quick}' in Path(str(style)).read_text()


def test_a_table_without_a_clock_says_so(alice: User) -> None:
    said = short_terms(table_of(alice, size=2, bots=[Player.Bot.STEADY], clock="none"))
    assert said[1] == "No time limit: nobody loses their seat for being slow."
    assert len(said) == 4


def test_a_rematch_of_a_quick_game_is_quick(alice: User, bob: User) -> None:
    game = table_of(alice, bob, **TONIGHT)
    play.resign(asked_seat(game), None)
    players.move_all(game.pk)
    assert play.rematch(game.players.get(user=alice)).terms.turn == QUARTER


def test_a_vote_for_more_time_gives_a_turn_and_not_a_day(alice: User, bob: User) -> None:
    game = table_of(alice, bob, **TONIGHT)
    before = asked_seat(game).deadline
    play.cast(game.players.get(user=bob), play.propose(game.players.get(user=alice), "extend").pk, True)
    assert asked_seat(game).deadline == before + QUARTER


def test_a_vote_waits_for_three_turns_and_not_for_three_days(alice: User, bob: User) -> None:
    game = table_of(alice, bob, **TONIGHT)
    vote = play.propose(game.players.get(user=alice), "pause")
    assert abs(vote.closes_at - vote.opened_at - 3 * QUARTER) < timedelta(seconds=1)


def test_more_time_by_a_moderator_during_a_pause_is_a_turn(alice: User, bob: User) -> None:
    game = table_of(alice, bob, **TONIGHT)
    play.cast(game.players.get(user=bob), play.propose(game.players.get(user=alice), "pause").pk, True)
    before = asked_seat(game)
    assert play.extend(before).seconds == QUARTER // timedelta(seconds=1)
    assert asked_seat(game).left == before.left + QUARTER // timedelta(seconds=1)


def test_the_proposal_says_how_much_time_it_gives(alice: User, bob: User) -> None:
    quick, slow = table_of(alice, bob, **TONIGHT), table_of(alice, bob)
    for game, more in ((quick, "15 minutes"), (slow, "1 day")):
        shown = client_of(alice).get(game.get_absolute_url()).content.decode()
        assert "Propose more time" in shown
        assert f"Players whose turn it is get {more} more." in shown


def test_the_page_counts_a_quick_turn_down_and_only_its_player_is_told_of_the_last_minute(
    alice: User, bob: User
) -> None:
    game, slow = table_of(alice, bob, **TONIGHT), table_of(alice, bob)
    me = asked_seat(game)
    with time_machine.travel(me.deadline - timedelta(minutes=3, seconds=5), tick=False):
        mine = client_of(me.user).get(game.get_absolute_url()).content.decode()
        theirs = client_of(bob if me.user == alice else alice).get(game.get_absolute_url()).content.decode()
    assert "Less than a minute" in mine and "Less than a minute" not in theirs
    for shown in (mine, theirs):
        assert "data-clock" in shown and ">3:05</time>" in shown and "data-left" not in shown
    assert "data-clock" not in client_of(me.user).get(slow.get_absolute_url()).content.decode()
