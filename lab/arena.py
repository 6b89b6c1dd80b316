"""Matches between computer players: ``python -m lab.arena GAME A B --games N``.

Each deal is played once with A in each seat and B in all others, so that the luck of the deal mostly cancels out. A's
score in a game is A's share of the win. The players are ``random``, ``quick`` (the policy used in playouts),
``steady`` (the rule-based policy), the levels from ``novice`` to ``master``, and searches with a limit per move,
``search:PLAYOUTS`` or ``search@SECONDS``. ``cheat:…`` and ``cheat@…`` see all cards, and so are an upper bound for any
search. ``plan:PLAYER`` makes the plans that the rules suggest, and chooses only the moves that no plan makes. Levels
are limited by playouts only, so that a match gives the same result on any machine; ``LEVEL:PLAYOUTS`` is a level with a
smaller search. Seconds are CPU seconds of one core.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from math import inf, log, sqrt
from multiprocessing import Pool
from random import Random
from statistics import fmean, variance
from time import process_time
from typing import Any, NamedTuple

from games.computers import levels
from games.computers.levels import LEVELS, Level
from games.computers.search import Budget, Sample, compare
from games.rules import RULES
from games.rules.contract import DEALT, Seat, Shuffle, State
from games.rules.game import Rules
from lab.planning import Planners

LONGEST = 5_000
"""The number of moves after which a game counts as a draw."""

CONFIDENCE = 1.96
"""Half the width of a 95 % interval, in standard errors."""

PLANS = "plan:"
"""The prefix of a player who makes plans and chooses only the moves that no plan makes."""

MISTAKE = 0.05
"""The probability of each kind of error in the sequential test."""

Player = Callable[[Rules, State, Seat, Random], str]
"""Chooses a move. All players except ``cheat`` use only the view from their seat."""


def _random(rules: Rules, state: State, seat: Seat, rng: Random) -> str:
    return rng.choice(state.legal_moves(seat))


def _quick(rules: Rules, state: State, seat: Seat, rng: Random) -> str:
    return rules.automation.quick_policy(state, seat, rng)


def _steady(rules: Rules, state: State, seat: Seat, rng: Random) -> str:
    return rules.automation.policy(state.full_view(seat))


def _at(level: Level, most: int = sys.maxsize) -> Player:
    level = level._replace(budget=Budget(min(level.budget.playouts, most), inf))
    return lambda rules, state, seat, rng: levels.choose(rules, state.full_view(seat), level, rng)


PLAYERS: dict[str, Player] = {
    "random": _random,
    "quick": _quick,
    "steady": _steady,
    **{name: _at(level) for name, level in LEVELS.items()},
}


def player(name: str) -> Player:
    name = name.removeprefix(PLANS)
    if name in PLAYERS:
        return PLAYERS[name]
    for mark in ":@":
        kind, found, amount = name.partition(mark)
        if found and kind in _SEARCHES:
            number = float(amount)
            return _SEARCHES[kind](Budget(int(number), inf) if mark == ":" else Budget(sys.maxsize, number))
        if found and kind in LEVELS and mark == ":":
            return _at(LEVELS[kind], int(amount))
    raise ValueError(f"no such player: {name}")


def _searching(budget: Budget) -> Player:
    level = Level(budget, temperature=0, ceiling=0)
    return lambda rules, state, seat, rng: levels.choose(rules, state.full_view(seat), level, rng)


def _cheating(budget: Budget) -> Player:
    def move(rules: Rules, state: State, seat: Seat, rng: Random) -> str:
        moves = rules.automation.candidates(state.full_view(seat))
        return compare(rules, seat, moves, lambda _: Sample(state, 1.0), budget, rng)[0].move

    return move


_SEARCHES: dict[str, Callable[[Budget], Player]] = {"search": _searching, "cheat": _cheating}


class Match(NamedTuple):
    """The set-up of a match: a game with options, the number of seats, and the names of both players."""

    game: str
    options: Mapping[str, Any]
    seats: int
    first: str
    second: str


class Deal(NamedTuple):
    """The results of a deal: A's share of the win in each seat, the number and seconds of A's and B's moves.

    ``hands`` is the number of hands in all its games.
    """

    scores: tuple[float, ...]
    moves: int
    seconds: tuple[tuple[float, ...], tuple[float, ...]]
    hands: int = 1


def played(match: Match, number: int) -> Deal:
    games = [_Game(match, number, seat) for seat in range(match.seats)]
    scores = tuple(game.score() for game in games)
    first, second = (tuple(second for game in games for second in game.seconds[whose]) for whose in (0, 1))
    return Deal(scores, len(first) + len(second), (first, second), sum(game.hands for game in games))


class _Game:
    """A game of deal ``number`` with A in the seat ``own``."""

    def __init__(self, match: Match, number: int, own: Seat) -> None:
        self._match, self._number, self._own = match, number, own
        self._rules, self._shuffle = RULES[match.game], dealer(number)
        names = [match.first if seat == own else match.second for seat in range(match.seats)]
        self._players = [player(name) for name in names]
        self._planners = Planners(self._rules, [seat for seat, name in enumerate(names) if name.startswith(PLANS)])
        self.seconds: tuple[list[float], list[float]] = ([], [])
        self.hands = 1

    def score(self) -> float:
        """Play the game, and return A's share of the win."""
        match = self._match
        state, _events = self._rules.engine.state_class.new(match.options, match.seats, self._shuffle)
        for move in range(LONGEST):
            if not state.to_move:
                return self._rules.automation.chances(state)[self._own]
            self._move(state, min(state.to_move), Random(f"{self._number} {self._own} {move}"))
        return 1 / match.seats

    def _move(self, state: State, seat: Seat, rng: Random) -> None:
        start = process_time()
        planned = self._planners.move(state, seat)
        text = planned or self._players[seat](self._rules, state, seat, rng)
        self.seconds[seat != self._own].append(process_time() - start)
        self.hands += sum(kind == DEALT for kind, *_rest in state.make(seat, text, self._shuffle))
        if planned is None:
            self._planners.plan(state, seat)
        self._planners.lapse(state)


