"""Hints at practice tables: a Master's move, requested by the only user there."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from accounts.models import User
from games import play
from games.computers import adviser, players
from games.computers.search import Budget
from games.core import store
from games.core.access import may_take_hints, table_access_or_404
from games.models import Game, Move, Player
from games.rules import RULES
from tests.cast import client_of, table_of
from tests.normalized import compact
from tests.playing import legal, lose_seat

pytestmark = [pytest.mark.django_db, pytest.mark.both]


@pytest.fixture(autouse=True)
def short_search(monkeypatch: pytest.MonkeyPatch) -> None:
    """A search that is limited only by the number of playouts, so that the speed of the machine doesn't matter."""
    monkeypatch.setattr(adviser, "_ADVISER", adviser._ADVISER._replace(budget=Budget(60, 60)))


def practice(person: User, variant: str = "chicago_poker", **facts: Any) -> Game:
    game = table_of(person, bots=("casual", "casual"), variant=variant, public=False, **facts)
    players.move_all(game.pk)
    return Game.objects.get(pk=game.pk)


def asked(game: Game, person: User | None, **headers: str) -> Any:
    return client_of(person).post(reverse("hint", args=[game.public_id]), headers=headers)


@pytest.mark.parametrize("variant", RULES)
def test_the_only_person_at_a_practice_table_is_told_a_legal_move_its_reason_and_the_chances(
    variant: str, alice: User
) -> None:
    game = practice(alice, variant)
    answer = asked(game, alice)
    me = Player.objects.select_related("game", "user").get(game=game, user=alice)
    hint = answer.context["hint_taken"]
    assert answer.status_code == 200
    assert hint.codes <= {word for move in legal(me) for word in move.split()}
    assert 'id="hint"' in answer.content.decode()
    assert hint.options and hint.options[0].is_chosen
    assert hint.why or variant not in ("chicago_poker", "swedish_chicago")


@pytest.mark.parametrize("variant", RULES)
def test_do_it_makes_the_advised_move(variant: str, alice: User) -> None:
    game = practice(alice, variant)
    client = client_of(alice)
    answer = client.post(reverse("hint", args=[game.public_id]))
    hint = answer.context["hint_taken"]
    page = answer.content.decode()
    assert f'name="move" value="{hint.move}"' in compact(page) and "Do it" in page
    me = Player.objects.select_related("game", "user").get(game=game, user=alice)
    posted = {"move": hint.move, "version": play.version_of(game, me), "card": legal(me)[0].split()[-1]}
    assert client.post(reverse("move", args=[game.public_id]), posted).status_code in (200, 303)
    me.refresh_from_db()
    assert hint.move in (*me.drafts, *me.game.moves.filter(seat=me.seat).values_list("text", flat=True))


def test_do_it_warns_before_a_final_move(alice: User, monkeypatch: pytest.MonkeyPatch) -> None:
    game = practice(alice)
    told = []
    for final in (True, False):
        monkeypatch.setattr(type(game.rules.presentation), "asks_first", lambda *_, final=final: final)
        told.append("can’t be undone" in asked(game, alice).content.decode().split('id="hint"')[1].split("<details")[0])
    assert told == [True, False]


def test_the_same_question_has_the_same_answer_and_is_counted(alice: User) -> None:
    game = practice(alice)
    first, second = (asked(game, alice).context["hint_taken"] for _ in range(2))
    assert first._replace(taken=0) == second._replace(taken=0)
    assert (first.taken, second.taken) == (1, 2)
    assert Player.objects.get(game=game, user=alice).hints == 2
    assert "3 hints taken in this game" in compact(asked(game, alice).content.decode())


def test_a_hint_uses_only_the_players_view_and_changes_nothing(alice: User, monkeypatch: pytest.MonkeyPatch) -> None:
    seen = []
    monkeypatch.setattr(adviser, "hint", lambda rules, view, seed: seen.append(view) or adviser.Thoughts(view.legal[0]))
    game = practice(alice)
    before = store.load(game).state.position()
    asked(game, alice)
    me = Player.objects.get(game=game, user=alice)
    assert seen == [store.load(game).state.full_view(me.seat)]
    assert store.load(Game.objects.get(pk=game.pk)).state.position() == before


