"""The MCP server, by the package's own client in memory: a language model looks, moves, writes and reads the rules."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

import pytest
from backroom import Client
from mcp.shared.memory import create_connected_server_and_client_session
from mcp.types import CallToolResult, TextContent
from pytest_django.live_server_helper import LiveServer
from seat import server_for

from accounts.models import User
from games.models import Game
from tests.cast import table_of
from tests.clients.test_client import secret_of
from tests.playing import asked_seat, play_on

Call = Callable[..., CallToolResult]


@pytest.fixture
def duel(live_server: LiveServer, alice: User, bob: User) -> Game:
    """A running game, which the server sees too."""
    return play_on(table_of(alice, bob, public=False), 8)


@pytest.fixture
def call(live_server: LiveServer, duel: Game) -> Call:
    """``call(tool, **arguments)``: what a tool answers to who is to move."""
    server = server_for(Client(live_server.url, secret_of(asked_seat(duel).user)))

    async def called(tool: str, arguments: dict[str, str]) -> CallToolResult:
        async with create_connected_server_and_client_session(server) as session:
            return await session.call_tool(tool, arguments)

    return lambda tool, **arguments: asyncio.run(called(tool, arguments))


def text(answer: CallToolResult) -> str:
    """The text of an answer."""
    (content,) = answer.content
    assert isinstance(content, TextContent)
    return content.text


def test_a_model_looks_and_moves(call: Call, duel: Game) -> None:
    assert text(call("my_tables")) == f"{duel.table}: Duel, chicago_poker, your move"
    shown = text(call("table", table=duel.table))
    version = shown.splitlines()[0].rpartition(" ")[2]
    assert "Legal moves:\ndraw: Draw a card\n" in shown and "Last:\n- " in shown
    after = text(call("move", table=duel.table, version=version, move="draw"))
    assert f"version {version}\n" not in after and "- You drew" in after


def test_a_refusal_is_an_error_with_its_sentence(call: Call, duel: Game) -> None:
    stale = call("move", table=duel.table, version="0.0", move="draw")
    assert stale.isError and "Look at the table again." in text(stale)
    version = text(call("table", table=duel.table)).splitlines()[0].rpartition(" ")[2]
    wrong = call("move", table=duel.table, version=version, move="nonsense")
    assert wrong.isError and "This is not a move of the game." in text(wrong) and "(Rule 10)" in text(wrong)


def test_it_shows_no_card_that_its_seat_may_not_see(call: Call, duel: Game) -> None:
    me = asked_seat(duel)
    shown = text(call("table", table=duel.table)).partition("Legal moves:")[0].split()
    mine = set(duel.cards.filter(zone="hand", seat=me.seat).values_list("code", flat=True))
    hidden = set(duel.cards.filter(zone__in=["hand", "deck"]).exclude(seat=me.seat).values_list("code", flat=True))
    assert mine and hidden
    assert mine <= set(shown) and not hidden.intersection(shown)


def test_it_writes_to_the_players(call: Call, duel: Game) -> None:
    assert text(call("chat", table=duel.table)) == "Nobody has written yet."
    assert text(call("chat", table=duel.table, text="Hello")).endswith(": Hello")


def test_it_quotes_a_paragraph_of_the_rules(call: Call) -> None:
    assert text(call("rules", game="chicago_poker", paragraph="6.4")).startswith("If the best hands are level")
    assert "There is no paragraph 99.9: 1.1, 1.2," in text(call("rules", game="chicago_poker", paragraph="99.9"))
