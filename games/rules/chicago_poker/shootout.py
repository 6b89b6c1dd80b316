"""Turns, shootouts, ties and resignations (rules 3.1, 6, 8.4, 8.5).

The next step always follows from the table alone.
"""

from typing import Any

from games.rules.chicago_poker.actions import need_gangster, need_held
from games.rules.chicago_poker.game_end import check_victory, end_stalemate, finish
from games.rules.chicago_poker.hands import describe, strength
from games.rules.chicago_poker.legal import may_act
from games.rules.chicago_poker.moves import Move
from games.rules.chicago_poker.pieces import HAND, VALUE
from games.rules.chicago_poker.table import Business, Table, Tie
from games.rules.contract import Happened, Illegal, Seat, Shuffle

_ACTIONS = 3
"""Actions per turn from the third turn of the game on; the first turn has one action, the second has two (3.2)."""

_QUIET = 3
"""Number of rounds without an action before a stalemate (8.4)."""


def begin_turn(table: Table, seat: Seat, shuffle: Shuffle, events: list[Happened]) -> None:
    """Begin the seat's turn: set its actions, and hold its shootouts or those of a stalemate (3.1, 3.2, 6.1, 8.4)."""
    table.started += 1
    table.asked += 1
    table.active = seat
    actions = min(table.started, _ACTIONS)
    table.due, table.extra = (actions, 0) if table.english else (0, actions)
    events.append(("turn", "3.2", seat, {"turn": table.started, "actions": actions}, {}))
    if table.quiet >= _QUIET * (table.seats - len(table.out)):
        table.stalemate = True
        events.append(("stalemate", "8.4", None, {}, {}))
    go_on(table, shuffle, events)


def end(table: Table, seat: Seat, move: Move, shuffle: Shuffle, events: list[Happened]) -> None:
    """End the turn and begin the next. Raise `Illegal` if the hand is too big or an action is still due (3.5, 3.6)."""
    held = len(table.hands[seat])
    if held > HAND:
        raise Illegal("hand_too_big", "3.6", hand=held, limit=HAND, excess=held - HAND)
    if table.due and may_act(table, seat):
        raise Illegal("actions_due", "3.5", due=table.due)
    table.quiet += 1
    events.append(("ended", "3.5", seat, {}, {}))
    begin_turn(table, _next(table), shuffle, events)


def _next(table: Table) -> Seat:
    seat = (table.active + 1) % table.seats
    while seat in table.out:
        seat = (seat + 1) % table.seats
    return seat


def go_on(table: Table, shuffle: Shuffle, events: list[Happened]) -> None:
    """Hold due shootouts and skip the turn of a resigned player, until a player must decide or the game is over."""
    while table.result is None and table.tie is None and not table.must_choose:
        slot = _next_shootout(table)
        if slot is not None:
            _shoot_out(table, slot, shuffle, events)
        elif table.stalemate:
            end_stalemate(table, events)
        elif table.active in table.out:
            begin_turn(table, _next(table), shuffle, events)
        else:
            break


def _next_shootout(table: Table) -> int | None:
    """Return the slot of the next shootout, or None.

    This is the active player's oldest marker (6.1); in a stalemate, the first business with cards (8.4).
    """
    if table.stalemate:
        return next((slot for slot, business in table.open() if business.cards()), None)
    return next(iter(table.called()), None)


def resolve(table: Table, seat: Seat, move: Move, shuffle: Shuffle, events: list[Happened]) -> None:
    """Hold the shootout that the player puts first (6.1)."""
    if not table.must_choose:
        raise Illegal("no_order", "6.1")
    slot = next((slot for slot in table.called() if _tile(table, slot) == move.business), None)
    if slot is None:
        raise Illegal("not_called", "6.1", business=move.business)
    _shoot_out(table, slot, shuffle, events)
    go_on(table, shuffle, events)


def _caller(table: Table) -> Seat | None:
    """Return the owner of the marker, or None in a stalemate, which needs no markers (8.4)."""
    return None if table.stalemate else table.active


