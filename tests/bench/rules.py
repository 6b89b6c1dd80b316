"""The rules against python-chess and treys."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import repeat
from random import Random

import chess
import treys

from games.rules import RULES, Rules
from games.rules.chicago_poker.hands import strength
from games.rules.contract import State
from games.rules.dealing import Dealer
from tests.bench.measure import Measure, race

GAMES = 12
PLIES = 150
HANDS = 4_000
CONSIDERED = 40
"""Moves of players who think."""

Line = tuple[int, list[tuple[int, str]]]


def measures() -> Iterator[Measure]:
    """Every measure of the rules."""
    for rules in RULES.values():
        yield race(f"{rules.NAME}: random playouts, moves per second against python-chess", _playing(rules), _chess, 4)
        yield race(
            f"{rules.NAME}: steady players, moves per second against a look two half-moves ahead in chess",
            _steady(rules),
            _looking_ahead,
            0.4,
        )
    games = [(rules, _our_game(rules, Random(seed), seed)) for rules in RULES.values() for seed in range(GAMES)]
    lines = [_chess_game(Random(seed)) for seed in range(GAMES)]
    yield race("checked replay, moves per second against push_uci", lambda: _our_replays(games), lambda: _uci(lines), 2)
    yield race("five-card hands per second against treys", *_hands(), 1.5)


def _dealt(rules: Rules, seed: int) -> tuple[State, Dealer]:
    dealer = Dealer(bytes([seed]) * 32)
    options = {option.name: option.default for option in rules.OPTIONS}
    return rules.State.new(options, 2 + seed % 5, dealer)[0], dealer


def _our_game(rules: Rules, chance: Random, seed: int) -> Line:
    moves = []
    state, dealer = _dealt(rules, seed)
    while (to_move := state.to_move) and len(moves) < PLIES:
        seat = min(to_move)
        move = chance.choice(state.legal_moves(seat))
        state.apply(seat, move, dealer)
        moves.append((seat, move))
    return seed, moves


def _playing(rules: Rules) -> Callable[[], int]:
    return lambda: sum(len(_our_game(rules, Random(seed), seed)[1]) for seed in range(GAMES))


def _steady(rules: Rules) -> Callable[[], int]:
    """So many moves of steady players: one game in the middle of which the measure ends."""

    def play() -> int:
        state, dealer = _dealt(rules, 4)
        for _ in range(CONSIDERED):
            seat = min(state.to_move)
            state.apply(seat, rules.policy(state.view(seat)), dealer)
        return CONSIDERED

    return play


def _replies(board: chess.Board, move: chess.Move) -> int:
    board.push(move)
    count = board.legal_moves.count()
    board.pop()
    return count


def _looking_ahead() -> int:
    """As many moves in chess, each the one that leaves least to choose after every answer."""
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
        board.push(chance.choice([move for move, count in answers.items() if count == fewest]))
    return CONSIDERED


def _chess_game(chance: Random) -> list[str]:
    board, moves = chess.Board(), []
    while len(moves) < PLIES and (legal := list(board.legal_moves)):
        move = chance.choice(legal)
        board.push(move)
        moves.append(move.uci())
    return moves


def _chess() -> int:
    return sum(len(_chess_game(Random(seed))) for seed in range(GAMES))


def _our_replays(games: list[tuple[Rules, Line]]) -> int:
    for rules, (seed, moves) in games:
        state, dealer = _dealt(rules, seed)
        for seat, move in moves:
            state.apply(seat, move, dealer)
    return sum(len(moves) for _rules, (_seed, moves) in games)


def _uci(lines: list[list[str]]) -> int:
    for line in lines:
        board = chess.Board()
        for move in line:
            board.push_uci(move)
    return sum(map(len, lines))


def _hands() -> tuple:
    chance = Random(7)
    ours = [chance.sample(RULES["chicago_poker"].PIECES[:75], 5) for _ in range(HANDS)]
    deck = treys.Deck.GetFullDeck()
    theirs = [chance.sample(deck, 5) for _ in range(HANDS)]
    evaluator = treys.Evaluator()

    def rank_ours() -> int:
        for hand in ours:
            strength(hand)
        return HANDS

    def rank_theirs() -> int:
        for hand in theirs:
            evaluator.evaluate(hand, [])
        return HANDS

    return rank_ours, rank_theirs
