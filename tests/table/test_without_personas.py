"""A game without personas: seats are named after their players, with the first letter as monogram."""

from __future__ import annotations

import re

import pytest
from django.urls import reverse

from accounts.models import User
from games import play
from games.models import Game
from games.presentation.view_model import seat_names, table_view
from games.replay.records import of_game
from games.rules import RULES
from tests.cast import client_of, table_of

NAMELESS = [variant for variant, rules in RULES.items() if not rules.presentation.PERSONAS]

pytestmark = pytest.mark.django_db
every_such_game = pytest.mark.parametrize("variant", NAMELESS)


def text(html: str) -> str:
    return " ".join(re.sub(r"<[^>]+>", " ", html).split())


@every_such_game
def test_a_waiting_table_offers_no_personas(variant: str, alice: User, bob: User) -> None:
    game = table_of(alice, bob, variant=variant, size=3)
    page = client_of(alice).get(game.get_absolute_url()).content.decode()
    assert "Your boss" not in page
    assert 'name="persona"' not in page
    assert "alice" in text(page)
    assert "bob" in text(page)


@every_such_game
def test_no_persona_can_be_chosen(variant: str, alice: User, bob: User) -> None:
    game = table_of(alice, bob, variant=variant, size=3)
    with pytest.raises(play.Refused):
        play.choose_persona(game.players.get(user=alice), 0)
    answer = client_of(alice).post(reverse("persona", args=[game.public_id]), {"persona": "0"})
    assert answer.status_code < 500


@every_such_game
def test_sentences_name_seats_after_their_players(variant: str, alice: User, bob: User) -> None:
    game = table_of(alice, bob, variant=variant)
    assert set(seat_names(game, game.players.select_related("user")).values()) == {"alice", "bob"}


@every_such_game
def test_sentences_name_computer_players(variant: str, alice: User) -> None:
    """Each has a different name and initial, which records use as well."""
    game = table_of(alice, variant=variant, bots=("steady", "steady"))
    players = list(game.players.select_related("user").order_by("seat"))
    called = [player.computer_name for player in players if player.bot]
    assert set(seat_names(game, players).values()) == {"alice", *called}
    seats = table_view(game, players, None).seats
    assert {seat.initial for seat in seats} == {"A", *(name[0] for name in called)}
    assert sorted(of_game(game, players, None).seats) == sorted(["alice", *called])


@every_such_game
def test_every_page_of_a_running_table_renders(variant: str, alice: User, bob: User) -> None:
    """Covers the table, log, replay and lists, for a player and for a visitor."""
    game = table_of(alice, bob, variant=variant, public=True)
    addresses = [game.get_absolute_url(), reverse("home"), reverse("lobby"), reverse("front")]
    addresses += [reverse(name, args=[game.public_id]) for name in ("log", "replay", "deal-audit")]
    for user in (alice, None):
        for address in addresses:
            answer = client_of(user).get(address, follow=True)
            assert answer.status_code == 200, address
    asked = Game.objects.get(pk=game.pk).players.exclude(to_move_since=None).first()
    assert asked is not None
    assert asked.shown_name in text(client_of(None).get(game.get_absolute_url()).content.decode())
