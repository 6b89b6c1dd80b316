"""The speed of the rules compared with python-chess and treys, for each game.

No run uses a game or hand of an earlier run, so that caches help only as much as they would at a table.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import count, islice, repeat
from random import Random
from typing import TypeVar

import chess
import treys

from games.rules import RULES, fair_deal, record
from games.rules.chicago_poker.hands import strength
from games.rules.chicago_poker.pieces import GANGSTERS
from games.rules.contract import State
from games.rules.fair_deal import Dealer
from games.rules.game import Rules
from games.rules.swedish_chicago.hands import form
from games.rules.swedish_chicago.pieces import CARDS
from lab.bench.measure import ROUNDS, Measure, race

GAMES = 12
PLIES = 150
HANDS = 4_000
CONSIDERED = 40
"""The number of moves in each run, for players that compare all possible moves."""

T = TypeVar("T")

Work = Callable[[], int]
"""A run of a measure, which returns the number of units done."""


def measures() -> Iterator[Measure]:
    for rules in RULES.values():
        name = rules.engine.NAME
        yield race(f"{name}: random playouts, moves per second against python-chess", _playouts(rules), _chess(), 5)
        yield race(
            f"{name}: steady players, moves per second against a look two half-moves ahead in chess",
            _steady(rules),
            _looking_ahead,
            0.4,
        )
        yield race(f"{name}: checked replay, moves per second against push_uci", _replays(rules), _uci(), 2)
        yield race(f"{name}: replay of records, moves per second against push_uci", _records(rules), _uci(), 1.5)
    for game, rank, pack in (("Chicago Poker", strength, GANGSTERS), ("Swedish Chicago", form, CARDS)):
        yield race(f"{game}: five-card hands per second against treys", _ranked(rank, pack), _treys(), 2)


def _runs(run: Callable[[T], int], fresh: Iterable[T]) -> Work:
    """Return work that calls ``run`` with the next ``fresh`` item. All items are prepared beforehand."""
    prepared = iter([*islice(fresh, ROUNDS)])
    return lambda: run(next(prepared))


def _seeds() -> Iterator[range]:
    return (range(first, first + GAMES) for first in count(step=GAMES))


def _options(rules: Rules) -> dict[str, object]:
    return {option.name: option.default for option in rules.engine.OPTIONS}


def _dealt(rules: Rules, seed: int, key: bytes = b"") -> tuple[State, Dealer]:
    dealer = Dealer(key or seed.to_bytes(32, "big"))
    return rules.engine.state_class.new(_options(rules), _seats(seed), dealer)[0], dealer


def _seats(seed: int) -> int:
    return 2 + seed % 5


def _playouts(rules: Rules) -> Work:
    return _runs(lambda seeds: sum(_playout(rules, seed) for seed in seeds), _seeds())


def _playout(rules: Rules, seed: int) -> int:
    chance = Random(seed)
    state, dealer = _dealt(rules, seed)
    made = 0
    while made < PLIES and (to_move := state.to_move):
        seat = min(to_move)
        state.make(seat, chance.choice(state.legal_moves(seat)), dealer)
        made += 1
    return made


def _chess() -> Work:
    return _runs(lambda seeds: sum(map(_chess_playout, seeds)), _seeds())


def _chess_playout(seed: int) -> int:
    chance, board = Random(seed), chess.Board()
    made = 0
    while made < PLIES and (legal := list(board.legal_moves)):
        board.push(chance.choice(legal))
        made += 1
    return made


def _steady(rules: Rules) -> Work:
    """Return work that plays CONSIDERED moves of steady players from the start of a new game."""

    def play(seed: int) -> int:
        # Always six players: the number of seats affects the time more than luck does.
        state, dealer = _dealt(rules, 5 * seed + 4)
        for _ in range(CONSIDERED):
            seat = min(state.to_move)
            state.make(seat, rules.automation.policy(state.view(seat)), dealer)
        return CONSIDERED

    return _runs(play, count())


def _replies(board: chess.Board, move: chess.Move) -> int:
    board.push(move)
    found = board.legal_moves.count()
    board.pop()
    return found


def _looking_ahead() -> int:
    """Play CONSIDERED moves of chess, each chosen to leave the fewest pairs of a reply and a next move."""
    board, chance = chess.Board(), Random(1)
    for _ in range(CONSIDERED):
        if not any(board.legal_moves):
            board.reset()
        answers = {}
        for move in board.legal_moves:
            board.push(move)
            answers[move] = sum(map(_replies, repeat(board), list(board.legal_moves)))
            board.pop()
        fewest = min(answers.values())
        board.push(chance.choice([move for move, found in answers.items() if found == fewest]))
    return CONSIDERED


def _record(rules: Rules, seed: int) -> record.Record:
    chance, secret, table = Random(seed), seed.to_bytes(32, "big"), "bench"
    entropy = ("0" * 32,) * _seats(seed)
    state, dealer = _dealt(rules, seed, fair_deal.key(secret, table, entropy))
    moves: list[str] = []
    while len(moves) < PLIES and (to_move := state.to_move):
        seat = min(to_move)
        move = chance.choice(state.legal_moves(seat))
        state.make(seat, move, dealer)
        moves.append(f"{seat} {move}")
    return record.Record(
        table=table,
        game=rules.engine.VARIANT,
        options=_options(rules),
        seats=tuple(map(str, range(_seats(seed)))),
        commitment=fair_deal.commitment(secret),
        entropy=entropy,
        secret=secret,
        moves=tuple(moves),
        outcome=record.outcome_json(state.outcome),
    )


def _recorded(rules: Rules) -> Iterator[list[record.Record]]:
    return ([_record(rules, seed) for seed in seeds] for seeds in _seeds())


def _records(rules: Rules) -> Work:
    """Return work that replays whole records, which includes reading the seats and comparing the outcome."""

    def run(records: Sequence[record.Record]) -> int:
        for each in records:
            record.check(each)
        return sum(len(each.moves) for each in records)

    return _runs(run, _recorded(rules))


def _replays(rules: Rules) -> Work:
    """Return work that replays the same games with the engine only, which parses and checks every move."""

    def line(each: record.Record) -> tuple[record.Record, list[tuple[int, str]]]:
        return each, [(int(move[0]), move[2:]) for move in each.moves]

    def run(lines: Sequence[tuple[record.Record, list[tuple[int, str]]]]) -> int:
        for each, moves in lines:
            state, dealer = record.opening(each)
            for seat, move in moves:
                state.make(seat, move, dealer)
        return sum(len(moves) for _each, moves in lines)

    return _runs(run, ([line(each) for each in records] for records in _recorded(rules)))


def _uci() -> Work:
    """Return work that replays games of chess from UCI texts, which ``push_uci`` parses and checks."""

    def run(lines: Sequence[Sequence[str]]) -> int:
        for line in lines:
            board = chess.Board()
            for move in line:
                board.push_uci(move)
        return sum(map(len, lines))

    return _runs(run, ([_chess_line(seed) for seed in seeds] for seeds in _seeds()))


def _chess_line(seed: int) -> list[str]:
    chance, board = Random(seed), chess.Board()
    line: list[str] = []
    while len(line) < PLIES and (legal := list(board.legal_moves)):
        line.append(chance.choice(legal).uci())
        board.push_uci(line[-1])
    return line


def _dealt_hands(pack: Sequence[T]) -> Iterator[list[list[T]]]:
    chance = Random(7)
    return ([chance.sample(pack, 5) for _ in range(HANDS)] for _run in repeat(None))


def _ranked(rank: Callable[[list[str]], object], pack: Sequence[str]) -> Work:
    """Return work that ranks hands one by one. The set-up for the first hand is not measured."""
    rank([*pack[:5]])

    def run(hands: Sequence[list[str]]) -> int:
        for hand in hands:
            rank(hand)
        return HANDS

    return _runs(run, _dealt_hands(pack))


def _treys() -> Work:
    evaluate = treys.Evaluator().evaluate

    def run(hands: Sequence[list[int]]) -> int:
        for hand in hands:
            evaluate(hand, [])
        return HANDS

    return _runs(run, _dealt_hands(treys.Deck.GetFullDeck()))
