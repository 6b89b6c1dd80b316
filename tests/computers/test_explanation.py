"""Computer players' explanations of their moves in finished games."""

from __future__ import annotations

from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from accounts.models import User
from games import play
from games.computers import levels, players
from games.computers.explanation import _before, _verdict, explainable_move
from games.computers.habits import habit_in
from games.computers.levels import LEVELS, Thoughts
from games.computers.replay_panel import ThoughtsPanel
from games.computers.search import Budget, Candidate
from games.models import Game, Move, Player
from games.presentation.view_model import narrator_of
from games.rules import RULES
from tests.cast import client_of, table_of
from tests.normalized import compact
from tests.playing import act, legal
from tests.rules.chicago_poker.tables import table

pytestmark = [pytest.mark.django_db, pytest.mark.both]

PATIENT = {name: level._replace(budget=Budget(30, 60)) for name, level in LEVELS.items()}
"""The levels with few playouts, so that their time never runs out."""


@pytest.fixture(autouse=True)
def time_lasts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(levels, "LEVELS", PATIENT)
    monkeypatch.setattr(players.adviser, "SECONDS", 60)


def finished(person: User, variant: str = "chicago_poker", **facts: Any) -> Game:
    """Return a practice game that the user resigned after the computer players' first moves."""
    game = table_of(person, bots=("casual", "casual"), variant=variant, public=False, **facts)
    players.move_all(game.pk)
    while not by_computers(game):
        me = Player.objects.select_related("game", "user").get(game=game, user=person)
        act(me, legal(me)[0])
        players.move_all(game.pk)
    me = Player.objects.select_related("game", "user").get(game=game, user=person)
    for player in game.players.select_related("game").exclude(pk=me.pk)[1:]:
        play.resign(player, None)
    play.resign(me, None)
    return Game.objects.get(pk=game.pk)


def by_computers(game: Game) -> list[int]:
    moves = game.moves.filter(by=Move.By.COMPUTER).exclude(text="resign").order_by("number")
    return list(moves.values_list("number", flat=True))


def replayed(game: Game, person: User, at: int, more: str = "&think=1") -> Any:
    return client_of(person).get(f"{game.get_absolute_url()}replay/?at={at}{more}")


@pytest.mark.parametrize("variant", ["chicago_poker", "swedish_chicago"])
def test_thinking_again_comes_to_the_move_that_was_played(variant: str, alice: User) -> None:
    """The random numbers are determined by the secret, the number of the move and the seat."""
    game = finished(alice, variant)
    numbers = by_computers(game)
    assert numbers
    for number in numbers:
        told = replayed(game, alice, number).context["thoughts"].thinking
        assert "On second thoughts" not in told.verdict
        assert not told.options or [each for each in told.options if each.is_chosen]


@pytest.mark.parametrize(
    ("made", "played", "said"),
    [
        ("b", "b", "It knew that this was 2.0"),
        ("a", "a", "It thought this was best: 2.0"),
        ("b", "a", "If asked again, it would play: "),
    ],
)
def test_it_owns_up_to_what_it_did(made: str, played: str, said: str, alice: User) -> None:
    game = finished(alice)
    view = _seen(game, by_computers(game)[0])[1]
    moves = {"a": view.legal[0], "b": view.legal[1]}
    candidates = (Candidate(moves["a"], 0.42, 0.01, 9), Candidate(moves["b"], 0.40, 0.01, 9))
    verdict = _verdict(Thoughts(moves[made], candidates), moves[played], view, game.rules)
    assert narrator_of(game, game.players.all(), None).line(verdict).startswith(said)


@pytest.mark.parametrize(
    ("chances", "said"),
    [((0.42,), "It thought this was best."), ((0.42, 0.4199), "It thought this was best, but only just.")],
)
def test_it_says_by_how_much_it_was_best(chances: tuple[float, ...], said: str, alice: User) -> None:
    game = finished(alice)
    view = _seen(game, by_computers(game)[0])[1]
    candidates = tuple(Candidate(*each, 0.01, 9) for each in zip(view.legal, chances, strict=False))
    verdict = _verdict(Thoughts(view.legal[0], candidates), view.legal[0], view, game.rules)
    assert narrator_of(game, game.players.all(), None).line(verdict) == said


@pytest.mark.parametrize(
    ("level", "move", "said"),
    [
        ("novice", "play 5C jazz1", "This move shows it."),
        ("novice", "draw", "This time it made an exception."),
        ("club", "draw", "This move shows it."),
        ("casual", "draw", ""),
        ("master", "draw", ""),
    ],
)
def test_a_habit_is_named_where_it_made_a_difference(level: str, move: str, said: str) -> None:
    view = table(["5C 9M", "1F"], {"jazz1": ["5R", "9F"], "brewery1": ["", ""]}).full_view(0)
    assert habit_in(level, RULES["chicago_poker"], view, move) == said


def _seen(game: Game, number: int) -> tuple[Player, Any, int]:
    row = game.moves.get(number=number)
    seats = list(game.players.select_related("user", "friend").order_by("seat"))
    player = seats[row.seat]
    player.game = game
    return player, _before(game, seats, number).full_view(row.seat), number


