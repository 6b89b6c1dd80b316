"""The end of a game and its winner (rule 8)."""

from collections import Counter

from games.rules.chicago_poker.pieces import KIND, TYPES
from games.rules.chicago_poker.table import Table
from games.rules.contract import Happened, Outcome, Seat, over

REASONS = (
    "three of a type", "four types", "five businesses", "two of a type", "three businesses", "last business",
    "stalemate", "resignation",
)  # fmt: skip


def finish(table: Table, winners: list[Seat], reason: str, events: list[Happened]) -> None:
    """Set the outcome and append its event. Change nothing else on the table."""
    table.result = Outcome(tuple(winners), reason, tuple(map(len, table.controlled)))
    events.append(over(table.result, "8.6"))


def check_victory(table: Table, taker: Seat, events: list[Happened]) -> None:
    """End the game if the taken tile decides it (8.1–8.3)."""
    reason = _victory(table.controlled[taker], table.short)
    if reason is None and not any(table.open()):
        reason = "last business"
    if reason is not None:
        finish(table, [taker], reason, events)


def _victory(tiles: list[str], short: bool) -> str | None:
    """Return the first reason why a player with these tiles wins, or None (8.1, 8.2, 8.6)."""
    kinds = Counter(KIND[tile] for tile in tiles)
    most = max(kinds.values())
    if short:
        return "two of a type" if most >= 2 else "three businesses" if len(tiles) >= 3 else None
    if most >= 3:
        return "three of a type"
    if len(kinds) == len(TYPES):
        return "four types"
    return "five businesses" if len(tiles) >= 5 else None


def end_stalemate(table: Table, events: list[Happened]) -> None:
    """End a stalemate (8.4).

    Most tiles win; if equal, most types; if still equal, the last tile taken. If no player has tiles, it is a draw.
    """
    holders = [seat for seat in table.playing() if table.controlled[seat]]
    winners = [max(holders, key=lambda seat: _standing(table, seat))] if holders else []
    finish(table, winners, "stalemate", events)


def _standing(table: Table, seat: Seat) -> tuple[int, int, int]:
    tiles = table.controlled[seat]
    last = max(number for number, taker in enumerate(table.takers) if taker == seat)
    return len(tiles), len({KIND[tile] for tile in tiles}), last
