"""Fit the weights of Swedish Chicago's quick policy from self-play, and write ``weights.py``.

``python -m lab.fit swedish_chicago [--hands 30000] [--seed 1]`` takes several minutes on one core. In each of two
rounds it fits, in this order:

- the chances of making a Chicago and of winning the last trick, each looked up by a number computed from the hand
- the values of kept cards in each exchange, the last exchange first because earlier ones use its values
- the chances of winning a race, computed backwards from each target over many simulated hands

Finally it counts which kinds of cards players keep.
"""

from __future__ import annotations

import argparse
import logging
from collections import Counter
from collections.abc import Sequence
from math import exp
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from games.rules.swedish_chicago import GAME
from games.rules.swedish_chicago.bot import keep_values, playout, race, solve, weights
from games.rules.swedish_chicago.bot.keep_rates import kind_of
from games.rules.swedish_chicago.bot.numbers import ALL, NUMBER, place, strength
from games.rules.swedish_chicago.bot.playout import LAST_TRICK, Deal, may_hope, missing, two_highest
from games.rules.swedish_chicago.legal import LEAST
from games.rules.swedish_chicago.options import exchange_stop
from games.rules.swedish_chicago.pieces import HAND
from games.rules.swedish_chicago.state import State

log = logging.getLogger(__name__)

OPTIONS: dict[str, Any] = {option.name: option.default for option in GAME.engine.OPTIONS}
ORDER = (0, 1)
TARGETS = [int(choice.value) for option in GAME.engine.OPTIONS if option.name == "target" for choice in option.choices]
FILE = Path(weights.__file__)
WIDTH = 120
BY_CHANCE = 60_000
"""The number of random choices of cards to keep, for each number of cards."""

RARE = 0.25
"""The share of dealt hands that are replaced by hands of rare types."""

RIDGE = 5.0
"""The ridge penalty of each weight, in hands."""

Table = list[list[float]]


def dealt(rng: Random, scores: Sequence[int]) -> Deal:
    """Return a new deal of both hands. Seat 0 is first in table order."""
    deal = Deal(OPTIONS, ORDER, scores)
    deal.stock = rng.sample(ALL, len(ALL))
    for seat in ORDER:
        deal.hands[seat] = [deal.stock.pop() for _ in range(HAND)]
    return deal


def until(deal: Deal, part: int, phase: str, rng: Random) -> None:
    while (deal.part, deal.phase) != (part, phase):
        if deal.phase == "exchange":
            deal.exchanges(rng)
        else:
            deal.announcements()


def smoothed(counts: Sequence[Sequence[float]], rising: bool) -> list[float]:
    """Return the mean for each number, smoothed with its neighbours and made monotonic (rising or falling)."""
    means = []
    for number in range(len(counts)):
        near = [
            (counts[at], 1 if at == number else 0.25)
            for at in (number - 1, number, number + 1)
            if 0 <= at < len(counts)
        ]
        weight = sum(n * share for (_, n), share in near)
        means.append(sum(won * share for (won, _), share in near) / weight if weight > 3 else None)
    known = [mean for mean in means if mean is not None]
    last = known[0]
    found = []
    for mean in means:
        value = last if mean is None else max(last, mean) if rising else min(last, mean)
        found.append(value)
        last = value
    return found


def fit_tricks(hands: int, rng: Random) -> tuple[Table, Table]:
    """Return the chances of a Chicago and of the last trick, for the follower and for the leader.

    Chances of a Chicago depend on the number of missing cards, chances of the last trick on the two highest cards.
    """
    made = [[[0.0, 0] for _ in range(64)] for _ in range(2)]
    last = [[[0.0, 0] for _ in range(29)] for _ in range(2)]
    for _ in range(hands):
        deal = dealt(rng, (20, 20))
        until(deal, 3, "chicago", rng)
        own, other = (tuple(sorted(deal.hands[seat])) for seat in ORDER)
        first = solve.takes_last(own, other)
        for leads, hand, won, all_of_them in (
            (1, own, first, solve.takes_all(own, other)),
            (0, other, not first, solve.takes_all_from(other, own)),
        ):
            _count(made[leads][missing(hand)], all_of_them)
            _count(last[leads][two_highest(hand)], won)
    chances = [smoothed(counts, False) for counts in made]
    chances[1][0] = 1.0  # no card beats the leader's
    return chances, [smoothed(counts, True) for counts in last]


