"""Concurrent requests in real threads on PostgreSQL: each gets an answer, and the game stays consistent."""

import re
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from threading import Barrier, Thread

import pytest
from django.core import mail
from django.core.management import call_command
from django.db import connection
from django.utils import timezone

from games import play
from games.chat import rooms
from games.computers import players as bots
from games.core import computer_turns, store
from games.models import Game, Notice, Player
from games.notifications import outbox
from tests.cast import some_guest, somebody, table_of
from tests.playing import give_up

pytestmark = [pytest.mark.postgres, pytest.mark.django_db(transaction=True)]


def at_once(*calls: Callable[[], object]) -> list[object]:
    """Run all calls in threads that start together, and return the result or exception of each."""
    barrier = Barrier(len(calls))

    def run(call: Callable[[], object]) -> object:
        barrier.wait(timeout=20)
        try:
            return call()
        except play.Refused as refused:
            return refused
        finally:
            connection.close()

    with ThreadPoolExecutor(len(calls)) as pool:
        return list(pool.map(run, calls))


@pytest.fixture
def game():
    return table_of(somebody("alice"), somebody("bob"))


def asked(game):
    return Player.objects.select_related("game", "user").get(game=game, to_move_since__isnull=False)


def is_right(game):
    call_command("verify", game.public_id)
    game.refresh_from_db()
    numbers = list(game.moves.values_list("number", flat=True))
    assert numbers == list(range(len(numbers)))
    return True


def test_two_browsers_with_different_moves_at_the_same_instant(game):
    me = asked(game)
    version = play.version_of(me.game, me)
    play_text = next(m for m in store.load(game).state.legal_moves(me.seat) if m.startswith("play"))
    answers = at_once(lambda: play.move(me, "draw", version), lambda: play.move(asked(game), play_text, version))
    refused = [answer for answer in answers if isinstance(answer, play.Refused)]
    assert len(refused) == 1
    assert refused[0].status == 409
    assert is_right(game)


def test_a_double_click_in_eight_threads_draws_one_card(game):
    me = asked(game)
    version = play.version_of(me.game, me)
    players = [Player.objects.select_related("game").get(pk=me.pk) for _ in range(8)]
    answers = at_once(*(lambda p=player: play.move(p, "draw", version) for player in players))
    assert not [answer for answer in answers if isinstance(answer, play.Refused)]
    assert game.moves.filter(text="draw").count() == 1
    assert is_right(game)


def test_of_two_simultaneous_moves_only_the_player_to_move_succeeds(game):
    me = asked(game)
    other = game.players.select_related("game").exclude(pk=me.pk).get()
    version = play.version_of(me.game, me)
    mine, theirs = at_once(lambda: play.move(me, "draw", version), lambda: play.move(other, "draw", version))
    assert isinstance(mine, play.Changed)
    assert isinstance(theirs, play.Refused)
    assert is_right(game)


def test_both_resign_at_once_and_one_wins(game):
    players = list(game.players.select_related("game"))
    answers = at_once(*(lambda p=p: play.resign(p, play.version_of(p.game, p)) for p in players))
    assert sum(isinstance(answer, play.Refused) for answer in answers) == 1
    assert is_right(game)
    assert len(game.outcome["winners"]) == 1


def test_the_last_seat_is_taken_once():
    host = somebody("host")
    game = table_of(host, size=2)
    guests = [some_guest(f"g{number}") for number in range(6)]
    answers = at_once(*(lambda g=guest: play.join(game, g) for guest in guests))
    assert sum(isinstance(answer, play.Refused) for answer in answers) == 5
    assert game.players.count() == 2
    assert is_right(game)


def test_the_host_starts_while_a_player_joins():
    host = somebody("host")
    game = table_of(host, somebody("second"), size=3)
    late = somebody("late")
    at_once(lambda: play.start(game, host), lambda: play.join(game, late))
    game.refresh_from_db()
    assert game.is_running
    assert game.size == game.players.count()
    assert is_right(game)


