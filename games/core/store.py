"""Converts between database rows and the rules' state; only this module knows both."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from django.db.models import Prefetch

from accounts.models.compiled import CompiledQuery
from games.models import Card, Game, PackedPieces, Player, StartPosition, Tile
from games.models.bulk import update_rows
from games.rules import fair_deal
from games.rules.contract import Event, Piece, State

CARD_FIELDS = ("zone", "seat", "tile", "index", "face_up")
TILE_FIELDS = ("zone", "slot", "index", "controller")


class CardRow(NamedTuple):
    """A row of a card: what a ``Card`` has that loading and saving need, at a fraction of its cost."""

    pk: int
    code: str
    zone: str
    seat: int | None
    tile: str
    index: int  # type: ignore[assignment]  # hides tuple.index, which is not used
    face_up: bool


class TileRow(NamedTuple):
    """A row of a tile."""

    pk: int
    code: str
    zone: str
    slot: int | None
    index: int  # type: ignore[assignment]  # hides tuple.index, which is not used
    controller: int | None


_PACKED_CARD, _PACKED_TILE = CardRow._fields[1:], TileRow._fields[1:]
"""What is stored of a packed piece, in this order."""

_CARDS = CompiledQuery(lambda key: Card.objects.filter(game=key).values_list(*CardRow._fields))
_TILES = CompiledQuery(lambda key: Tile.objects.filter(game=key).values_list(*TileRow._fields))


@dataclass(slots=True)
class Loaded:
    """A game's state, and what it was loaded from: the stored pieces and the keys of their rows, by code."""

    game: Game
    state: State
    stored: dict[str, Piece]
    keys: dict[str, int]


def _card_piece(card: Card | CardRow) -> Piece:
    return Piece("card", card.code, card.zone, card.seat, card.tile or None, card.index, bool(card.face_up))


def _tile_piece(tile: Tile | TileRow) -> Piece:
    index = tile.index if tile.slot is None else tile.slot
    return Piece("tile", tile.code, tile.zone, tile.controller, None, index, tile.zone != "pile")


def _card_values(piece: Piece) -> dict[str, Any]:
    return {
        "zone": piece.zone,
        "seat": piece.seat,
        "tile": piece.place or "",
        "index": piece.index,
        "face_up": piece.face_up,
    }


def _tile_values(piece: Piece) -> dict[str, Any]:
    on_street = piece.zone == "street"
    return {
        "zone": piece.zone,
        "slot": piece.index if on_street else None,
        "index": 0 if on_street else piece.index,
        "controller": piece.seat,
    }


def values_of(pieces: Iterable[Piece]) -> dict[tuple[str, str], dict[str, Any]]:
    """The field values of each piece's row, by the piece's kind and code."""
    values = {"card": _card_values, "tile": _tile_values}
    return {(piece.kind, piece.code): values[piece.kind](piece) for piece in pieces}


def create(game: Game, state: State) -> None:
    """Insert the rows of a newly dealt game, in canonical order so that their ids reveal nothing."""
    order = {code: place for place, code in enumerate(game.rules.engine.PIECES)}
    pieces = sorted(state.pieces(), key=lambda piece: order[piece.code])
    Card.objects.bulk_create(
        Card(game=game, code=piece.code, **_card_values(piece)) for piece in pieces if piece.kind == "card"
    )
    Tile.objects.bulk_create(
        Tile(game=game, code=piece.code, **_tile_values(piece)) for piece in pieces if piece.kind == "tile"
    )
    game.facts = state.facts()


class Start(NamedTuple):
    """A position to begin a game with, and the events with which the turn under way began."""

    state: State
    events: list[Event]


def save_start(game: Game, start: Start) -> None:
    """Stores the position with which a game begins that is not dealt."""
    StartPosition.objects.create(
        game=game,
        pieces=[list(piece) for piece in start.state.pieces()],
        facts=start.state.facts(),
        events=[event_to_json(event) for event in start.events],
    )


def start_of(game: Game) -> Start:
    """The position with which a game began that was not dealt. Raises StartPosition.DoesNotExist."""
    stored = StartPosition.objects.get(game=game)
    pieces = [Piece(*fields) for fields in stored.pieces]
    state = game.rules.engine.state_class.restore(game.options, game.size, pieces, stored.facts)
    return Start(state, read_events(stored.events))


def pieces_of(cards: Iterable[Card | CardRow], tiles: Iterable[Tile | TileRow]) -> list[Piece]:
    """The pieces that these rows describe."""
    return [_card_piece(card) for card in cards] + [_tile_piece(tile) for tile in tiles]


def with_pieces(games: Any) -> Any:
    """Prefetches what ``load`` loads: two more queries, for any number of games."""
    return games.prefetch_related(Prefetch("cards", to_attr="laid_cards"), Prefetch("tiles", to_attr="laid_tiles"))


