"""The replay page: query parameters, content, and access."""

from __future__ import annotations

from collections.abc import Callable
from html import unescape
from typing import Any

import pytest
from django.db import connection
from django.template.loader import render_to_string
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from accounts.models import User
from games import play
from games.core import store
from games.models import Game, Move, Player
from games.notifications.channels.email import turn_context
from games.presentation.view_model import table_view
from games.replay.replay_page import position
from games.rules.chicago_poker import GAME as chicago_poker
from tests.cast import client_of, table_of
from tests.normalized import compact
from tests.playing import give_up, play_on

pytestmark = pytest.mark.django_db

FRAGMENT = {"HX-Request": "true"}


def address(game: Game) -> str:
    return reverse("replay", args=[game.public_id])


def replay_at(client: Client, game: Game, **query: Any) -> Any:
    answer = client.get(address(game), query)
    assert answer.status_code == 200
    return answer.context["replay"]


@pytest.fixture
def running(alice: User, bob: User) -> Game:
    """A duel after several turns, more than one of which were alice's."""
    return play_on(table_of(alice, bob), 40)


@pytest.fixture
def over(running: Game) -> Game:
    """The same duel after the player to move has resigned."""
    return give_up(running)


# --- query parameters ---


@pytest.mark.parametrize(
    ("asked", "shown"),
    [
        ("0", 0), ("7", 7), ("007", 7), (" 7 ", 7), ("+7", 7), ("9", 9), ("10", 9), ("9" * 5000, 9),
        ("-1", 0), ("-" + "9" * 5000, 0), ("", 4), ("x", 4), ("7.5", 4), ("٣", 4), ("1e3", 4), ("\x00", 4),
    ],
)  # fmt: skip
def test_an_invalid_position_becomes_the_nearest(asked: str, shown: int) -> None:
    """A number that is too high leads to the last move, a negative number to the deal, anything else to the default."""
    assert position(asked, 9, 4) == shown


@pytest.mark.parametrize("asked", ["-5", "x", "9" * 400, "\x00", "3&cards=sideways", "3&cards=up", "3&play=x"])
def test_no_query_is_an_error(running: Game, asked: str) -> None:
    assert client_of().get(f"{address(running)}?at={asked}").status_code == 200


def test_the_replay_starts_at_the_viewers_last_turn_or_the_deal(running: Game, alice: User) -> None:
    """In a running game it starts at the viewer's last turn, otherwise at the deal."""
    me = Player.objects.get(game=running, user=alice)
    assert me.last_turn_end > 0
    assert replay_at(client_of(alice), running).at == me.last_turn_end
    assert replay_at(client_of(), running).at == 0
    assert replay_at(client_of(alice), give_up(running)).at == 0


def test_a_position_has_a_stable_url(running: Game) -> None:
    page = client_of().get(address(running), {"at": 7}).content.decode()
    for number in (6, 8):
        assert f'href="?at={number}"' in page
    assert 'aria-valuetext="move 7 of' in page
    assert 'value="7"' in page


# --- content ---


def test_every_move_is_described_and_marked_in_the_list(running: Game) -> None:
    """The caption is the log's sentence, and only this move is marked in the list."""
    client = client_of()
    for number in range(1, running.moves.count(), 5):
        seen = replay_at(client, running, at=number)
        assert seen.at == number
        assert seen.caption
        lines = [line for turn in seen.turns for line in turn.lines]
        assert number in [line.number for line in lines]
        assert len(lines) == len({(line.number, line.html) for line in lines})
        page = client.get(address(running), {"at": number}).content.decode()
        assert page.count('aria-current="step"') == len([line for line in lines if line.number == number]) + len(
            [turn for turn in seen.turns if turn.opening and turn.number == number]
        )


def test_the_board_of_a_replay_has_no_actions(running: Game, alice: User) -> None:
    """Even at the viewer's own move, there are no buttons and no legal moves for the script."""
    client = client_of(alice)
    for number in range(running.moves.count()):
        page = client.get(address(running), {"at": number}, headers=FRAGMENT).content.decode()
        assert 'name="move"' not in page
        assert "legal-moves" not in page
        assert 'method="post"' not in page


def test_drafts_are_not_replayed(running: Game) -> None:
    me = Player.objects.select_related("game", "user").get(game=running, to_move_since__isnull=False)
    client, state = client_of(me.user), store.load(running).state
    before = client.get(address(running), {"at": 9999}, headers=FRAGMENT).content
    draft = next(move for move in state.legal_moves(me.place) if not state.commits(me.place, move))
    play.move(me, draft, play.version_of(running, me))
    assert Player.objects.get(pk=me.pk).drafts == [draft]
    assert client.get(address(running), {"at": 9999}, headers=FRAGMENT).content == before


