"""Search for games that end in every possible way and write them as golden records.

    python -m tests.records.make

Games are played at random from numbered seeds by players who steer towards the ending wanted, so that the same
records come out every time. Run it again when a game's rules gain an ending; look at the diff of the others.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any

from games.rules import dealing, record
from games.rules.chicago_poker import SLUG, State
from games.rules.chicago_poker.hands import strength
from games.rules.contract import Event, Seat

FOLDER = Path(__file__).parent / SLUG
NAMES = ("alice", "bob", "čeněk", "dora", "computer (steady)", "frank")
SHORTEST_OF = 10
"""How many games that fit are found before the shortest of them is kept."""

ENGLISH = {"edition": "english", "specials": True, "short": False}
FRENCH = ENGLISH | {"edition": "french"}
SHORT = {"short": True}


@dataclass
class Game:
    """A game being played, with all that happened in it."""

    state: State
    dealer: dealing.Dealer
    rng: Random
    moves: list[str]
    events: list[Event]

    def make(self, seat: Seat, move: str) -> int:
        """Make a move; how much has come of it."""
        events = self.state.apply(seat, move, self.dealer)
        self.events += events
        self.moves.append(f"{seat} {move}")
        return len(events)

    def after(self, seat: Seat, move: str) -> State:
        """What a move would lead to."""
        ahead = self.state.copy()
        ahead.apply(seat, move, dealing.Dealer(self.dealer.key, self.dealer.made))
        return ahead

    def any_seat(self) -> Seat:
        return self.rng.choice(sorted(self.state.to_move))

    def happened(self, kind: str) -> int:
        return sum(event.kind == kind for event in self.events)


Player = Callable[[Game], tuple[Seat, str]]
Wanted = tuple[str, int, dict[str, Any], Player, Callable[[Game], bool]]
"""A record's name, number of seats, options, how they play, and whether a game is as wanted."""


def busily(game: Game) -> tuple[Seat, str]:
    """Plays gangsters rather than anything else."""
    seat = game.any_seat()
    moves = game.state.legal_moves(seat)
    plays = [move for move in moves if move.startswith("play")]
    return seat, game.rng.choice(plays if plays and game.rng.random() < 0.7 else moves)


def enviously(game: Game) -> tuple[Seat, str]:
    """The first player makes poor hands, the others want to be equal to one another: so ties are made."""
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
    """How good a play would make the seat's hand there, and how good the hands of the others but the first are."""
    _, card, tile = move.split(" ")
    columns = next(business.columns for _, business in state.open() if business.tile == tile)
    others = [strength(column) for other, column in enumerate(columns) if column and other not in (0, seat)]
    return strength([*columns[seat], card]), others


def _makes_equals(state: State, seat: Seat, move: str) -> bool:
    own, others = _hands_after(state, seat, move)
    return own == max(others, default=0)


def idly(busy_turns: int) -> Player:
    """Plays busily for some turns, then does nothing but end them."""

    def play(game: Game) -> tuple[Seat, str]:
        seat = game.any_seat()
        moves = game.state.legal_moves(seat)
        return (seat, "end") if game.state.started > busy_turns and "end" in moves else busily(game)

    return play


def only(*reasons: str) -> Player:
    """Avoids every other ending: with another move, or the winner-to-be resigns while more than two play."""

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
    """Plays busily; now and then somebody resigns."""

    def play(game: Game) -> tuple[Seat, str]:
        if game.rng.random() < chance:
            return game.rng.choice(game.state.playing()), "resign"
        return busily(game)

    return play


def resigning_in_ties(game: Game) -> tuple[Seat, str]:
    """Plays enviously; in the middle of a tie one of the tied resigns."""
    tie = game.state.tie
    if tie is not None and tie.sent and len(game.state.playing()) > 2 and game.rng.random() < 0.5:
        return game.rng.choice(tie.seats), "resign"
    return enviously(game)