def test_two_workers_move_the_same_computer_player():
    game = table_of(somebody("alice"), bots=("steady", "steady"))
    at_once(*[lambda: bots.move_all(game.pk)] * 3)
    assert asked(game).user.username == "alice"
    assert is_right(game)


def test_two_sweeps_end_the_same_turn_once(game):
    me = asked(game)
    text = next(m for m in store.load(game).state.legal_moves(me.seat) if m.startswith("play"))
    play.move(me, text, play.version_of(me.game, me))
    Player.objects.filter(pk=me.pk).update(auto_at=timezone.now())
    answers = at_once(*[lambda: play.make_automatic_move(me.pk)] * 4)
    assert sorted(answers) == [False, False, False, True]
    assert is_right(game)


def test_an_undo_races_with_the_end_of_the_turn(game):
    me = asked(game)
    text = next(m for m in store.load(game).state.legal_moves(me.seat) if m.startswith("play"))
    play.move(me, text, play.version_of(me.game, me))
    Player.objects.filter(pk=me.pk).update(auto_at=timezone.now())
    mine = Player.objects.select_related("game").get(pk=me.pk)
    version = play.version_of(mine.game, mine)
    at_once(lambda: play.make_automatic_move(me.pk), lambda: play.undo(mine, version))
    sealed = game.moves.filter(text=text).count()
    assert sealed == game.moves.filter(text="end").count()
    assert is_right(game)


def test_one_of_many_workers_sends_a_mail(game):
    notice = Notice.objects.get(player=asked(game), kind="turn")
    Notice.objects.update(due_at=timezone.now())
    handed = [pk for pks in at_once(*[lambda: outbox.fan_out(notice.pk)] * 6) for pk in pks]
    assert len(handed) == 1
    claims = at_once(*[lambda: outbox.claim(handed[0])] * 6)
    taken = [claim for claim in claims if claim]
    assert len(taken) == 1
    outbox.deliver(taken[0])
    assert len(mail.outbox) == 1


@contextmanager
def in_between(table, act):
    """Run ``act`` in another thread, and wait for it, as soon as the block has read this table."""
    done = []

    def watch(execute, sql, params, many, context):
        result = execute(sql, params, many, context)
        if f"FROM {table}" in sql.replace('"', "") and not done:
            done.append(True)
            thread = Thread(target=act)
            thread.start()
            thread.join()
        return result

    with connection.execute_wrapper(watch):
        yield done


def plays_on(game):
    """Play a whole turn, so that cards, facts and drafts change."""

    def act():
        me = asked(game)
        play_text = next(m for m in store.load(game).state.legal_moves(me.seat) if m.startswith("play"))
        play.move(me, play_text, play.version_of(me.game, me))
        me = asked(game)
        play.move(me, "end", play.version_of(me.game, me))
        connection.close()

    return act


@pytest.mark.parametrize("between", ["games_player", "games_card"])
@pytest.mark.parametrize("path", ["", "log/", "record/"])
def test_a_page_rendered_during_a_move_is_consistent(game, client_of, between, path):
    client = client_of(asked(game).user)

    def page():
        secret = rb'(csrfmiddlewaretoken" value=|X-CSRFToken": |nonce=|data-now=)"[^"]+"'
        return re.sub(secret, b"", client.get(address).content)

    address = f"/games/{game.public_id}/{path}"
    before = page()
    with in_between(between, plays_on(game)):
        during = page()
    assert during in (before, page())


@pytest.mark.parametrize("between", ["games_player", "games_card"])
def test_a_resignation_while_a_computer_player_thinks_is_harmless(between):
    game = table_of(somebody("alice"), somebody("bob"), bots=("steady",), size=3)
    for _ in range(40):
        me = asked(game)
        if me.bot:
            break
        play.move(me, "draw", play.version_of(me.game, me))
    assert me.bot
    alice = game.players.select_related("game").get(user__username="alice")

    def resigns():
        play.resign(alice, None)
        connection.close()

    with in_between(between, resigns):
        bots.move_all(game.pk)
    assert not asked(game).bot
    assert is_right(game)