def test_a_drafted_move_is_part_of_the_question(alice: User) -> None:
    game = practice(alice)
    me = Player.objects.select_related("game", "user").get(game=game, user=alice)
    play.move(me, next(move for move in legal(me) if move.startswith("play")), play.version_of(me.game, me), alice)
    assert asked(game, alice).status_code == 200


def test_only_the_fragment_is_sent_to_the_script(alice: User) -> None:
    answer = asked(practice(alice), alice, **{"HX-Request": "true"})
    assert answer.content.decode().lstrip().startswith("<div") and "data-done" in answer.content.decode()


def test_a_table_with_two_people_has_no_hints(alice: User, bob: User) -> None:
    game = table_of(alice, bob, bots=("casual",))
    assert [asked(game, person).status_code for person in (alice, bob)] == [404, 404]
    assert "/hint/" not in client_of(alice).get(game.get_absolute_url()).content.decode()


def test_neither_does_one_where_a_lost_seat_may_be_taken_over(alice: User, bob: User) -> None:
    game = table_of(alice, bob, absence="lost", free_misses=0)
    lost = lose_seat(game)
    person = bob if lost.lost_by == alice else alice
    assert not may_take_hints(table_access_or_404(game.public_id, person), person)
    assert asked(game, person).status_code == 404


def test_strangers_and_visitors_get_none(alice: User, bob: User) -> None:
    game = practice(alice)
    Game.objects.filter(pk=game.pk).update(public=True)
    assert [asked(game, person).status_code for person in (bob, None)] == [404, 404]


def test_who_is_not_to_move_gets_the_reason(alice: User) -> None:
    game = practice(alice)
    Player.objects.filter(game=game, user=alice).update(to_move_since=None, turn_started_at=None, deadline=None)
    answer = asked(game, alice)
    assert answer.status_code == 409 and "It’s not your turn." in answer.content.decode()


def test_hints_are_limited(alice: User, settings: Any) -> None:
    settings.RATE_LIMITS = settings.RATE_LIMITS | {"hint": "2/m/key"}
    game = practice(alice)
    client = client_of(alice)
    answers = [client.post(reverse("hint", args=[game.public_id])).status_code for _ in range(3)]
    assert answers == [200, 200, 429]


@pytest.mark.parametrize("variant", RULES)
def test_what_the_player_cant_see_makes_no_difference(variant: str) -> None:
    """If all hidden cards are dealt again, the position looks the same and the hint is the same."""
    rules = RULES[variant]
    options = {option.name: option.default for option in rules.engine.OPTIONS}
    state, _events = rules.engine.state_class.new(options, 3, lambda pieces: Random(5).sample(pieces, len(pieces)))
    seat = min(state.to_move)
    view = state.full_view(seat)
    twin = rules.automation.determinize(view, Random(9)).full_view(seat)
    hints = [adviser.hint(rules, each, "seed") for each in (view, twin)]
    assert hints[0] == hints[1]
    reasons = rules.presentation.reasons
    assert [reasons(each, hints[0].move) for each in (view, twin)] == [reasons(view, hints[0].move)] * 2


def test_a_hint_takes_a_constant_number_of_queries(alice: User) -> None:
    game, counted = practice(alice), []
    client = client_of(alice)
    for _ in range(3):
        with CaptureQueriesContext(connection) as queries:
            assert client.post(reverse("hint", args=[game.public_id])).status_code == 200
        counted.append(len(queries))
    assert counted[1] == counted[2]


def test_what_is_played_as_advised_is_known_by_its_number_even_among_drafts(
    alice: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(adviser, "hint", lambda rules, view, seed: adviser.Thoughts(_play(view.legal)))
    game = practice(alice)
    me = Player.objects.select_related("game", "user").get(game=game, user=alice)
    while me.to_move_since is not None:
        asked(game, alice)
        asked(game, alice)
        play.move(me, me.advice.latest("pk").text, play.version_of(Game.objects.get(pk=game.pk), me))
        me = Player.objects.select_related("game", "user").get(pk=me.pk)
    advised = dict(me.advice.values_list("number", "text"))
    made = dict(game.moves.filter(seat=me.seat, by=Move.By.PLAYER).values_list("number", "text"))
    assert advised == made and len(made) > 1


def _play(moves: Any) -> str:
    """Return the first legal play, which is a draft; if there is no play, a move that commits the drafts."""
    return next((move for move in moves if move.startswith("play")), moves[0])
