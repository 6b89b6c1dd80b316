"""The comparison of hands, and the points for the best one (rules 3.2–3.5, 5.3, 7.2, 7.4, 7.5)."""

from collections.abc import Sequence
from typing import Any

from games.rules.contract import Happened, Seat
from games.rules.swedish_chicago.hands import STAGE_NAMES, high_suit, points, stages, wins
from games.rules.swedish_chicago.pieces import RANKS
from games.rules.swedish_chicago.table import Table
from games.rules.swedish_chicago.view import SeatView, View

_HEIGHT = {rank: height for height, rank in enumerate(RANKS)}


def score(
    table: Table, seat: Seat, points: int, why: str, paragraph: str, events: list[Happened], kind: str | None = None
) -> None:
    """Add ``points`` to a score, which falls below 0 only if the options allow it (7.5).

    A player who reaches the target without a required Chicago falls back to 0 (7.4).
    """
    before = table.scores[seat]
    after = before + points
    if after < 0 and not table.options["negative"]:
        after = 0
    table.scores[seat] = after
    details: dict[str, Any] = {"points": points, "score": after, "why": why, "from": before}
    if kind is not None:
        details["type"] = kind
    events.append(("scored", paragraph, seat, details, {}))
    if points > 0 and after >= table.target and table.options["must_chicago"] and seat not in table.made:
        table.scores[seat] = 0
        events.append(("fell", "7.4", seat, {"from": after}, {}))


def would_fall(view: View, own: SeatView, kind: str) -> bool:
    """Return whether scoring this combination would take a player back to 0 (7.4).

    A combination that wins the game does not (7.3).
    """
    needs_chicago = bool(view.options["must_chicago"]) and not own.made_chicago and not wins(kind, view.options)
    return needs_chicago and own.score + points(kind, view.options) >= view.target


def decide(
    table: Table,
    kind: str,
    seats: Sequence[Seat],
    hands: Sequence[Sequence[str]],
    events: list[Happened],
    *,
    choice: bool = False,
) -> Seat | None:
    """Return the seat with the best hand, or None if the hands are tied (3.2–3.4).

    With ``choice``, ignore the option ``ties`` = none (7.1).
    """
    if len(seats) == 1:
        return seats[0]
    if table.options["ties"] == "none" and not choice:
        events.append(("level", "7", None, {"type": kind, "seats": sorted(seats), "why": "none"}, {}))
        return None
    told, left = _staged(table, kind, seats, hands)
    by_suit = len(left) > 1 and table.options["exact_tie"] == "suit"
    if by_suit:
        left = [max(left, key=lambda seat: high_suit(hands[seat], table.options["ties"], kind))]
    winner = left[0] if len(left) == 1 else None
    details = {"type": kind, "seats": list(seats), "stages": told, "winner": winner, "suit": by_suit}
    events.append(("revealed", "7.2" if by_suit else "3.3", winner, details, {}))
    if winner is None:
        events.append(("level", "3.4", None, {"type": kind, "seats": sorted(left), "why": "equal"}, {}))
    return winner


def _staged(
    table: Table, kind: str, seats: Sequence[Seat], hands: Sequence[Sequence[str]]
) -> tuple[list[dict[str, Any]], list[Seat]]:
    """Compare hands stage by stage (3.3).

    Return the stages, with the ranks named, and the seats that remain.
    """
    ties = table.options["ties"]
    ranks = {seat: stages(hands[seat], ties, kind) for seat in seats}
    left, told = list(seats), []
    for number, name in enumerate(STAGE_NAMES[kind][: len(ranks[seats[0]])]):
        named = {str(seat): ranks[seat][number] for seat in left}
        highest = max(named.values(), key=_HEIGHT.__getitem__)
        left = [seat for seat in left if ranks[seat][number] == highest]
        told.append({"name": name, "ranks": named, "left": sorted(left)})
        if len(left) == 1:
            break
    return told, left
