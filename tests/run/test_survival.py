"""The site's processes survive being killed, and outages of Redis, PostgreSQL or the mail server.

After each fault, no move and no notice is lost, and no notice is sent twice, except in one unavoidable case: a crash
between the mail server's answer and our commit. PostgreSQL and Redis are not restarted, because other programs use
them too. Instead, connections to them are cut, which looks like a restart to the site.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from datetime import timedelta
from functools import partial
from http.client import HTTPException

import pytest
import redis
from django.conf import settings
from django.core.management import call_command
from django.db import connection, transaction
from django.db.backends.utils import CursorWrapper
from django.db.models import F
from django.utils import timezone

from accounts.models import User
from games import play
from games.models import Delivery, Game, Incident, Notice, Player
from tests.cast import somebody, table_of
from tests.due import computers_to_move, pending, time_passes
from tests.mail_server import PostOffice
from tests.needs import EVERYTHING
from tests.processes import Answer, Process, Processes, Visitor, eventually
from tests.wire import Wire

pytestmark = pytest.mark.redis
WORKERS = ("background", "computers")
DUE = [
    (Player, "turn_started_at"),
    (Player, "deadline"),
    (Player, "auto_at"),
    (Game, "computers_due_at"),
    (Notice, "due_at"),
    (Delivery, "due_at"),
]


def asked(game: Game) -> Player:
    """Return the human player to move, after the computer players have moved."""
    people = game.players.select_related("game", "user").filter(to_move_since__isnull=False, bot="")
    player: Player = eventually(people.first)
    return player


def computers_move(game: Game) -> int:
    return game.moves.filter(by="computer").count()


def drawing(web: Process, game: Game) -> Callable[[], Answer]:
    """Return a prepared request to this web process: a draw by the player to move."""
    me = asked(game)
    url = f"{web.url}/games/{game.public_id}/move/"
    return partial(Visitor(me.user).post, url, move="draw", version=play.version_of(me.game, me))


def draw(web: Process, game: Game) -> Answer:
    return drawing(web, game)()


def is_right(game: Game) -> bool:
    call_command("verify", game.public_id)
    return True


def sent_once(post: PostOffice) -> bool:
    """Check that each address has received exactly one mail for each delivery marked as sent."""
    sent = Delivery.objects.filter(state="sent").values_list("address", flat=True)
    assert sorted(sent) == sorted(mail["To"] for mail in post.mails)
    return bool(sent)


def all_sent(processes: Processes) -> None:
    eventually(lambda: Notice.objects.exists() and not pending(), 40, processes.said)


def contents(post: PostOffice) -> Counter[tuple[str, str]]:
    return Counter((mail["To"], mail["Subject"]) for mail in post.mails)


def test_a_worker_killed_in_the_middle_of_a_mail(processes: Processes, post: PostOffice, duel: Game) -> None:
    post.holding = True
    (worker,) = processes.start("background")
    eventually(lambda: post.held == 2, why=processes.said)
    worker.kill()
    eventually(lambda: not post.held)
    post.holding = False
    assert set(Delivery.objects.values_list("state", flat=True)) == {"pending"}

    time_passes()
    processes.start("background")
    all_sent(processes)
    assert sent_once(post)
    assert {mail["To"] for mail in post.mails} == {player.user.email for player in duel.players.all()}
    assert set(contents(post).values()) == {1}


def test_a_worker_killed_after_sending_repeats_only_that_mail(
    processes: Processes, post: PostOffice, to_postgres: Wire, alice: User, bob: User
) -> None:
    """The worker died between sending the mail and recording it, the only case in which a mail is sent twice."""
    table_of(alice, bob)
    post.before_yes = to_postgres.hold
    (worker,) = processes.start("background")
    eventually(lambda: post.mails, why=processes.said)
    worker.kill()
    post.before_yes = lambda: None
    to_postgres.cut()  # bytes held back by the wire were never sent
    to_postgres.release()
    to_postgres.mend()
    repeated = contents(post)
    assert not Delivery.objects.filter(state="sent").exists()

    time_passes()
    table_of(alice, bob, name="Another")
    processes.start("background")
    all_sent(processes)
    once = contents(post) - repeated
    assert set(once.values()) == {1}
    assert len(once) == Delivery.objects.filter(state="sent").count() == 4


def test_a_web_process_killed_after_the_commit_loses_no_announcement(
    processes: Processes, to_redis: Wire, post: PostOffice, alice: User, bob: User
) -> None:
    """A wire holds back the announcement and the computers' task; only the task delays the response."""
    web, _sockets, *_ = processes.start("web", "sockets", *WORKERS)
    game = table_of(alice, bob, bots=("steady",), size=3)
    press = drawing(web, game)
    before = Game.objects.get(pk=game.pk).version
    drawn = game.moves.filter(text="draw").count()
    to_redis.hold()
    with ThreadPoolExecutor() as pool:
        waiting = pool.submit(press)
        eventually(lambda: game.moves.filter(text="draw").count() > drawn, why=processes.said)
        web.kill()
        with suppress(OSError, HTTPException):
            assert waiting.result(20).status == 303
    to_redis.release()

    time_passes()
    again, sockets = processes.start("web", "sockets")
    with Visitor(alice).listen(sockets, game.public_id) as page:
        version = json.loads(page.recv(10))["version"]
    assert version > before
    assert Visitor(alice).get(f"{again.url}/games/{game.public_id}/").status == 200
    until_now = computers_move(game)
    eventually(lambda: draw(again, game).status != 303 or computers_move(game) > until_now, why=processes.said)
    assert is_right(game)