def _count(entry: list[float], hit: bool) -> None:
    entry[0] += hit
    entry[1] += 1


def fit_keeping(part: int, chicago: bool, hands: int, rng: Random) -> list[float]:
    """Return the weights for keeping cards in this part, fitted to the points gained after random choices."""
    size = len(keep_values.FEATURES)
    squares, products = [[0.0] * size for _ in range(size)], [0.0] * size
    scores = (22, 22) if chicago else (0, 0)
    for _ in range(hands):
        seat = rng.randrange(2)
        deal = dealt(rng, scores)
        until(deal, part, "exchange", rng)
        if rng.random() < RARE:
            _deal_again(deal, seat, rng)
        before = deal.scores.copy()
        kept, bits = _tried(deal, seat, part, chicago, rng)
        for each in ORDER:
            if each == seat:
                deal.exchange(seat, bits, rng)
            else:
                deal.exchange(each, keep_values.keeping(part, chicago).best(deal.hands[each]), rng)
        deal.phase, deal.rest = ("announce" if part < 3 else "chicago"), deal.order
        deal.finish(rng)
        gained = deal.scores[seat] - before[seat] - deal.scores[1 - seat] + before[1 - seat]
        found = keep_values.features([card & 15 for card in kept], len({card >> 4 for card in kept}) == 1).items()
        for row, value in found:
            products[row] += value * gained
            for column, other in found:
                squares[row][column] += value * other
    for number in range(size):
        squares[number][number] += RIDGE
    return solved(squares, products)


def _deal_again(deal: Deal, seat: int, rng: Random) -> None:
    """Try to replace a seat's hand by one of a random rare type, so that there is enough data for rare types."""
    pool = [*deal.stock, *deal.hands[seat]]
    wanted = rng.randrange(2, 8)
    for _ in range(20_000):
        hand = rng.sample(pool, HAND)
        if place(strength(hand)) == wanted:
            break
    deal.hands[seat] = hand
    deal.stock = [card for card in pool if card not in hand]
    rng.shuffle(deal.stock)


def _tried(deal: Deal, seat: int, part: int, chicago: bool, rng: Random) -> tuple[list[int], int]:
    """Choose cards to keep at random, mostly among the six best choices. Return the cards, and the choice as bits."""
    hand = deal.hands[seat]
    choices = sorted(keep_values.keeping(part, chicago).choices(hand), reverse=True)
    _, bits = rng.choice(choices[:6] if rng.random() < 0.7 else choices)
    return [card for number, card in enumerate(hand) if bits >> number & 1], bits


def solved(matrix: Table, right: list[float]) -> list[float]:
    """Return the solution of a system of linear equations, by Gaussian elimination."""
    size = len(right)
    rows = [[*row, value] for row, value in zip(matrix, right, strict=True)]
    for number in range(size):
        pivot = max(range(number, size), key=lambda row: abs(rows[row][number]))
        rows[number], rows[pivot] = rows[pivot], rows[number]
        for row in range(size):
            if row != number and (factor := rows[row][number] / rows[number][number]):
                rows[row] = [a - factor * b for a, b in zip(rows[row], rows[number], strict=True)]
    return [row[-1] / row[number] for number, row in enumerate(rows)]


class Course(NamedTuple):
    """The course of a hand: both seats' announced points, points for the ``best`` hand, and prospects of a Chicago.

    ``chance`` is the estimated chance of a Chicago; ``makes`` is whether the seat would really make one.
    """

    announced: tuple[int, ...]
    last: int  # the winner of the last trick
    best: tuple[int, ...]
    chance: tuple[float, float]
    makes: tuple[bool, bool]
    hope: tuple[float, float]  # the chance of the last trick


