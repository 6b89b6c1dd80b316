"""Webhooks that are asked for moves: whole games, lost, wrong and late responses."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from datetime import timedelta
from http.server import HTTPServer
from random import Random
from threading import Thread
from typing import Any
from urllib.request import Request, urlopen

import pytest
import standardwebhooks
import trustme
from django.utils import timezone
from pytest_django import Settings

from accounts.access.restrictions import restrict
from accounts.models import Restriction, User
from accounts.privacy.erasure import erase_user
from games import play
from games.bots import webhook_player
from games.models import Delivery, Game, Move, Notice, Vote, Webhook
from games.notifications.channels import webhook
from games.notifications.errors import BadAddress
from games.notifications.net import safe_http
from games.notifications.net.safe_http import Network, Response
from games.play import version_of
from games.rules import RULES
from games.tasks import sweep
from tests.bots.cast import answering, bot_of, open_table, program_of
from tests.notifications.internet import NAME, Internet, answer, internet
from tests.notifications.outbox_steps import deliver_due
from tests.playing import act, asked_seat, is_right, legal, play_on, run_out
from tests.queue import Queue
from tests.site import ROOT

pytestmark = pytest.mark.django_db

Choose = Callable[[dict[str, Any]], Any]


@pytest.fixture
def outer(monkeypatch: pytest.MonkeyPatch) -> Iterator[Internet]:
    """The machine on which bots' programs run."""
    real = webhook.post
    with internet(trustme.CA()) as running:

        def post(url: str, body: bytes, headers: dict[str, str], _network: Network) -> Any:
            return real(url.replace(f"{NAME}/", f"{NAME}:{running.port}/"), body, headers, running.network)

        monkeypatch.setattr(webhook, "post", post)
        yield running


def called(bot: User) -> Webhook:
    return webhook_player.set_address(bot, f"https://{NAME}/{bot.username}")


def play_until_over(game: Game, queue: Queue, steps: int = 4000) -> Game:
    """Let the outbox ask for moves until the game is over; failed deliveries are due again at once."""
    for _step in range(steps):
        Delivery.objects.filter(state=Delivery.State.PENDING).update(due_at="2026-01-01T00:00Z")
        Notice.objects.filter(state=Notice.State.PENDING).update(due_at="2026-01-01T00:00Z")
        deliver_due(queue)
        game.refresh_from_db()
        if not game.is_running:
            break
    return game


@pytest.mark.slow
@pytest.mark.parametrize(
    ("variant", "begun"),
    [("chicago_poker", 110), *(pytest.param(variant, 0, marks=pytest.mark.whole) for variant in sorted(RULES))],
)
def test_a_game_is_played_to_its_end_by_webhook_with_every_tenth_answer_lost(
    outer: Internet, queue: Queue, alice: User, bob: User, variant: str, begun: int
) -> None:
    bots = [bot_of(alice), bot_of(bob, "other")]
    for bot in bots:
        called(bot)
    rng, posts = Random(3), []

    def choose(asked: dict[str, Any]) -> dict[str, str]:
        posts.append((asked["table"], asked["version"], asked["view"]["you"]))
        return {"move": rng.choice(asked["legal"])}

    reply = answering(choose, outer.requests)

    def lossy(connection: Any) -> None:
        if len(outer.requests) % 10 == 0:
            connection.close()
        else:
            reply(connection)

    outer.answers = [lossy]
    game = play_until_over(play_on(open_table(*bots, variant=variant), begun), queue)
    assert game.is_over
    assert len(posts) > 30 and len(outer.requests) > len(posts)
    assert len(set(posts)) == len(posts), "what was answered is asked once"
    assert is_right(game)
    assert not Delivery.objects.exclude(error="").filter(state=Delivery.State.SENT).exists()


def test_a_call_holds_the_same_view_as_the_api(outer: Internet, queue: Queue, alice: User, bob: User) -> None:
    bot = bot_of(alice)
    hook = called(bot)
    outer.answers = [answer("204 No Content")]
    game = open_table(bot, bob)
    _pass_to(game, bot)
    deliver_due(queue)
    [request] = outer.requests
    asked = standardwebhooks.Webhook(webhook.shown_secret(hook.secret)).verify(request.body, request.headers)
    assert asked["kind"] == "table.to_move"
    seen = program_of(bot).get(f"/tables/{game.public_id}").json()
    assert asked["view"] == seen
    assert (asked["table"], asked["version"], asked["legal"]) == (game.public_id, seen["version"], seen["legal"])
    [sent] = Delivery.objects.filter(user=bot)
    assert (sent.state, sent.error) == (Delivery.State.SENT, ""), "an empty answer leaves the turn to the API"


