"""The visibility of everything on the table (rules 4.4, 5.3, 5.7, 6.2)."""

from collections.abc import Sequence
from typing import Any

from games.rules.chicago_poker.rows import marker_seats
from games.rules.chicago_poker.table import Business, Table, Tie
from games.rules.chicago_poker.view import BusinessView, CardView, SeatView, TieView, View
from games.rules.contract import HAND, Piece, Seat


def see(table: Table, viewer: Seat | None, legal: Sequence[str], *, reveal_all: bool) -> View:
    """Return the whole table as known to ``viewer``; ``reveal_all`` opens all hands and columns, as after the game."""
    reveal_all = reveal_all or table.result is not None
    return View(
        seat=viewer,
        options=dict(table.options),
        phase=table.phase,
        turn=table.started,
        active=table.active,
        to_move=tuple(sorted(table.to_move)),
        due=table.due,
        extra=table.extra,
        seats=tuple(_seat(table, seat, viewer, reveal_all) for seat in range(table.seats)),
        street=tuple(
            None if business is None else _business(table, slot, business, viewer, reveal_all)
            for slot, business in enumerate(table.street)
        ),
        discard=tuple(table.discarded),
        deck=len(table.deck),
        pile=len(table.pile),
        tie=None if table.tie is None else _tie(table, table.tie, viewer),
        legal=tuple(legal),
        outcome=table.result,
    )


def _seat(table: Table, seat: Seat, viewer: Seat | None, reveal_all: bool) -> SeatView:
    """Return a seat as known to ``viewer``.

    The hand size includes a sent card, so that others can't see whether the seat has declined (6.4).
    """
    hand = table.hands[seat]
    hidden = table.tie is not None and table.tie.sent.get(seat) is not None
    shown = tuple(hand) if seat == viewer or reveal_all else None
    return SeatView(seat, len(hand) + hidden, shown, seat in table.out, tuple(table.controlled[seat]))


def _business(table: Table, slot: int, business: Business, viewer: Seat | None, reveal_all: bool) -> BusinessView:
    turned_up = table.tie is not None and table.tie.slot == slot
    columns = tuple(
        tuple(_card(table, card, reveal_all or viewer == owner, viewer, turned_up) for card in column)
        for owner, column in enumerate(business.columns)
    )
    return BusinessView(slot, business.tile, columns, tuple(marker_seats(table, slot)))


def _card(table: Table, card: str, known: bool, viewer: Seat | None, turned_up: bool) -> CardView:
    up = turned_up or card not in table.down
    known = known or up or viewer in table.seen.get(card, ())
    return CardView(card if known else None, up)


def _tie(table: Table, tie: Tie, viewer: Seat | None) -> TieView:
    business = table.street[tie.slot]
    assert business is not None
    own = (tie.sent[viewer] or "") if viewer is not None and viewer in tie.sent else None
    down = tuple(card for column in business.columns for card in column if card in table.down)
    caller = None if table.stalemate else table.active
    return TieView(business.tile, tuple(tie.seats), tuple(sorted(tie.sent)), own, down, caller)


def seen_by(table: Table, viewer: Seat | None, piece: Piece) -> Piece:
    """Return a piece as known to ``viewer``; a sent card counts as held until all have answered (4.4, 5.3, 6.4)."""
    if piece.zone == "sent" and piece.seat != viewer:
        return piece.hidden()._replace(zone=HAND)
    if piece.face_up or (piece.seat is not None and piece.seat == viewer) or viewer in table.seen.get(piece.code, ()):
        return piece
    fought_over = table.tie and table.street[table.tie.slot]
    return piece if fought_over and piece.place == fought_over.tile else piece.hidden()


def known_facts(facts: dict[str, Any], viewer: Seat | None) -> dict[str, Any]:
    """Return the facts, but do not tell a viewer which other tied seats have sent no gangster (6.4)."""
    tie = facts["tie"]
    if tie is None:
        return facts
    return facts | {"tie": tie | {"without": [seat for seat in tie["without"] if seat == viewer]}}
