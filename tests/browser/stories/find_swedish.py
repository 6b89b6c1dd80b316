"""Search for short games of Swedish Chicago for the browser's stories, and write them beside this file.

    python -m tests.browser.stories.find_swedish

The players see all cards and cooperate; the same seeds give the same records.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any

from games.rules import fair_deal, record
from games.rules.contract import Seat
from games.rules.swedish_chicago import GAME
from games.rules.swedish_chicago.hands import keeping
from games.rules.swedish_chicago.options import OPTIONS
from games.rules.swedish_chicago.pieces import RANKS, VALUE
from games.rules.swedish_chicago.state import State

FOLDER = Path(__file__).parent
DEFAULTS = {option.name: option.default for option in OPTIONS}
SEATS = ("alice", "bob", "carol", "dave", "erin", "frank")
HANDS = 4
"""The maximum number of hands in a story."""


@dataclass
class Story:
    state: State
    dealer: fair_deal.Dealer
    rng: Random
    moves: list[str] = field(default_factory=list)
    told: list[str] = field(default_factory=list)

    def make(self, seat: Seat, move: str) -> None:
        self.told += [event.kind for event in self.state.apply(seat, move, self.dealer)]
        self.moves.append(f"{seat} {move}")


Choose = Callable[[Story, Seat], str]


def _exchange(story: Story, seat: Seat) -> str:
    """Throw mostly cards outside a combination, sometimes one card of a combination, or all but one suit."""
    hand = story.state.hands[seat]
    kept = set(keeping(hand))
    if story.rng.random() < 0.15:
        kept -= {story.rng.choice(hand)}
    thrown = [card for card in hand if card not in kept and (VALUE[card] < VALUE["Jc"] or story.rng.random() < 0.6)]
    if len(thrown) == 1 and story.state.options["open_card"]:
        return f"exchange open {thrown[0]}"
    return " ".join(["exchange", *thrown])


def _straight_flush(story: Story, seat: Seat) -> str:
    """Throw all cards that do not belong to the longest run of one suit."""
    hand = story.state.hands[seat]
    runs = [
        [card for card in hand if card[1] == suit and lowest <= VALUE[card] < lowest + 5]
        for suit in "cdhs"
        for lowest in range(2, len(RANKS) - 2)
    ]
    kept = max(runs, key=len)
    return " ".join(["exchange", *(card for card in hand if card not in kept)])


def _play(story: Story, seat: Seat, moves: list[str]) -> str:
    """Play high cards as a declarer or to break a Chicago, otherwise low cards."""
    by_rank = sorted(moves, key=lambda move: VALUE[move.split()[1]])
    breaks = "broken" not in story.told
    return by_rank[-1 if story.state.declarer in (None, seat) or breaks else 0]


def helpfully(exchange: Choose) -> Choose:
    """Return a strategy: announce, declare if there is a chance, and exchange as ``exchange`` does."""

    def choose(story: Story, seat: Seat) -> str:
        moves = story.state.legal_moves(seat)
        if moves[0].startswith("exchange"):
            wish = exchange(story, seat)
            return wish if wish in moves else moves[0]
        if moves[0].startswith("play"):
            return _play(story, seat, moves)
        if moves[0] == "announce":
            return story.rng.choice(["announce", "announce", "announce", "pass"]) if len(moves) > 1 else moves[0]
        return story.rng.choice(moves)

    return choose


def deal(name: str, seed: int, options: dict[str, Any], size: int) -> tuple[record.Record, bytes]:
    """Return a record without moves, and the key of its shuffles."""
    rng = Random(f"{name} {seed}")
    secret, entropy = rng.randbytes(32), tuple(rng.randbytes(16).hex() for _ in range(size))
    table = "".join(rng.choices("bcdfghjkmnpqrstvwxyz23456789", k=6))
    blank = record.Record(
        table, GAME.engine.VARIANT, options, SEATS[:size], fair_deal.commitment(secret), entropy, secret, (), None
    )
    return blank, fair_deal.key(secret, table, entropy)


@dataclass(frozen=True)
class Wanted:
    """A story to find: its name, options, number of players, exchange strategy, and required events."""

    name: str
    options: dict[str, Any]
    size: int
    exchange: Choose
    holds: Callable[[Story], bool]
    found: int

    def games(self) -> Iterator[record.Record]:
        seed = 0
        while True:
            seed += 1
            if (game := self._played(seed)) is not None:
                yield game

    def _played(self, seed: int) -> record.Record | None:
        blank, key = deal(self.name, seed, DEFAULTS | self.options, self.size)
        dealer = fair_deal.Dealer(key)
        state, _ = State.new(blank.options, self.size, dealer)
        story, choose = Story(state, dealer, Random(seed)), helpfully(self.exchange)
        while state.to_move and state.hand <= HANDS:
            seat = story.rng.choice(sorted(state.to_move))
            story.make(seat, choose(story, seat))
        if state.to_move or not self.holds(story):
            return None
        return replace(blank, moves=tuple(story.moves), outcome=record.outcome_json(state.outcome))


def _made_and_broken(story: Story) -> bool:
    return {"made", "broken", "revealed", "showed", "refused", "took"} <= set(story.told)


def _made_twice(story: Story) -> bool:
    return story.told.count("made") >= 1 and story.told.count("hand over") <= 3


def _six(story: Story) -> bool:
    return {"revealed", "trick", "over", "passed", "level"} & set(story.told) >= {"revealed", "trick"}


WANTED = (
    Wanted("swedish-two", {"negative": True, "open_card": True}, 2, _exchange, _made_and_broken, 3),
    Wanted("swedish-short", {"negative": True, "chicago_lead": "declarer"}, 2, _exchange, _made_twice, 30),
    Wanted("swedish-six", {"together": True, "straight_flush": "wins"}, 6, _straight_flush, _six, 3),
)


def main() -> None:
    for wanted in WANTED:
        found = min(islice(wanted.games(), wanted.found), key=lambda each: len(each.moves))
        record.check(found)
        (FOLDER / f"{wanted.name}.record.json").write_text(record.write(found), encoding="utf-8")


if __name__ == "__main__":
    main()
