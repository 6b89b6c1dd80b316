"""Finished games for tests of Reviews, made from records with users in the seats."""

from __future__ import annotations

from pathlib import Path

from accounts.models import User
from games.models import Game, Player
from games.replay.records import store_record
from games.rules import record

SHORT = "chicago_poker/chicago-poker-english-short"


def finished(*people: User, name: str = SHORT) -> Game:
    """Return a record's game as finished, with these users in the first seats."""
    game = store_record(record.read(Path(f"tests/records/{name}.record.json").read_text()))
    for seat, person in enumerate(people):
        Player.objects.filter(game=game, seat=seat).update(user=person)
    return Game.objects.get(pk=game.pk)


def seat_of(game: Game, user: User) -> Player:
    return Player.objects.select_related("game").get(game=game, user=user)
