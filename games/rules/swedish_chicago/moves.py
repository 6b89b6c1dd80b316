"""The notation of moves and its strict parser (rule 8)."""

from itertools import combinations
from typing import NamedTuple

from games.rules.contract import RESIGN, Illegal
from games.rules.swedish_chicago.hands import TYPES
from games.rules.swedish_chicago.pieces import CARDS, ORDER

_SHOWN = 40
"""Maximum number of characters quoted from an unknown text."""

_CARDS = frozenset(CARDS)

_UP_TO_TWO: dict[str, tuple[str, ...]] = (
    {"": ()}
    | {f" {card}": (card,) for card in CARDS}
    | {f" {low} {high}": (low, high) for low, high in combinations(CARDS, 2)}
)
"""All choices of at most two cards in canonical order, by text."""


class Move(NamedTuple):
    """A parsed move; the table decides whether it is legal. ``type`` is the type named by an announcement (7.8)."""

    verb: str
    cards: tuple[str, ...] = ()
    open: bool = False
    type: str = ""

    @property
    def text(self) -> str:
        return " ".join([self.verb, *(["open"] if self.open else []), *self.cards, *([self.type] if self.type else [])])


PLAYS = {card: f"play {card}" for card in CARDS}

ANNOUNCES = {kind: f"announce {kind}" for kind in TYPES}

_BARE = ("exchange", "take", "refuse", "announce", "pass", "declare", "score", "reset", RESIGN)

KNOWN = (
    {verb: Move(verb) for verb in _BARE}
    | {text: Move("play", (card,)) for card, text in PLAYS.items()}
    | {text: Move("announce", type=kind) for kind, text in ANNOUNCES.items()}
    | {f"exchange open {card}": Move("exchange", (card,), True) for card in CARDS}
    | {f"exchange{text}": Move("exchange", cards) for text, cards in _UP_TO_TWO.items()}
)
"""All moves except exchanges of more than two cards, parsed in advance because they are few."""

_SECOND, _FOURTH = len("exchange 2c 3c"), len("exchange 2c 3c 4c 5c")


def understand(text: str) -> Move:
    """Parse the text of a move.

    Raise `Illegal` if it is unknown, repeats a card or lists cards out of order (8).
    """
    return KNOWN.get(text) or _more_than_two(text) or _exchange(text)


def _more_than_two(text: str) -> Move | None:
    """Return an exchange of three to five cards, parsed two cards at a time, or None for any other text."""
    two, more, rest = KNOWN.get(text[:_SECOND]), _UP_TO_TWO.get(text[_SECOND:_FOURTH]), _UP_TO_TWO.get(text[_FOURTH:])
    if not two or not more or rest is None or ORDER[two.cards[1]] >= ORDER[more[0]]:
        return None
    if rest and ORDER[more[1]] >= ORDER[rest[0]]:
        return None
    return Move("exchange", two.cards + more + rest)


def _exchange(text: str) -> Move:
    """Return an exchange of any number of cards. Raise `Illegal` with the reason if the text is not valid."""
    verb, *cards = text.split(" ")
    is_open = cards[:1] == ["open"]
    if is_open:
        del cards[0]
    if verb != "exchange" or not _CARDS.issuperset(cards):
        raise Illegal("unknown", "8", move=text[:_SHOWN])
    places = [ORDER[card] for card in cards]
    if places != sorted(set(places)):
        twice = next((card for card in cards if cards.count(card) > 1), None)
        raise Illegal("twice", "2.1", card=twice) if twice else Illegal("order", "8")
    return Move(verb, tuple(cards), is_open)