def test_a_shootout_is_a_highlight(running: Game, alice: User) -> None:
    game = play_on(running, 120, seed=3)
    seen = replay_at(client_of(alice), game)
    assert seen.line.highlights
    there = replay_at(client_of(alice), game, at=seen.line.highlights[0])
    assert there.board.stages
    assert [marker.number for marker in there.markers] == list(seen.line.highlights)
    assert all(marker.label for marker in there.markers)


def test_the_list_names_the_substitute(running: Game) -> None:
    number = next(move.number for move in running.moves.order_by("number") if move.text.startswith("play"))
    Move.objects.filter(game=running, number=number).update(by=Move.By.CLOCK)
    page = client_of().get(address(running), {"at": number}, headers=FRAGMENT).content.decode()
    assert page.count("by the clock") == 1


def test_cards_are_revealed_only_after_the_end(running: Game, alice: User, bob: User) -> None:
    """The parameter is ignored while the game runs; later, all viewers of the table see every hand."""
    for client in (client_of(), client_of(alice)):
        closed = [
            client.get(address(running), query, headers=FRAGMENT).content
            for query in ({"at": 9}, {"at": 9, "cards": "up"})
        ]
        assert closed[0] == closed[1]
    game = give_up(running)
    for client in (client_of(), client_of(alice)):
        assert not replay_at(client, game, at=9).reveal_all
        shown = replay_at(client, game, at=9, cards="up")
        assert shown.reveal_all
        assert all(seat.hand is not None for seat in shown.view.seats)
        assert all(card.code for place in shown.view.street if place for column in place.columns for card in column)


def test_revealed_cards_are_named(over: Game) -> None:
    """A card that was played face down is named, and links keep the parameter."""
    hidden = next(
        (move.number, event.private)
        for move in over.moves.all()
        for event in store.read_events(move.events)
        if event.kind == "played" and event.private
    )
    number, private = hidden
    (code,) = {details["card"] for details in private.values()}
    client = client_of()
    as_seen = client.get(address(over), {"at": number}, headers=FRAGMENT).content.decode()
    laid_open = client.get(address(over), {"at": number, "cards": "up"}, headers=FRAGMENT).content.decode()
    suit = chicago_poker.presentation.face(code)
    assert f'class="mini-card {suit.suit}"' not in as_seen.split('id="caption"')[1].split("</p>")[0]
    assert f'class="mini-card {suit.suit}"' in laid_open.split('id="caption"')[1].split("</p>")[0]
    assert f'href="?at={number + 1}&amp;cards=up"' in laid_open
    assert f'href="?at={number + 1}&amp;cards=up"' not in as_seen


# --- access ---


def test_a_private_replay_is_for_its_players(alice: User, bob: User, charlie: User) -> None:
    game = play_on(table_of(alice, bob, public=False), 10)
    for each in (game, give_up(game)):
        assert client_of(alice).get(address(each)).status_code == 200
        assert client_of(charlie).get(address(each)).status_code == 404
        assert client_of().get(address(each)).status_code == 404


def test_a_public_replay_is_public(over: Game, charlie: User) -> None:
    assert client_of(charlie).get(address(over)).status_code == 200
    assert client_of().get(address(over)).status_code == 200
    assert client_of().get("/games/nowhere/replay/").status_code == 404


def test_before_the_deal_the_replay_redirects_to_the_table(alice: User) -> None:
    """An open table has nothing to replay."""
    game = table_of(alice, size=2)
    answer = client_of(alice).get(address(game))
    assert (answer.status_code, answer.url) == (302, game.get_absolute_url())


def test_the_replay_is_read_only(over: Game) -> None:
    assert client_of().post(address(over)).status_code == 405


def test_the_current_player_of_a_seat_sees_what_the_seat_saw(running: Game, alice: User, charlie: User) -> None:
    """A substitute sees the same; former players are spectators."""
    before = replay_at(client_of(alice), running, at=9).view
    Player.objects.filter(game=running, user=alice).update(user=charlie)
    assert replay_at(client_of(charlie), running, at=9).view == before
    assert replay_at(client_of(alice), running, at=9).view.seat is None


# --- implementation ---


