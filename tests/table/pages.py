"""Requests to a table's pages as a user."""

from __future__ import annotations

from typing import Any

from django.test import Client
from django.urls import reverse

from accounts.models import User
from games.models import Game, Vote
from tests.cast import client_of
from tests.normalized import compact

HTMX = {"HX-Request": "true"}
"""The headers that htmx sends."""

HUGE = 10**30
"""A number too large for any column."""


def post(user: User | None, name: str, game: Game, headers: dict[str, str] | None = None, **data: object):
    """Post the form of this name, and return the response."""
    return client_of(user).post(reverse(name, args=[game.public_id]), data, headers=headers)


def page(user: User | None, game: Game, headers: dict[str, str] | None = None) -> str:
    """Return the page as this user sees it, or as a visitor sees it."""
    answer = client_of(user).get(reverse("table", args=[game.public_id]), headers=headers)
    assert answer.status_code == 200
    return compact(answer.content.decode())


def text(answer: Any) -> str:
    return compact(answer.content.decode())


def table(client: Client, game: Game) -> str:
    answer = client.get(game.get_absolute_url())
    assert answer.status_code == 200
    return text(answer)


def propose(game: Game, user: User | None, kind: str) -> Any:
    """Submit the button that opens a vote."""
    return client_of(user).post(f"/games/{game.public_id}/vote/", {"vote": kind})


def answer_vote(game: Game, user: User | None, vote: Vote, answer: str = "yes", **fields: str) -> Any:
    return client_of(user).post(f"/games/{game.public_id}/vote/{vote.pk}/", {"answer": answer} | fields)
