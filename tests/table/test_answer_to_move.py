"""The response to a move shows the state after that move, unless others have changed the state since."""

from __future__ import annotations

from random import Random

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from accounts.models import User
from games import play
from games.core import store
from games.models import Game, Player
from games.rules.contract import State, View
from tests.cast import client_of, table_of

pytestmark = pytest.mark.django_db

VARIANTS = ("chicago_poker", "swedish_chicago")


def asked(game: Game) -> Player:
    found = game.players.select_related("game", "user").filter(to_move_since__isnull=False).order_by("seat").first()
    assert isinstance(found, Player)
    return found


def legal(player: Player) -> list[str]:
    return play.drafted(store.load(player.game).state, player).legal_moves(player.seat)


def seen(game: Game, state: State) -> list[View]:
    """Return the state as each seat and a spectator see it."""
    return [state.view(seat) for seat in (None, *range(game.size))]


@pytest.mark.parametrize("variant", VARIANTS)
def test_pieces_are_loaded_once_for_a_move_and_its_answer(alice: User, bob: User, variant: str) -> None:
    game = table_of(alice, bob, variant=variant)
    player = asked(game)
    sent = {"version": play.version_of(game, player), "move": legal(player)[0]}
    client = client_of(player.user)
    with CaptureQueriesContext(connection) as queries:
        answer = client.post(f"/games/{game.public_id}/move/", sent, headers={"HX-Request": "true"})
    assert answer.status_code == 200
    loads = [each["sql"] for each in queries if "FROM games_card" in each["sql"]]
    assert len(loads) == 1


@pytest.mark.slow
@pytest.mark.parametrize("variant", VARIANTS)
def test_the_returned_state_equals_the_stored_one(alice: User, bob: User, charlie: User, variant: str) -> None:
    game, chance = table_of(alice, bob, charlie, variant=variant), Random(3)
    for _ in range(80):
        player = asked(game)
        changed = play.move(player, chance.choice(legal(player)), play.version_of(player.game, player))
        assert changed.state is not None
        assert seen(game, changed.state) == seen(game, store.load(Game.objects.get(pk=game.pk)).state)
        if not changed.game.is_running:
            break
    assert changed.game.moves.count() > 40


def test_changes_by_others_are_loaded(duel: Game) -> None:
    player = asked(duel)
    changed = play.move(player, "draw", play.version_of(duel, player))
    play.resign(player, None)
    now = Game.objects.get(pk=duel.pk)
    assert changed.state_at(now.version) is None
    left = changed.state_at(changed.game.version)
    assert left is not None and left.outcome is None