def _shoot_out(table: Table, slot: int, shuffle: Shuffle, events: list[Happened]) -> None:
    """Turn up all cards at a business. The best hand takes it, or a tie begins (6.2)."""
    business = table.street[slot]
    assert business is not None
    strengths = {seat: strength(column) for seat, column in enumerate(business.columns) if column}
    highest = max(strengths.values())
    best = [seat for seat, value in strengths.items() if value == highest]
    details = {"business": business.tile, "caller": _caller(table), "hands": _hands(table, business), "best": [*best]}
    events.append(("shootout", "8.4" if table.stalemate else "6.2", table.active, details, {}))
    if len(best) == 1:
        _take_business(table, best[0], slot, events)
    else:
        _tie(table, slot, best, shuffle, events)


def _hands(table: Table, business: Business) -> list[dict[str, Any]]:
    fighting = [seat for seat, column in enumerate(business.columns) if column]
    fighting.sort(key=lambda seat: strength(business.columns[seat]), reverse=True)
    return [_shown(seat, business.columns[seat], table.down) for seat in fighting]


def _shown(seat: Seat, column: list[str], down: set[str]) -> dict[str, Any]:
    """Return the details of a hand that is now public; ``down`` are cards that were face down."""
    name, ranks = describe(column)
    lay_down = [card for card in column if card in down]
    return {"seat": seat, "cards": column.copy(), "down": lay_down, "hand": name, "ranks": list(ranks)}


def _take_business(table: Table, winner: Seat, slot: int, events: list[Happened]) -> None:
    """Give the winner the tile, discard the gangsters, and fill the slot with the next tile (6.3)."""
    business = table.street[slot]
    assert business is not None
    table.controlled[winner].append(business.tile)
    table.takers.append(winner)
    discarded = table.discard(business.cards())
    table.markers = [marker for marker in table.markers if marker[0] != slot]
    events.append(("took", "6.3", winner, {"business": business.tile, "discarded": discarded}, {}))
    _open(table, slot, events)
    check_victory(table, winner, events)


def _open(table: Table, slot: int, events: list[Happened]) -> None:
    table.street[slot] = None
    if table.pile:
        tile = table.pile.pop()
        table.street[slot] = Business(tile, [[] for _ in range(table.seats)])
        events.append(("opened", "6.3", None, {"business": tile, "slot": slot}, {}))


def _tile(table: Table, slot: int) -> str:
    business = table.street[slot]
    assert business is not None
    return business.tile


def _tie(table: Table, slot: int, seats: list[Seat], shuffle: Shuffle, events: list[Happened]) -> None:
    """Ask the tied seats for reinforcements; in the English edition, skip seats without gangsters (6.4)."""
    unasked = [seat for seat in seats if table.english and not table.gangsters(seat)]
    table.tie = Tie(slot, seats, dict.fromkeys(unasked))
    table.asked += 1
    events.append(("tied", "6.4", None, {"business": _tile(table, slot), "seats": seats.copy()}, {}))
    if not table.tie.waiting:
        _reveal(table, table.tie, shuffle, events)


def _need_asked(table: Table, seat: Seat) -> Tie:
    tie = table.tie
    if tie is None:
        raise Illegal("no_tie", "6.4")
    if seat not in tie.seats:
        raise Illegal("not_tied", "6.4", seats=tie.seats.copy())
    if seat in tie.sent:
        raise Illegal("already_answered", "6.4")
    return tie


def send(table: Table, seat: Seat, move: Move, shuffle: Shuffle, events: list[Happened]) -> None:
    """Choose a gangster as reinforcement, in secret (6.4)."""
    tie = _need_asked(table, seat)
    need_gangster(move.card)
    need_held(table, seat, move.card, "6.4")
    table.hands[seat].remove(move.card)
    _answer(table, tie, seat, move.card, shuffle, events)


def decline(table: Table, seat: Seat, move: Move, shuffle: Shuffle, events: list[Happened]) -> None:
    """Send no gangster, as the French edition allows (6.4)."""
    tie = _need_asked(table, seat)
    if table.english:
        raise Illegal("cannot_decline", "6.4")
    _answer(table, tie, seat, None, shuffle, events)


def _answer(table: Table, tie: Tie, seat: Seat, card: str | None, shuffle: Shuffle, events: list[Happened]) -> None:
    """Record an answer, and reveal all answers after the last one.

    Other players can't tell from the event whether a card was sent.
    """
    tie.sent[seat] = card
    events.append(("answered", "6.4", seat, {}, {seat: {"card": card}}))
    if not tie.waiting:
        _reveal(table, tie, shuffle, events)
        go_on(table, shuffle, events)


