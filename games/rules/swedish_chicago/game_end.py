"""The end of a hand and of the game, and the settlement (rules 1.2, 6, 7.3, 7.5)."""

from fractions import Fraction

from games.rules.contract import Happened, Outcome, Seat, Shuffle, over
from games.rules.swedish_chicago.deal import deal_hand
from games.rules.swedish_chicago.table import Table

REASONS = ("52 points", "31 points", "15 points", "straight flush", "resignation")


def hand_over(table: Table, shuffle: Shuffle, events: list[Happened]) -> None:
    """End the hand (1.2, 6.1).

    If a player has reached the target, the game is over. Otherwise, the next player deals.
    """
    events.append(("hand over", "6.1", None, {"hand": table.hand, "scores": table.scores.copy()}, {}))
    playing = sorted(table.order())
    most = max(table.scores[seat] for seat in playing)
    if most >= table.target:
        finish(table, [seat for seat in playing if table.scores[seat] == most], f"{table.target} points", events)
    else:
        deal_hand(table, table.after(table.dealer)[0], shuffle, events)


def win(table: Table, winner: Seat, kind: str, events: list[Happened]) -> None:
    """End the game at once with a straight flush or royal, and raise the winner's score if necessary (7.3)."""
    table.scores[winner] = max(table.target, *table.scores)
    events.append(("won", "7.3", winner, {"type": kind}, {}))
    finish(table, [winner], "straight flush", events)


def finish(table: Table, winners: list[Seat], reason: str, events: list[Happened]) -> None:
    """End the game: set its outcome with the settlement. Change nothing else on the table (6.2, 6.4)."""
    settlement = [str(each) for each in _settlement(table, winners)]
    table.result = Outcome(tuple(winners), reason, tuple(table.scores), {"settlement": settlement})
    events.append(over(table.result, "6.4"))


def _settlement(table: Table, winners: list[Seat]) -> list[Fraction]:
    """Return each seat's gain or loss (6.2, 7.5).

    A loser pays one unit per point behind the winner, or two with a score below 0. The winners share the pot.
    """
    best = table.scores[winners[0]]
    paid = [
        0 if seat in winners else max(0, best - score) * (2 if score < 0 else 1)
        for seat, score in enumerate(table.scores)
    ]
    share = Fraction(sum(paid), len(winners))
    return [share if seat in winners else Fraction(-paid[seat]) for seat in range(table.seats)]
