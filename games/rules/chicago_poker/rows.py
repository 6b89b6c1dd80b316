"""Conversion of a table to and from pieces and facts, and to a position (rule 1.6, records.md 3)."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from games.rules.chicago_poker.table import Business, Table, Tie
from games.rules.contract import Outcome, Piece, Seat

_COUNTS = ("started", "active", "due", "extra", "shuffles", "quiet", "stalemate", "asked")


def _cards(table: Table) -> Iterable[Piece]:
    yield from (Piece("card", code, "deck", index=index) for index, code in enumerate(table.deck))
    yield from (Piece("card", code, "discard", None, None, index, True) for index, code in enumerate(table.discarded))
    for seat, hand in enumerate(table.hands):
        yield from (Piece("card", code, "hand", seat) for code in hand)
    for _, business in table.open():
        for seat, column in enumerate(business.columns):
            for index, code in enumerate(column):
                yield Piece("card", code, "column", seat, business.tile, index, code not in table.down)
    if table.tie is not None:
        yield from (Piece("card", code, "sent", seat) for seat, code in table.tie.sent.items() if code is not None)


def _tiles(table: Table) -> Iterable[Piece]:
    yield from (Piece("tile", code, "pile", index=index) for index, code in enumerate(table.pile))
    for slot, business in table.open():
        yield Piece("tile", business.tile, "street", index=slot, face_up=True)
    for seat, tiles in enumerate(table.controlled):
        yield from (Piece("tile", code, "controlled", seat, None, index, True) for index, code in enumerate(tiles))
    yield from (Piece("tile", code, "gone", None, None, index, True) for index, code in enumerate(table.gone))


def _without(tie: Tie) -> list[Seat]:
    return sorted(seat for seat, card in tie.sent.items() if card is None)


def _put(table: Table, piece: Piece) -> None:
    """Put a piece in its place. Tiles must come before cards, because columns belong to businesses."""
    seat, code = piece.seat, piece.code
    if seat is None:
        if piece.zone == "street":
            table.street[piece.index] = Business(code, [[] for _ in range(table.seats)])
        else:
            _common(table)[piece.zone].append(code)
    elif piece.zone == "hand":
        table.take(seat, code)
    elif piece.zone == "controlled":
        table.controlled[seat].append(code)
    elif piece.zone == "sent" and table.tie is not None:
        table.tie.sent[seat] = code
    else:
        _put_in_column(table, piece, seat)


def _common(table: Table) -> dict[str, list[str]]:
    return {"deck": table.deck, "discard": table.discarded, "pile": table.pile, "gone": table.gone}


def _put_in_column(table: Table, piece: Piece, seat: Seat) -> None:
    business = {there.tile: there for _, there in table.open()}[piece.place or ""]
    business.columns[seat].append(piece.code)
    if not piece.face_up:
        table.down.add(piece.code)


def _business(table: Table, slot: int, business: Business) -> dict[str, Any]:
    columns = [[[card, "down" if card in table.down else "up"] for card in column] for column in business.columns]
    return {"tile": business.tile, "columns": columns, "markers": marker_seats(table, slot)}


def marker_seats(table: Table, slot: int) -> list[Seat]:
    """Return the owners of a business's markers, oldest first."""
    return [seat for place, seat in table.markers if place == slot]


def _tie(table: Table, tie: Tie) -> dict[str, Any]:
    business = table.street[tie.slot]
    sent = {str(seat): tie.sent[seat] for seat in sorted(tie.sent)}
    return {"tile": business and business.tile, "seats": tie.seats.copy(), "sent": sent}


class Rows(Table):
    """A table that can be stored and written as a position."""

    __slots__ = ()

    def pieces(self) -> list[Piece]:
        """Return the positions of all cards and tiles.

        The ``index`` of an open tile is its slot; the ``place`` of a card in a column is the tile.
        """
        return [*_cards(self), *_tiles(self)]

    def facts(self) -> dict[str, Any]:
        tie, result = self.tie, self.result
        return {name: getattr(self, name) for name in _COUNTS} | {
            "slots": len(self.street),
            "out": self.out.copy(),
            "takers": self.takers.copy(),
            "markers": [[slot, seat] for slot, seat in self.markers],
            "seen": {card: sorted(seats) for card, seats in sorted(self.seen.items())},
            "tie": tie and {"slot": tie.slot, "seats": tie.seats.copy(), "without": _without(tie)},
            "result": result and {"winners": [*result.winners], "reason": result.reason, "scores": [*result.scores]},
        }

    def refill(self, pieces: Sequence[Piece], facts: Mapping[str, Any]) -> None:
        for name in _COUNTS:
            setattr(self, name, facts[name])
        self.out, self.takers = list(facts["out"]), list(facts["takers"])
        self.markers = [(slot, seat) for slot, seat in facts["markers"]]
        self.seen = {card: frozenset(seats) for card, seats in facts["seen"].items()}
        result, tie = facts["result"], facts["tie"]
        self.result = result and Outcome(tuple(result["winners"]), result["reason"], tuple(result["scores"]))
        self.tie = tie and Tie(tie["slot"], list(tie["seats"]), dict.fromkeys(tie["without"]))
        self.street = [None] * facts["slots"]
        for piece in sorted(pieces, key=lambda piece: (piece.kind != "tile", piece.index)):
            _put(self, piece)

    def position(self) -> dict[str, Any]:
        return {
            "phase": self.phase,
            "turn": self.started,
            "active": self.active,
            "due": self.due,
            "extra": self.extra,
            "shuffles": self.shuffles,
            "deck": self.deck[::-1],
            "discard": self.discarded.copy(),
            "hands": [hand.copy() for hand in self.hands],
            "street": [business and _business(self, slot, business) for slot, business in enumerate(self.street)],
            "pile": self.pile[::-1],
            "controlled": [tiles.copy() for tiles in self.controlled],
            "gone": self.gone.copy(),
            "out": self.out.copy(),
            "tie": self.tie and _tie(self, self.tie),
        }
