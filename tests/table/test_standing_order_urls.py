"""The URLs of standing orders: who may give and cancel orders, and that only the owner sees them."""

from __future__ import annotations

import re

import pytest
import time_machine
from asgiref.sync import async_to_sync, sync_to_async
from django.test import Client
from django.utils import timezone

from accounts.models import User
from games import play
from games.models import Game, Move, Player
from games.play.core.automatic import LATEST
from tests.cast import client_of, somebody, table_of
from tests.normalized import compact
from tests.playing import lay_out
from tests.realtime.test_consumers import Listener
from tests.rules.chicago_poker.tables import table
from tests.table.test_secrecy import everything, viewers

HTMX = {"HX-Request": "true"}
LEVEL = {"brewery1": ["1M 3C 5M 7M 9M", "1C 3M 5C 7C 9C"], "jazz1": ["", ""]}


def seat(game: Game, number: int) -> Player:
    return Player.objects.select_related("game", "user").get(game=game, seat=number)


def order(client: Client, game: Game, text: str, what: str = "order", headers: dict[str, str] | None = None):
    return client.post(f"/games/{game.public_id}/{what}/", {"order": text}, headers=headers or {})


@pytest.fixture
def called(duel: Game) -> Game:
    """A shootout that is called in alice's turn, at a business with cards of alice and bob."""
    lay_out(duel, table(["2S 12R", "4S 13M"], LEVEL, active=0, due=0, extra=1))
    return Game.objects.get(pk=duel.pk)


def page(client: Client, game: Game) -> str:
    return client.get(game.get_absolute_url()).content.decode()


def text(html: str) -> str:
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", html))


def test_an_order_is_given_and_cancelled_by_a_press(called: Game, bob: User) -> None:
    client = client_of(bob)
    answer = order(client, called, "tie highest")
    assert (answer.status_code, answer.headers["Location"]) == (303, called.get_absolute_url())
    assert seat(called, 1).orders == {"tie": "highest"}
    shown = text(page(client, called))
    assert "If I’m tied in a shootout: Send my highest gangster Cancel this order" in shown
    answer = order(client, called, "tie", "order/cancel", HTMX)
    assert compact(answer.content.decode()).startswith('<div id="main"')
    assert seat(called, 1).orders == {}
    assert "Cancel this order" not in page(client, called)


def test_orders_are_offered_in_the_tray_when_a_tie_may_come(called: Game, bob: User) -> None:
    tray = re.search(r'<div class="prompt">.*?<div class="draw-piles">', page(client_of(bob), called), re.DOTALL)
    assert tray is not None
    assert "If I’m tied in a shootout" in text(tray[0])
    lay_out(called, table(["2S 12R", "4S 13M"], {"jazz1": ["", ""]}))
    assert "If I’m tied in a shootout: Give an order" not in text(page(client_of(bob), called))
    assert 'id="orders"' in page(client_of(bob), called), "the sheet is always there"


def test_the_page_shows_when_an_order_will_be_carried_out(duel: Game, alice: User) -> None:
    lay_out(duel, table(["raid1", "2R"], {"jazz1": ["", ""]}))
    order(client_of(alice), duel, "only_move make")
    assert "Your standing order runs in" in page(client_of(alice), duel)
    order(client_of(alice), duel, "only_move", "order/cancel")
    assert "Your standing order runs in" not in page(client_of(alice), duel)


def test_in_a_tie_too(called: Game, alice: User) -> None:
    order(client_of(alice), called, "tie lowest")
    me = seat(called, 0)
    play.move(me, "end", play.version_of(me.game, me))
    shown = page(client_of(alice), called)
    assert "Send one gangster" in shown
    assert "Your standing order runs in" in shown


def test_an_order_that_a_draft_leaves_no_room_for_rests(duel: Game, alice: User) -> None:
    lay_out(duel, table(["2S 12R", "4S"], {"jazz1": ["", ""]}))
    play.give_order(seat(duel, 0), "tie", "12R")
    me = seat(duel, 0)
    play.move(me, "play 12R jazz1", play.version_of(me.game, me))
    assert "On hold while you have unfinished actions in this turn" in page(client_of(alice), duel)


@pytest.mark.parametrize("what", ["order", "order/cancel"])
def test_strangers_and_visitors_get_404(called: Game, charlie: User, guest: User, staff: User, what: str) -> None:
    for user in (None, charlie, guest, staff):
        assert order(client_of(user), called, "tie highest", what).status_code == 404, user
    assert [seat(called, number).orders for number in (0, 1)] == [{}, {}]


@pytest.mark.parametrize("what", ["order", "order/cancel"])
def test_get_requests_change_nothing(called: Game, alice: User, what: str) -> None:
    assert client_of(alice).get(f"/games/{called.public_id}/{what}/").status_code == 302
    called.refresh_from_db()
    assert not any(player.orders for player in called.players.all())


