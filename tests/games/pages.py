"""A table's pages as people see them, and what they post there."""

from __future__ import annotations

from django.urls import reverse

from accounts.models import User
from games.models import Game
from tests.cast import client_of

HTMX = {"HX-Request": "true"}
"""What htmx sends along."""


def post(user: User | None, name: str, game: Game, headers: dict[str, str] | None = None, **data: object):
    """What the form of that name answers."""
    return client_of(user).post(reverse(name, args=[game.table]), data, headers=headers)


def page(user: User | None, game: Game, headers: dict[str, str] | None = None) -> str:
    """The table as somebody sees it; without a user, as a visitor does."""
    answer = client_of(user).get(reverse("table", args=[game.table]), headers=headers)
    assert answer.status_code == 200
    return answer.content.decode()
