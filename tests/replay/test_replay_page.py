"""The replay of a game: where its controls lead, what an address may ask for, whom it is for."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from html import unescape
from typing import Any

import pytest
from django.db import connection
from django.template.loader import render_to_string
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from accounts.models import User
from games import play, store
from games.models import Game, Move, Player
from games.notifications.channels.email import turn_context
from games.replay.replay_page import Timeline, Ways, position, timeline, ways
from games.rules.chicago_poker import GAME as chicago_poker
from games.rules.contract import Event, Seat
from games.table.narration import Told
from games.table.view_model import see
from tests.cast import client_of, table_of
from tests.playing import give_up, play_on

pytestmark = pytest.mark.django_db

FRAGMENT = {"HX-Request": "true"}


def opens(seat: Seat) -> Event:
    return Event("turn", "3.2", seat, {"turn": 1, "actions": 3})


NOTHING = Event("ended", "3.5", 0)
SHOOTOUT = Event("shootout", "6.2", 0)
# Turns begin at 0 (seat 1), 3 (seat 0), 5 (seat 1), 8 (seat 0); shootouts at 3 and 8; the last move is 9.
HAPPENED: list[list[Event]] = [
    [opens(1)], [NOTHING], [NOTHING], [NOTHING, opens(0), SHOOTOUT], [NOTHING], [NOTHING, opens(1)],
    [NOTHING], [NOTHING], [NOTHING, opens(0), SHOOTOUT], [NOTHING],
]  # fmt: skip


def line(viewer: Seat | None = 0) -> Timeline:
    moves = [Told(number, 0, events, datetime(2026, 11, 3, tzinfo=UTC)) for number, events in enumerate(HAPPENED)]
    return timeline(moves, chicago_poker, viewer)


def address(game: Game) -> str:
    return reverse("replay", args=[game.table])


def watched(client: Client, game: Game, **query: Any) -> Any:
    answer = client.get(address(game), query)
    assert answer.status_code == 200
    return answer.context["watched"]


@pytest.fixture
def running(alice: User, bob: User) -> Game:
    """Some turns into a duel in which alice has had more than one."""
    return play_on(table_of(alice, bob), 40)


@pytest.fixture
def over(running: Game) -> Game:
    """The same, given up by whoever was asked."""
    return give_up(running)


# --- where the controls lead ---


def test_from_the_middle_of_a_turn() -> None:
    """A turn back is the beginning of the one before, as its name says."""
    assert ways(line(), 6, running=False) == Ways(
        first=0, turn_before=3, before=5, after=7, turn_after=8, last=9, my_last_turn=8, next_staged=8
    )
    assert (line().turn_at(6), line().whose(6)) == (3, (1,))


def test_from_the_deal_nothing_leads_back() -> None:
    """The first turn begins with the deal."""
    there = ways(line(), 0, running=False)
    assert (there.first, there.turn_before, there.before) == (None, None, None)
    assert (there.after, there.turn_after, there.next_staged) == (1, 3, 3)


def test_from_the_end_nothing_leads_on() -> None:
    """Not even to a shootout: the last one is over."""
    there = ways(line(), 9, running=False)
    assert (there.after, there.turn_after, there.last, there.next_staged) == (None, None, None, None)
    assert there.turn_before == 5


def test_the_end_of_the_last_turn_is_the_end_of_the_game() -> None:
    """There is no turn after it."""
    assert ways(line(), 8, running=False).turn_after == 9


def test_my_last_turn_is_one_that_i_have_ended() -> None:
    """While it is my turn, the one before: what came since is what I want to see."""
    assert ways(line(), 0, running=True).my_last_turn == 3
    assert ways(line(1), 0, running=True).my_last_turn == 5
    assert ways(line(None), 0, running=True).my_last_turn is None


def test_the_list_shows_the_turns_around() -> None:
    """Two before and two after the present one."""
    assert line().around(0) == (0, 8)
    assert line().around(9) == (3, 10)


# --- what an address may ask for ---


@pytest.mark.parametrize(
    ("asked", "shown"),
    [
        ("0", 0), ("7", 7), ("007", 7), (" 7 ", 7), ("+7", 7), ("9", 9), ("10", 9), ("9" * 5000, 9),
        ("-1", 0), ("-" + "9" * 5000, 0), ("", 4), ("x", 4), ("7.5", 4), ("٣", 4), ("1e3", 4), ("\x00", 4),
    ],
)  # fmt: skip
def test_what_is_no_move_is_the_nearest_one(asked: str, shown: int) -> None:
    """Too far is the last one, below nothing the deal; what is no number at all is where one would have begun."""
    assert position(asked, 9, 4) == shown


@pytest.mark.parametrize("asked", ["-5", "x", "9" * 400, "\x00", "3&cards=sideways", "3&cards=up", "3&play=x"])
def test_no_address_is_an_error(running: Game, asked: str) -> None:
    """Bad input shows what is nearest."""
    assert client_of().get(f"{address(running)}?at={asked}").status_code == 200


def test_it_begins_with_my_last_turn_or_with_the_deal(running: Game, alice: User) -> None:
    """A running game where I left it, any other from its beginning."""
    me = Player.objects.get(game=running, user=alice)
    assert me.seen > 0
    assert watched(client_of(alice), running).at == me.seen
    assert watched(client_of(), running).at == 0
    assert watched(client_of(alice), give_up(running)).at == 0


def test_a_position_is_a_link(running: Game) -> None:
    """The same address shows the same to whoever may know the same."""
    page = client_of().get(address(running), {"at": 7}).content.decode()
    for number in (6, 8):
        assert f'href="?at={number}"' in page
    assert 'aria-valuetext="move 7 of' in page
    assert 'value="7"' in page


# --- what is shown ---


def test_every_move_is_told_and_marked_in_the_list(running: Game) -> None:
    """The caption is the log's sentence; the list marks the same move and no other."""
    client = client_of()
    for number in range(1, running.moves.count(), 5):
        seen = watched(client, running, at=number)
        assert seen.at == number
        assert seen.caption
        lines = [line for turn in seen.turns for line in turn.lines]
        assert number in [line.number for line in lines]
        assert len(lines) == len({(line.number, line.html) for line in lines})
        page = client.get(address(running), {"at": number}).content.decode()
        assert page.count('aria-current="step"') == len([line for line in lines if line.number == number]) + len(
            [turn for turn in seen.turns if turn.opening and turn.number == number]
        )


