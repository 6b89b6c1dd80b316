"""How long games over days take: ``python -m lab.waits --games N --jobs N`` prints a table in Markdown.

Games are simulated on the rules, with the quick policy. A player who is asked answers after a wait that is distributed
exponentially, and never between 22:00 and 7:00 in their own time zone. A visit is one answer: a player who has several
decisions in a row makes them in the same visit. Forced moves and moves by standing orders or plans take no visit and no
time. Players who plan make the plan that the rules suggest, at the end of each visit.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from heapq import heappop, heappush
from multiprocessing import Pool
from random import Random
from statistics import fmean
from typing import Any, NamedTuple

from games.rules import RULES
from games.rules.contract import DEALT, Seat
from games.rules.game import Rules
from lab.arena import dealer, positive
from lab.planning import Planners

EIGHT_HOURS = 8
WAITS = (1, EIGHT_HOURS, 24)
"""The mean hours until an answer for which the days of a game are measured."""

TIME_ZONES = (-5, 0, 1, 2)
"""Hours from UTC; each player's zone is chosen from these at random."""

WAKES, SLEEPS = 7, 22
"""The local hours between which players answer."""

LONGEST = 50
"""The number of a visit's moves after which default moves end it: the quick policy may use up Revolvers for ever."""

Orders = Mapping[str, str]


class Scenario(NamedTuple):
    """A game with its options, and whether all its players give these standing orders or make plans."""

    variant: str
    seats: int
    options: Mapping[str, Any] = {}
    orders: Orders = {}
    plans: bool = False


class Course(NamedTuple):
    """The course of one game: visits, deals, the longest chain of visits that wait for each other, and days."""

    visits: int
    deals: int
    chain: int
    days: float


class Simulation:
    """One game of a scenario, deal ``number``, whose players answer after ``wait`` hours on average."""

    def __init__(self, scenario: Scenario, number: int, wait: float) -> None:
        self._rules: Rules = RULES[scenario.variant]
        self._orders, self._wait = scenario.orders, wait
        self._rng, self._shuffle = Random(f"{number} {wait}"), dealer(number)
        self._zones = [self._rng.choice(TIME_ZONES) for _seat in range(scenario.seats)]
        defaults = {option.name: option.default for option in self._rules.engine.OPTIONS}
        self._state, _events = self._rules.engine.state_class.new(
            defaults | dict(scenario.options), scenario.seats, self._shuffle
        )
        self._planners = Planners(self._rules, range(scenario.seats) if scenario.plans else ())
        self._answers: list[tuple[float, Seat, int]] = []
        self._asked: set[Seat] = set()
        self._visits, self._deals = 0, 1

    def play(self) -> Course:
        """Play the game to its end."""
        start = now = self._rng.uniform(0, 24)
        chain = longest = 0
        self._ask(now, chain)
        while self._answers:
            now, seat, chain = heappop(self._answers)
            self._asked.discard(seat)
            if seat in self._state.to_move:
                self._visit(seat)
                longest = max(longest, chain)
            self._ask(now, chain)
        return Course(self._visits, self._deals, longest, (now - start) / 24)

    def _ask(self, now: float, chain: int) -> None:
        for seat in sorted(self._state.to_move - self._asked):
            self._asked.add(seat)
            answered = awake(now + self._rng.expovariate(1 / self._wait), self._zones[seat])
            heappush(self._answers, (answered, seat, chain + 1))

    def _visit(self, seat: Seat) -> None:
        self._visits += 1
        made = 0
        while seat in self._state.to_move:
            made += 1
            self._make(seat, self._choose(seat, hurried=made > LONGEST))
            self._planners.plan(self._state, seat)
            self._move_automatically()
        # The end of a turn may have been automatic; the next one can be planned now.
        self._planners.plan(self._state, seat)

    def _choose(self, seat: Seat, *, hurried: bool) -> str:
        automation = self._rules.automation
        if hurried:
            return automation.default_move(self._state.view(seat))
        return automation.quick_policy(self._state, seat, self._rng)

    def _move_automatically(self) -> None:
        while found := next(self._automatic_moves(), None):
            self._make(*found)

    def _automatic_moves(self) -> Iterator[tuple[Seat, str]]:
        for seat in sorted(self._state.to_move):
            move = self._state.forced_move(seat)
            if move is None and self._orders:
                move = self._rules.automation.automatic_move(self._state.view(seat), self._orders)
            if move is None:
                move = self._planners.move(self._state, seat)
            if move is not None:
                yield seat, move

    def _make(self, seat: Seat, move: str) -> None:
        happened = self._state.make(seat, move, self._shuffle)
        self._deals += sum(kind == DEALT for kind, *_rest in happened)
        self._planners.lapse(self._state)


