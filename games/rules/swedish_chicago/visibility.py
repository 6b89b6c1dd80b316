"""The visibility of everything on the table (rules 2.1, 2.4, 3.2, 4.3, 7)."""

from collections.abc import Sequence
from typing import Any

from games.rules.contract import Piece, Seat
from games.rules.swedish_chicago.table import Open, Table
from games.rules.swedish_chicago.view import OpenCard, SeatView, View


def see(table: Table, viewer: Seat | None, legal: Sequence[str], *, reveal_all: bool) -> View:
    """Return the whole table as known to ``viewer``; ``reveal_all`` opens all hands, as after the game."""
    reveal_all = reveal_all or table.result is not None
    return View(
        seat=viewer,
        options=dict(table.options),
        phase=table.told_phase,
        part=table.part,
        hand=table.hand,
        turn=table.asked,
        dealer=table.dealer,
        order=tuple(table.order()),
        to_move=tuple(sorted(table.to_move)),
        seats=tuple(_seat(table, seat, viewer, reveal_all) for seat in range(table.seats)),
        stock=len(table.stock),
        discards=len(table.discards),
        sealed=None if viewer is None else table.sealed.get(viewer),
        recorded=() if viewer is None else tuple((record.type, record.cards) for record in table.records[viewer]),
        open=table.open and _open(table.open, viewer, reveal_all),
        declarer=table.declarer,
        leader=table.leader,
        trick=tuple(table.trick),
        legal=tuple(legal),
        outcome=table.result,
    )


def _seat(table: Table, seat: Seat, viewer: Seat | None, reveal_all: bool) -> SeatView:
    hand = table.hands[seat]
    return SeatView(
        seat=seat,
        hand_size=len(hand),
        hand=tuple(hand) if seat == viewer or reveal_all else None,
        score=table.scores[seat],
        thrown=tuple(counts[seat] for counts in table.thrown),
        thrown_cards=thrown_by(table, seat) if seat == viewer else None,
        said=tuple(said[seat] for said in table.said),
        shown=tuple(table.shown[seat]),
        played=tuple(table.played[seat]),
        tricks=table.tricks[seat],
        stopped=seat in table.stopped,
        made_chicago=seat in table.made,
        answered=seat in table.sealed,
        out=seat in table.out,
    )


def thrown_by(table: Table, seat: Seat | None) -> tuple[str, ...]:
    """Return the cards that a player threw and that are still in the discard pile (2.3)."""
    return tuple(table.thrown_cards[seat]) if table.thrown_cards and seat is not None else ()


def _open(opened: Open, viewer: Seat | None, reveal_all: bool) -> OpenCard:
    return OpenCard(opened.seat, opened.card, opened.thrown if opened.seat == viewer or reveal_all else None)


def seen_by(table: Table, viewer: Seat | None, piece: Piece) -> Piece:
    """Return a piece as known to ``viewer``.

    The viewer knows face-up cards, the cards in their own hand, and the cards that they threw.
    """
    own = piece.seat is not None and piece.seat == viewer
    own = own or (piece.zone == "discard" and piece.code in thrown_by(table, viewer))
    return piece if piece.face_up or own else piece.hidden()


def known_facts(facts: dict[str, Any], viewer: Seat | None) -> dict[str, Any]:
    """Return the facts without other players' sealed answers, thrown cards and unrevealed combinations (2, 7)."""
    sealed = {seat: text for seat, text in facts["sealed"].items() if seat == str(viewer)}
    records = [known if seat == viewer else [] for seat, known in enumerate(facts["records"])]
    known = facts | {"sealed": sealed, "records": records}
    if "thrown_cards" in facts:
        own = [cards if seat == viewer else [] for seat, cards in enumerate(facts["thrown_cards"])]
        known["thrown_cards"] = own
    return known
