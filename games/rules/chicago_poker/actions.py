"""Actions: drawing cards, playing gangsters, special cards (rules 3.3–3.6, 4 and 5).

Each public function with a ``move`` carries out one verb of the notation: it completes the action and appends its
events to ``events``, or raises `Illegal` before anything has changed. ``legal.py`` lists the moves that these functions
accept.
"""

from games.rules.chicago_poker.hand_limit import may_play, may_take
from games.rules.chicago_poker.moves import Move
from games.rules.chicago_poker.pieces import COLUMN, FACING, HAND, VALUE, canonical
from games.rules.chicago_poker.table import Business, Table
from games.rules.contract import Happened, Illegal, Seat, Shuffle

MOVED = 4
"""Maximum number of cards that a limousine moves (5.4)."""


def use_up(table: Table) -> None:
    """Use up a required action (``due``) or, if none is left, an ``extra`` action (3.4)."""
    if table.due:
        table.due -= 1
    else:
        table.extra -= 1
    table.quiet = -1


def _need_action(table: Table) -> None:
    if table.due + table.extra < 1:
        raise Illegal("no_actions", "3.2")


def _need_limit(table: Table, seat: Seat, paid: str = "") -> None:
    if not may_take(table, seat, paid):
        raise Illegal("hand_limit", "3.6", hand=len(table.hands[seat]), limit=HAND, actions=table.due + table.extra)


def _need_way_down(table: Table, seat: Seat, move: Move) -> None:
    if not may_play(table, seat, move):
        raise Illegal("no_way_down", "3.6", hand=len(table.hands[seat]), limit=HAND)


def need_held(table: Table, seat: Seat, card: str, paragraph: str) -> None:
    """Raise `Illegal` with the code ``not_in_hand`` unless the seat holds the card."""
    if card not in table.hands[seat]:
        raise Illegal("not_in_hand", paragraph, card=card)


def need_gangster(card: str) -> None:
    """Raise `Illegal` with the code ``not_a_gangster`` for a special card, which can't be played to a business."""
    if card not in VALUE:
        raise Illegal("not_a_gangster", "5.1", card=card)


def _need_open(table: Table, tile: str, paragraph: str) -> tuple[int, Business]:
    for slot, business in enumerate(table.street):
        if business is not None and business.tile == tile:
            return slot, business
    raise Illegal("not_open", paragraph, business=tile)


def draw(table: Table, seat: Seat, move: Move, shuffle: Shuffle, events: list[Happened]) -> None:
    _need_action(table)
    if not table.deck and not table.discarded:
        raise Illegal("nothing_to_draw", "4.1")
    _need_limit(table, seat)
    table.draw(seat, "4.1", shuffle, events)
    use_up(table)


def play(table: Table, seat: Seat, move: Move, shuffle: Shuffle, events: list[Happened]) -> None:
    """Add a gangster to the player's column, facing as its place demands (4.2); the fifth card sets a marker (4.3)."""
    _need_action(table)
    card, tile = move.card, move.business
    need_gangster(card)
    need_held(table, seat, card, "4.2")
    slot, business = _need_open(table, tile, "4.2")
    index = len(business.columns[seat])
    if index >= COLUMN:
        raise Illegal("column_full", "4.2", business=tile)
    _need_way_down(table, seat, move)
    table.hands[seat].remove(card)
    up = FACING[tile][index]
    marked = table.lay(seat, slot, business, card, up)
    use_up(table)
    events.append(_played(seat, tile, index, up, card))
    if marked:
        events.append(("marked", "4.3", seat, {"business": tile}, {}))


def _played(seat: Seat, tile: str, index: int, up: bool, card: str) -> Happened:
    """Return the event for a played card; only its owner sees a card played face down (4.4)."""
    if up:
        return ("played", "4.2", seat, {"business": tile, "index": index, "up": up, "card": card}, {})
    return ("played", "4.2", seat, {"business": tile, "index": index, "up": up}, {seat: {"card": card}})


def _spend(table: Table, seat: Seat, card: str) -> None:
    """Discard a special card and use up an action (5.1)."""
    table.hands[seat].remove(card)
    table.discarded.append(card)
    use_up(table)


def _victim(table: Table, seat: Seat, move: Move, paragraph: str) -> list[str]:
    """Return the rival's column that a special card targets. Raise `Illegal` if there is none (5.2, 5.3)."""
    _, business = _need_open(table, move.business, paragraph)
    if move.target == seat:
        raise Illegal("own_target", paragraph)
    if move.target >= table.seats or move.target in table.out:
        raise Illegal("no_such_seat", paragraph, target=move.target)
    column = business.columns[move.target]
    if not column:
        raise Illegal("no_cards_there", paragraph, business=move.business, target=move.target)
    return column


def liquidation(table: Table, seat: Seat, move: Move, shuffle: Shuffle, events: list[Happened]) -> None:
    """Discard the last card of another player at a business where they have no marker (5.2)."""
    _need_action(table)
    need_held(table, seat, "liquidation", "5.1")
    column = _victim(table, seat, move, "5.2")
    if len(column) == COLUMN:
        raise Illegal("marker_protects", "5.2", business=move.business, target=move.target)
    _need_way_down(table, seat, move)
    card = column.pop()
    was_up = card not in table.down
    table.discard([card])
    _spend(table, seat, "liquidation")
    details = {"business": move.business, "target": move.target, "card": card, "was_up": was_up}
    events.append(("liquidated", "5.2", seat, details, {}))