def test_nothing_can_be_done_on_a_board_looked_back_at(running: Game, alice: User) -> None:
    """Even where it was one's own move: no button of a move, no legal moves for the script."""
    client = client_of(alice)
    for number in range(running.moves.count()):
        page = client.get(address(running), {"at": number}, headers=FRAGMENT).content.decode()
        assert 'name="move"' not in page
        assert "legal-moves" not in page
        assert 'method="post"' not in page


def test_a_draft_is_no_part_of_the_game_yet(running: Game) -> None:
    """Not in its player's own replay either."""
    me = Player.objects.select_related("game", "user").get(game=running, asked__isnull=False)
    client, state = client_of(me.user), store.load(running).state
    before = client.get(address(running), {"at": 9999}, headers=FRAGMENT).content
    draft = next(move for move in state.legal_moves(me.place) if not state.commits(me.place, move))
    play.move(me, draft, play.version_of(running, me))
    assert Player.objects.get(pk=me.pk).drafts == [draft]
    assert client.get(address(running), {"at": 9999}, headers=FRAGMENT).content == before


def test_a_shootout_is_staged(running: Game, alice: User) -> None:
    """With its hands and what came of it; the list and the scale know where it is."""
    game = play_on(running, 120, seed=3)
    seen = watched(client_of(alice), game)
    assert seen.line.staged
    there = watched(client_of(alice), game, at=seen.line.staged[0])
    assert there.board.stages
    assert [mark.number for mark in there.marks] == list(seen.line.staged)
    assert all(mark.says for mark in there.marks)


