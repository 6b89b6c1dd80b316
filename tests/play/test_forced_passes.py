"""Forced passes: made for the only person at a practice table, but never where others could learn from them."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from accounts.models import User
from games.models import Game, Player
from tests.cast import table_of
from tests.playing import act, lay_out
from tests.rules.swedish_chicago.tables import FOURS, HIGH_CARD, PAIR, TRIPS, table

pytestmark = [pytest.mark.django_db, pytest.mark.both]

VARIANT = "swedish_chicago"


def asked_to_exchange(game: Game, hands: Sequence[str]) -> Player:
    """Set up the last exchange before the announcements, and return the dealer, who has the last seat."""
    state = table(list(hands))
    state.due = state.due[-1:]
    lay_out(game, state)
    return game.players.select_related("game", "user").get(seat=len(hands) - 1)


def passes(game: Game) -> list[tuple[int, str]]:
    return [*game.moves.filter(text="pass").values_list("seat", "by")]


def bring_to_last_seat(game: Game, user: User) -> None:
    """Swap seats so that this user deals."""
    last, mine = game.players.order_by("seat").last(), game.players.get(user=user)
    assert last is not None
    if last.pk != mine.pk:
        free = last.seat, mine.seat
        Player.objects.filter(pk=last.pk).update(seat=90)
        Player.objects.filter(pk=mine.pk).update(seat=free[0])
        Player.objects.filter(pk=last.pk).update(seat=free[1])


def test_nobody_presses_pass_at_a_practice_table(alice: User) -> None:
    """The computer player announces trips, so alice, who has a pair, has no choice."""
    game = table_of(alice, bots=["novice"], variant=VARIANT, public=False)
    bring_to_last_seat(game, alice)
    me = asked_to_exchange(game, [TRIPS, PAIR])
    act(me, "exchange")
    rival = game.players.select_related("game", "user").get(seat=0)
    act(rival, "announce")
    assert passes(game) == [(1, "form")]


def test_who_has_a_choice_is_asked_at_a_practice_table(alice: User) -> None:
    game = table_of(alice, bots=["novice"], variant=VARIANT, public=False)
    bring_to_last_seat(game, alice)
    me = asked_to_exchange(game, [TRIPS, FOURS])
    act(me, "exchange")
    act(game.players.select_related("game", "user").get(seat=0), "announce")
    assert passes(game) == []
    assert Player.objects.get(pk=me.pk).to_move_since is not None


def test_among_people_everybody_is_asked(alice: User, bob: User) -> None:
    """A pass made without asking would reveal to bob that alice can't announce."""
    game = table_of(alice, bob, variant=VARIANT)
    dealer = asked_to_exchange(game, [TRIPS, HIGH_CARD])
    act(dealer, "exchange")
    act(game.players.select_related("game", "user").get(seat=0), "announce")
    assert passes(game) == []
    assert Player.objects.get(pk=dealer.pk).to_move_since is not None


def test_a_rated_game_against_a_computer_asks(alice: User) -> None:
    game = table_of(alice, bots=["novice"], variant=VARIANT)
    Game.objects.filter(pk=game.pk).update(rated=True)
    bring_to_last_seat(game, alice)
    me = asked_to_exchange(Game.objects.get(pk=game.pk), [TRIPS, HIGH_CARD])
    act(me, "exchange")
    act(game.players.select_related("game", "user").get(seat=0), "announce")
    assert passes(game) == []