def test_htmx_gets_only_the_changing_part(running: Game) -> None:
    part = client_of().get(address(running), {"at": 3}, headers=FRAGMENT).content.decode()
    assert part.strip().startswith('<div class="game')
    assert 'id="main"' in part
    assert "<html" not in part


def test_without_script_playback_uses_refresh(running: Game) -> None:
    """Each page refreshes to the next one, except the last."""
    client = client_of()
    resting = client.get(address(running), {"at": 3}).content.decode()
    going = client.get(address(running), {"at": 3, "play": 1}).content.decode()
    assert 'http-equiv="refresh"' not in resting
    assert 'content="3;url=?at=4&amp;play=1"' in going
    assert 'http-equiv="refresh"' not in client.get(address(running), {"at": 9999, "play": 1}).content.decode()


def test_without_script_there_are_links_and_a_form(over: Game) -> None:
    page = compact(client_of().get(address(over), {"at": 1}).content.decode())
    last = over.moves.count() - 1
    links = (("go-after", "Next move", 2), ("go-last", "Last move", last), ("go-before", "Previous move", 0))
    for key, label, to in links:
        assert f'id="{key}" href="?at={to}" aria-label="{label}"' in page
    assert 'id="go-play" href="?at=2&amp;play=1"' in page
    form = page[page.index('<form method="get"') : page.index("Go to this move</button></form>")]
    assert f'<input type="range" id="at" name="at" min="0" max="{last}" value="1"' in form
    assert 'href="?at=0"' in page[page.index('class="move-list') :]


def test_no_script_and_no_style_is_inline(over: Game) -> None:
    """The replay has the same content security policy as the table."""
    page = client_of().get(address(over), {"at": 9, "cards": "up"}).content.decode()
    assert " style=" not in page
    assert "<style" not in page
    assert " onclick" not in page


def test_the_replay_takes_a_constant_number_of_queries(
    running: Game, alice: User, django_assert_num_queries: Callable[..., Any]
) -> None:
    """The queries read the game, its players and its moves; for players also session, user, seat and waiting tables."""
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


def test_a_mismatch_is_reported(over: Game) -> None:
    """The page explains the error with status 409; the log still works."""
    Move.objects.filter(game=over, number=5).update(text="send 9M")
    answer = client_of().get(address(over), {"at": 9})
    assert answer.status_code == 409
    assert reverse("log", args=[over.public_id]) in answer.content.decode()
    assert client_of().get(address(over), {"at": 4}).status_code == 200


# --- links to it ---


def test_table_log_lists_and_recap_link_to_the_replay(running: Game, alice: User, bob: User) -> None:
    """The recap links to its start, and each of its turns to one of its moves."""
    me = Player.objects.select_related("user").get(game=running, to_move_since__isnull=False)
    client = client_of(me.user)
    page = client.get(running.get_absolute_url()).content.decode()
    recap = client.get(running.get_absolute_url()).context["recap"]
    assert f'href="{address(running)}"' in page
    assert f'href="{address(running)}?at={me.last_turn_end}&amp;play=1"' in page
    assert recap.start == me.last_turn_end
    assert recap.turns
    for turn in recap.turns:
        assert any(f'href="{address(running)}?at={line.number}"' in page for line in turn.lines)
    log = client.get(reverse("log", args=[running.public_id])).content.decode()
    assert f'href="{address(running)}?at=1"' in log
    game = give_up(running)
    for path in (game.get_absolute_url(), reverse("home"), reverse("profile", args=["alice"])):
        assert f'href="{address(game)}"' in client_of(alice).get(path).content.decode(), path


def test_page_and_mail_have_the_same_recap(running: Game) -> None:
    """They have the same order and the same events, and link to the same position."""
    me = Player.objects.select_related("game", "user").get(game=running, to_move_since__isnull=False)
    players = list(running.players.select_related("user").order_by("seat"))
    mailed = turn_context(table_view(running, players, me), me.user, "https://example.org/go/")
    shown = client_of(me.user).get(running.get_absolute_url()).context["recap"]
    for recap in (shown, mailed["recap"]):
        assert recap
    assert [[line.text for line in group.lines] for group in mailed["recap"].turns] == [
        [line.text for line in group.lines] for group in shown.turns
    ]
    assert mailed["replay_url"] == f"https://example.org/go/?watch={me.last_turn_end}"
    for part in ("html", "txt"):
        body = unescape(render_to_string(f"notifications/mail/turn.{part}", mailed))
        assert mailed["replay_url"] in body