def test_one_slow_program_holds_a_thread_for_a_quarter_of_a_minute_and_loses_nothing(
    outer: Internet, queue: Queue, monkeypatch: pytest.MonkeyPatch, alice: User, bob: User
) -> None:
    now = [1000.0]
    monkeypatch.setattr(webhook_player, "monotonic", lambda: now[0])

    def slowly(asked: dict[str, Any]) -> dict[str, str]:
        now[0] += safe_http.TIMEOUT - 0.1
        plays = [move for move in asked["legal"] if move.startswith("play")]
        return {"move": plays[0] if plays else asked["legal"][0]}

    bot = bot_of(alice)
    called(bot)
    game = open_table(bot, bob)
    _pass_to(game, bot)
    outer.answers = [answer("503 Busy"), answering(slowly, outer.requests)]
    deliver_due(queue)
    assert Delivery.objects.get(user=bot).tries == 1
    Delivery.objects.update(due_at=timezone.now())
    deliver_due(queue)
    assert now[0] - 1000 <= webhook_player.SECONDS + safe_http.TIMEOUT <= 15
    sent = Delivery.objects.get(user=bot)
    assert (sent.state, sent.tries) == (Delivery.State.PENDING, 0), "it goes on at once, and that is no failure"
    assert asked_seat(game).user == bot
    deliver_due(queue)
    versions = [json.loads(request.body)["version"] for request in outer.requests]
    assert len(versions) == 3 and len(set(versions)) == 2


def test_a_truncated_answer_is_retried(outer: Internet, queue: Queue, alice: User, bob: User) -> None:
    game, bot = bots_move(alice, bob)
    whole = answer(body='{"move": "draw"}')
    outer.answers = [whole[:-9], answering(first_legal, outer.requests)]
    deliver_due(queue)
    waiting = Delivery.objects.get(user=bot)
    assert (waiting.state, waiting.error) == (Delivery.State.PENDING, "The connection to the host was lost.")
    Delivery.objects.update(due_at=timezone.now())
    deliver_due(queue)
    assert outer.requests[0].headers["webhook-id"] == outer.requests[1].headers["webhook-id"]
    assert Move.objects.filter(game=game, seat=game.players.get(user=bot).seat, by="player").exists()


def test_a_failure_after_an_answer_is_a_first_one(outer: Internet, queue: Queue, alice: User, bob: User) -> None:
    _game, bot = bots_move(alice, bob)

    def plays(asked: dict[str, Any]) -> dict[str, str]:
        return {"move": next(move for move in asked["legal"] if move.startswith("play"))}

    busy, played = answer("503 Busy"), answering(plays, outer.requests)
    outer.answers = [busy, busy, busy, played, busy]
    for tries in (1, 2, 3, 1):
        Delivery.objects.update(due_at=timezone.now())
        deliver_due(queue)
        assert Delivery.objects.get(user=bot).tries == tries
    assert Delivery.objects.get(user=bot).due_at < timezone.now() + timedelta(seconds=31)


def test_its_calls_wait_in_a_queue_of_their_own(queue: Queue, alice: User, bob: User) -> None:
    bot = bot_of(alice)
    called(bot)
    game = open_table(bot, bob)
    queue.sent.clear()
    Notice.objects.update(due_at=timezone.now())
    sweep()
    of_bots = {("games.call_player", (pk,)) for pk in Notice.objects.filter(user=bot).values_list("pk", flat=True)}
    of_people = {("games.fan_out", (pk,)) for pk in Notice.objects.filter(user=bob).values_list("pk", flat=True)}
    assert {each for each in queue.sent if "call" in each[0]} == of_bots
    assert {each for each in queue.sent if each[0] == "games.fan_out"} == of_people
    _pass_to(game, bot)
    notice = Notice.objects.filter(user=bot).latest("pk")
    late = {"notice": notice, "due_at": timezone.now(), "channel": "hook"}
    mine, theirs = (Delivery.objects.create(user=user, target=user.pk, **late) for user in (bot, bob))
    queue.sent.clear()
    sweep()
    sent = [each for each in queue.sent if each[0] in ("games.deliver", "games.call_player_again")]
    assert sent == [("games.deliver", (theirs.pk,)), ("games.call_player_again", (mine.pk,))]


def _pass_to(game: Game, user: User) -> None:
    while (seat := asked_seat(game)).user != user:
        act(seat, "draw" if "draw" in legal(seat) else legal(seat)[-1])


