"""A game without personas: seats are named after their players, with the first letter as monogram."""

from __future__ import annotations

import re

import pytest
from django.urls import reverse

from accounts.models import User
from games import play
from games.models import Game
from games.replay.records import of_game
from games.rules import RULES
from games.table.view_model import seat_names, table_view
from tests.cast import client_of, table_of

NAMELESS = [slug for slug, rules in RULES.items() if not rules.PERSONAS]

pytestmark = pytest.mark.django_db
every_such_game = pytest.mark.parametrize("slug", NAMELESS)


def text(html: str) -> str:
    return " ".join(re.sub(r"<[^>]+>", " ", html).split())


@every_such_game
def test_a_waiting_table_offers_no_personas(slug: str, alice: User, bob: User) -> None:
    game = table_of(alice, bob, slug=slug, size=3)
    page = client_of(alice).get(game.get_absolute_url()).content.decode()
    assert "Your boss" not in page
    assert 'name="persona"' not in page
    assert "alice" in text(page)
    assert "bob" in text(page)


@every_such_game
def test_no_persona_can_be_chosen(slug: str, alice: User, bob: User) -> None:
    game = table_of(alice, bob, slug=slug, size=3)
    with pytest.raises(play.Refused):
        play.choose_persona(game.players.get(user=alice), 0)
    answer = client_of(alice).post(reverse("persona", args=[game.table]), {"persona": "0"})
    assert answer.status_code < 500


@every_such_game
def test_sentences_name_seats_after_their_players(slug: str, alice: User, bob: User) -> None:
    game = table_of(alice, bob, slug=slug)
    assert set(seat_names(game, game.players.select_related("user")).values()) == {"alice", "bob"}


@every_such_game
def test_computer_players_are_numbered(slug: str, alice: User) -> None:
    """By numbers, in sentences and monograms; a single one needs none. Records give all the same name."""
    game = table_of(alice, slug=slug, bots=("steady", "steady"))
    players = list(game.players.select_related("user").order_by("seat"))
    first, second = (player.place for player in sorted(players, key=lambda player: player.persona)[1:])
    called = seat_names(game, players)
    assert (called[first], called[second]) == ("computer 1 (steady)", "computer 2 (steady)")
    seats = table_view(game, players, None).seats
    assert [seats[seat].initial for seat in (first, second)] == ["1", "2"]
    record = of_game(game, players, None)
    assert sorted(record.seats) == ["alice", "computer (steady)", "computer (steady)"]
    duel = table_of(alice, slug=slug, bots=("steady",))
    assert sorted(seat_names(duel, duel.players.select_related("user")).values()) == ["alice", "computer (steady)"]


@every_such_game
def test_computer_players_are_numbered_before_the_start(slug: str, alice: User) -> None:
    game = table_of(alice, slug=slug, bots=("steady", "steady"), size=4, public=True)
    for address in (game.get_absolute_url(), reverse("lobby")):
        page = text(client_of(None).get(address).content.decode())
        assert "computer 1 (steady)" in page
        assert "computer 2 (steady)" in page
        assert "computer (steady)" not in page


@every_such_game
def test_a_seat_that_is_lost_does_not_renumber_the_others(slug: str, alice: User, bob: User) -> None:
    game = table_of(alice, bob, slug=slug, bots=("steady", "steady"))
    before = seat_names(game, game.players.select_related("user"))
    game.players.filter(user=alice).update(user=None, lost_by=alice, bot="steady", vacant=True)
    after = seat_names(game, game.players.select_related("user"))
    assert after == before | {game.players.get(lost_by=alice).place: "computer 3 (steady)"}


@every_such_game
def test_every_page_of_a_running_table_renders(slug: str, alice: User, bob: User) -> None:
    """Table, log, replay and lists, for a player and for a visitor."""
    game = table_of(alice, bob, slug=slug, public=True)
    addresses = [game.get_absolute_url(), reverse("home"), reverse("lobby"), reverse("front")]
    addresses += [reverse(name, args=[game.table]) for name in ("log", "replay", "deal-audit")]
    for user in (alice, None):
        for address in addresses:
            answer = client_of(user).get(address, follow=True)
            assert answer.status_code == 200, address
    asked = Game.objects.get(pk=game.pk).players.exclude(to_move_since=None).first()
    assert asked is not None
    assert asked.shown_name in text(client_of(None).get(game.get_absolute_url()).content.decode())