def _reveal(table: Table, tie: Tie, shuffle: Shuffle, events: list[Happened]) -> None:
    """Reveal the reinforcements (6.4). The highest wins; if several are highest, the tie continues among them."""
    sent = {seat: card for seat in tie.seats if (card := tie.sent[seat]) is not None}
    told = {str(seat): tie.sent[seat] for seat in tie.seats}
    business = table.street[tie.slot]
    assert business is not None
    details = {"business": business.tile, "sent": told, "caller": _caller(table), "hands": _hands(table, business)}
    events.append(("revealed", "6.4", None, details, {}))
    table.discard(sent.values())
    if table.english:
        _replace(table, sent, shuffle, events)
    highest = _highest(sent) or [_unreinforced(table, tie)]
    if len(highest) == 1:
        _settle(table, tie, highest[0], events)
    else:
        _tie(table, tie.slot, highest, shuffle, events)


def _replace(table: Table, sent: dict[Seat, str], shuffle: Shuffle, events: list[Happened]) -> None:
    for seat in table.clockwise():
        if seat in sent:
            table.draw(seat, "6.4", shuffle, events)


def _highest(sent: dict[Seat, str]) -> list[Seat]:
    highest = max((VALUE[card] for card in sent.values()), default=0)
    return [seat for seat, card in sent.items() if VALUE[card] == highest]


def _unreinforced(table: Table, tie: Tie) -> Seat:
    """Return the winner of a tie without reinforcements (6.4).

    This is the owner of the marker if tied, otherwise the next tied seat clockwise.
    """
    return next(seat for seat in table.clockwise() if seat in tie.seats)


def _settle(table: Table, tie: Tie, winner: Seat, events: list[Happened]) -> None:
    table.tie = None
    table.asked += 1
    _take_business(table, winner, tie.slot, events)


def resign(table: Table, seat: Seat, move: Move, shuffle: Shuffle, events: list[Happened]) -> None:
    """Leave the game. If only one player is left, the game ends (8.5)."""
    table.out = sorted([*table.out, seat])
    events.append(("resigned", "8.5", seat, {}, {}))
    left = table.playing()
    if len(left) == 1:
        finish(table, left, "resignation", events)
    else:
        _go(table, seat, shuffle, events)


def _go(table: Table, seat: Seat, shuffle: Shuffle, events: list[Happened]) -> None:
    """Remove the player.

    Restart the count of turns without an action (8.4), leave a tie, and end the player's turn.
    """
    table.quiet = 0 if seat == table.active else min(table.quiet, 0)
    _clear_away(table, seat)
    if table.tie is not None and seat in table.tie.seats:
        _leave_tie(table, table.tie, seat, shuffle, events)
        go_on(table, shuffle, events)
    elif seat == table.active:
        # Not in another player's turn: a marker set earlier waits for its owner's next turn (6.1).
        go_on(table, shuffle, events)


def _clear_away(table: Table, seat: Seat) -> None:
    """Discard all cards of the player together, and remove the player's markers and tiles from the game (8.5)."""
    cards = table.hands[seat]
    for _, business in table.open():
        cards += business.columns[seat]
        business.columns[seat] = []
    sent = table.tie and table.tie.sent.get(seat)
    table.discard([*cards, sent] if sent else cards)
    table.hands[seat] = []
    table.markers = [marker for marker in table.markers if marker[1] != seat]
    table.gone += table.controlled[seat]
    table.controlled[seat] = []


def _leave_tie(table: Table, tie: Tie, seat: Seat, shuffle: Shuffle, events: list[Happened]) -> None:
    """Take the seat out of the tie.

    If one seat is left, it wins and takes its card back. Otherwise, reveal the answers if all seats have answered.
    """
    tie.seats.remove(seat)
    tie.sent.pop(seat, None)
    if len(tie.seats) == 1:
        card = tie.sent.get(tie.seats[0])
        if card is not None:
            table.take(tie.seats[0], card)
        _settle(table, tie, tie.seats[0], events)
    elif not tie.waiting:
        _reveal(table, tie, shuffle, events)
