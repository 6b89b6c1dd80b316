"""Positions with moves that no player worth playing makes, as files: ``GAME.json`` in this folder.

Each entry has a ``name``, the game's ``options``, ``to_move``, and ``position`` in the format of ``python -m
games.rules`` (docs/reference/records.md). ``blunders`` lists moves in the notation of records, or beginnings of moves.
Two fields add information that a position lacks: in Swedish Chicago, ``thrown`` is the number of cards that each seat
has exchanged in each part, or null before its exchange; in Chicago Poker, ``seen`` lists the seats that have seen a
card by a raid. ``quick`` is false if the quick policy makes the blunders in playouts. ``sound`` lists moves that only
look like blunders. Most positions come from a game of *steady* or of an earlier policy. Seat 0 is to move.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from games.rules import RULES
from games.rules.chicago_poker.state import State as PokerState
from games.rules.contract import State
from games.rules.swedish_chicago.state import State as SwedishState
from tests.rules.chicago_poker.tables import table as poker_table

SUITES = sorted(path.stem for path in Path(__file__).parent.glob("*.json"))
"""The games that have such positions."""


class Position(NamedTuple):
    """A position with seat 0 to move; ``blunders`` are moves or beginnings of moves.

    ``quick`` tells whether the quick policy avoids them, too. ``sound`` lists moves that are worth a search.
    """

    name: str
    state: State
    blunders: tuple[str, ...]
    quick: bool = True
    sound: tuple[str, ...] = ()


def read(variant: str) -> tuple[Position, ...]:
    """Return the positions of a game in the order of its file."""
    entries = json.loads(Path(__file__).with_name(f"{variant}.json").read_text(encoding="utf-8"))
    return tuple(
        Position(
            entry["name"],
            _state(variant, entry),
            tuple(entry["blunders"]),
            entry.get("quick", True),
            tuple(entry.get("sound", [])),
        )
        for entry in entries
    )


def _state(variant: str, entry: Mapping[str, Any]) -> State:
    state = _READERS[variant](entry)
    codes = [piece.code for piece in state.pieces()]
    assert len(codes) == len({*codes}), entry["name"]
    assert state.position() == entry["position"], entry["name"]
    assert sorted(state.to_move) == entry["to_move"], entry["name"]
    return state


def _chicago_poker(entry: Mapping[str, Any]) -> PokerState:
    position = entry["position"]
    street = {
        business["tile"]: [" ".join(card for card, _facing in column) for column in business["columns"]]
        for business in position["street"]
    }
    state = poker_table(
        [" ".join(hand) for hand in position["hands"]],
        street,
        options=RULES["chicago_poker"].engine.complete(entry["options"]),
        active=position["active"],
        due=position["due"],
        extra=position["extra"],
        deck=" ".join(position["deck"]),
        discard=" ".join(position["discard"]),
        pile=" ".join(position["pile"]),
        controlled=[" ".join(tiles) for tiles in position["controlled"]],
    )
    state.started = position["turn"]
    state.seen = {card: frozenset(seats) for card, seats in entry.get("seen", {}).items()}
    return state


def _swedish_chicago(entry: Mapping[str, Any]) -> SwedishState:
    position = entry["position"]
    seats = len(position["hands"])
    state = SwedishState(RULES["swedish_chicago"].engine.complete(entry["options"]), seats)
    for name in ("phase", "part", "hand", "dealer", "scores", "stopped", "hands", "discards"):
        setattr(state, name, position[name])
    for name in ("said", "shown", "declarer", "leader", "played", "tricks"):
        setattr(state, name, position[name])
    state.made, state.stock, state.thrown = position["made_chicago"], position["stock"][::-1], entry["thrown"]
    state.trick = [(card, seat) for card, seat in position["trick"]]
    laid = {seat for _card, seat in state.trick}
    first = entry["to_move"][0]
    state.due = [seat for place in range(seats) if (seat := (first + place) % seats) not in laid]
    return state


_READERS: Mapping[str, Callable[[Mapping[str, Any]], State]] = {
    "chicago_poker": _chicago_poker,
    "swedish_chicago": _swedish_chicago,
}