def dealer(number: int) -> Shuffle:
    """Return the shuffle function of deal ``number``, which deals the same cards in each seating."""
    rng = Random(number)
    return lambda pieces: rng.sample(pieces, len(pieces))


class Result(NamedTuple):
    seats: int
    deals: tuple[Deal, ...]

    @property
    def means(self) -> list[float]:
        return [fmean(deal.scores) for deal in self.deals]

    @property
    def score(self) -> float:
        """A's share of all wins. A fair share is 1/seats."""
        return fmean(self.means)

    @property
    def error(self) -> float:
        """The standard error of ``score`` over independent deals, plus an error of half a game to keep it above 0."""
        spread = variance(self.means) if len(self.deals) > 1 else 0.25
        return sqrt(spread / len(self.deals) + (0.5 / (len(self.deals) * self.seats)) ** 2)

    @property
    def luck(self) -> float:
        """The share of the luck that comes from the deal, measured by the duplicate deals, or 0 if unknown."""
        redealt = self.score * (1 - self.score) / self.seats
        return 1 - variance(self.means) / redealt if redealt and len(self.deals) > 1 else 0.0

    @property
    def loss_a_hand(self) -> tuple[float, float]:
        """The bounds of A's loss of winning chance in each hand, compared with a fair share."""
        games, hands = len(self.deals) * self.seats, sum(deal.hands for deal in self.deals)
        low, high = (self.score + side * CONFIDENCE * self.error for side in (-1, 1))
        return (1 / self.seats - high) * games / hands, (1 / self.seats - low) * games / hands

    def evidence(self, low: float, high: float) -> float:
        """Return the log likelihood ratio of ``high`` to ``low`` as A's true score, assuming normal errors."""
        return (high - low) * (2 * self.score - low - high) / (2 * self.error**2)

    def seconds(self, whose: int) -> list[float]:
        """Return the seconds of each move of A (0) or B (1), in ascending order."""
        return sorted(second for deal in self.deals for second in deal.seconds[whose])


