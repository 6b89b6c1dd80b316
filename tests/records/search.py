"""Search for random games that meet a condition, for any rules."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from games.rules import RULES, fair_deal, record
from games.rules.contract import Event, Seat

FOLDER = Path(__file__).parent
NAMES = ("alice", "bob", "čeněk", "dora", "computer (steady)", "frank")
SHORTEST_OF = 10
"""The number of matching games from which the shortest is chosen."""


@dataclass
class Game:
    """A game in progress, with all events so far; ``latest`` are the events of the last move."""

    state: Any
    dealer: fair_deal.Dealer
    rng: Random
    moves: list[str]
    events: list[Event]
    latest: list[Event] = field(default_factory=list)

    def make(self, seat: Seat, move: str) -> int:
        """Make a move, and return the number of events."""
        self.latest = self.state.apply(seat, move, self.dealer)
        self.events += self.latest
        self.moves.append(f"{seat} {move}")
        return len(self.latest)

    def after(self, seat: Seat, move: str) -> Any:
        """Return the state after a move, without making it."""
        ahead = self.state.copy()
        ahead.apply(seat, move, fair_deal.Dealer(self.dealer.key, self.dealer.made))
        return ahead

    def any_seat(self) -> Seat:
        return self.rng.choice(sorted(self.state.to_move))

    def happened(self, kind: str) -> int:
        return sum(event.kind == kind for event in self.events)


Player = Callable[[Game], tuple[Seat, str]]
Condition = Callable[[Game], bool]


class Wanted(NamedTuple):
    """A wanted record: name, number of seats, options that differ from the defaults, strategy and condition."""

    name: str
    seats: int
    options: dict[str, Any]
    player: Player
    fits: Condition


def ended(reason: str, winners: int = 1) -> Condition:
    """Return a condition: the game ended for this reason, with this number of winners."""

    def fits(game: Game) -> bool:
        outcome = game.state.outcome
        return outcome is not None and outcome.reason == reason and len(outcome.winners) == winners

    return fits


def has_events(kind: str, times: int = 1) -> Condition:
    """Return a condition: there are at least ``times`` events of a kind."""
    return lambda game: game.happened(kind) >= times


def caused(kind: str, **details: Any) -> Condition:
    """Return a condition: the last move caused an event of this kind."""

    def fits(game: Game) -> bool:
        return any(event.kind == kind and details.items() <= event.details.items() for event in game.latest)

    return fits


def all_of(*wanted: Condition) -> Condition:
    """Return a condition: all of these conditions hold."""
    return lambda game: all(fits(game) for fits in wanted)


def deal(variant: str, seats: int, options: dict[str, Any], seed: int) -> tuple[Game, record.Record]:
    """Return a new game, and a record of it without moves."""
    rng = Random(f"{seats} {sorted(options.items())} {seed}")
    secret, entropy = rng.randbytes(32), tuple(rng.randbytes(16).hex() for _ in range(seats))
    table = "".join(rng.choices("bcdfghjkmnpqrstvwxyz23456789", k=6))
    dealer = fair_deal.Dealer(fair_deal.key(secret, table, entropy))
    options = {option.name: option.default for option in RULES[variant].engine.OPTIONS} | options
    state, events = RULES[variant].engine.state_class.new(options, seats, dealer)
    commitment = fair_deal.commitment(secret)
    blank = record.Record(table, variant, options, NAMES[:seats], commitment, entropy, secret, (), None)
    return Game(state, dealer, rng, [], events), blank


def played(variant: str, wanted: Wanted, seed: int) -> tuple[Game, record.Record]:
    """Play a game until it meets the condition or ends."""
    game, blank = deal(variant, wanted.seats, wanted.options, seed)
    while game.state.to_move:
        eventful = game.make(*wanted.player(game)) > 1
        if eventful and wanted.fits(game):
            break
    return game, replace(blank, moves=tuple(game.moves), outcome=record.outcome_json(game.state.outcome))


def find(variant: str, wanted: Wanted, seeds: int) -> record.Record | None:
    """Return the shortest of the first matching games, or None if no seed leads to one."""
    found = []
    for game, written in (played(variant, wanted, seed) for seed in range(seeds)):
        if wanted.fits(game):
            found.append(written)
        if len(found) == SHORTEST_OF:
            break
    return min(found, key=lambda written: len(written.moves), default=None)


def write(variant: str, name: str, written: record.Record) -> None:
    (FOLDER / variant / f"{name}.record.json").write_text(record.write(written), encoding="utf-8")