def asked_bot(outer: Internet, queue: Queue, alice: User, bob: User, choose: Choose) -> tuple[Game, User]:
    """Return a table where a bot has just been asked for a move and has responded by ``choose``."""
    bot = bot_of(alice)
    called(bot)
    game = open_table(bot, bob)
    _pass_to(game, bot)
    outer.answers = [answering(choose, outer.requests)]
    deliver_due(queue)
    return game, bot


@pytest.mark.parametrize(
    ("said", "problem"),
    [
        ({"move": "nonsense"}, webhook_player.NOT_LEGAL),
        ({"move": "\u0000"}, webhook_player.NOT_READ),
        ({"move": "\ud800"}, webhook_player.NOT_READ),
        ({"move": "x" * 200}, webhook_player.NOT_READ),
        ({"move": 7}, webhook_player.NOT_READ),
        (["draw"], webhook_player.NOT_READ),
    ],
)
def test_a_wrong_answer_is_noted_for_the_owner_and_the_turn_stays(
    outer: Internet, queue: Queue, alice: User, bob: User, said: Any, problem: Any
) -> None:
    game, bot = asked_bot(outer, queue, alice, bob, lambda _asked: said)
    [sent] = Delivery.objects.filter(user=bot)
    assert (sent.state, sent.error) == (Delivery.State.SENT, str(problem))
    assert bot.webhooks.get().problem == str(problem) and not bot.webhooks.get().stopped
    seat = asked_seat(game)
    assert seat.user == bot and not seat.drafts
    body = {"version": version_of(seat.game, seat), "move": legal(seat)[0]}
    assert program_of(bot).post(f"/tables/{game.public_id}/moves", body).status_code == 200
    deliver_due(queue)
    assert len(outer.requests) == 1, "it is not asked again"


def first_legal(asked: dict[str, Any]) -> dict[str, str]:
    return {"move": asked["legal"][0]}


@pytest.fixture
def between(monkeypatch: pytest.MonkeyPatch, outer: Internet) -> Callable[[Callable[[], object]], None]:
    """``between(act)`` calls ``act`` after the first response, before it is read."""

    def arrange(act: Callable[[], object]) -> None:
        real, acts = webhook.post, [act]

        def post(*asked: Any) -> Any:
            response = real(*asked)
            if acts:
                acts.pop()()
            return response

        monkeypatch.setattr(webhook, "post", post)
        outer.answers = [answering(first_legal, outer.requests)]

    return arrange


def bots_move(alice: User, bob: User, **facts: Any) -> tuple[Game, User]:
    """Return a table where it is the turn of alice's bot, which is about to be asked for a move."""
    bot = bot_of(alice)
    called(bot)
    game = open_table(bot, bob, **facts)
    _pass_to(game, bot)
    return game, bot


def test_an_answer_after_the_deadline_moves_nothing(
    outer: Internet, queue: Queue, between: Any, alice: User, bob: User
) -> None:
    game, bot = bots_move(alice, bob, free_misses=0, absence="computer")

    def miss() -> None:
        run_out(asked_seat(game))
        assert play.time_up(asked_seat(game).pk)

    between(miss)
    deliver_due(queue)
    seat = game.players.get(user=bot)
    assert not Move.objects.filter(game=game, seat=seat.seat, by="player").exists() and not seat.drafts
    [sent] = Delivery.objects.filter(user=bot)
    assert sent.error == str(webhook_player.TOO_LATE)
    assert is_right(game)


@pytest.mark.parametrize("how", ["resigned", "voted", "erased"])
def test_an_answer_after_the_end_moves_nothing(
    outer: Internet, queue: Queue, between: Any, alice: User, bob: User, how: str
) -> None:
    game, bot = bots_move(alice, bob)

    def end() -> None:
        if how == "resigned":
            play.resign(game.players.get(user=bob), None)
        elif how == "voted":
            vote = play.propose(game.players.get(user=bob), Vote.Kind.CANCEL)
            play.cast(game.players.get(user=bot), vote.pk, yes=True)
        else:
            erase_user(alice)

    between(end)
    deliver_due(queue)
    assert not Move.objects.filter(game=game, seat=0, by="player").exclude(text="resign").exists()
    assert not Delivery.objects.filter(user=bot).exclude(error=str(webhook_player.TOO_LATE)).exists()
    assert is_right(game)


def test_moves_by_api_meanwhile_are_not_made_twice(
    outer: Internet, queue: Queue, between: Any, alice: User, bob: User
) -> None:
    game, bot = bots_move(alice, bob)
    program = program_of(bot)

    def move() -> None:
        seen = program.get(f"/tables/{game.public_id}").json()
        made = program.post(f"/tables/{game.public_id}/moves", {"version": seen["version"], "move": seen["legal"][0]})
        assert made.status_code == 200

    between(move)
    deliver_due(queue)
    versions = [json.loads(request.body)["version"] for request in outer.requests]
    assert len(set(versions)) == len(versions)
    assert is_right(game)


