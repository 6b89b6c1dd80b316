"""The wanted records of Chicago Poker: every ending, and every decision of a tie."""

from __future__ import annotations

from itertools import pairwise

from games.rules.chicago_poker.hands import strength
from games.rules.chicago_poker.pieces import COLUMN
from games.rules.chicago_poker.state import State
from games.rules.contract import Seat
from tests.records.search import Game, Player, Wanted, ended, has_events

ENGLISH = {"edition": "english", "specials": True, "short": False, "shootout_order": "oldest"}
FRENCH = ENGLISH | {"edition": "french"}
SHORT = {"short": True}


def busily(game: Game) -> tuple[Seat, str]:
    seat = game.any_seat()
    moves = game.state.legal_moves(seat)
    plays = [move for move in moves if move.startswith("play")]
    return seat, game.rng.choice(plays if plays and game.rng.random() < 0.7 else moves)


def enviously(game: Game) -> tuple[Seat, str]:
    """Let the first player make weak hands, and the others equal hands, which cause ties."""
    seat = game.any_seat()
    moves = game.state.legal_moves(seat)
    plays = [move for move in moves if move.startswith("play")]
    if not plays or game.rng.random() < 0.1:
        return seat, game.rng.choice(moves)
    game.rng.shuffle(plays)
    if seat == 0:
        return seat, min(plays, key=lambda move: _hands_after(game.state, seat, move)[0])
    equal = [move for move in plays if _makes_equals(game.state, seat, move)]
    return seat, equal[0] if equal else "draw" if "draw" in moves else plays[0]


def _hands_after(state: State, seat: Seat, move: str) -> tuple[int, list[int]]:
    """Return the strengths of the hands at a business after a play: the seat's, and the others' without the first."""
    _, card, tile = move.split(" ")
    columns = next(business.columns for _, business in state.open() if business.tile == tile)
    others = [strength(column) for other, column in enumerate(columns) if column and other not in (0, seat)]
    return strength([*columns[seat], card]), others


def _makes_equals(state: State, seat: Seat, move: str) -> bool:
    own, others = _hands_after(state, seat, move)
    return own == max(others, default=0)


def idly(busy_turns: int) -> Player:
    """Play busily for some turns, then only end turns."""

    def play(game: Game) -> tuple[Seat, str]:
        seat = game.any_seat()
        moves = game.state.legal_moves(seat)
        return (seat, "end") if game.state.started > busy_turns and "end" in moves else busily(game)

    return play


def only(*reasons: str) -> Player:
    """Avoid other endings by making another move or, if more than two play, by letting the future winner resign."""

    def play(game: Game) -> tuple[Seat, str]:
        seat, move = busily(game)
        others = game.state.legal_moves(seat)
        for other in [move, *game.rng.sample(others, min(8, len(others)))]:
            outcome = game.after(seat, other).outcome
            if outcome is None or outcome.reason in reasons:
                return seat, other
        assert outcome is not None
        leave = len(game.state.playing()) > 2 and outcome.winners
        return (outcome.winners[0], "resign") if leave else (seat, move)

    return play


def resigning(chance: float) -> Player:
    """Play busily, with random resignations."""

    def play(game: Game) -> tuple[Seat, str]:
        if game.rng.random() < chance:
            return game.rng.choice(game.state.playing()), "resign"
        return busily(game)

    return play


def resigning_in_ties(game: Game) -> tuple[Seat, str]:
    """Play enviously, with resignations of tied players during ties."""
    tie = game.state.tie
    if tie is not None and tie.sent and len(game.state.playing()) > 2 and game.rng.random() < 0.5:
        return game.rng.choice(tie.seats), "resign"
    return enviously(game)


def ordering(game: Game) -> tuple[Seat, str]:
    """Let the first player call two shootouts at once and put the later one first; the others only end turns."""
    seat = game.any_seat()
    moves = game.state.legal_moves(seat)
    if seat != 0 and "end" in moves:
        return seat, "end"
    lengths = {business.tile: len(business.columns[0]) for _, business in game.state.open()}
    plays = [move for move in moves if move.startswith("play") and lengths[move.split()[2]] < COLUMN - 1]
    if all(length >= COLUMN - 1 for length in lengths.values()):
        plays = [move for move in moves if move.startswith("play")]
    chosen = game.rng.choice(plays) if plays and game.rng.random() < 0.6 else moves[0]
    return seat, moves[-1] if moves[0].startswith("resolve") else chosen


def ordered(game: Game) -> bool:
    """Return whether a player has put shootouts in order, and all of them are over."""
    return any(" resolve " in move for move in game.moves) and game.state.phase == "turn"


def tied_again(game: Game) -> bool:
    """Return whether the highest reinforcements tied again, and the new tie was decided."""
    kinds = [event.kind for event in game.events if event.kind in ("tied", "took")]
    return ("tied", "tied") in pairwise(kinds) and kinds[-1] == "took"


def resigned_in_a_tie(game: Game) -> bool:
    """Return whether a tie was won by the last player left in it."""
    kinds = [event.kind for event in game.events]
    return ("resigned", "took") in pairwise(kinds)


WANTED: tuple[Wanted, ...] = (
    Wanted("three-of-a-type", 3, ENGLISH, busily, ended("three of a type")),
    Wanted("four-types", 3, FRENCH, busily, ended("four types")),
    Wanted("five-businesses", 2, ENGLISH, only("five businesses"), ended("five businesses")),
    Wanted("two-of-a-type", 4, FRENCH | SHORT, busily, ended("two of a type")),
    Wanted("three-businesses", 5, ENGLISH | SHORT, only("three businesses"), ended("three businesses")),
    Wanted("last-business", 6, ENGLISH, only("last business"), ended("last business")),
    Wanted("stalemate", 3, FRENCH, idly(14), ended("stalemate")),
    Wanted("stalemate-draw", 2, FRENCH, idly(0), ended("stalemate", winners=0)),
    Wanted("resignation", 4, ENGLISH, resigning(0.03), ended("resignation")),
    Wanted("ties-english", 4, ENGLISH | {"specials": False}, enviously, has_events("revealed", 1)),
    Wanted("ties-french", 4, FRENCH | {"specials": False}, enviously, has_events("revealed", 1)),
    Wanted("tied-again", 5, ENGLISH, enviously, tied_again),
    Wanted("resigned-in-a-tie", 5, ENGLISH, resigning_in_ties, resigned_in_a_tie),
    Wanted("shootouts-in-a-chosen-order", 2, FRENCH | {"shootout_order": "choice"}, ordering, ordered),
    Wanted("reshuffled", 2, ENGLISH, busily, has_events("reshuffled", 1)),
)
