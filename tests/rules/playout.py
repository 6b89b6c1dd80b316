"""Random games for tests of any game, seeded so that failures are reproducible."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from itertools import combinations_with_replacement, product
from math import prod
from random import Random
from typing import Any

from games.rules.contract import BadOption, Event, Outcome, S, Seat, Shuffle, State, V
from games.rules.game import Game, Rules
from tests.needs import EVERYTHING

LONGEST = 200_000
"""The number of moves after which a random game counts as endless.

A Chicago that six absent players need to win takes some 30,000 moves on average, and 60,000 now and then.
"""

PATIENCE = 1_000
"""The number of moves after which players of :func:`playout` resign, because random games may be very long."""

SOME_GAMES = 8
"""The number of kinds of games to play, except in `make test-all`."""

MOST_GAMES = 48 if EVERYTHING else SOME_GAMES
"""The maximum number of kinds of games to play; of more kinds, only some are played."""

Choose = Callable[[State, Random], tuple[Seat, str]]
Player = Callable[[Any], str]
"""A function that chooses a move for a seat by its view."""


def every_choice_of_options(rules: Rules) -> list[dict[str, Any]]:
    """Return all combinations of the game's options, for any number of players."""
    names = [option.name for option in rules.engine.OPTIONS]
    values = [[choice.value for choice in option.choices] for option in rules.engine.OPTIONS]
    return [dict(zip(names, combination, strict=True)) for combination in product(*values)]


def kinds_of_games(rules: Rules) -> list[tuple[dict[str, Any], int]]:
    """Return options with a number of seats: all combinations or, if there are too many, some with every value."""
    engine = rules.engine
    ranges = [[choice.value for choice in option.choices] for option in engine.OPTIONS] + [list(engine.SEATS)]
    if prod(map(len, ranges)) <= MOST_GAMES:
        return [_kind(rules, values) for values in product(*ranges)]
    rng, met, found = Random(0), set[Any](), list[tuple[dict[str, Any], int]]()
    while len(found) < (6 * SOME_GAMES if EVERYTHING else SOME_GAMES):
        candidates = [values for _ in range(200) if _allowed(rules, values := [rng.choice(each) for each in ranges])]
        best = max(candidates, key=lambda values: len(_meetings(values) - met))
        met |= _meetings(best)
        found.append(_kind(rules, best))
    return found


def _meetings(values: Sequence[Any]) -> set[Any]:
    """Return all pairs of values of different options, with their positions; each value also pairs with itself."""
    return set(combinations_with_replacement(enumerate(map(str, values)), 2))


def _kind(rules: Rules, values: Sequence[Any]) -> tuple[dict[str, Any], int]:
    *chosen, seats = values
    return dict(zip([option.name for option in rules.engine.OPTIONS], chosen, strict=True)), seats


def _allowed(rules: Rules, values: Sequence[Any]) -> bool:
    try:
        rules.engine.check_options(*_kind(rules, values))
    except BadOption:
        return False
    return True


def random_shuffle(rng: Random) -> Shuffle:
    """Return a shuffle that uses a seeded generator."""

    def shuffle(pieces: Sequence[str]) -> list[str]:
        return rng.sample(pieces, len(pieces))

    return shuffle


def any_legal(state: State, rng: Random) -> tuple[Seat, str]:
    """Choose one of the seats to move and one of its legal moves."""
    seat = rng.choice(sorted(state.to_move))
    return seat, rng.choice(state.legal_moves(seat))


def or_resign(chance: float) -> Choose:
    """Choose like :func:`any_legal`, but let random players resign now and then."""

    def choose(state: State, rng: Random) -> tuple[Seat, str]:
        if rng.random() < chance:
            seats = state.view(None).seats
            return rng.choice([seat.seat for seat in seats if not seat.out]), "resign"
        return any_legal(state, rng)

    return choose


def left_to_default_moves(rules: Rules, seats: Collection[Seat], others: Choose = any_legal) -> Choose:
    """Return a chooser that makes default moves for these seats, and asks ``others`` for the rest."""

    def choose(state: State, rng: Random) -> tuple[Seat, str]:
        seat, move = others(state, rng)
        if move == "resign" or seat not in seats:
            return seat, move
        return seat, rules.automation.default_move(state.view(seat))

    return choose


def playout(
    rules: Game[S, V],
    options: dict[str, Any],
    seats: int,
    seed: int,
    choose: Choose = any_legal,
    patience: int = PATIENCE,
) -> Iterator[tuple[S, list[Event]]]:
    """Yield the state after the deal and after each move (the same object, mutated), with its events."""
    rng = Random(seed)
    shuffle = random_shuffle(rng)
    state, events = rules.engine.state_class.new(options, seats, shuffle)
    yield state, events
    for number in range(LONGEST):
        if not state.to_move:
            return
        seat, move = choose(state, rng) if number < patience else (min(state.to_move), "resign")
        yield state, state.apply(seat, move, shuffle)
    raise AssertionError("the game does not end")


def match(rules: Rules, options: dict[str, Any], players: Sequence[Player], *, seed: int, longest: int) -> Outcome:
    """Play a game between these players, one per seat.

    Return the outcome; raise `AssertionError` after ``longest`` moves.
    """
    shuffle = random_shuffle(Random(seed))
    state, _events = rules.engine.state_class.new(options, len(players), shuffle)
    for _ in range(longest):
        if state.outcome is not None:
            return state.outcome
        seat = min(state.to_move)
        state.apply(seat, players[seat](state.view(seat)), shuffle)
    raise AssertionError(f"game {seed} does not end")


def chance_player(rng: Random) -> Player:
    """Return a player that makes random legal moves."""
    return lambda view: rng.choice(view.legal)


def steady_wins(rules: Rules, options: dict[str, Any], seats: int, *, games: int, longest: int) -> int:
    """Return the number of games that a steady player wins against random players, from each seat."""
    won = 0
    for number in range(games):
        own, rng = number % seats, Random(number)
        players = [rules.automation.policy if seat == own else chance_player(rng) for seat in range(seats)]
        won += own in match(rules, options, players, seed=number, longest=longest).winners
    return won