def load(game: Game) -> Loaded:
    """Loads the state of a game that has started, from the rows of ``with_pieces`` where it has been found by that."""
    found = vars(game)
    cards = found.get("laid_cards") or [CardRow._make(row) for row in _CARDS.values(game.pk)]
    tiles = found.get("laid_tiles") or [TileRow._make(row) for row in _tile_rows(game)]
    pieces = pieces_of(cards, tiles) or _unpacked(game)
    state = game.rules.engine.state_class.restore(game.options, game.size, pieces, game.facts)
    keys = {row.code: row.pk for row in (*cards, *tiles)}
    return Loaded(game, state, {piece.code: piece for piece in pieces}, keys)


def _tile_rows(game: Game) -> list[tuple[Any, ...]]:
    """Asks nothing for a game that is played with cards alone."""
    return _TILES.values(game.pk) if "tile" in game.rules.engine.packs(game.options) else []


_STATE = "_read_state"


def state_of(game: Game) -> State:
    """The state of a game that has started, for reading: loaded once for each version of ``game``."""
    version, state = vars(game).get(_STATE, (None, None))
    if version != game.version:
        state = load(game).state
        remember(game, state)
    return state


def remember(game: Game, state: State) -> None:
    """Lets ``state_of`` return this state as long as ``game`` has its version."""
    vars(game)[_STATE] = game.version, state


def hand_over(changed: Game, game: Game) -> None:
    """Lets ``state_of`` return for ``game`` what it returns for ``changed``, another reading of the same version."""
    if _STATE in vars(changed):
        vars(game)[_STATE] = vars(changed)[_STATE]


def stored_pieces(game: Game) -> list[Piece]:
    """The pieces of a game that has started, as they are stored: in rows of their own, or packed."""
    return pieces_of(game.cards.order_by("pk"), game.tiles.order_by("pk")) or _unpacked(game)


def _unpacked(game: Game) -> list[Piece]:
    packed = PackedPieces.objects.filter(game=game).first()
    if packed is None:
        return []
    cards = [CardRow(0, *values) for values in packed.cards]
    return pieces_of(cards, [TileRow(0, *values) for values in packed.tiles])


def pack(game: Game) -> None:
    """Replaces the rows of an ended game's pieces with one row.

    The game can be loaded afterwards, but no longer saved.
    """
    cards = [list(row) for row in game.cards.order_by("pk").values_list(*_PACKED_CARD)]
    tiles = [list(row) for row in game.tiles.order_by("pk").values_list(*_PACKED_TILE)]
    PackedPieces.objects.create(game=game, cards=cards, tiles=tiles)
    game.cards.all().delete()
    game.tiles.all().delete()


def save(loaded: Loaded) -> None:
    """Update the rows of the pieces that moved. ``game.facts`` is set, not saved: the caller saves the game once."""
    moved = [piece for piece in loaded.state.pieces() if piece != loaded.stored[piece.code]]
    loaded.stored |= {piece.code: piece for piece in moved}
    update_rows(_rows(Card, loaded, [piece for piece in moved if piece.kind == "card"], _card_values), CARD_FIELDS)
    if tiles := _rows(Tile, loaded, [piece for piece in moved if piece.kind == "tile"], _tile_values):
        _free_slots(tiles)
        update_rows(tiles, TILE_FIELDS)
    loaded.game.facts = loaded.state.facts()


def _rows(model: type[Any], loaded: Loaded, pieces: Iterable[Piece], values: Any) -> list[Any]:
    """The rows of these pieces, with the fields that ``save`` writes."""
    return [model(pk=loaded.keys[piece.code], code=piece.code, **values(piece)) for piece in pieces]


def _free_slots(tiles: Sequence[Tile]) -> None:
    """Clears the slots of tiles that move first, because slots are unique at every moment."""
    Tile.objects.filter(pk__in=[tile.pk for tile in tiles], slot__isnull=False).update(slot=None)


def dealer(game: Game, players: Iterable[Player], shuffles: int) -> fair_deal.Dealer:
    """The game's random source after ``shuffles`` shuffles (record.md 1.3); ``players`` in seat order."""
    entropies = [player.entropy for player in players]
    return fair_deal.Dealer(fair_deal.key(bytes.fromhex(game.secret), game.table, entropies), shuffles)


def event_to_json(event: Event) -> list[Any]:
    """An event as a Move stores it: the list of its fields, without the empty ones at the end."""
    fields = [event.kind, event.paragraph, event.seat, event.details, event.private]
    while fields[-1] is None or fields[-1] == {}:
        fields.pop()
    return fields


def event_from_json(stored: list[Any]) -> Event:
    """Return the event that ``event_to_json`` wrote; JSON turned the seat numbers into strings."""
    event = Event(*stored)
    event.private = {int(seat): details for seat, details in event.private.items()}
    return event


def read_events(stored: Iterable[Any]) -> list[Event]:
    """The events of a Move's ``events``."""
    return [event_from_json(event) for event in stored]
