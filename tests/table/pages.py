"""A table's pages as people see them, and what they post there."""

from __future__ import annotations

from typing import Any

from django.test import Client
from django.urls import reverse

from accounts.models import User
from games.models import Game, Vote
from tests.cast import client_of

HTMX = {"HX-Request": "true"}
"""What htmx sends along."""

HUGE = 10**30
"""A number that fits no column."""


def post(user: User | None, name: str, game: Game, headers: dict[str, str] | None = None, **data: object):
    """What the form of that name answers."""
    return client_of(user).post(reverse(name, args=[game.table]), data, headers=headers)


def page(user: User | None, game: Game, headers: dict[str, str] | None = None) -> str:
    """The table as somebody sees it; without a user, as a visitor does."""
    answer = client_of(user).get(reverse("table", args=[game.table]), headers=headers)
    assert answer.status_code == 200
    return answer.content.decode()


def text(answer: Any) -> str:
    """An answer's text, however its lines break."""
    return " ".join(answer.content.decode().split())


def table(client: Client, game: Game) -> str:
    """The table's text in somebody's browser."""
    answer = client.get(game.get_absolute_url())
    assert answer.status_code == 200
    return text(answer)


def propose(game: Game, user: User | None, kind: str) -> Any:
    """Press what puts something to the vote."""
    return client_of(user).post(f"/games/{game.table}/vote/", {"vote": kind})


def answer_vote(game: Game, user: User | None, vote: Vote, answer: str = "yes", **fields: str) -> Any:
    """Press yes or no."""
    return client_of(user).post(f"/games/{game.table}/vote/{vote.pk}/", {"answer": answer} | fields)