def played(rng: Random, stopped: tuple[bool, bool], chicago: bool) -> Course:
    """Return the course of a simulated hand, in which ``stopped`` seats don't exchange cards."""
    base = 22 if chicago else 0
    deal = dealt(rng, (base, base))
    deal.stopped = frozenset(seat for seat in ORDER if stopped[seat])
    until(deal, 3, "chicago", rng)
    announced = tuple(score - base for score in deal.scores)
    own, other = (tuple(sorted(deal.hands[seat])) for seat in ORDER)
    first = solve.takes_last(own, other)
    deal.scores = [0, 0]
    deal.score_best({seat: strength(deal.hands[seat]) for seat in ORDER})
    return Course(
        announced, 0 if first else 1, tuple(deal.scores),
        (weights.CHICAGO[1][missing(own)], weights.CHICAGO[0][missing(other)]),
        (solve.takes_all(own, other), solve.takes_all_from(other, own)),
        (weights.LAST[1][two_highest(own)], weights.LAST[0][two_highest(other)]),
    )  # fmt: skip


def fit_race(hands: int, rounds: int, rng: Random, target: int) -> Table:
    """Return the next leader's chance of winning, indexed by the leader's score and the other seat's score.

    Compute it backwards from the target, in several ``rounds``.
    """
    options = OPTIONS | {"target": str(target)}
    stop = exchange_stop(options) or target
    courses = {
        (one, two, chicago): [played(rng, (one, two), chicago) for _ in range(hands)]
        for one in (False, True) for two in (False, True) for chicago in (False, True)
    }  # fmt: skip
    table = [[1 / (1 + exp(-(own + 1 - rival) / 12)) for rival in range(target)] for own in range(target)]
    for _ in range(rounds):
        for total in range(2 * target - 2, -1, -1):
            for own in range(max(0, total - target + 1), min(target, total + 1)):
                rival = total - own
                known = courses[own >= stop, rival >= stop, may_hope(options, max(own, rival))]
                table[own][rival] = sum(_after(table, own, rival, course) for course in known) / len(known)
    return table


def _chance(table: Table, own: int, rival: int) -> float:
    """Return seat 0's chance of winning. Seat 0 led the last hand, so the other seat leads the next one."""
    if max(own, rival) >= len(table):
        return (own > rival) + (own == rival) / 2
    return 1 - table[rival][own]


def _after(table: Table, own: int, rival: int, course: Course) -> float:
    scores = [own + course.announced[0], rival + course.announced[1]]
    for seat in ORDER:
        if scores[seat] >= LEAST and course.chance[seat] > 0.2 and _declares(table, scores, seat, course):
            if course.makes[seat]:
                scores[seat] += LEAST + LAST_TRICK
                return _chance(table, scores[0] + course.best[0], scores[1] + course.best[1])
            scores[seat] -= LEAST
            return _chance(table, *scores)
    scores[course.last] += LAST_TRICK
    return _chance(table, scores[0] + course.best[0], scores[1] + course.best[1])


def _declares(table: Table, scores: Sequence[int], seat: int, course: Course) -> bool:
    made, hope = course.chance[seat], course.hope[seat]
    best = course.best[seat] if course.best[seat] > 1 else 0

    def chance(own: int, other: int) -> float:
        both = [scores[0] + other, scores[1] + other]
        both[seat] = scores[seat] + own
        first = _chance(table, *both)
        return first if seat == 0 else 1 - first

    declared = made * chance(LEAST + LAST_TRICK + best, 0) + (1 - made) * chance(-LEAST, 0)
    return declared > hope * chance(LAST_TRICK + best, 0) + (1 - hope) * chance(best, LAST_TRICK)


def fit_kept(games: int, rng: Random) -> list[dict[str, float]]:
    """Return, for each part, how often *steady* and quick players keep each kind of choice, relative to chance."""
    kept: list[Counter[str]] = [Counter() for _ in range(3)]
    for number in range(games):
        state, _ = State.new(OPTIONS, 2, lambda pieces: rng.sample(pieces, len(pieces)))
        while state.outcome is None:
            seat = min(state.to_move)
            steady = (seat + number) % 2 and (state.phase == "exchange" or state.phase == "play")
            computer = GAME.automation
            move = computer.policy(state.view(seat)) if steady else computer.quick_policy(state, seat, rng)
            if state.phase == "exchange":
                thrown = move.split()[1:]
                kept[state.part - 1][_kind([NUMBER[card] for card in state.hands[seat] if card not in thrown])] += 1
            state.make(seat, move, lambda pieces: rng.sample(pieces, len(pieces)))
    by_chance = Counter(_kind(rng.sample(ALL, size)) for size in range(HAND + 1) for _ in range(BY_CHANCE))
    return [
        {kind: round(count * BY_CHANCE / found.total() / max(1, by_chance[kind]), 3) for kind, count in found.items()}
        for found in kept
    ]


