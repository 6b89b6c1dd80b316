"""The deal of a hand (rules 1.2, 1.3, 2.2)."""

from games.rules.contract import Happened, Seat, Shuffle
from games.rules.swedish_chicago import exchange
from games.rules.swedish_chicago.options import exchange_stop
from games.rules.swedish_chicago.pieces import CARDS, HAND, canonical
from games.rules.swedish_chicago.table import Table


def deal_hand(table: Table, dealer: Seat, shuffle: Shuffle, events: list[Happened]) -> None:
    """Deal a new hand, note the players who can't exchange, and begin the first exchange (1.3, 2.1, 2.2)."""
    table.clear()
    table.hand += 1
    table.dealer = dealer
    table.stock = table.shuffled(CARDS, shuffle)
    order = table.order()
    dealt = table.stock[: -HAND * len(order) - 1 : -1]
    del table.stock[-len(dealt) :]
    for place, seat in enumerate(order):
        table.hands[seat] = canonical(dealt[place :: len(order)])
    stop = exchange_stop(table.options)
    if stop is not None:
        table.stopped = [seat for seat in sorted(order) if table.scores[seat] >= stop]
    exchange.begin(table, 1)
    first = (table.due or order)[0]
    private = {seat: {"cards": table.hands[seat].copy()} for seat in order}
    events.append(("dealt", "1.3", None, {"hand": table.hand, "dealer": dealer, "first": first}, private))
