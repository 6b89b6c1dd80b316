"""The rules against python-chess and treys."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import chess
import treys

from games.rules import RULES
from games.rules.chicago_poker.hands import strength
from games.rules.dealing import Dealer
from tests.bench.measure import Measure, race

GAMES = 12
PLIES = 150
HANDS = 4_000
STATE = RULES["chicago_poker"].State
OPTIONS = {"edition": "english", "specials": True, "short": False}


def measures() -> Iterator[Measure]:
    """Every measure of the rules."""
    yield race("random playouts, moves per second against python-chess", _our_playouts, _chess_playouts, 4)
    games = [_our_game(Random(seed), seed) for seed in range(GAMES)]
    lines = [_chess_game(Random(seed)) for seed in range(GAMES)]
    yield race("checked replay, moves per second against push_uci", lambda: _our_replays(games), lambda: _uci(lines), 2)
    yield race("five-card hands per second against treys", *_hands(), 1.5)


def _our_game(chance: Random, seed: int) -> tuple[int, list[tuple[int, str]]]:
    dealer, moves = Dealer(bytes([seed]) * 32), []
    state = STATE.new(OPTIONS, 2 + seed % 5, dealer)[0]
    while (to_move := state.to_move) and len(moves) < PLIES:
        seat = min(to_move)
        move = chance.choice(state.legal_moves(seat))
        state.apply(seat, move, dealer)
        moves.append((seat, move))
    return seed, moves


def _our_playouts() -> int:
    return sum(len(_our_game(Random(seed), seed)[1]) for seed in range(GAMES))


def _chess_game(chance: Random) -> list[str]:
    board, moves = chess.Board(), []
    while len(moves) < PLIES and (legal := list(board.legal_moves)):
        move = chance.choice(legal)
        board.push(move)
        moves.append(move.uci())
    return moves


def _chess_playouts() -> int:
    return sum(len(_chess_game(Random(seed))) for seed in range(GAMES))


def _our_replays(games: list[tuple[int, list[tuple[int, str]]]]) -> int:
    for seed, moves in games:
        dealer = Dealer(bytes([seed]) * 32)
        state = STATE.new(OPTIONS, 2 + seed % 5, dealer)[0]
        for seat, move in moves:
            state.apply(seat, move, dealer)
    return sum(len(moves) for _seed, moves in games)


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
