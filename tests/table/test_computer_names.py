"""Names and faces of computer players, and personas of human players."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from django.contrib.staticfiles import finders
from django.core.exceptions import ValidationError
from django.urls import reverse
from django.utils.translation import override

from accounts.models import User
from accounts.profile.confusables import validate_not_confusable
from accounts.validators.names import COMPUTERS
from games import play
from games.chat import rooms
from games.lobby.my_tables.my_tables import my_tables
from games.models import Game, Player
from games.presentation.assets import computer_face_url
from games.presentation.log import by_turn
from games.presentation.view_model import logged_moves, narrator_of, seat_infos
from games.replay.records import of_game
from games.rules import RULES
from tests.cast import client_of, table_of
from tests.table.pages import page

pytestmark = pytest.mark.django_db

every_game = pytest.mark.parametrize("variant", RULES)


def computers(game: Game) -> list[Player]:
    return list(game.players.exclude(bot="").order_by("seat"))


def test_no_two_at_a_table_are_called_alike() -> None:
    for key in range(1, 40):
        called = [Player(game_id=key, persona=persona, bot="steady").computer_name for persona in range(10)]
        assert len(set(called)) == len(called)


def test_names_have_initials_of_their_own_and_are_no_bosses() -> None:
    assert len(COMPUTERS) == 12
    assert len({name[0] for name in COMPUTERS}) == len(COMPUTERS)
    bosses = {part for rules in RULES.values() for boss in rules.presentation.PERSONAS for part in boss.name.split()}
    assert bosses.isdisjoint(COMPUTERS)


def test_every_name_has_a_face() -> None:
    drawn = Path(str(finders.find("table/faces.svg"))).read_bytes()
    assert len(drawn) <= 8000
    assert {name.lower() for name in COMPUTERS} | {"computer"} == set(re.findall(r'id="(\w+)"', drawn.decode()))


@every_game
def test_a_name_is_the_same_in_every_language_and_after_the_end(variant: str, alice: User) -> None:
    game = table_of(alice, variant=variant, bots=("steady", "steady"))
    before = [player.shown_name for player in computers(game)]
    play.resign(me := game.players.select_related("game", "user").get(user=alice), play.version_of(game, me))
    with override("pl"):
        after = [player.shown_name for player in computers(Game.objects.get(pk=game.pk))]
        record = of_game(game, list(game.players.select_related("user").order_by("seat")), None)
    assert before == after
    assert set(before) < set(record.seats)


@every_game
def test_strength_stands_beside_the_name(variant: str, alice: User) -> None:
    game = table_of(alice, variant=variant, bots=("steady", "random"))
    told = {(info.face, info.strength) for info in seat_infos(game, game.players.select_related("user"), None)}
    steady, random = sorted(computers(game), key=lambda player: player.pk)
    drawn = {player: computer_face_url(player.shown_name) for player in (steady, random)}
    assert told == {("", ""), (drawn[steady], "steady"), (drawn[random], "random")}
    html = page(alice, game)
    assert f'"{drawn[steady]}"' in html
    assert re.search(r'aria-label="computer"', html)
    assert "computer 1" not in html
    assert "(steady)" not in html


@every_game
def test_names_stand_on_the_pages_before_the_start(variant: str, alice: User) -> None:
    game = table_of(alice, variant=variant, bots=("steady", "steady"), size=4, public=True)
    for address in (game.get_absolute_url(), reverse("lobby")):
        html = client_of(None).get(address).content.decode()
        assert all(player.shown_name in html for player in computers(game))


@every_game
def test_a_seat_that_is_lost_renames_nobody(variant: str, alice: User, bob: User) -> None:
    game = table_of(alice, bob, variant=variant, bots=("steady", "steady"))
    before = [player.shown_name for player in computers(game)]
    game.players.filter(user=alice).update(user=None, lost_by=alice, bot="steady", vacant=True)
    after = [player.shown_name for player in computers(game)]
    assert set(before) < set(after)
    assert len(set(after)) == 3


@pytest.mark.parametrize("name", ["Ada", "a d a", "LULU", "Ιvo"])
def test_people_do_not_take_the_names_of_computers(name: str) -> None:
    with pytest.raises(ValidationError, match="computer player"):
        validate_not_confusable(name)


def test_who_was_called_so_before_keeps_the_name(alice: User) -> None:
    User.objects.filter(pk=alice.pk).update(display_name="Ada", display_name_key="ada")
    alice.refresh_from_db()
    validate_not_confusable("ada", alice)


def test_the_log_names_boss_and_user(duel: Game, alice: User, bob: User) -> None:
    play.move(*_next_move(duel))
    players = list(duel.players.select_related("user").order_by("seat"))
    moves = logged_moves(duel.moves.order_by("number"))
    turns = by_turn(moves, narrator_of(duel, players, None))
    named = {turn.name for turn in turns if turn.name}
    assert named
    assert all(re.fullmatch(r".+ \((alice|bob)\)", name) for name in named)
    assert "You" in {turn.name for turn in by_turn(moves, narrator_of(duel, players, moves[-1].seat))}


def _next_move(game: Game) -> tuple[Player, str, str]:
    me = game.players.select_related("user", "game").get(to_move_since__isnull=False)
    return me, "draw", play.version_of(game, me)


def test_lists_and_status_name_both(duel: Game, alice: User, bob: User) -> None:
    mover = duel.players.get(to_move_since__isnull=False)
    other = bob if mover.user == alice else alice
    boss = duel.rules.presentation.PERSONAS[mover.persona].short
    (table,) = my_tables(other).others_to_move
    assert table.waiting_for == f"Waiting for {boss} ({mover.user})."
    assert f"{boss} ({mover.user}) to move." in page(other, duel).replace("&#x27;", "'").replace("&#39;", "'")


def test_the_chat_names_the_boss_beside_the_author(duel: Game, alice: User) -> None:
    me = duel.players.get(user=alice)
    rooms.post(me, alice, "Evening.")
    duel.refresh_from_db()
    (shown,) = rooms.chat_for(duel, rooms.membership_of(duel, alice)).messages
    assert shown.persona == duel.rules.presentation.PERSONAS[me.persona].short
