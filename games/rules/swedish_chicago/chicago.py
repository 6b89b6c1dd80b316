"""The Chicago: declaring, making and breaking it (rule 5)."""

from bisect import insort

from games.rules.contract import Happened, Seat, Shuffle
from games.rules.swedish_chicago.legal import LEAST, may_declare
from games.rules.swedish_chicago.moves import Move
from games.rules.swedish_chicago.scoring import score
from games.rules.swedish_chicago.table import Table


def begin(table: Table) -> None:
    """Begin the Chicago round, in table order, with the players who may declare (5.1)."""
    table.enter("chicago", [seat for seat in table.order() if may_declare(table, seat)])


def declare(table: Table, seat: Seat, move: Move, shuffle: Shuffle, events: list[Happened]) -> None:
    """Declare a Chicago. This ends the round, because the first player to declare plays it (5.1)."""
    table.declarer = seat
    table.due, table.sealed, table.called = [], {}, False
    events.append(("declared", "5.1", seat, {"score": table.scores[seat]}, {}))


def lead(table: Table, shuffle: Shuffle, events: list[Happened]) -> None:
    """Begin the tricks (4.2, 5.4).

    The player left of the dealer leads; with ``chicago_lead`` = declarer, the declarer leads.
    """
    order = table.order()
    declarer_leads = table.declarer is not None and table.options["chicago_lead"] == "declarer"
    table.leader = table.declarer if declarer_leads else order[0]
    assert table.leader is not None
    table.enter("play", from_leader(table, table.leader))


def from_leader(table: Table, leader: Seat) -> list[Seat]:
    return table.after(leader - 1)


def made(table: Table, declarer: Seat, events: list[Happened]) -> None:
    """Score a Chicago that took all five tricks (5.2).

    Record it before adding its points, because a player without a Chicago would fall back to 0 (7.4).
    """
    if declarer not in table.made:
        insort(table.made, declarer)
    events.append(("made", "5.2", declarer, {}, {}))
    score(table, declarer, LEAST, "chicago", "5.2", events)


def broken(table: Table, declarer: Seat, by: Seat | None, shuffle: Shuffle, events: list[Happened]) -> None:
    """Score a broken Chicago (5.3).

    ``by`` took the trick; it is None if that player or the declarer has resigned.
    """
    events.append(("broken", "5.3", declarer, {"by": by}, {}))
    score(table, declarer, -LEAST, "broken", "5.3", events)
    bonus = int(table.options["breaker"])
    if bonus and by is not None:
        score(table, by, bonus, "breaker", "5.3", events)
