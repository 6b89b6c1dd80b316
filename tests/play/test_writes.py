"""The rows that a move writes: either all or none, and no others."""

from __future__ import annotations

from collections.abc import Iterable
from unittest.mock import patch

import pytest
from django.db import DataError, IntegrityError
from django.db.models import Model

from accounts.models import User
from games import play
from games.core import store
from games.models import Card, Game, Move, Notice, Player, Tile, Turn
from games.play.core.locked import locked
from games.rules.contract import Piece
from tests.cast import table_of
from tests.playing import asked_seat, legal, pass_on

pytestmark = [pytest.mark.django_db, pytest.mark.both]

WRITTEN: tuple[type[Model], ...] = (Game, Player, Card, Tile, Move, Notice, Turn)


def stored() -> list[list[dict[str, object]]]:
    return [list(model.objects.order_by("pk").values()) for model in WRITTEN]


def test_a_move_whose_last_write_fails_writes_nothing(duel: Game) -> None:
    before = stored()
    with patch("games.core.broadcast.on_commit", side_effect=IntegrityError), pytest.raises(IntegrityError):
        pass_on(duel)
    assert stored() == before
    pass_on(duel)
    assert all(rows != old for model, rows, old in zip(WRITTEN, stored(), before, strict=True) if model is not Tile)


def test_a_move_whose_number_is_taken_writes_nothing(duel: Game) -> None:
    me = asked_seat(duel)
    with locked(duel.pk) as game:
        number = game.number
    before = stored()
    with pytest.raises(IntegrityError), locked(duel.pk) as game:
        game.player(me.pk).drafts = ["changed"]
        game.save_seats()
        game.recorded += [Move(game=duel, number=taken, seat=me.seat, turn=1) for taken in (number + 1, number)]
        Move.objects.bulk_create(game.recorded)
    assert stored() == before


@pytest.mark.postgres
@pytest.mark.parametrize("kind", ["card", "tile"])
def test_a_piece_with_too_long_a_value_is_refused(duel: Game, kind: str) -> None:
    before = stored()
    with locked(duel.pk) as game:
        changed = {kind: {"zone": "x" * 13}}
        pieces = [piece._replace(**changed.get(piece.kind, {})) for piece in game.state.pieces()]
    with (
        patch.object(type(game.state), "pieces", lambda _state: pieces),
        pytest.raises(DataError),
        locked(duel.pk) as game,
    ):
        store.save(game.loaded)
    assert stored() == before


def moved_pieces(before: Iterable[Piece], after: Iterable[Piece]) -> list[Piece]:
    return sorted(set(after) - set(before), key=lambda piece: piece.code)


@pytest.mark.parametrize("variant", ["chicago_poker", "swedish_chicago"])
def test_the_pieces_are_stored_where_the_moves_lay_them(alice: User, bob: User, variant: str) -> None:
    game = table_of(alice, bob, variant=variant)
    for _move in range(12):
        before = store.stored_pieces(game)
        me = asked_seat(game)
        changed = play.move(me, legal(me)[0], play.version_of(me.game, me))
        assert changed.state is not None
        after = store.stored_pieces(game)
        assert moved_pieces(before, after) == moved_pieces(before, changed.state.pieces())


def test_a_seats_other_fields_and_other_seats_stay(duel: Game) -> None:
    alice, bob = duel.players.order_by("seat")
    other = Player.objects.filter(pk=bob.pk).values().get()
    with locked(duel.pk) as game:
        Player.objects.filter(pk=alice.pk).update(misses=2)
        game.player(alice.pk).drafts = ["a 'quoted' %s", "ü"]
        game.save_seats()
    alice.refresh_from_db()
    assert (alice.drafts, alice.misses) == (["a 'quoted' %s", "ü"], 2)
    assert Player.objects.filter(pk=bob.pk).values().get() == other


def test_seats_without_a_clock_store_none_rather_than_the_json_of_it(duel: Game) -> None:
    waiting = duel.players.filter(to_move_since__isnull=True)
    assert [list(waiting.filter(turn_clock__isnull=True)), list(waiting.filter(deadline__isnull=True))] == [
        list(waiting),
        list(waiting),
    ]
    me = asked_seat(duel)
    assert not duel.players.filter(pk=me.pk, turn_clock__isnull=True).exists()
    pass_on(duel)
    assert duel.players.filter(pk=me.pk, turn_clock__isnull=True).exists()