def results(match: Match, games: int, jobs: int, first_deal: int = 0) -> Iterator[Result]:
    """Play at least ``games`` games in ``jobs`` processes, and yield the result so far after each deal."""
    deals: list[Deal] = []
    numbers = range(first_deal, first_deal + -(-games // match.seats))
    with Pool(jobs) as pool:
        for deal in pool.imap(_Played(match), numbers):
            deals.append(deal)
            yield Result(match.seats, tuple(deals))


class _Played:
    """A picklable version of ``played``, for a pool of processes."""

    def __init__(self, match: Match) -> None:
        self.match = match

    def __call__(self, number: int) -> Deal:
        return played(self.match, number)


def decided(result: Result, low: float, high: float) -> str | None:
    """Return "low" or "high" if the sequential test accepts that score after at least eight deals, otherwise None."""
    bound = log((1 - MISTAKE) / MISTAKE)
    evidence = result.evidence(low, high) if len(result.deals) > 7 else 0.0
    return "high" if evidence > bound else "low" if evidence < -bound else None


def described(match: Match, result: Result) -> str:
    """Return the result as a line of text, followed by a line for each player's time per move."""
    low, high = (min(1.0, max(0.0, result.score + side * CONFIDENCE * result.error)) for side in (-1, 1))
    games = len(result.deals) * match.seats
    line = (
        f"{match.game}, {match.seats} seats, {games} games: {match.first} {100 * result.score:.1f} % "
        f"({100 * low:.1f}–{100 * high:.1f}) against {match.second}; "
        f"fair is {100 / match.seats:.1f} %"
    )
    if match.first.startswith(PLANS):
        least, most = result.loss_a_hand
        line += f"; loss a hand {50 * (least + most):.2f} % ({100 * least:.2f} to {100 * most:.2f})"
    return "\n".join([line, *(_paced(name, result.seconds(whose)) for whose, name in enumerate(match[-2:]))])


def _paced(name: str, seconds: Sequence[float]) -> str:
    if not seconds:
        return f"  {name}: no moves"
    late = seconds[int(0.99 * (len(seconds) - 1))]
    return f"  {name}: {1000 * fmean(seconds):.3f} ms a move, {1000 * late:.3f} ms at the 99th percentile"


def main(arguments: Sequence[str] | None = None) -> None:
    """Play a match and print its result. With ``--sprt LOW HIGH``, stop when the test accepts one of these scores."""
    asked = _parser().parse_args(arguments)
    rules = RULES[asked.game]
    options = {option.name: option.default for option in rules.engine.OPTIONS} | dict(map(_option, asked.option))
    rules.engine.check_options(options, asked.seats)
    match = Match(asked.game, options, asked.seats, asked.first, asked.second)
    verdict = None
    for result in results(match, asked.games, asked.jobs, asked.deal):
        if asked.sprt and (verdict := decided(result, *asked.sprt)):
            break
        if len(result.deals) % 10 == 0:
            _tell(described(match, result).partition("\n")[0])
    _tell(described(match, result))
    if asked.sprt:
        _tell(f"  sequential test: {verdict or 'undecided'}")


def _tell(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m lab.arena", description=__doc__)
    parser.add_argument("game", choices=RULES)
    parser.add_argument("first", metavar="A", type=_named)
    parser.add_argument("second", metavar="B", type=_named)
    parser.add_argument("--games", type=positive, default=100, help="rounded up to whole deals")
    parser.add_argument("--seats", type=int, default=2)
    parser.add_argument("--jobs", type=positive, default=1, help="processes")
    parser.add_argument("--deal", type=int, default=0, help="the number of the first deal")
    parser.add_argument("--option", action="append", default=[], metavar="NAME=VALUE")
    parser.add_argument("--sprt", nargs=2, type=float, metavar=("LOW", "HIGH"))
    return parser


def positive(text: str) -> int:
    number = int(text)
    if number < 1:
        raise argparse.ArgumentTypeError(f"{number} is less than 1")
    return number


def _named(name: str) -> str:
    player(name)
    return name


def _option(text: str) -> tuple[str, Any]:
    name, _, value = text.partition("=")
    return name, {"true": True, "false": False}.get(value, value)


if __name__ == "__main__":
    main()
