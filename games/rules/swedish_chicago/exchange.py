"""Exchanging cards (rules 2, 7.6)."""

from games.rules.contract import Happened, Seat, Shuffle
from games.rules.swedish_chicago.legal import what_remains
from games.rules.swedish_chicago.moves import Move
from games.rules.swedish_chicago.pieces import canonical, place_of
from games.rules.swedish_chicago.table import Open, Table


def begin(table: Table, part: int) -> None:
    """Begin a part of the hand with its exchange; skip stopped players (2.1, 2.2)."""
    table.part = part
    table.enter("exchange", [seat for seat in table.order() if seat not in table.stopped])


def exchange(table: Table, seat: Seat, move: Move, shuffle: Shuffle, events: list[Happened]) -> None:
    """Discard cards and draw the same number, or discard one card and turn up an open one (2.1, 7.6)."""
    hand = what_remains(table, seat, move)
    cards, is_open = move.cards, move.open
    if table.records[seat]:
        _reveal_broken(table, seat, move, events)
    table.thrown[table.part - 1][seat] = len(cards)
    drawn = [] if is_open else table.draw(len(cards), shuffle, events)
    hand += drawn
    hand.sort(key=place_of)
    table.hands[seat] = hand
    details, private = {"count": len(cards), "open": is_open}, {seat: {"thrown": [*cards], "cards": drawn}}
    events.append(("exchanged", "2.1", seat, details, private))
    if is_open:
        _open(table, seat, cards[0], shuffle, events)
    else:
        table.discard(seat, cards)
        table.done()


def _reveal_broken(table: Table, seat: Seat, move: Move, events: list[Happened]) -> None:
    """Reveal the announced combinations from which the player discards a card (2.4)."""
    broken = [record for record in table.records[seat] if not set(record.cards).isdisjoint(move.cards)]
    for record in broken:
        table.records[seat].remove(record)
        table.shown[seat] = canonical({*table.shown[seat], *record.cards})
        events.append(("showed", "2.4", seat, {"type": record.type, "cards": [*record.cards]}, {}))


def _open(table: Table, seat: Seat, thrown: str, shuffle: Shuffle, events: list[Happened]) -> None:
    """Turn up the next card, which the player can take or refuse (7.6).

    This starts a new turn only with ``together``.
    """
    card = table.next_card(shuffle, events)
    table.open = Open(seat, thrown, card)
    table.phase = "open"
    table.called = not table.together
    events.append(("opened", "7.6", seat, {"card": card}, {}))


def take(table: Table, seat: Seat, move: Move, shuffle: Shuffle, events: list[Happened]) -> None:
    """Keep the open card (7.6)."""
    opened = _opened(table)
    table.take(seat, opened.card)
    table.discard(seat, (opened.thrown,))
    events.append(("took", "7.6", seat, {"card": opened.card}, {}))
    table.done()


def refuse(table: Table, seat: Seat, move: Move, shuffle: Shuffle, events: list[Happened]) -> None:
    """Take the next card face down instead of the open card (7.6).

    A reshuffle for this card does not include the thrown card and the refused card.
    """
    opened = _opened(table)
    card = table.next_card(shuffle, events)
    table.take(seat, card)
    table.discard(seat, (opened.thrown,))
    table.discards.append(opened.card)
    events.append(("refused", "7.6", seat, {"card": opened.card}, {seat: {"drawn": card}}))
    table.done()


def _opened(table: Table) -> Open:
    """Remove the open card from the table and return it. The phase is ``exchange`` again."""
    opened = table.open
    assert opened is not None
    table.open, table.phase = None, "exchange"
    return opened
