"""A running game under its lock: what every function of the write path works on."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from django.db import transaction

from games import notify, store
from games.models import Game, Incident, Player
from games.play.refusals import Over
from games.rules.contract import State
from games.rules.dealing import Dealer

_ASKED = ("asked", "asked_at", "deadline", "clock_from", "bank", "left", "seen")
MOVING_FIELDS = (*_ASKED, "drafts", "orders", "auto_at", "last_post")
"""What changes about a seat when somebody moves."""

SITTING_FIELDS = ("user", "bot", "vacant", "lost_by", "stand_in", "friend", "misses")
"""What changes about a seat when somebody else sits down or its owner is absent."""

GAME_FIELDS = (
    *("version", "turn", "facts", "outcome", "status", "ended_at", "paused_at", "paused_until", "agreed_until"),
    "rating_owed",
)


@dataclass(slots=True)
class Table:
    """A running game, locked: its rows, its state and its source of chance."""

    loaded: store.Loaded
    players: list[Player]
    dealer: Dealer
    number: int
    """Of the last move."""

    @property
    def game(self) -> Game:
        """The locked row."""
        return self.loaded.game

    @property
    def state(self) -> State:
        """How the game stands."""
        return self.loaded.state

    def player(self, pk: int) -> Player:
        """The player's own row, read under the lock."""
        return next(player for player in self.players if player.pk == pk)

    def at(self, seat: int) -> Player:
        """Who sits there."""
        return next(player for player in self.players if player.seat == seat)

    def others(self, me: Player) -> list[Player]:
        """Everybody else."""
        return [player for player in self.players if player is not me]

    def happened(self, kind: str, player: Player | None = None, **details: Any) -> Incident:
        """Write down something that is no move, for the log."""
        seat = player.place if player else None
        return Incident.objects.create(game=self.game, after=self.number, kind=kind, seat=seat, details=details)

    def save_seats(self) -> None:
        """Write what moves change about the seats."""
        Player.objects.bulk_update(self.players, MOVING_FIELDS)

    def announce(self) -> None:
        """Save the game under a new version, and tell it after the commit."""
        self.game.version += 1
        self.game.save(update_fields=GAME_FIELDS)
        notify.on_commit(self.game, self.players)


def hold(game_pk: int) -> None:
    """Lock a game's row, whatever has become of it, before an arrangement for it is changed in one's transaction.

    Whoever comes back to the table locks them in this order too; else each could wait for the other.
    """
    Game.objects.select_for_update().filter(pk=game_pk).first()


@contextmanager
def locked(game_pk: int) -> Iterator[Table]:
    """One transaction around a running game, whose row is locked for its time. Raises Over."""
    with transaction.atomic():
        yield _table(Game.objects.select_for_update().get(pk=game_pk))


@contextmanager
def locked_if_free(game_pk: int) -> Iterator[Table | None]:
    """The same for a sweep, which comes again: None if somebody else has the table in hand. Raises Over."""
    with transaction.atomic():
        game = Game.objects.select_for_update(skip_locked=True).filter(pk=game_pk).first()
        yield _table(game) if game else None


@contextmanager
def stopped(game_pk: int) -> Iterator[Table]:
    """The same around a game that moderators have ended and may let go on. Raises Over for any other."""
    with transaction.atomic():
        yield _table(Game.objects.select_for_update().get(pk=game_pk), Game.Status.STOPPED)


def _table(game: Game, status: Game.Status = Game.Status.RUNNING) -> Table:
    if game.status != status:
        raise Over
    players = list(game.players.select_related("user", "friend").order_by("seat"))
    loaded = store.load(game)
    last = game.moves.order_by("-number").values_list("number", flat=True).first() or 0
    return Table(loaded, players, store.dealer(game, players, loaded.state.shuffles), last)
