"""The faults of a game day and their schedule, in a random order that is reproducible from the seed."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from random import Random
from threading import Event, Lock
from time import monotonic

from lab.gameday.ledger import now
from lab.gameday.machines import WORKERS, House, Machine

PAUSE = (2.0, 9.0)
"""The seconds between the end of a fault and the next fault."""
TOGETHER = 0.3
"""The probability that a fault begins before the previous one has ended."""
WRONG_BY = 300
"""The error of the wrong clock, in seconds."""


@dataclass(frozen=True)
class Fault:
    """A kind of fault. ``seconds`` are its shortest and longest duration. Faults with a common place must not overlap.

    If ``may_repeat``, mails may be sent again, because the fault can keep a worker from storing that a mail was sent.
    """

    name: str
    places: frozenset[str]
    seconds: tuple[float, float]
    begin: Callable[[], object]
    end: Callable[[], object]
    may_repeat: bool = False


@dataclass(frozen=True)
class Planned:
    """A fault with its planned start and end, in seconds from the start of the day."""

    fault: Fault
    begins: float
    ends: float


@dataclass(frozen=True)
class Happened:
    """A fault with its actual times, which may be later than planned."""

    name: str
    begun: datetime
    ended: datetime
    may_repeat: bool


def faults_of(house: House) -> list[Fault]:
    found = [*_clusters(house), *_mail(house)]
    for machine in house.machines:
        found += [*_killed(machine), *_wires(machine)]
    everything = frozenset(place for fault in found for place in fault.places)
    found.append(Fault("everything restarted", everything, (1, 1), house.restart, _nothing, may_repeat=True))
    found.append(_wrong_clock(house.machines[-1], 1))
    found.append(_wrong_clock(house.machines[-1], -1))
    return found


def _nothing() -> None:
    """Do nothing, because the fault needs no repair."""


def _place(machine: Machine, name: str) -> str:
    return f"{machine.name} {name}"


def _killed(machine: Machine) -> list[Fault]:
    return [
        Fault(
            f"{name} killed on the {machine.name} machine",
            frozenset([_place(machine, name)]),
            (2, 8),
            partial(machine.end, name, kill=True),
            partial(machine.replace, name),
            may_repeat=name in WORKERS,
        )
        for name in machine.running
    ]


def _wires(machine: Machine) -> list[Fault]:
    found = []
    for what, wire in (("PostgreSQL", machine.to_postgres), ("Redis", machine.to_redis)):
        places, repeats = frozenset([_place(machine, what), what]), what == "PostgreSQL"
        where = f"between {what} and the {machine.name} machine"
        found += [
            Fault(f"wire cut {where}", places, (2, 12), wire.cut, wire.mend, repeats),
            Fault(f"wire dead {where}", places, (2, 10), wire.hold, wire.release, repeats),
            Fault(f"wire slow {where}", places, (5, 15), partial(wire.slow, 0.1), partial(wire.slow, 0)),
        ]
    return found


def _clusters(house: House) -> list[Fault]:
    postgres, redis = house.postgres, house.redis
    crash = partial(postgres.stop, "immediate")
    return [
        Fault("PostgreSQL crashed", frozenset(["PostgreSQL"]), (1, 6), crash, postgres.start, may_repeat=True),
        Fault("PostgreSQL stood still", frozenset(["PostgreSQL"]), (2, 10), postgres.pause, postgres.resume, True),
        Fault("Redis killed, back empty", frozenset(["Redis"]), (1, 6), redis.kill, redis.start),
        Fault("Redis stood still", frozenset(["Redis"]), (2, 12), redis.pause, redis.resume),
    ]


def _mail(house: House) -> list[Fault]:
    post, places = house.post, frozenset(["mail"])
    refuse = partial(setattr, post, "refuse")
    return [
        Fault("mail server refused", places, (5, 20), partial(refuse, "451 try again later"), partial(refuse, "")),
        Fault(
            "mail server hung", places, (5, 15), partial(setattr, post, "holding", True), partial(_let_go, house), True
        ),
        Fault(
            "mail server broke off in mid-mail",
            places,
            (5, 20),
            partial(setattr, post, "dropping", True),
            partial(setattr, post, "dropping", False),
        ),
        Fault("mail server away", places, (5, 20), post.close, post.open),
    ]


def _let_go(house: House) -> None:
    house.post.holding = False


def _wrong_clock(machine: Machine, sign: int) -> Fault:
    def change(under: str) -> None:
        for name in WORKERS:
            machine.end(name, kill=False)
            machine.replace(name, under)

    wrong = f"python -m lab.gameday.wrong_clock {sign * WRONG_BY}"
    name = f"workers' clock {sign * WRONG_BY:+} s on the {machine.name} machine"
    places = frozenset(_place(machine, worker) for worker in WORKERS)
    return Fault(name, places, (20, 30), partial(change, wrong), partial(change, ""))


def plan(rng: Random, faults: Sequence[Fault], seconds: float, pace: float = 1) -> list[Planned]:
    """Return a schedule in which each fault occurs once before any repeats, and at most two overlap.

    ``pace`` below 1 shortens the faults and the pauses between them.
    """
    planned: list[Planned] = []
    bag: list[Fault] = []
    busy: frozenset[str] = frozenset()
    at = rng.uniform(*PAUSE) * pace
    while True:
        bag = bag or rng.sample(faults, len(faults))
        if (fault := next((each for each in bag if not each.places & busy), None)) is None:
            busy, at = frozenset(), _free(planned) + rng.uniform(*PAUSE) * pace
            continue
        lasts = rng.uniform(*fault.seconds) * pace
        if at + lasts > seconds:
            return planned
        bag.remove(fault)
        planned.append(Planned(fault, at, at + lasts))
        if not busy and rng.random() < TOGETHER:
            busy, at = fault.places, at + lasts * rng.uniform(0.1, 0.9)
        else:
            busy, at = frozenset(), _free(planned) + rng.uniform(*PAUSE) * pace


def _free(planned: Sequence[Planned]) -> float:
    return max(each.ends for each in planned)


class Course:
    """A run of the planned faults. A fault waits for an earlier one at the same place that takes too long."""

    def __init__(self, planned: Sequence[Planned], over: Event) -> None:
        self._planned, self._over = planned, over
        places = {place for each in planned for place in each.fault.places}
        self._locks = {place: Lock() for place in sorted(places)}

    def run(self) -> list[Happened]:
        """Inject the faults, and return those that happened. Once ``over`` is set, end the running ones and stop."""
        begun = monotonic()
        with ThreadPoolExecutor(2) as pool:
            waiting = []
            for each in self._planned:
                if self._over.wait(max(0, begun + each.begins - monotonic())):
                    break
                waiting.append(pool.submit(self._happen, each))
            return [happened for each in waiting if (happened := each.result())]

    def _happen(self, planned: Planned) -> Happened | None:
        fault = planned.fault
        with ExitStack() as stack:
            for place, lock in self._locks.items():
                if place in fault.places:
                    stack.enter_context(lock)
            if self._over.is_set():
                return None
            begun = now()
            sys.stdout.write(f"{begun:%H:%M:%S} {fault.name}\n")
            sys.stdout.flush()
            try:
                fault.begin()
                self._over.wait(planned.ends - planned.begins)
            finally:
                fault.end()
            return Happened(fault.name, begun, now(), fault.may_repeat)
