"""A computer player's choice depends only on its seat's view and its random numbers."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from games.computers import levels, players
from games.models import Game, Player

VIEW = SimpleNamespace(legal=("draw", "end"))


def numbers(
    monkeypatch: pytest.MonkeyPatch, secret: str, entropy: str = "00", table: str = "abcdef", number: int = 3
) -> float:
    """Return the first random number used for a Club's choice at a table with these facts."""
    monkeypatch.setattr(levels, "choose", lambda _rules, _view, _level, rng: rng.random())
    game = Game(variant="chicago_poker", public_id=table, version=7, secret=secret)
    player = Player(game=game, bot=Player.Bot.CLUB, seat=1, entropy=entropy)
    return float(players.choose(player, VIEW, number))


def test_the_random_numbers_are_repeatable_and_follow_from_the_secret_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """A running game's public facts (the table's key, each seat's entropy) don't predict the numbers."""
    first = numbers(monkeypatch, "aa" * 32)
    assert numbers(monkeypatch, "aa" * 32) == first
    assert numbers(monkeypatch, "aa" * 32, entropy="ff", table="ghijkl") == first
    assert numbers(monkeypatch, "bb" * 32) != first
    assert numbers(monkeypatch, "aa" * 32, number=4) != first
