"""A table as rows, facts and as a position (rules 1.6, record.md 3)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from games.rules.chicago_poker.table import Business, Table, Tie
from games.rules.contract import Outcome, Piece, Seat

_COUNTS = ("started", "active", "due", "extra", "shuffles", "quiet", "stalemate", "asked")


def pieces(table: Table) -> list[Piece]:
    """Return the positions of all cards and tiles.

    Cards: ``deck``, ``discard``, ``hand`` (seat), ``column`` (seat, business), ``sent`` (seat). Tiles: ``pile``,
    ``street`` (index = slot), ``controlled`` (seat), ``gone``.
    """
    return [*_cards(table), *_tiles(table)]


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


def facts(table: Table) -> dict[str, Any]:
    """Return the state that positions don't include, as JSON."""
    tie, result = table.tie, table.result
    return {name: getattr(table, name) for name in _COUNTS} | {
        "slots": len(table.street),
        "out": table.out.copy(),
        "takers": table.takers.copy(),
        "markers": [[slot, seat] for slot, seat in table.markers],
        "seen": {card: sorted(seats) for card, seats in sorted(table.seen.items())},
        "tie": tie and {"slot": tie.slot, "seats": tie.seats.copy(), "without": _without(tie)},
        "result": result and {"winners": [*result.winners], "reason": result.reason, "scores": [*result.scores]},
    }


def _without(tie: Tie) -> list[Seat]:
    return sorted(seat for seat, card in tie.sent.items() if card is None)


def refill(table: Table, pieces: Sequence[Piece], facts: Mapping[str, Any]) -> None:
    """Put pieces and facts on an empty table."""
    for name in _COUNTS:
        setattr(table, name, facts[name])
    table.out, table.takers = list(facts["out"]), list(facts["takers"])
    table.markers = [(slot, seat) for slot, seat in facts["markers"]]
    table.seen = {card: frozenset(seats) for card, seats in facts["seen"].items()}
    result, tie = facts["result"], facts["tie"]
    table.result = result and Outcome(tuple(result["winners"]), result["reason"], tuple(result["scores"]))
    table.tie = tie and Tie(tie["slot"], list(tie["seats"]), dict.fromkeys(tie["without"]))
    table.street = [None] * facts["slots"]
    ordered = sorted(pieces, key=lambda piece: (piece.kind != "tile", piece.index))
    for piece in ordered:
        _put(table, piece)


def _put(table: Table, piece: Piece) -> None:
    """Put a piece in its place; tiles come before cards, so that a column finds its business."""
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


def position(table: Table, phase: str) -> dict[str, Any]:
    """Return the position as record.md 3 prints it."""
    return {
        "phase": phase,
        "turn": table.started,
        "active": table.active,
        "due": table.due,
        "extra": table.extra,
        "shuffles": table.shuffles,
        "deck": table.deck[::-1],
        "discard": table.discarded.copy(),
        "hands": [hand.copy() for hand in table.hands],
        "street": [business and _business(table, slot, business) for slot, business in enumerate(table.street)],
        "pile": table.pile[::-1],
        "controlled": [tiles.copy() for tiles in table.controlled],
        "gone": table.gone.copy(),
        "out": table.out.copy(),
        "tie": table.tie and _tie(table, table.tie),
    }


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