def test_the_list_says_who_acted_for_somebody(running: Game) -> None:
    """As the log does."""
    number = next(move.number for move in running.moves.order_by("number") if move.text.startswith("play"))
    Move.objects.filter(game=running, number=number).update(by=Move.By.CLOCK)
    page = client_of().get(address(running), {"at": number}, headers=FRAGMENT).content.decode()
    assert page.count("by the clock") == 1


def test_cards_up_is_for_games_that_are_over(running: Game, alice: User, bob: User) -> None:
    """While it goes on the address asks in vain; then every hand can be seen, by whoever may see the table."""
    for client in (client_of(), client_of(alice)):
        closed = [
            client.get(address(running), query, headers=FRAGMENT).content
            for query in ({"at": 9}, {"at": 9, "cards": "up"})
        ]
        assert closed[0] == closed[1]
    game = give_up(running)
    for client in (client_of(), client_of(alice)):
        assert not watched(client, game, at=9).all_up
        shown = watched(client, game, at=9, cards="up")
        assert shown.all_up
        assert all(seat.hand is not None for seat in shown.view.seats)
        assert all(card.code for place in shown.view.street if place for column in place.columns for card in column)


def test_all_cards_up_tells_what_was_hidden(over: Game) -> None:
    """A card played face down has a name then, and the controls stay with open cards."""
    hidden = next(
        (move.number, event["private"])
        for move in over.moves.all()
        for event in move.events
        if event["kind"] == "played" and event["private"]
    )
    number, private = hidden
    (code,) = {details["card"] for details in private.values()}
    client = client_of()
    as_seen = client.get(address(over), {"at": number}, headers=FRAGMENT).content.decode()
    laid_open = client.get(address(over), {"at": number, "cards": "up"}, headers=FRAGMENT).content.decode()
    suit = chicago_poker.face(code)
    assert f'class="mc {suit.suit}"' not in as_seen.split('id="caption"')[1].split("</p>")[0]
    assert f'class="mc {suit.suit}"' in laid_open.split('id="caption"')[1].split("</p>")[0]
    assert f'href="?at={number + 1}&amp;cards=up"' in laid_open
    assert f'href="?at={number + 1}&amp;cards=up"' not in as_seen


# --- for whom ---


def test_a_private_table_is_for_its_players(alice: User, bob: User, charlie: User) -> None:
    """Running or over."""
    game = play_on(table_of(alice, bob, public=False), 10)
    for each in (game, give_up(game)):
        assert client_of(alice).get(address(each)).status_code == 200
        assert client_of(charlie).get(address(each)).status_code == 404
        assert client_of().get(address(each)).status_code == 404


def test_a_public_table_is_for_anybody(over: Game, charlie: User) -> None:
    """Also long after the end."""
    assert client_of(charlie).get(address(over)).status_code == 200
    assert client_of().get(address(over)).status_code == 200
    assert client_of().get("/games/nowhere/replay/").status_code == 404


def test_before_the_deal_there_is_only_the_table(alice: User) -> None:
    """A table that waits for players has nothing to show again."""
    game = table_of(alice, size=2)
    answer = client_of(alice).get(address(game))
    assert (answer.status_code, answer.url) == (302, game.get_absolute_url())


def test_it_can_only_be_looked_at(over: Game) -> None:
    """No other verb does anything."""
    assert client_of().post(address(over)).status_code == 405


def test_whoever_holds_the_seat_now_sees_what_it_saw(running: Game, alice: User, charlie: User) -> None:
    """As a substitute does; who has left it looks on."""
    before = watched(client_of(alice), running, at=9).view
    Player.objects.filter(game=running, user=alice).update(user=charlie)
    assert watched(client_of(charlie), running, at=9).view == before
    assert watched(client_of(alice), running, at=9).view.seat is None


# --- how it is made ---


def test_for_htmx_only_the_part_that_changes(running: Game) -> None:
    """It is put in place of #main."""
    part = client_of().get(address(running), {"at": 3}, headers=FRAGMENT).content.decode()
    assert part.strip().startswith('<div class="game')
    assert 'id="main"' in part
    assert "<html" not in part


