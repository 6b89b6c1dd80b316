"""How often players of a game over days wait for each other if they plan ahead (``lab/waits.py``).

The environment variable ``WAITS_GAMES`` (default 200) is the number of simulated games of each kind.
"""

import os
from collections.abc import Iterator
from typing import NamedTuple

from lab.bench.measure import Measure
from lab.waits import EIGHT_HOURS, Scenario, means

GAMES = int(os.environ.get("WAITS_GAMES", "200"))


class Limits(NamedTuple):
    """The most days of a game with answers after eight hours, visits a seat, and visits of a deal in a chain."""

    days: float
    visits: float = 0
    chain: float = 0


TOGETHER = {"together": True}
LIMITS = (
    (Scenario("swedish_chicago", 4, TOGETHER, plans=True), Limits(35, visits=35, chain=6)),
    (Scenario("swedish_chicago", 2, TOGETHER, plans=True), Limits(20)),
    (Scenario("chicago_poker", 4, plans=True), Limits(24)),
)


def measures() -> Iterator[Measure]:
    for scenario, limits in LIMITS:
        found = means(scenario, EIGHT_HOURS, GAMES, os.cpu_count() or 1)
        name = f"{scenario.variant}, {scenario.seats} seats, with plans"
        yield Measure(f"{name}: days at eight hours an answer", found.days, limits.days, "", at_least=False)
        if limits.visits:
            yield Measure(f"{name}: visits a seat", found.visits_a_seat, limits.visits, "", at_least=False)
        if limits.chain:
            yield Measure(f"{name}: visits of a deal in a chain", found.chain_a_deal, limits.chain, "", at_least=False)