def test_a_worker_killed_while_computers_moves_are_saved(processes: Processes, alice: User) -> None:
    """The worker has saved some rows and waits for the locked table of moves. Another worker makes all moves."""
    worker, _background = processes.start("computers", "background")
    game = table_of(alice, variant="swedish_chicago", bots=("steady", "steady"), options={"together": True})
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("LOCK TABLE games_move IN SHARE MODE")
        eventually(lambda: waits_for_moves(cursor), why=processes.said)
        worker.kill()
    eventually(lambda: not others_write(), why=processes.said)
    assert game.moves.count() == 1
    assert Game.objects.get(pk=game.pk).version == game.version

    time_passes()
    processes.start("computers")
    eventually(lambda: not computers_to_move(), why=processes.said)
    assert computers_move(game) >= 2
    assert is_right(game)


def waits_for_moves(cursor: CursorWrapper) -> bool:
    cursor.execute("SELECT 1 FROM pg_locks WHERE relation = 'games_move'::regclass AND NOT granted")
    return cursor.fetchone() is not None


def others_write() -> bool:
    """Return whether another connection has an open transaction that has written something."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT 1 FROM pg_stat_activity "
            "WHERE datname = current_database() AND pid <> pg_backend_pid() AND backend_xid IS NOT NULL"
        )
        return cursor.fetchone() is not None


@pytest.mark.whole
def test_a_beat_killed_and_another_one_started(processes: Processes, post: PostOffice, alice: User, bob: User) -> None:
    (background,) = processes.start("background")
    background.kill()
    table_of(alice, bob)
    processes.start("background")
    all_sent(processes)
    assert sent_once(post)


def test_two_beats_and_two_workers_at_once(processes: Processes, post: PostOffice) -> None:
    pairs = [(somebody(f"a{number}"), somebody(f"b{number}")) for number in range(12 if EVERYTHING else 6)]
    processes.start(*WORKERS, *WORKERS)
    games = [table_of(*pair, bots=("steady",)) for pair in pairs]
    all_sent(processes)
    assert sent_once(post)
    assert {asked(game).user.email for game in games} <= {mail["To"] for mail in post.mails}
    assert all(is_right(game) for game in games)


def three_days_pass() -> None:
    """Move every due time back by three days, as if the clock had been set ahead."""
    for model, column in DUE:
        model.objects.filter(**{f"{column}__isnull": False}).update(**{column: F(column) - timedelta(days=3)})


@pytest.mark.whole
def test_three_days_at_once_with_two_of_each_process_and_a_worker_killed_over_it(
    processes: Processes, post: PostOffice
) -> None:
    pairs = [(somebody(f"a{number}"), somebody(f"b{number}")) for number in range(12)]
    absences = ["computer", "plain", "lost"] * 4
    games = [table_of(*pair, absence=each, free_misses=0) for pair, each in zip(pairs, absences, strict=True)]
    late = {(game.pk, asked(game).seat) for game in games}
    three_days_pass()
    first, *_ = processes.start(*WORKERS, *WORKERS)
    eventually(lambda: Incident.objects.exists(), why=processes.said)
    first.kill()

    eventually(lambda: not Player.objects.filter(deadline__lte=timezone.now()).exists(), why=processes.said)
    time_passes()
    eventually(lambda: not pending() and not computers_to_move(), 40, processes.said)
    assert sorted(Incident.objects.values_list("game", "seat")) == sorted(late)
    missed = Player.objects.filter(misses__gt=0)
    assert {(*seat, 1) for seat in late} == set(missed.values_list("game", "seat", "misses"))
    assert sent_once(post)
    acted = Notice.objects.filter(kind="acted")
    assert {owner for (owner, _) in pairs} <= {notice.user for notice in acted}
    assert acted.values("user", "key").distinct().count() == acted.count()
    assert all(is_right(game) for game in games)


def test_redis_gone_during_moves_and_back_with_nothing_left_in_it(
    processes: Processes, to_redis: Wire, post: PostOffice, alice: User, bob: User
) -> None:
    web, sockets, _background = processes.start("web", "sockets", "background")
    game = table_of(alice, bob)
    all_sent(processes)

    to_redis.cut()
    assert [draw(web, game).status for _ in range(4)] == [303] * 4
    assert Visitor().post(f"{web.url}/accounts/login/", login="alice", password="wrong").status == 503
    assert Visitor().get(f"{web.url}/readyz").json["troubles"]["redis"] == "does not answer"
    assert Visitor().get(f"{web.url}/healthz").status == 200
    redis.Redis.from_url(settings.REDIS_URL).flushdb()

    to_redis.mend()
    eventually(lambda: not pending(), 60, processes.said)
    assert game.moves.filter(text="draw").count() == 4
    with Visitor(alice).listen(sockets, game.public_id) as page:
        before = json.loads(page.recv(10))["version"]
        assert draw(web, game).status == 303
        assert json.loads(page.recv(10))["version"] > before
    all_sent(processes)
    assert sent_once(post)
    eventually(lambda: Visitor().get(f"{web.url}/readyz").status == 200, 30, processes.said)
    assert is_right(game)


def test_mails_survive_an_unavailable_and_then_refusing_mail_server(
    processes: Processes, post: PostOffice, duel: Game
) -> None:
    post.close()
    processes.start("background")
    put_off = Delivery.objects.filter(state="pending", due_at__gt=timezone.now(), error__gt="")
    eventually(lambda: put_off.count() == 2, why=processes.said)
    post.refuse = "451 try again later"
    post.open()
    time_passes()
    eventually(lambda: put_off.filter(error__contains="451").count() == 2, why=processes.said)
    assert not post.mails
    post.refuse = ""
    time_passes()
    all_sent(processes)
    assert sent_once(post)


def test_a_slow_mail_server_delays_no_table(processes: Processes, post: PostOffice) -> None:
    people = [somebody(f"a{number}") for number in range(12)]
    post.holding = True
    processes.start(*WORKERS)
    for person in people:
        table_of(person, somebody(f"with-{person}"))
    eventually(lambda: post.held == 8, why=processes.said)
    game = table_of(*people[:2], bots=("steady",))
    for _ in range(3):
        me = asked(game)
        play.move(me, "draw", play.version_of(me.game, me))
    eventually(lambda: computers_move(game), why=processes.said)
    post.holding = False
    all_sent(processes)
    assert sent_once(post)


def test_postgresql_restarted(
    processes: Processes, to_postgres: Wire, post: PostOffice, alice: User, bob: User
) -> None:
    web, _background = processes.start("web", "background")
    game = table_of(alice, bob)
    all_sent(processes)
    assert draw(web, game).status == 303

    to_postgres.cut()
    assert Visitor().get(f"{web.url}/readyz").json["troubles"]["database"] == "does not answer"
    assert Visitor().get(f"{web.url}/healthz").status == 200
    assert draw(web, game).status >= 500

    to_postgres.mend()
    eventually(lambda: Visitor().get(f"{web.url}/readyz").status == 200, 30, processes.said)
    assert [draw(web, game).status for _ in range(3)] == [303] * 3
    assert game.moves.filter(text="draw").count() == 4
    # A worker that held a mail while the database was unreachable has lost its claim.
    time_passes()
    all_sent(processes)
    assert sent_once(post)
    assert is_right(game)


def test_a_move_whose_answer_was_lost_with_the_database_is_made_once(
    processes: Processes, to_postgres: Wire, alice: User, bob: User
) -> None:
    """The browser can't know whether the move was made, and sends it again."""
    (web,) = processes.start("web")
    game = table_of(alice, bob)
    me = asked(game)
    url, version = f"{web.url}/games/{game.public_id}/move/", play.version_of(me.game, me)
    browser = Visitor(me.user)
    assert browser.get(f"{web.url}/games/{game.public_id}/").status == 200
    to_postgres.hold()
    with ThreadPoolExecutor() as pool:
        lost = pool.submit(browser.post, url, move="draw", version=version)
        to_postgres.cut()
        to_postgres.release()
        to_postgres.mend()
        assert lost.result(20).status in {303, 500, 503}
    eventually(lambda: browser.post(url, move="draw", version=version).status == 303, why=web.said)
    assert game.moves.filter(text="draw").count() == 1
    assert is_right(game)