def test_a_bot_is_called_at_once_without_waiting_for_the_sweep(
    outer: Internet, queue: Queue, django_capture_on_commit_callbacks: Any, alice: User, bob: User
) -> None:
    outer.answers = [answering(first_legal, outer.requests)]
    with django_capture_on_commit_callbacks(execute=True):
        game, _bot = bots_move(alice, bob)
    queue.run()
    assert len(outer.requests) >= 1
    assert Move.objects.filter(game=game, seat=game.players.get(user=_bot).seat, by="player").exists()


def test_a_hook_of_a_suspended_owner_is_not_asked(outer: Internet, queue: Queue, alice: User, bob: User) -> None:
    bot = bot_of(alice)
    called(bot)
    game = open_table(bot, bob)
    _pass_to(game, bot)
    restrict(alice, Restriction.Kind.SUSPENSION)
    deliver_due(queue)
    assert not outer.requests


def test_a_new_address_is_called_at_once_for_open_turns(outer: Internet, queue: Queue, alice: User, bob: User) -> None:
    bot = bot_of(alice)
    game = open_table(bot, bob)
    _pass_to(game, bot)
    deliver_due(queue)
    assert Notice.objects.get(user=bot, kind="turn", data__asked=asked_seat(game).to_move_since).state == "dropped"
    outer.answers = [answer("410 Gone"), answering(lambda asked: {}, outer.requests)]
    called(bot)
    deliver_due(queue)
    assert len(outer.requests) == 1 and bot.webhooks.get().stopped
    called(bot)
    deliver_due(queue)
    assert len(outer.requests) == 2 and not bot.webhooks.get().stopped


def test_the_ten_lines_of_the_documentation_play(
    queue: Queue, monkeypatch: pytest.MonkeyPatch, alice: User, bob: User
) -> None:
    text = (ROOT / "docs" / "api" / "bots.md").read_text()
    example = text.split("```python\n")[1].split("```")[0]
    shipped = (ROOT / "clients" / "python" / "webhook.py").read_text()
    assert shipped.partition("\n\n")[2] == example
    names: dict[str, Any] = {"__name__": "example"}
    exec(compile(example, "bots.md", "exec"), names)
    server = HTTPServer(("127.0.0.1", 0), names["Player"])
    monkeypatch.setattr(names["Player"], "log_message", lambda *_args: None)
    Thread(target=server.serve_forever, daemon=True).start()

    def post(_url: str, body: bytes, headers: dict[str, str], _network: Network) -> Response:
        request = Request(f"http://127.0.0.1:{server.server_port}/", body, headers)
        with urlopen(request, timeout=20) as answered:
            said = answered.read()
        return Response(200, said.decode(), said)

    monkeypatch.setattr(webhook, "post", post)
    game, bot = bots_move(alice, bob)
    try:
        deliver_due(queue)
    finally:
        server.shutdown()
        server.server_close()
    [sent] = Delivery.objects.filter(user=bot)
    assert (sent.state, sent.error) == (Delivery.State.SENT, "")
    assert Move.objects.filter(game=game, seat=game.players.get(user=bot).seat, by="player").exists()
    assert is_right(game)


def test_at_home_the_example_player_is_called_by_http(
    queue: Queue, settings: Settings, monkeypatch: pytest.MonkeyPatch, alice: User, bob: User
) -> None:
    source = (ROOT / "clients" / "python" / "webhook.py").read_text()
    names: dict[str, Any] = {"__name__": "player"}
    exec(compile(source, "webhook.py", "exec"), names)
    monkeypatch.setattr(names["Player"], "log_message", lambda *_args: None)
    server = HTTPServer(("127.0.0.1", 0), names["Player"])
    Thread(target=server.serve_forever, daemon=True).start()
    bot, address = bot_of(alice), f"http://127.0.0.1:{server.server_port}/"
    with pytest.raises(BadAddress):
        webhook_player.set_address(bot, address)
    settings.LOCAL_WEBHOOKS = True
    webhook_player.set_address(bot, address)
    game = open_table(bot, bob)
    _pass_to(game, bot)
    before = Move.objects.filter(game=game, by=Move.By.PLAYER).count()
    deliver_due(queue)
    server.shutdown()
    server.server_close()
    assert Move.objects.filter(game=game, by=Move.By.PLAYER).count() > before
