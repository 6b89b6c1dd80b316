"""Export of stored games as records for one viewer, and import of records as stored games (records.md 2)."""

import re
from collections import Counter
from collections.abc import Sequence

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.validators.characters import has_invisible
from accounts.validators.names import name_key
from accounts.validators.reserved_names import is_placeholder
from games.core import store
from games.core.access import is_closed
from games.models import Game, Move, Player
from games.rules.contract import RESIGN, Event, State
from games.rules.fair_deal import Dealer, key
from games.rules.record import Record, RecordError, check, outcome_json

_TABLE = re.compile(r"[a-z0-9]{1,12}")
_LONGEST_NAME = 40


def of_game(game: Game, players: Sequence[Player], viewer: int | None) -> Record:
    """Return a started game's record; ``players`` are in seat order.

    While the game runs, the record has no secret and no outcome, and its moves are as seen from seat ``viewer``, or by
    a spectator for None (records.md 2.3).
    """
    closed = is_closed(game)
    return Record(
        table=game.public_id,
        game=game.variant,
        options=game.options,
        seats=tuple(player.shown_name[:_LONGEST_NAME] for player in players),
        commitment=game.commitment,
        entropy=tuple(player.entropy for player in players),
        secret=bytes.fromhex(game.secret) if closed else None,
        moves=tuple(_moves(game, viewer, closed)),
        outcome=game.outcome if closed else None,
    )


def _moves(game: Game, viewer: int | None, closed: bool) -> list[str]:
    moves = game.moves.filter(number__gt=0).order_by("number")
    if closed:  # without events, the largest column of a move
        return [f"{seat} {text}" for seat, text in moves.values_list("seat", "text")]
    return [f"{move.seat} {as_seen(game, move, viewer)}" for move in moves]


def as_seen(game: Game, move: Move, viewer: int | None) -> str:
    """Return a move's text without the parts that are hidden from ``viewer`` while the game runs."""
    return game.rules.presentation.hide(move.text, store.read_events(move.events), viewer)


@transaction.atomic
def store_record(record: Record) -> Game:
    """Store a record as a finished game, or as a cancelled one if its moves stop before the end.

    Raise `RecordError` if the record is invalid (records.md 2.4), its table's code is in use, or a value doesn't fit
    its column.
    """
    _check_room(record)
    check(record)
    dealer = Dealer(key(_secret(record), record.table, record.entropy))
    state, events = record.rules.engine.state_class.new(record.options, len(record.seats), dealer)
    game = _game(record)
    moves = [_move(game, state, 0, None, "", events)]
    for number, written in enumerate(record.moves, 1):
        seat, _space, text = written.partition(" ")
        events = state.apply(int(seat), text, dealer)
        moves.append(_move(game, state, number, int(seat), text, events))
    return _stored(game, state, record, moves)


def _check_room(record: Record) -> None:
    if not _TABLE.fullmatch(record.table):
        raise RecordError("table", "not 1 to 12 small letters and digits")
    if Game.objects.filter(public_id=record.table).exists():
        raise RecordError("table", f"a game called {record.table} is here already")
    _check_names(record.seats)


def _check_names(names: Sequence[str]) -> None:
    """Raise `RecordError` if a name is blank, too long or has invisible characters, or if two names look alike.

    Placeholders may repeat: a game can have several former players.
    """
    if any(not name.strip() or len(name) > _LONGEST_NAME or has_invisible(name) for name in names):
        raise RecordError("seats", f"a name must have 1 to {_LONGEST_NAME} characters that can be printed")
    keys = Counter(name_key(name) or name for name in names if not is_placeholder(name))
    for name in names:
        if keys[name_key(name) or name] > 1:
            raise RecordError("seats", f"two names look like {name}")


def _secret(record: Record) -> bytes:
    if record.secret is None:
        raise RecordError("secret", "not published")
    return record.secret


def _game(record: Record) -> Game:
    """Return the unsaved game, still without the fields that are computed by replaying the record."""
    now = timezone.now()
    return Game(
        public_id=record.table,
        name=_("Imported game"),
        variant=record.game,
        options=record.options,
        size=len(record.seats),
        secret=_secret(record).hex(),
        clock=Game.Clock.NONE,
        status=Game.Status.OVER if record.outcome is not None else Game.Status.CANCELLED,
        started_at=now,
        finished_at=now,
    )


def _move(game: Game, state: State, number: int, seat: int | None, text: str, events: Sequence[Event]) -> Move:
    stored = [store.event_to_json(event) for event in events]
    return Move(game=game, number=number, seat=seat, text=text, events=stored, turn=state.turn)


def _stored(game: Game, state: State, record: Record, moves: Sequence[Move]) -> Game:
    game.outcome, game.turn = outcome_json(state.outcome), state.turn
    game.save()
    resigned = {move.seat for move in moves if move.text == RESIGN}
    Player.objects.bulk_create(
        Player(game=game, name=name, seat=seat, persona=seat, entropy=entropy, resigned=seat in resigned)
        for seat, (name, entropy) in enumerate(zip(record.seats, record.entropy, strict=True))
    )
    store.create(game, state)
    game.save(update_fields=["facts"])
    Move.objects.bulk_create(moves)
    return game
