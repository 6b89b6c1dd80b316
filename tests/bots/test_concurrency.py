"""Concurrent events with bots (on PostgreSQL)."""

from __future__ import annotations

from functools import partial

import pytest
from django.db import OperationalError

from accounts.models import User
from accounts.privacy.erasure import erase_user
from accounts.refusals import Refused
from accounts.tokens import tokens
from games import play
from games.models import Game, Move, Player
from tests.bots.cast import bot_of, open_table, program_of
from tests.cast import somebody
from tests.play.test_concurrency import at_once
from tests.playing import act, asked_seat, is_right, legal

pytestmark = [pytest.mark.postgres, pytest.mark.django_db(transaction=True)]


def test_the_sixth_is_not_made_by_two_requests_at_once() -> None:
    alice = somebody("alice")
    for number in range(4):
        bot_of(alice, f"robo{number}")
    made = at_once(partial(bot_of, alice, "fifth"), partial(bot_of, alice, "sixth"))
    assert sum(isinstance(each, Refused) for each in made) == 1
    assert alice.bots.count() == 5


def test_two_of_one_name_at_once() -> None:
    people = [somebody("alice"), somebody("bob")]
    made = at_once(*[partial(bot_of, person, "robo") for person in people])
    assert sum(isinstance(each, Refused) for each in made) == 1
    assert User.objects.filter(username="robo").count() == 1


def test_one_token_is_left_of_two_that_are_made_at_once() -> None:
    bot = bot_of(somebody("alice"))
    at_once(*[partial(tokens.make_for_bot, bot)] * 3)
    assert bot.tokens.count() == 1


def test_owner_and_bot_sit_down_at_a_rated_table_at_once() -> None:
    alice, bob = somebody("alice"), somebody("bob")
    bot, game = bot_of(alice), open_table(bob, size=4, rated=True)
    answers = at_once(partial(play.join, game, alice), partial(play.join, game, bot))
    assert sum(isinstance(each, play.Refused) for each in answers) == 1
    assert game.players.count() == 2


def test_a_bot_is_created_while_its_owner_is_erased() -> None:
    alice = somebody("alice")
    at_once(partial(bot_of, alice), partial(erase_user, alice))
    assert not User.objects.filter(owner=alice).exists()
    assert not User.objects.filter(username="robo", erased_at=None).exists()


def test_the_owner_is_erased_while_the_bot_moves() -> None:
    alice, bob = somebody("alice"), somebody("bob")
    bot = bot_of(alice)
    games = [open_table(bot, bob) for _table in range(3)] + [open_table(alice, bob)]

    def move(game: Game) -> None:
        seat = asked_seat(game)
        act(seat, legal(seat)[0], seat.user)

    answers = at_once(partial(erase_user, alice), *[partial(move, game) for game in games])
    assert not [each for each in answers if isinstance(each, OperationalError)]
    assert not Player.objects.filter(user__in=[alice, bot]).exists()
    for game in games:
        assert is_right(Game.objects.get(pk=game.pk))


def test_two_owners_are_erased_whose_bots_share_tables() -> None:
    alice, bob, carol = somebody("alice"), somebody("bob"), somebody("carol")
    mine, theirs = bot_of(alice), bot_of(bob, "other")
    for first, second in ((mine, bob), (theirs, alice), (mine, theirs)):
        open_table(first, second, carol)
    answers = at_once(partial(erase_user, alice), partial(erase_user, bob))
    assert answers == [None, None]
    assert not Player.objects.filter(user__in=[alice, bob, mine, theirs], game__status="running").exists()


def test_a_repeated_move_by_two_requests_at_once_is_made_once() -> None:
    bot = bot_of(somebody("alice"))
    game = open_table(bot, somebody("bob"))
    while asked_seat(game).user != bot:
        act(asked_seat(game), legal(asked_seat(game))[-1])
    program = program_of(bot)
    seen = program.get(f"/tables/{game.public_id}").json()
    before = Move.objects.filter(game=game).count()
    body = {"version": seen["version"], "move": "draw"}
    answers = at_once(*[partial(program.post, f"/tables/{game.public_id}/moves", body, "one-key")] * 3)
    assert {answer.status_code for answer in answers} == {200}
    assert Move.objects.filter(game=game, number__gte=before, text="draw").count() <= 1
