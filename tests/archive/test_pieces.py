"""Ended games are packed into one row with the same content as the rows before."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from io import StringIO

import pytest
import time_machine
from django.core.management import call_command
from django.db import connection
from django.utils import timezone

from accounts.models import User
from games.archive import pieces
from games.archive.tasks import archive
from games.core import store
from games.models import Card, Game, PackedPieces, Tile
from games.play.core import game_end
from games.play.core.locked import locked
from games.replay.verification import ReplayMismatch, verify
from tests.cast import client_of, table_of
from tests.moderation.admin.pages import address
from tests.normalized import TOKENS
from tests.playing import give_up, play_on

LONG_AGO = pieces.PACKED_AFTER + timedelta(hours=1)
VARIANTS = ("chicago_poker", "swedish_chicago")


def ended(*people: User, variant: str = "chicago_poker", ago: timedelta = LONG_AGO) -> Game:
    """Return a game of some moves that a player resigned that long ago."""
    game = give_up(play_on(table_of(*people, variant=variant), 20))
    Game.objects.filter(pk=game.pk).update(finished_at=timezone.now() - ago)
    return Game.objects.get(pk=game.pk)


def packed() -> set[int]:
    return set(PackedPieces.objects.values_list("game", flat=True))


@pytest.mark.parametrize("variant", VARIANTS)
def test_a_packed_game_is_the_same_game(variant: str, alice: User, bob: User) -> None:
    game = ended(alice, bob, variant=variant)
    before = store.load(game).state.position()
    archive()
    assert packed() == {game.pk}
    assert not Card.objects.exists() and not Tile.objects.exists()
    assert store.load(game).state.position() == before
    assert verify(game.pk) == game.moves.filter(number__gt=0).count()


@pytest.mark.parametrize("variant", VARIANTS)
def test_its_pages_are_the_same(variant: str, alice: User, bob: User) -> None:
    game = ended(alice, bob, variant=variant)
    client = client_of(alice)

    def boards() -> list[str]:
        pages = (f"/games/{game.public_id}/", f"/games/{game.public_id}/replay/?step=3")
        answers = [client.get(page) for page in pages]
        assert [answer.status_code for answer in answers] == [200, 200]
        return [TOKENS.sub("", answer.content.decode()) for answer in answers]

    with time_machine.travel(timezone.now(), tick=False):  # pages show how long ago something happened
        before = boards()
        assert pieces.pack(game.pk)
        assert boards() == before


def test_the_moderators_desk_shows_the_same(alice: User, bob: User, staff: User) -> None:
    game = ended(alice, bob)
    client = client_of(staff)
    before = client.get(address("desk", game)).context
    assert pieces.pack(game.pk)
    after = client.get(address("desk", game)).context
    assert after["face_up"] == before["face_up"] > 0
    assert after["hidden"] == before["hidden"] > 0


def test_games_that_run_or_may_be_reopened_are_left_alone(alice: User, bob: User) -> None:
    running, fresh = table_of(alice, bob), ended(alice, bob, ago=pieces.PACKED_AFTER - timedelta(hours=1))
    archive()
    assert packed() == set()
    assert set(Card.objects.values_list("game", flat=True)) == {running.pk, fresh.pk}
    assert pieces.PACKED_AFTER > Game.REOPENS_WITHIN
    with pytest.raises(ValueError, match="ended"):
        pieces.pack(running.pk)


def test_the_rest_is_left_for_the_next_run(alice: User, bob: User, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pieces, "BATCH", 2)
    games = [ended(alice, bob).pk for _ in range(6)]
    assert pieces.pack_due(timezone.now(), 5) == 5
    assert packed() == set(games[:5])
    assert pieces.pack_due(timezone.now(), 5) == 1
    assert packed() == set(games)


@pytest.mark.parametrize("status", [Game.Status.STOPPED, Game.Status.CANCELLED])
def test_games_that_ended_otherwise_are_packed_too(status: str, alice: User, bob: User) -> None:
    game = play_on(table_of(alice, bob), 5)
    with locked(game.pk) as held:
        game_end.stop(held)
        held.row.status = status
        held.save_seats()
        held.row.finished_at = timezone.now() - LONG_AGO
        held.row.save()
    assert pieces.pack_due(timezone.now(), 5) == 1
    assert verify(game.pk) == game.moves.filter(number__gt=0).count()


def test_rows_that_differ_from_the_replay_stay_and_do_not_hold_others_up(
    alice: User, bob: User, caplog: pytest.LogCaptureFixture
) -> None:
    wrong, right = ended(alice, bob, ago=LONG_AGO * 2), ended(alice, bob)
    wrong.cards.filter(zone="deck")[:1].get().delete()
    assert pieces.pack_due(timezone.now(), 1) == 1
    assert packed() == {right.pk}
    assert wrong.cards.count() == 80
    assert f"table {wrong.public_id} is not packed" in caplog.text
    assert not any(code in caplog.text for code in wrong.cards.filter(zone="deck").values_list("code", flat=True))


def test_a_packed_game_that_was_changed_is_noticed(alice: User, bob: User) -> None:
    game = ended(alice, bob)
    pieces.pack(game.pk)
    row = game.packed_pieces
    row.cards[0][1] = "nowhere"
    row.save()
    with pytest.raises(ReplayMismatch, match="zone: stored 'nowhere'"):
        verify(game.pk)


def test_packing_is_idempotent(alice: User, bob: User) -> None:
    game = ended(alice, bob)
    assert [pieces.pack(game.pk), pieces.pack(game.pk)] == [True, False]
    out = StringIO()
    call_command("archive", stdout=out)
    assert out.getvalue().splitlines() == ["packed: 0 games", "deleted: 0 notices", "packed: 0 rows of histories"]


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_two_workers_at_once_pack_a_game_once(alice: User, bob: User) -> None:
    game = ended(alice, bob)

    def pack(_: int) -> bool:
        try:
            return pieces.pack(game.pk)
        finally:
            connection.close()

    with ThreadPoolExecutor(4) as pool:
        done: Sequence[bool] = sorted(pool.map(pack, range(4)))
    assert done == [False, False, False, True]
    assert packed() == {game.pk}
