"""Whether and what a seat plans changes nothing that others are sent: pages, API, sockets, queries."""

from __future__ import annotations

import re

import pytest
import time_machine
from asgiref.sync import async_to_sync, sync_to_async
from django.db import connection
from django.test.utils import CaptureQueriesContext

from accounts.models import User
from games import play
from games.models import Game, Player
from tests.cast import client_of, somebody, table_of
from tests.playing import asked_seat, other
from tests.realtime.test_consumers import Listener
from tests.table.test_standing_order_urls import others

pytestmark = pytest.mark.django_db
NOON, LATER = "2026-11-20 12:00Z", "2026-11-20 12:02Z"


def save(player: Player, *steps: str) -> None:
    fresh = Player.objects.select_related("game", "user").get(pk=player.pk)
    play.save_plan(fresh, steps, play.version_of(fresh.game, fresh))


@pytest.mark.parametrize("steps", [["draw"], ["draw", "end"]])
@time_machine.travel(NOON, tick=False)
def test_a_plan_changes_no_byte_of_what_others_are_sent(duel: Game, steps: list[str]) -> None:
    me = asked_seat(duel)
    before = others(duel, me.place)
    save(me, *steps)
    assert Player.objects.get(pk=me.pk).plan
    assert others(duel, me.place) == before
    play.drop_plan(me)
    assert others(duel, me.place) == before


def planned(alice: User, bob: User, by_plan: bool) -> list[dict[str, str]]:
    """Return the others' view of a move that is made by a plan or, at the same moment, by hand."""
    with time_machine.travel(NOON, tick=False):
        game = table_of(alice, bob, public_id="same", secret="5" * 64)
        me = asked_seat(game)
        if by_plan:
            save(me, "draw")
    with time_machine.travel(LATER, tick=False):
        if by_plan:
            assert play.make_automatic_move(me.pk)
        else:
            play.move(me, "draw", play.version_of(me.game, me))
    got = list(others(Game.objects.get(pk=game.pk), me.place).values())
    game.delete()
    return [
        {where: re.sub(r"/(go|notices/stop)/[^/\s]+/", r"/\1/", told) for where, told in each.items()} for each in got
    ]


def test_a_planned_move_looks_like_any_move_to_others(alice: User, bob: User) -> None:
    assert planned(alice, bob, True) == planned(alice, bob, False)


def test_a_rivals_page_and_move_take_as_many_queries_with_a_plan(duel: Game) -> None:
    me = asked_seat(duel)
    rival = other(duel, me)
    client = client_of(rival.user)

    def queries() -> int:
        with CaptureQueriesContext(
            connection,
        ) as made:
            assert client.get(duel.get_absolute_url()).status_code == 200
        return len(made)

    queries()
    before = queries()
    save(me, "draw")
    assert queries() == before


@pytest.mark.django_db(transaction=True)
def test_a_plan_is_broadcast_to_ones_own_pages_only() -> None:
    game = table_of(somebody("alice"), somebody("bob"))
    me = asked_seat(game)
    rival = other(game, me)

    async def story() -> None:
        theirs, mine = Listener(game.public_id, rival.user), Listener(game.public_id, me.user)
        await theirs.connect()
        await mine.connect()
        await sync_to_async(save)(me, "draw")
        assert await mine.hear() == {"version": me.game.version}
        await sync_to_async(play.drop_plan)(me)
        assert await mine.hear() == {"version": me.game.version}
        assert await theirs.receive_nothing(timeout=0.05)
        await theirs.hang_up()
        await mine.hang_up()

    async_to_sync(story)()