def test_a_move_that_it_would_not_make_again_is_admitted(alice: User, monkeypatch: pytest.MonkeyPatch) -> None:
    game = finished(alice)
    number = by_computers(game)[0]
    other = next(move for move in _seen(game, number)[1].legal if move != game.moves.get(number=number).text)
    monkeypatch.setattr(levels, "_wished", lambda *_: (other, other))
    assert "If asked again, it would play" in replayed(game, alice, number).context["thoughts"].thinking.verdict


def test_reasons_are_shown_only_on_request(alice: User) -> None:
    game = finished(alice)
    answer = replayed(game, alice, by_computers(game)[0], "")
    assert answer.context["thoughts"] == ThoughtsPanel() and "think=1" in compact(answer.content.decode())


def test_a_running_game_is_not_talked_about(alice: User) -> None:
    game = table_of(alice, bots=("casual", "casual"), public=False)
    players.move_all(game.pk)
    me = Player.objects.get(game=game, user=alice)
    for number in game.moves.values_list("number", flat=True):
        assert explainable_move(game, me, number) is None
        assert "thinking-h" not in replayed(game, alice, number).content.decode()


def with_another(alice: User, bob: User, **facts: Any) -> Game:
    """Return a running game of two users and a computer player, which has moved."""
    game = table_of(alice, bob, bots=("casual",), **facts)
    players.move_all(game.pk)
    while not by_computers(game):
        me = Player.objects.select_related("game", "user").get(game=game, bot="", to_move_since__isnull=False)
        act(me, legal(me)[0])
        players.move_all(game.pk)
    return Game.objects.get(pk=game.pk)


def given_up(game: Game) -> Game:
    for player in game.players.select_related("game").exclude(bot=""):
        play.resign(player, None)
    play.resign(game.players.select_related("game", "user").filter(bot="").order_by("seat")[0], None)
    return Game.objects.get(pk=game.pk)


def test_with_other_persons_each_may_ask_once_the_game_is_over(alice: User, bob: User, charlie: User) -> None:
    game = with_another(alice, bob, public=True)
    number = by_computers(game)[0]
    for viewer in (alice, bob, charlie):
        assert "thinking-h" not in replayed(game, viewer, number).content.decode(), "while the game runs"
    game = given_up(game)
    assert game.is_over
    for person in (alice, bob):
        told = replayed(game, person, number).context["thoughts"].thinking
        assert told.why and told.verdict
    assert "thinking-h" not in replayed(game, charlie, number).content.decode(), "a stranger"
    assert "thinking-h" not in replayed(game, None, number).content.decode(), "nobody who is signed in"


def test_a_game_that_may_be_reopened_is_not_talked_about(alice: User, bob: User) -> None:
    game = with_another(alice, bob)
    me, number = Player.objects.get(game=game, user=alice), by_computers(game)[0]
    game.status = Game.Status.STOPPED
    assert explainable_move(game, me, number) is None
    game.status = Game.Status.CANCELLED
    assert explainable_move(game, me, number) is not None


def test_people_and_bots_give_no_explanations(alice: User, bob: User) -> None:
    """Bots act for an account, so they are treated like people."""
    game = with_another(alice, bob)
    User.objects.filter(pk=bob.pk).update(owner=alice)
    game = given_up(game)
    me = Player.objects.get(game=game, user=alice)
    moves = game.moves.exclude(by=Move.By.COMPUTER).values_list("number", flat=True)
    assert moves and not any(explainable_move(game, me, number) for number in moves)


def test_others_are_told_nothing(alice: User, bob: User) -> None:
    game = finished(alice)
    Game.objects.filter(pk=game.pk).update(public=True)
    assert "thinking-h" not in replayed(game, bob, by_computers(game)[0]).content.decode()


def test_my_own_moves_are_mine_to_explain(alice: User) -> None:
    game = finished(alice)
    me = Player.objects.get(game=game, user=alice)
    own = game.moves.filter(seat=me.seat).values_list("number", flat=True)
    assert own and not any(explainable_move(game, me, number) for number in own)


def test_questions_are_limited(alice: User, settings: Any) -> None:
    settings.RATE_LIMITS = settings.RATE_LIMITS | {"hint": "1/m/key"}
    game = finished(alice)
    number, client = by_computers(game)[0], client_of(alice)
    address = f"{game.get_absolute_url()}replay/?at={number}&think=1"
    first, second = client.get(address), client.get(address)
    assert first.context["thoughts"].thinking and "Ask again in a minute" in second.content.decode()


def test_asking_takes_a_constant_number_of_queries(alice: User) -> None:
    game, counted = finished(alice), []
    client = client_of(alice)
    address = f"{game.get_absolute_url()}replay/?think=1&at="
    numbers = by_computers(game)
    client.get(f"{address}{numbers[0]}")
    for number in (numbers[0], numbers[-1]):
        with CaptureQueriesContext(connection) as queries:
            assert client.get(f"{address}{number}").context["thoughts"].thinking
        counted.append(len(queries))
    assert counted[0] == counted[1]
