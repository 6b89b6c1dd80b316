"""Search for the short game that alice and bob play in their story, and write it beside this file.

    python -m tests.browser.stories.find

It contains each special card, a Liquidation of an open and of a face-down card, a shootout with a winner and one that
is tied. The search chooses both players' moves, seeing all cards; the same seeds give the same record.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from random import Random

from games.rules import fair_deal, record
from games.rules.chicago_poker import GAME
from games.rules.chicago_poker.pieces import CARDS, COLUMN, VALUE
from games.rules.chicago_poker.state import State
from games.rules.contract import Seat

FOLDER = Path(__file__).parent
OPTIONS = {"edition": "english", "specials": True, "short": True, "shootout_order": "oldest"}
SEATS = ("alice", "bob")
DECKS, TRIES = 60_000, 12
WITHIN = 22
"""Every special card must be among this many cards at the top of the deck, so that the game is short."""

WANTED = frozenset(
    ("raid", "liquidation up", "liquidation down", "limousine", "revolver", "bribery", "shootout", "tie")
)


@dataclass
class Story:
    """A game in progress: its kinds of events so far, and the ``lowest`` card of the straight for both players."""

    state: State
    dealer: fair_deal.Dealer
    rng: Random
    lowest: int
    moves: list[str] = field(default_factory=list)
    told: set[str] = field(default_factory=set)

    @property
    def stage(self) -> str:
        """The business for the tie, or empty once the tie has happened."""
        return "" if "tie" in self.told else self.state.street[0].tile if self.state.street[0] else ""

    def make(self, seat: Seat, move: str) -> None:
        self.told.add(self.kind(move))
        events = self.state.apply(seat, move, self.dealer)
        kinds = [event.kind for event in events]
        if "revealed" in kinds:
            self.told.add("tie")
        elif "took" in kinds:
            self.told.add("shootout")
        self.moves.append(f"{seat} {move}")

    def kind(self, move: str) -> str:
        """Return the kind of event that a move would cause."""
        verb, *words = move.split()
        if verb != "liquidation":
            return verb
        last = self.columns(words[0])[int(words[1])][-1]
        return "liquidation down" if last in self.state.down else "liquidation up"

    def columns(self, tile: str) -> list[list[str]]:
        """Return all players' cards at this business."""
        return next(business.columns for _, business in self.state.open() if business.tile == tile)


def choose(story: Story, seat: Seat) -> str:
    """Return the legal move that the story needs most: a special, a card of the straight, otherwise a harmless one."""
    moves = story.state.legal_moves(seat)
    for wish in (_special, _straight):
        if fitting := wish(story, seat, moves):
            return story.rng.choice(fitting)
    return story.rng.choice([move for move in moves if _harmless(story, move)] or moves)


def _special(story: Story, seat: Seat, moves: Sequence[str]) -> list[str]:
    return [move for move in moves if story.kind(move) in WANTED - story.told and _worth_it(story, seat, move)]


def _worth_it(story: Story, seat: Seat, move: str) -> bool:
    verb, *words = move.split()
    return story.stage not in words and _WORTH.get(verb, lambda *_: True)(story, seat, words)


def _sees_something(story: Story, seat: Seat, words: Sequence[str]) -> bool:
    return any(card in story.state.down for card in story.columns(words[0])[int(words[1])])


def _takes_two(story: Story, seat: Seat, words: Sequence[str]) -> bool:
    return len(words) == 4


def _liquidates_again(story: Story, seat: Seat, words: Sequence[str]) -> bool:
    return words[0] == "liquidation"


_WORTH: dict[str, Callable[[Story, Seat, Sequence[str]], bool]] = {
    "raid": _sees_something,
    "limousine": _takes_two,
    "bribery": _liquidates_again,
}


def _straight(story: Story, seat: Seat, moves: Sequence[str]) -> list[str]:
    """Return the play towards a straight at the stage, but wait with the fifth card until the rival needs one card."""
    if not story.stage:
        return []
    columns = story.columns(story.stage)
    missing = _missing(story, columns[seat])
    if len(missing) == 1 and not _almost_there(story, 1 - seat, columns[1 - seat]):
        return []
    return [
        move for move in moves if move.startswith("play") and move.endswith(story.stage) and _value(move) in missing
    ]


def _missing(story: Story, column: Iterable[str]) -> set[int]:
    return set(range(story.lowest, story.lowest + COLUMN)) - {VALUE[card] for card in column}


def _almost_there(story: Story, seat: Seat, column: Sequence[str]) -> bool:
    missing = _missing(story, column)
    return len(missing) <= 1 and missing <= {VALUE.get(card) for card in story.state.hands[seat]}


def _value(move: str) -> int:
    return VALUE[move.split()[1]]


def _harmless(story: Story, move: str) -> bool:
    verb, *words = move.split()
    if story.stage and story.stage in words:
        return False
    return verb in ("draw", "send", "end") or (verb == "play" and not _needed(story, words[0]))


def _needed(story: Story, card: str) -> bool:
    return bool(story.stage) and story.lowest <= VALUE[card] < story.lowest + COLUMN


def deal(seed: int) -> tuple[record.Record, bytes]:
    """Return a record without moves, and the key of its shuffles."""
    rng = Random(seed)
    secret, entropy = rng.randbytes(32), tuple(rng.randbytes(16).hex() for _ in SEATS)
    table = "".join(rng.choices("bcdfghjkmnpqrstvwxyz23456789", k=6))
    sealed = fair_deal.commitment(secret)
    blank = record.Record(table, GAME.engine.VARIANT, OPTIONS, SEATS, sealed, entropy, secret, (), None)
    return blank, fair_deal.key(secret, table, entropy)


def promising(key: bytes) -> bool:
    top = set(fair_deal.shuffle(key, 1, CARDS)[:WITHIN])
    return {"liquidation", "limousine", "revolver", "bribery"} <= top and bool({"raid1", "raid2"} & top)


def played(blank: record.Record, key: bytes, attempt: int) -> record.Record | None:
    """Play the deal to the end, and return the game if it has everything the story needs."""
    dealer = fair_deal.Dealer(key)
    state, _ = State.new(OPTIONS, len(SEATS), dealer)
    rng = Random(f"{blank.table} {attempt}")
    story = Story(state, dealer, rng, rng.randrange(1, 12))
    while state.to_move and len(story.moves) < 150:
        seat = min(state.to_move)
        story.make(seat, choose(story, seat))
    if state.to_move or not story.told >= WANTED:
        return None
    return replace(blank, moves=tuple(story.moves), outcome=record.outcome_json(state.outcome))


def main() -> None:
    deals = filter(lambda each: promising(each[1]), map(deal, range(DECKS)))
    games = (played(blank, key, attempt) for blank, key in deals for attempt in range(TRIES))
    found = min(filter(None, games), key=lambda each: len(each.moves), default=None)
    if found is None:
        raise SystemExit("no such game was found")
    record.check(found)
    (FOLDER / "two-people.record.json").write_text(record.write(found), encoding="utf-8")


if __name__ == "__main__":
    main()