def _kind(cards: Sequence[int]) -> str:
    return kind_of([card & 15 for card in cards], len({card >> 4 for card in cards}) == 1)


def rows_of(table: Table) -> list[str]:
    most = len(race.DIGITS) ** 2 - 1
    return ["".join(_digits(round(chance * most)) for chance in row) for row in table]


def _digits(number: int) -> str:
    high, low = divmod(number, len(race.DIGITS))
    return race.DIGITS[high] + race.DIGITS[low]


def write(**tables: Any) -> None:
    """Write these tables and the other current ones to ``weights.py``, and use them from now on."""
    values = {name: tables.get(name, getattr(weights, name)) for name in ("KEEPING", "CHICAGO", "LAST", "RACE", "KEPT")}
    lines = ['"""Fitted by ``python -m lab.fit swedish_chicago``, which writes this file."""', "", "# fmt: off"]
    for name, value in values.items():
        setattr(weights, name, value)
        lines += [f"{name} = (", *_lines(value, 1), ")"]
    FILE.write_text("\n".join([*lines, "# fmt: on", ""]))
    for module, name in ((playout, "CHICAGO"), (playout, "LAST"), (keep_values, "KEEPING"), (race, "RACE")):
        setattr(module, name, values[name])
    keep_values.keeping.cache_clear()
    race.table.cache_clear()


def _lines(value: Any, depth: int) -> list[str]:
    indent = "    " * depth
    if isinstance(value, str):
        return [f'{indent}"{value}",']
    if isinstance(value, dict):
        return [
            f"{indent}{{",
            *_wrapped([f'"{key}": {ratio:.3g},' for key, ratio in sorted(value.items())], f"{indent}    "),
            f"{indent}}},",
        ]
    if isinstance(value[0], (int, float)):
        return _wrapped([f"{number:.3f}," for number in value], indent)
    return [
        line
        for each in value
        for line in (
            [f"{indent}(", *_lines(each, depth + 1), f"{indent}),"]
            if not isinstance(each, (str, dict))
            else _lines(each, depth)
        )
    ]


def _wrapped(words: Sequence[str], indent: str) -> list[str]:
    lines, line = [], indent[:-1]
    for word in words:
        if len(line) + 1 + len(word) > WIDTH:
            lines.append(line)
            line = indent[:-1]
        line += f" {word}"
    return [*lines, line]


def main(arguments: Sequence[str]) -> None:
    """Fit all weights in two rounds, because each part depends on the others, then count the kept cards."""
    parser = argparse.ArgumentParser(prog="python -m lab.fit swedish_chicago", description=__doc__)
    parser.add_argument("--hands", type=int, default=30_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--rounds", type=int, default=2)
    parser.add_argument("--games", type=int, default=120, help="games for counting kept cards")
    given = parser.parse_args(arguments)
    logging.basicConfig(level=logging.INFO)
    rng = Random(given.seed)
    for number in range(given.rounds):
        made, last = fit_tricks(given.hands, rng)
        write(CHICAGO=made, LAST=last)
        for part in (3, 2, 1):
            found = [fit_keeping(part, chicago, given.hands, rng) for chicago in (False, True)]
            now: list[Any] = [list(each) for each in weights.KEEPING]
            now[part - 1] = found
            write(KEEPING=now)
            log.info("round %s, part %s", number + 1, part)
        hands = max(300, given.hands // 60)
        write(RACE=[rows_of(fit_race(hands, 3, rng, target)) for target in TARGETS])
        log.info("round %s, race", number + 1)
    if given.games:
        write(KEPT=fit_kept(given.games, rng))
