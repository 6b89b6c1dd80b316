"""A running game under its lock, on which every function of the write path operates."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from django.db import transaction

from games.core import broadcast, computer_turns, store
from games.models import Game, Incident, Move, Player
from games.models.read_transaction import snapshot
from games.play.core.refusals import Over
from games.rules.contract import State
from games.rules.fair_deal import Dealer

_TURN_FIELDS = (
    *("to_move_since", "turn_started_at", "last_turn_end"),
    *("deadline", "clock_from", "bank", "left", "turn_clock"),
)
MOVING_FIELDS = (*_TURN_FIELDS, "drafts", "orders", "plan", "answer_times", "auto_at", "last_post")
"""The fields of a player that change when someone moves."""

SITTING_FIELDS = ("user", "bot", "vacant", "lost_by", "stand_in", "friend", "misses")
"""The fields of a player that change when a seat changes hands or its owner is absent."""

GAME_FIELDS = (
    *("version", "turn", "following", "facts", "outcome", "status", "finished_at"),
    *("paused_at", "paused_until", "agreed_until", "rating_pending", "computers_due_at"),
)


@dataclass(frozen=True, slots=True)
class Changed:
    """A game after a change, so that the response need not read it again."""

    game: Game
    state: State | None = None
    """The rules' state, or None if it must be read from the database."""
    players: Sequence[Player] = ()
    """The players in seat order, empty if they must be read from the database."""

    def state_at(self, version: int) -> State | None:
        """Return the state if the game still has this version, otherwise None."""
        return self.state if self.game.version == version else None


@dataclass(slots=True)
class LockedGame:
    """A game whose row is locked, with its players, its state and its dealer. Valid inside its transaction only."""

    loaded: store.Loaded
    players: list[Player]
    dealer: Dealer
    number: int
    by_hand: Player | None = None
    """The player who makes this change by a move of their own, if any."""
    recorded: list[Move] = field(default_factory=list)
    """Moves that have been made, but not written yet."""
    _stored: dict[int, dict[str, Any]] = field(init=False)
    _stored_row: dict[str, Any] = field(init=False)

    def __post_init__(self) -> None:
        self._stored = {player.pk: _moving_values(player) for player in self.players}
        self._stored_row = _values(self.row, GAME_FIELDS)

    @property
    def row(self) -> Game:
        return self.loaded.game

    @property
    def state(self) -> State:
        """The rules' state. Drafts are not part of it."""
        return self.loaded.state

    @property
    def changed(self) -> Changed:
        """The result of the change, to be read once the change is complete."""
        return Changed(self.row, self.state, self.players)

    def player(self, pk: int) -> Player:
        """Return the player with this key, as read under the lock."""
        return next(player for player in self.players if player.pk == pk)

    def at(self, seat: int) -> Player:
        return next(player for player in self.players if player.seat == seat)

    def others(self, me: Player) -> list[Player]:
        return [player for player in self.players if player is not me]

    def log_incident(self, kind: str, player: Player | None = None, **details: Any) -> Incident:
        """Record an incident: an entry of the game's log that is not a move."""
        seat = player.place if player else None
        return Incident.objects.create(game=self.row, after=self.number, kind=kind, seat=seat, details=details)

    def save_seats(self) -> None:
        """Save the players' MOVING_FIELDS that have changed."""
        fresh = {player.pk: _moving_values(player) for player in self.players}
        for player in self.players:
            player.save(update_fields=_changed(self._stored[player.pk], fresh[player.pk]))
        self._stored = fresh

    def announce(self) -> None:
        """Save the changed fields of the game's row, and broadcast its new version after the commit."""
        self.row.version += 1
        computer_turns.set_due(self.row, self.players)
        fresh = _values(self.row, GAME_FIELDS)
        self.row.save(update_fields=_changed(self._stored_row, fresh))
        self._stored_row = fresh
        broadcast.on_commit(self.row)


def _values(row: Game | Player, fields: Sequence[str]) -> dict[str, Any]:
    return {name: getattr(row, name) for name in fields}


def _moving_values(player: Player) -> dict[str, Any]:
    """Return the values of MOVING_FIELDS by field, with a copy of the drafts, which are modified in place."""
    return _values(player, MOVING_FIELDS) | {"drafts": [*player.drafts]}


def _changed(stored: dict[str, Any], fresh: dict[str, Any]) -> list[str]:
    return [name for name, value in fresh.items() if value != stored[name]]


def hold(game_pk: int) -> None:
    """Lock the row of a game with any status, before the caller changes an arrangement for the game.

    Taking a seat back also locks the game before the arrangement; another order could deadlock.
    """
    Game.objects.select_for_update().filter(pk=game_pk).first()


@contextmanager
def locked(game_pk: int) -> Iterator[LockedGame]:
    """Open a transaction around a running game whose row is locked. Raise `Over` if the game is not running."""
    with transaction.atomic():
        yield _load(Game.objects.locked(game_pk))


def ended_by(player: Player, post: str) -> Changed | None:
    """Return the ended game if the seat's last request was ``post``: the first of identical ones may have ended it."""
    if Player.objects.filter(pk=player.pk, last_post=post).exists():
        return Changed(Game.objects.get(pk=player.game_id))
    return None


@contextmanager
def locked_if_free(game_pk: int) -> Iterator[LockedGame | None]:
    """Lock a running game like ``locked``, but yield None if another transaction holds the lock."""
    with transaction.atomic():
        game = Game.objects.select_for_update(skip_locked=True).filter(pk=game_pk).first()
        yield _load(game) if game else None


def unlocked(game_pk: int) -> LockedGame:
    """Return a game as stored now, to try moves in without saving. Raise `Over` if it is not running."""
    with snapshot():
        return _load(Game.objects.get(pk=game_pk))


@contextmanager
def stopped(game_pk: int) -> Iterator[LockedGame]:
    """Lock a game that moderators have ended and may reopen. Raise `Over` for any other status."""
    with transaction.atomic():
        yield _load(Game.objects.locked(game_pk), Game.Status.STOPPED)


def _load(game: Game, status: Game.Status = Game.Status.RUNNING) -> LockedGame:
    if game.status != status:
        raise Over
    players = Player.objects.seated(game)
    loaded = store.load(game)
    return LockedGame(loaded, players, store.dealer(game, players, loaded.state.shuffles), players[0].last_move or 0)