def test_without_script_it_goes_on_by_itself_when_asked(running: Game) -> None:
    """A page that turns to the next one; the last one rests."""
    client = client_of()
    resting = client.get(address(running), {"at": 3}).content.decode()
    going = client.get(address(running), {"at": 3, "play": 1}).content.decode()
    assert 'http-equiv="refresh"' not in resting
    assert 'content="3;url=?at=4&amp;play=1"' in going
    assert 'http-equiv="refresh"' not in client.get(address(running), {"at": 9999, "play": 1}).content.decode()


def test_no_script_and_no_style_is_inline(over: Game) -> None:
    """The same strict rule as for the table."""
    page = client_of().get(address(over), {"at": 9, "cards": "up"}).content.decode()
    assert " style=" not in page
    assert "<style" not in page
    assert " onclick" not in page


def test_the_queries_do_not_grow_with_the_moves(
    running: Game, alice: User, django_assert_num_queries: Callable[..., Any]
) -> None:
    """The game, its players, its moves, each once; for a player also who he is, his seat and his waiting tables."""
    client, visitor = client_of(alice), client_of()
    client.get(address(running))
    counted = []
    for game in (running, play_on(running, 100, seed=5)):
        with django_assert_num_queries(3):
            visitor.get(address(game), {"at": 9999})
        with django_assert_num_queries(3):
            visitor.get(address(game), {"at": 1})
        counted.append(_queries(client, game))
    assert counted[0] == counted[1]


def _queries(client: Client, game: Game) -> int:
    with CaptureQueriesContext(connection) as queries:
        client.get(address(game))
    return len(queries)


def test_moves_that_do_not_fit_the_deal_are_said_to(over: Game) -> None:
    """Rather than an error: the log still has all of it."""
    Move.objects.filter(game=over, number=5).update(text="send 9M")
    answer = client_of().get(address(over), {"at": 9})
    assert answer.status_code == 409
    assert reverse("log", args=[over.table]) in answer.content.decode()
    assert client_of().get(address(over), {"at": 4}).status_code == 200


# --- the ways to it ---


def test_table_log_lists_and_recap_lead_to_it(running: Game, alice: User, bob: User) -> None:
    """The recap to its beginning, each of its lines to its own place."""
    me = Player.objects.select_related("user").get(game=running, asked__isnull=False)
    client = client_of(me.user)
    page = client.get(running.get_absolute_url()).content.decode()
    recap = client.get(running.get_absolute_url()).context["recap"]
    assert f'href="{address(running)}"' in page
    assert f'href="{address(running)}?at={me.seen}&amp;play=1"' in page
    assert recap.start == me.seen
    numbers = [line.number for group in recap.turns for line in group.lines]
    assert numbers
    for number in numbers:
        assert f'href="{address(running)}?at={number}"' in page
    log = client.get(reverse("log", args=[running.table])).content.decode()
    assert f'href="{address(running)}?at=1"' in log
    game = give_up(running)
    for path in (game.get_absolute_url(), reverse("home"), reverse("profile", args=["alice"])):
        assert f'href="{address(game)}"' in client_of(alice).get(path).content.decode(), path


def test_page_and_mail_tell_the_same_recap(running: Game) -> None:
    """In the same order, from the same events; the mail leads to the same place of the replay."""
    me = Player.objects.select_related("game", "user").get(game=running, asked__isnull=False)
    players = list(running.players.select_related("user").order_by("seat"))
    mailed = turn_context(see(running, players, me), me.user, "https://example.org/go/")
    shown = client_of(me.user).get(running.get_absolute_url()).context["recap"]
    for recap in (shown, mailed["recap"]):
        assert recap
    assert [[line.text for line in group.lines] for group in mailed["recap"].turns] == [
        [line.text for line in group.lines] for group in shown.turns
    ]
    assert mailed["replay_url"] == f"https://example.org/go/?watch={me.seen}"
    for part in ("html", "txt"):
        body = unescape(render_to_string(f"notifications/mail/turn.{part}", mailed))
        assert mailed["replay_url"] in body