@pytest.mark.parametrize(
    "bad", ["", "tie", "tie ", "tie decline", "tie 4S", "x y z", "\x00", "only_move " + "9" * 5000]
)
def test_an_invalid_order_is_refused_with_a_reason(called: Game, alice: User, bad: str) -> None:
    answer = order(client_of(alice), called, bad)
    assert answer.status_code == 422
    assert "You can’t set that order now." in answer.content.decode()
    assert seat(called, 0).orders == {}


def test_a_substitute_neither_sees_nor_changes_orders(called: Game, alice: User, carol: User) -> None:
    order(client_of(alice), called, "tie lowest")
    before = page(client_of(carol), called)
    Player.objects.filter(game=called, seat=0).update(stand_in="friend", friend=carol)
    for client in (client_of(carol), client_of(alice)):
        shown = page(client, called)
        assert "Standing orders" not in shown
        assert "Send my lowest gangster" not in shown
    assert "Standing orders" not in before
    assert order(client_of(carol), called, "tie", "order/cancel").status_code == 404
    assert order(client_of(alice), called, "tie", "order/cancel").status_code == 409
    assert seat(called, 0).orders == {"tie": "lowest"}


def others(game: Game, number: int) -> dict[object, dict[str, str]]:
    return {
        player and player.pk: everything(game, player, client)
        for player, client in viewers(game)
        if player is None or player.seat != number
    }


@pytest.mark.parametrize("given", [["tie highest"], ["tie 13M", "only_move make"]])
@time_machine.travel("2026-11-20 12:00Z", tick=False)
def test_orders_change_no_byte_of_other_users_pages(called: Game, bob: User, given: list[str]) -> None:
    before = others(called, 1)
    for wish in given:
        order(client_of(bob), called, wish)
    assert seat(called, 1).orders
    assert others(called, 1) == before
    order(client_of(bob), called, "tie", "order/cancel")
    assert others(called, 1) == before


def after_a_tie(alice: User, bob: User, ordered: bool) -> list[dict[str, str]]:
    """Return the others' view of a tie that bob answers by an order or, at the same moment, by hand."""
    with time_machine.travel("2026-11-20 12:00Z", tick=False):
        game = table_of(alice, bob, public_id="same")
        lay_out(game, table(["2S 12R", "4S 13M"], LEVEL, active=0, due=0))
        if ordered:
            play.give_order(seat(game, 1), "tie", "highest")
        me = seat(game, 0)
        play.move(me, "end", play.version_of(me.game, me))
    with time_machine.travel("2026-11-20 12:02Z", tick=False):
        me = seat(game, 1)
        if ordered:
            assert play.make_automatic_move(me.pk)
        else:
            play.move(me, "send 13M", play.version_of(me.game, me))
        got = list(others(Game.objects.get(pk=game.pk), 1).values())
    game.delete()
    # A mail's signed link names the seat's row, which differs in each game.
    return [
        {where: re.sub(r"/(go|notices/stop)/[^/\s]+/", r"/\1/", told) for where, told in each.items()} for each in got
    ]


def test_an_automatic_move_looks_like_any_move_to_others(alice: User, bob: User) -> None:
    assert after_a_tie(alice, bob, True) == after_a_tie(alice, bob, False)


def test_only_the_owner_sees_that_a_move_was_an_order(called: Game, carol: User) -> None:
    play.give_order(seat(called, 1), "tie", "highest")
    me = seat(called, 0)
    play.move(me, "end", play.version_of(me.game, me))
    with time_machine.travel(timezone.now() + LATEST):
        assert play.make_automatic_move(seat(called, 1).pk)
    move = called.moves.last()
    assert move is not None
    assert move.made_by(seat(called, 1)) == Move.By.ORDER
    assert move.made_by(seat(called, 0)) == move.made_by(None) == Move.By.PLAYER
    for facts in ({"friend": carol}, {"friend": None, "lost_by": carol}):
        Player.objects.filter(game=called, seat=1).update(**facts)
        assert move.made_by(seat(called, 1)) == Move.By.PLAYER


@pytest.mark.django_db(transaction=True)
def test_a_standing_order_is_broadcast_to_ones_own_pages_only() -> None:
    game = table_of(somebody("alice"), somebody("bob"))
    lay_out(game, table(["2S 12R", "4S 13M"], LEVEL, active=0, due=0, extra=1))
    alice, bob = seat(game, 0), seat(game, 1)

    async def story() -> None:
        theirs, mine = Listener(game.public_id, alice.user), Listener(game.public_id, bob.user)
        await theirs.connect()
        await mine.connect()
        await sync_to_async(play.give_order)(bob, "tie", "highest")
        assert await mine.hear() == {"version": game.version}, "his other pages show it"
        await sync_to_async(play.cancel_order)(bob, "tie")
        assert await mine.hear() == {"version": game.version}
        assert await theirs.receive_nothing(timeout=0.05)
        await theirs.hang_up()
        await mine.hang_up()

    async_to_sync(story)()
