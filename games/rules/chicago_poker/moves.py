"""The notation of moves (rule 10). All valid texts are parsed in advance, except limousines."""

from typing import NamedTuple

from games.rules.chicago_poker.options import SEATS
from games.rules.chicago_poker.pieces import CARDS, GANGSTERS, TILES
from games.rules.contract import Illegal

_SHOWN = 40
"""Maximum number of characters quoted from an unknown text."""


class Move(NamedTuple):
    """A parsed move; the table decides whether it is legal."""

    verb: str
    card: str = ""
    business: str = ""
    target: int = -1
    onto: str = ""
    cards: tuple[str, ...] = ()


_TARGETS = {str(seat): seat for seat in range(SEATS[-1])}

PLAYS = {tile: {card: f"play {card} {tile}" for card in GANGSTERS} for tile in TILES}

BRIBERIES = {card: f"bribery {card}" for card in CARDS}
SENDS = {card: f"send {card}" for card in GANGSTERS}
RESOLVES = {tile: f"resolve {tile}" for tile in TILES}
AIMED = {
    verb: {tile: [f"{verb} {tile} {seat}" for seat in _TARGETS] for tile in TILES} for verb in ("liquidation", "raid")
}
"""The texts of special cards' moves that target a seat, by verb, tile and seat."""

_BARE = ("draw", "revolver", "decline", "end", "resign")
_SHAPES = {
    "play": ("card", "business"),
    "liquidation": ("business", "seat"),
    "raid": ("business", "seat"),
    "bribery": ("card",),
    "send": ("card",),
    "resolve": ("business",),
} | dict.fromkeys(_BARE, ())
_KNOWN = {"card": frozenset(CARDS), "business": frozenset(TILES), "seat": frozenset(_TARGETS)}


def _known_moves() -> dict[str, Move]:
    moves = {verb: Move(verb) for verb in _BARE}
    for card in CARDS:
        moves |= {f"{verb} {card}": Move(verb, card) for verb in ("bribery", "send")}
        moves |= {f"play {card} {tile}": Move("play", card, tile) for tile in TILES}
    moves |= {text: Move("resolve", "", tile) for tile, text in RESOLVES.items()}
    for verb, texts in AIMED.items():
        for tile in TILES:
            moves |= {text: Move(verb, "", tile, seat) for seat, text in enumerate(texts[tile])}
    return moves


_MOVES = _known_moves()


def _check(what: str, word: str) -> None:
    if word not in _KNOWN[what]:
        raise Illegal(f"unknown_{what}", "10", **{what: word[:_SHOWN]})


def _limousine(words: list[str]) -> Move:
    if len(words) < 3:
        raise Illegal("limousine_unfinished", "5.4")
    source, onto, *cards = words
    _check("business", source)
    _check("business", onto)
    for card in cards:
        _check("card", card)
    return Move("limousine", "", source, -1, onto, tuple(cards))


def _not_understood(text: str, verb: str, words: list[str]) -> Illegal:
    if text == "bribery":
        return Illegal("bribery_unfinished", "5.6")
    shape = _SHAPES.get(verb)
    if shape is not None and len(shape) == len(words):
        for what, word in zip(shape, words, strict=True):
            _check(what, word)
    return Illegal("unreadable", "10", move=text[:_SHOWN])


def understand(text: str) -> Move:
    """Parse the text of a move. Raise `Illegal` if it is unreadable, incomplete or has unknown words (10, 5.4, 5.6)."""
    move = _MOVES.get(text)
    if move is not None:
        return move
    verb, *words = text.split(" ")
    if verb == "limousine":
        return _limousine(words)
    raise _not_understood(text, verb, words)
