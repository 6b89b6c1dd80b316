"""Announcements of combinations, and the choice after four of a kind (rules 3, 7.1, 7.3)."""

from games.rules.contract import Happened, Seat, Shuffle
from games.rules.swedish_chicago import chicago, exchange, game_end
from games.rules.swedish_chicago.hands import FOUR, PLACE, TYPES, combination, gives_choice, keeping, points, wins
from games.rules.swedish_chicago.legal import PARAGRAPHS, lowest, type_named
from games.rules.swedish_chicago.moves import Move
from games.rules.swedish_chicago.scoring import decide, score
from games.rules.swedish_chicago.table import PARTS, Record, Table


def announce(table: Table, seat: Seat, move: Move, shuffle: Shuffle, events: list[Happened]) -> None:
    """Announce the seat's combination, or a lower one that it contains (3.1, 7, 7.8).

    A sealed announcement that is lower than an earlier one becomes a pass.
    """
    meant = move.type or combination(table.hands[seat])
    if table.together and (meant is None or PLACE[meant] < lowest(table)):
        _pass(table, seat, events, {seat: {"lapsed": True}})
        return
    kind = type_named(table, seat, move)
    table.said[table.part - 1][seat] = kind
    events.append(("announced", PARAGRAPHS[table.phase], seat, {"type": kind, "part": table.part}, {}))
    table.done()


def pass_by(table: Table, seat: Seat, move: Move, shuffle: Shuffle, events: list[Happened]) -> None:
    """Pass instead of announcing or declaring a Chicago (3.1, 5.1)."""
    _pass(table, seat, events, {})


def _pass(table: Table, seat: Seat, events: list[Happened], private: dict[Seat, dict[str, bool]]) -> None:
    if table.phase != "chicago":
        table.said[table.part - 1][seat] = "pass"
    events.append(("passed", PARAGRAPHS[table.phase], seat, {"ask": table.phase}, private))
    table.done()


def conclude(table: Table, shuffle: Shuffle, events: list[Happened]) -> None:
    """Conclude an announcement round (3.2–3.5, 7.1, 7.3).

    The highest type scores, or has its special effect.
    """
    said = table.said[table.part - 1]
    kind = max(table.types_said(), key=PLACE.__getitem__, default=None)
    if kind is None:
        events.append(("silent", "3.2", None, {"part": table.part}, {}))
        go_on(table, shuffle, events)
        return
    claimants = [seat for seat in table.order() if said[seat] == kind]
    if table.phase == "announce":
        _record(table, kind, claimants)
    winner = decide(table, kind, claimants, table.hands, events, choice=gives_choice(kind, table.options))
    if winner is None:
        go_on(table, shuffle, events)
    else:
        _reward(table, winner, kind, shuffle, events)


def _record(table: Table, kind: str, claimants: list[Seat]) -> None:
    """Record the announced combinations, so that exchanging their cards reveals them (2.4).

    This includes combinations that lost a comparison.
    """
    for seat in claimants:
        record, records = Record(kind, keeping(table.hands[seat], kind)), table.records[seat]
        if record not in records:
            records.append(record)


def _reward(table: Table, winner: Seat, kind: str, shuffle: Shuffle, events: list[Happened]) -> None:
    if wins(kind, table.options):
        game_end.win(table, winner, kind, events)
    elif gives_choice(kind, table.options):
        events.append(("choosing", "7.1", winner, {"part": table.part}, {}))
        table.enter("choose", [winner])
    else:
        if table.phase == "announce":
            score(table, winner, points(kind, table.options), "announcement", "3.5", events, kind)
        go_on(table, shuffle, events)


def go_on(table: Table, shuffle: Shuffle, events: list[Happened]) -> None:
    """Continue after a round or a choice with the next exchange or the Chicago round."""
    if table.part < PARTS:
        exchange.begin(table, table.part + 1)
    else:
        chicago.begin(table)


def before_lead(table: Table) -> None:
    """Begin the round for four of a kind if it can matter, otherwise the Chicago round (4.1)."""
    if table.options["four_of_a_kind"] != "score" or table.options["straight_flush"] == "wins":
        table.enter("quads", table.order())
    else:
        chicago.begin(table)


def after_exchange(table: Table, shuffle: Shuffle, events: list[Happened]) -> None:
    """Continue after an exchange with the announcements; in the last part, with the rounds before the lead (4.1)."""
    if table.part < PARTS:
        table.enter("announce", table.order())
    else:
        before_lead(table)


def choose_score(table: Table, seat: Seat, move: Move, shuffle: Shuffle, events: list[Happened]) -> None:
    """Choose the points instead of a reset (7.1).

    With ``reset_ends``, the points are scored at once and the hand ends. Otherwise, only parts 1 and 2 score at once.
    """
    ends = table.options["four_of_a_kind"] == "reset_ends"
    kind = TYPES[FOUR]
    events.append(("chose", "7.1", seat, {"choice": "score"}, {}))
    table.done()
    if table.part < PARTS or ends:
        why = "announcement" if table.part < PARTS else "quads"
        score(table, seat, points(kind, table.options), why, "7.1", events, kind)
    if ends:
        game_end.hand_over(table, shuffle, events)
    else:
        go_on(table, shuffle, events)


def choose_reset(table: Table, seat: Seat, move: Move, shuffle: Shuffle, events: list[Happened]) -> None:
    """Set the scores of all other players in the game to 0, and end the hand (7.1)."""
    events.append(("chose", "7.1", seat, {"choice": "reset"}, {}))
    table.done()
    for other in table.order():
        if other != seat:
            table.scores[other] = 0
    events.append(("reset", "7.1", seat, {"scores": table.scores.copy()}, {}))
    game_end.hand_over(table, shuffle, events)