def test_simultaneous_messages_are_all_stored_in_one_order(game):
    seats = {player.user.username: player for player in game.players.select_related("user", "game")}
    said = [(name, f"{name} {number}") for name in seats for number in range(4)]
    at_once(*(lambda n=name, t=text: rooms.post(seats[n], seats[n].user, t) for name, text in said))
    game.refresh_from_db()
    assert sorted(game.messages.values_list("text", flat=True)) == sorted(text for _name, text in said)
    assert game.chat_version == len(said)


def test_a_message_sent_four_times_at_once_is_stored_once(game):
    me = game.players.select_related("user", "game").first()
    at_once(*(lambda: rooms.post(me, me.user, "Evening.", 0) for _ in range(4)))
    assert game.messages.count() == 1


def test_two_simultaneous_invitations_of_a_user_make_one():
    table = table_of(somebody("alice"), somebody("bob"), size=4)
    somebody("carol")
    answers = at_once(*(lambda p=player: play.invite(p, "carol") for player in table.players.select_related("user")))
    assert sum(isinstance(answer, play.Refused) for answer in answers) == 1
    assert table.invitations.count() == Notice.objects.filter(kind="invited").count() == 1


def test_taking_the_last_seat_and_declining_it_at_once(game):
    carol = somebody("carol")
    table = table_of(game.players.get(seat=0).user, size=2)
    invitation = play.invite(table.players.select_related("user").get(), "carol")
    at_once(lambda: play.join(table, carol), lambda: play.decline(invitation))
    table.refresh_from_db()
    assert table.is_running
    assert is_right(table)


def test_one_of_many_workers_claims_a_table():
    game = table_of(somebody("alice"), bots=("steady", "steady"))
    taken = [until for until in at_once(*[lambda: computer_turns.claim(game.pk)] * 8) if until]
    assert len(taken) == 1


def test_many_sweeps_at_once_queue_a_table_once(queue):
    game = table_of(somebody("alice"), bots=("steady", "steady"))
    Game.objects.filter(pk=game.pk).update(computers_due_at=timezone.now())
    queue.sent.clear()
    at_once(*[lambda: computer_turns.enqueue(game.pk)] * 8)
    assert queue.sent == [("games.move_computers", (game.pk,))]


def test_each_move_of_a_computer_player_is_computed_by_one_worker(monkeypatch):
    game = table_of(somebody("alice"), somebody("bob"), bots=("steady",) * 4, size=6)
    for player in game.players.select_related("game").filter(bot=""):
        play.resign(player, None)
    thought, choose = [], bots.choose

    def note(player, view, number):
        thought.append((player.pk, repr(view)))
        return choose(player, view, number)

    monkeypatch.setattr(bots, "choose", note)
    for _ in range(3):
        at_once(*[lambda: bots.move_batch(game.pk)] * 4)
    assert len(thought) == len(set(thought)) > 0
    assert is_right(game)


def test_a_player_moves_while_a_worker_releases_the_table():
    """The move comes before or after the release; in both cases, the next computer players' moves are due."""
    game = table_of(somebody("alice"), bots=("steady",))
    bots.move_all(game.pk)
    until = computer_turns.claim(game.pk)
    me = asked(game)

    def move():
        play.move(me, "draw", play.version_of(me.game, me))

    at_once(move, lambda: computer_turns.release(game.pk, until))
    game.refresh_from_db()
    assert bool(asked(game).bot) == (game.computers_due_at is not None)
    assert game.computers_busy_until is None


def test_a_start_pressed_four_times_at_once_starts_once_and_is_refused_to_nobody():
    alice = somebody("alice")
    waiting = table_of(alice, somebody("bob"), size=3)
    answers = at_once(*[lambda: play.start(waiting, alice).pk] * 4)
    assert answers == [waiting.pk] * 4
    assert is_right(waiting)


def test_a_rematch_pressed_by_both_ten_times_at_once_leads_all_to_the_one_table(game):
    give_up(game)
    seats = [Player.objects.select_related("game", "user").get(game=game, user__username=n) for n in ("alice", "bob")]
    answers = at_once(*[lambda me=me: play.rematch(me).public_id for me in seats * 5])
    assert answers == [Game.objects.get(rematch_of=game).public_id] * 10