def raid(table: Table, seat: Seat, move: Move, shuffle: Shuffle, events: list[Happened]) -> None:
    """Look at another player's face-down cards at a business; this player can see them from now on (5.3)."""
    _need_action(table)
    held = next((card for card in ("raid1", "raid2") if card in table.hands[seat]), None)
    if held is None:
        raise Illegal("not_in_hand", "5.1", card="raid1")
    column = _victim(table, seat, move, "5.3")
    _need_way_down(table, seat, move)
    places = [index for index, card in enumerate(column) if card in table.down]
    cards = [column[index] for index in places]
    for card in cards:
        table.seen[card] = table.seen.get(card, frozenset()) | {seat}
    _spend(table, seat, held)
    details = {"business": move.business, "target": move.target, "count": len(cards), "index": places}
    events.append(("raided", "5.3", seat, details, {seat: {"cards": cards}}))


def _check_limousine(table: Table, seat: Seat, move: Move) -> tuple[Business, int, Business]:
    """Return the source of a limousine, the slot of its destination, and the destination (5.4).

    Raise `Illegal` if the move is not allowed.
    """
    _, source = _need_open(table, move.business, "5.4")
    slot, onto = _need_open(table, move.onto, "5.4")
    if source is onto:
        raise Illegal("same_business", "5.4", business=move.business)
    for business in (source, onto):
        if len(business.columns[seat]) == COLUMN:
            raise Illegal("own_marker", "5.4", business=business.tile)
    _check_passengers(table, source.columns[seat], move)
    free = COLUMN - len(onto.columns[seat])
    if len(move.cards) > free:
        raise Illegal("no_room", "5.4", business=move.onto, free=free)
    return source, slot, onto


def _check_passengers(table: Table, column: list[str], move: Move) -> None:
    cards = move.cards
    if len(cards) > MOVED:
        raise Illegal("too_many_cards", "5.4", count=len(cards), limit=MOVED)
    for card in cards:
        if card not in column:
            raise Illegal("not_yours_there", "5.4", card=card, business=move.business)
    if len(set(cards)) < len(cards):
        raise Illegal("named_twice", "5.4", card=next(card for card in cards if cards.count(card) > 1))
    last = column[len(column) - len(cards) :]
    if not table.english and set(cards) != set(last):
        raise Illegal("not_last", "5.4", business=move.business, cards=last)


def limousine(table: Table, seat: Seat, move: Move, shuffle: Shuffle, events: list[Happened]) -> None:
    """Move one to four of the player's cards to another open business, in the chosen order (5.4)."""
    _need_action(table)
    need_held(table, seat, "limousine", "5.1")
    source, slot, onto = _check_limousine(table, seat, move)
    _need_way_down(table, seat, move)
    moved = _leave(table, seat, source, move)
    laid: list[str | None] = []
    marked = False
    for card in move.cards:
        up = FACING[onto.tile][len(onto.columns[seat])]
        marked = table.lay(seat, slot, onto, card, up)
        laid.append(card if up else None)
    moved[3]["laid"] = laid
    _spend(table, seat, "limousine")
    events.append(moved)
    if marked:
        events.append(("marked", "5.4", seat, {"business": onto.tile}, {}))


def _leave(table: Table, seat: Seat, source: Business, move: Move) -> Happened:
    """Take the cards from their column and return the event (5.4).

    The event lists open cards in their old order, because the new order would reveal where the hidden ones went.
    """
    column = source.columns[seat]
    left = [card for card in column if card in move.cards and card not in table.down]
    source.columns[seat] = [card for card in column if card not in move.cards]
    table.forget(move.cards)
    details = {"source": source.tile, "business": move.onto, "left": left, "backs_left": len(move.cards) - len(left)}
    own = list(move.cards)
    return ("moved", "5.4", seat, details, {seat: {"laid": own, "cards": own}})


def revolver(table: Table, seat: Seat, move: Move, shuffle: Shuffle, events: list[Happened]) -> None:
    """Gain two more actions (5.5)."""
    _need_action(table)
    need_held(table, seat, "revolver", "5.1")
    _spend(table, seat, "revolver")
    table.extra += 2
    events.append(("fired", "5.5", seat, {}, {}))


def bribery(table: Table, seat: Seat, move: Move, shuffle: Shuffle, events: list[Happened]) -> None:
    """Take a card from the discard pile in secret; shuffle the rest of the pile into the deck (5.6)."""
    _need_action(table)
    need_held(table, seat, "bribery", "5.1")
    if not table.discarded:
        raise Illegal("discard_empty", "5.6")
    if move.card not in table.discarded:
        raise Illegal("not_discarded", "5.6", card=move.card)
    _need_limit(table, seat, "bribery")
    rest = [card for card in table.discarded if card != move.card]
    table.deck = table.shuffled(canonical(rest + table.deck), shuffle)
    table.discarded = []
    _spend(table, seat, "bribery")
    table.take(seat, move.card)
    events.append(("bribed", "5.6", seat, {"deck": len(table.deck)}, {seat: {"card": move.card}}))
