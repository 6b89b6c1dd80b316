"""Users' bots and the programs that play them."""

from __future__ import annotations

import json
import ssl
from collections.abc import Callable
from typing import Any

from accounts.models import User
from accounts.tokens import tokens
from games.bots import bots
from games.models import Game
from tests.api.caller import Caller
from tests.cast import table_of


def bot_of(owner: User, name: str = "robo") -> User:
    return bots.make(owner, name)


def program_of(bot: User) -> Caller:
    """Return the program that plays the bot by the API."""
    program = Caller(None)
    made = tokens.make_for_bot(bot)
    program.token, program.headers = made.token, {"Authorization": f"Bearer {made.secret}"}
    return program


def open_table(*users: User, **facts: Any) -> Game:
    """Return a ``table_of`` where any computer player may sit."""
    return table_of(*users, any_computer=True, **facts)


def answering(choose: Callable[[dict[str, Any]], Any], requests: list[Any]) -> Callable[[ssl.SSLSocket], None]:
    """Return a server's response to the last request: the result of ``choose`` for the request's body, as JSON."""

    def reply(connection: ssl.SSLSocket) -> None:
        body = json.dumps(choose(json.loads(requests[-1].body))).encode()
        head = f"HTTP/1.1 200 OK\r\nContent-Length: {len(body)}\r\n\r\n".encode()
        connection.sendall(head + body)

    return reply