def awake(hour: float, zone: int) -> float:
    """Return the first hour from this one on, in UTC, at which a player in the time zone is awake."""
    local = (hour + zone) % 24
    if WAKES <= local < SLEEPS:
        return hour
    return hour + (WAKES - local) % 24


ONLY_MOVE = {"only_move": "make"}
ANNOUNCE_BEST = ONLY_MOVE | {"announce": "best", "chicago": "never"}
SEATS = (2, 3, 4, 6)
SCENARIOS = (
    *(Scenario("chicago_poker", seats, plans=plans) for seats in SEATS for plans in (False, True)),
    *(
        Scenario("swedish_chicago", seats, {"together": together}, orders, plans)
        for seats in SEATS
        for together in (False, True)
        for orders, plans in (({}, False), (ONLY_MOVE, False), (ANNOUNCE_BEST, False), ({}, True))
    ),
)
HEADING = """\
| Game | Seats | Options | Standing orders | Plans | Visits a seat | In all | Chain a deal | Days at 1 h | 8 h | 24 h |
| --- | ---: | --- | --- | --- | ---: | ---: | ---: | ---: | ---: | ---: |"""


def course(scenario: Scenario, wait: float, number: int) -> Course:
    """Return the course of game ``number`` with a mean of ``wait`` hours until an answer."""
    return Simulation(scenario, number, wait).play()


class Means(NamedTuple):
    """The means of several games of a scenario."""

    visits: float
    visits_a_seat: float
    chain_a_deal: float
    days: float


def means(scenario: Scenario, wait: float, games: int, jobs: int) -> Means:
    """Simulate the games of a scenario with a mean of ``wait`` hours until an answer."""
    with Pool(jobs) as pool:
        courses = pool.map(partial(course, scenario, wait), range(games))
    visits = fmean(each.visits for each in courses)
    return Means(
        visits,
        visits / scenario.seats,
        fmean(each.chain / each.deals for each in courses),
        fmean(each.days for each in courses),
    )


def row(scenario: Scenario, games: int, jobs: int) -> str:
    """Simulate the games of a scenario, and return the row of their means in the table."""
    hourly, usual, daily = (means(scenario, wait, games, jobs) for wait in WAITS)
    options, orders, plans = _listed(scenario.options), _listed(scenario.orders), "yes" if scenario.plans else "–"
    return (
        f"| {scenario.variant} | {scenario.seats} | {options} | {orders} | {plans} | {usual.visits_a_seat:.0f} "
        f"| {usual.visits:.0f} | {usual.chain_a_deal:.0f} | {hourly.days:.0f} | {usual.days:.0f} | {daily.days:.0f} |"
    )


def _listed(values: Mapping[str, Any]) -> str:
    return ", ".join(f"{name}={str(value).lower()}" for name, value in values.items()) or "–"


def main(arguments: Sequence[str] | None = None) -> None:
    """Print the table row by row."""
    parser = argparse.ArgumentParser(prog="python -m lab.waits", description=__doc__)
    parser.add_argument("--games", type=positive, default=200, help="games of each row")
    parser.add_argument("--jobs", type=positive, default=1, help="processes")
    asked = parser.parse_args(arguments)
    sys.stdout.write(f"{HEADING}\n")
    for scenario in SCENARIOS:
        sys.stdout.write(f"{row(scenario, asked.games, asked.jobs)}\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