def deal(seats: int, options: dict[str, Any], seed: int) -> tuple[Game, record.Record]:
    """A game just dealt, and its record without moves."""
    rng = Random(f"{seats} {sorted(options.items())} {seed}")
    secret, entropy = rng.randbytes(32), tuple(rng.randbytes(16).hex() for _ in range(seats))
    table = "".join(rng.choices("bcdfghjkmnpqrstvwxyz23456789", k=6))
    dealer = dealing.Dealer(dealing.key(secret, table, entropy))
    state, events = State.new(options, seats, dealer)
    commitment = dealing.commitment(secret)
    blank = record.Record(table, SLUG, options, NAMES[:seats], commitment, entropy, secret, (), None)
    return Game(state, dealer, rng, [], events), blank


def played(wanted: Wanted, seed: int) -> tuple[Game, record.Record]:
    """A game up to where it is as wanted, or to its end."""
    _, seats, options, player, fits = wanted
    game, blank = deal(seats, options, seed)
    while game.state.to_move:
        eventful = game.make(*player(game)) > 1
        if eventful and fits(game):
            break
    return game, replace(blank, moves=tuple(game.moves), outcome=record.outcome_json(game.state.outcome))


def ended(reason: str, winners: int = 1) -> Callable[[Game], bool]:
    """Whether a game ended so."""

    def fits(game: Game) -> bool:
        outcome = game.state.outcome
        return outcome is not None and outcome.reason == reason and len(outcome.winners) == winners

    return fits


def told(kind: str, times: int) -> Callable[[Game], bool]:
    """Whether something happened that often."""
    return lambda game: game.happened(kind) >= times


def tied_again(game: Game) -> bool:
    """Whether reinforcements were tied for highest, and that was decided too."""
    kinds = [event.kind for event in game.events if event.kind in ("tied", "took")]
    return ("tied", "tied") in pairwise(kinds) and kinds[-1] == "took"


def resigned_in_a_tie(game: Game) -> bool:
    """Whether a tie was won by the last left in it."""
    kinds = [event.kind for event in game.events]
    return ("resigned", "took") in pairwise(kinds)


WANTED: tuple[Wanted, ...] = (
    ("three-of-a-type", 3, ENGLISH, busily, ended("three of a type")),
    ("four-types", 3, FRENCH, busily, ended("four types")),
    ("five-businesses", 2, ENGLISH, only("five businesses"), ended("five businesses")),
    ("two-of-a-type", 4, FRENCH | SHORT, busily, ended("two of a type")),
    ("three-businesses", 5, ENGLISH | SHORT, only("three businesses"), ended("three businesses")),
    ("last-business", 6, ENGLISH, only("last business"), ended("last business")),
    ("stalemate", 3, FRENCH, idly(14), ended("stalemate")),
    ("stalemate-draw", 2, FRENCH, idly(0), ended("stalemate", winners=0)),
    ("resignation", 4, ENGLISH, resigning(0.03), ended("resignation")),
    ("ties-english", 4, ENGLISH | {"specials": False}, enviously, told("revealed", 1)),
    ("ties-french", 4, FRENCH | {"specials": False}, enviously, told("revealed", 1)),
    ("tied-again", 5, ENGLISH, enviously, tied_again),
    ("resigned-in-a-tie", 5, ENGLISH, resigning_in_ties, resigned_in_a_tie),
    ("reshuffled", 2, ENGLISH, busily, told("reshuffled", 1)),
)


def find(wanted: Wanted, seeds: int) -> record.Record | None:
    """The shortest of the games wanted among those of the first seeds."""
    found = []
    for game, written in (played(wanted, seed) for seed in range(seeds)):
        if wanted[-1](game):
            found.append(written)
        if len(found) == SHORTEST_OF:
            break
    return min(found, key=lambda written: len(written.moves), default=None)


def main() -> None:
    """Write every record wanted; complain about those that the seeds don't give."""
    for wanted in WANTED:
        written = find(wanted, seeds=3000)
        if written is None:
            raise SystemExit(f"no game found for {wanted[0]}")
        (FOLDER / f"{wanted[0]}.record.json").write_text(record.write(written), encoding="utf-8")


if __name__ == "__main__":
    main()
