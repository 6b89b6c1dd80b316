"""The deal of a game that is over, laid open: every shuffle, what was dealt and drawn, to be worked out again."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from games.models import Game, Player
from games.replay.verification import Differs, Shuffled, Step, steps
from games.rules.contract import DEALT, HAND, Piece, lay_open
from games.table.narration import Narrator


@dataclass(frozen=True, slots=True)
class Pack:
    """A shuffle to be shown: ``kind`` is ``seat``, ``card`` or ``tile``; ``move`` is the one that it belongs to."""

    number: int
    kind: str
    move: int
    pieces: tuple[str, ...]
    order: tuple[str, ...]


@dataclass(slots=True)
class Deal:
    """A whole game's dealing. ``broken`` names the place where the stored moves can't be played again, if any.

    ``hands`` are the first ones by seat; ``drawn`` and ``redealt`` hold by the move what was drawn and the new hands.
    """

    packs: list[Pack] = field(default_factory=list)
    hands: list[list[str]] = field(default_factory=list)
    drawn: dict[int, list[str]] = field(default_factory=dict)
    redealt: dict[int, list[list[str]]] = field(default_factory=dict)
    broken: str = ""

    @property
    def opening(self) -> list[Pack]:
        """The shuffles made before the first move."""
        return [pack for pack in self.packs if pack.move == 0]

    @property
    def later(self) -> list[Pack]:
        """The shuffles made on the way."""
        return [pack for pack in self.packs if pack.move > 0]

    @property
    def deck(self) -> Pack | None:
        """The shuffle from which the hands were dealt."""
        dealt = {card for hand in self.hands for card in hand}
        return next((pack for pack in self.opening if dealt and dealt <= set(pack.pieces)), None)

    @property
    def dealt(self) -> int:
        """How many cards the players got at first."""
        return sum(len(hand) for hand in self.hands)

    @property
    def dealt_ever(self) -> int:
        """How many cards the players got at first and whenever new hands were dealt."""
        return self.dealt + sum(len(hand) for hands in self.redealt.values() for hand in hands)

    @property
    def draws(self) -> int:
        """How many cards were drawn later."""
        return sum(len(cards) for cards in self.drawn.values())

    @property
    def first(self) -> list[int]:
        """The seats in the order in which they were dealt to."""
        order = self.deck.order if self.deck else ()
        holder = {card: seat for seat, hand in enumerate(self.hands) for card in hand}
        return list(dict.fromkeys(holder[card] for card in order[: self.dealt] if card in holder))


def deal_of(game: Game) -> Deal:
    """The deal of a game that is closed, from its moves played again."""
    deal = Deal()
    try:
        for step in steps(game):
            _add(deal, game, step)
    except Differs as differs:
        deal.broken = differs.place
    return deal


def _add(deal: Deal, game: Game, step: Step) -> None:
    number, pieces = step.move.number, step.state.pieces() if step.shuffles else []
    deal.packs += [_pack(shuffled, number, pieces) for shuffled in step.shuffles]
    if number == 0:
        deal.hands = _hands(game, pieces)
    elif any(event.kind == DEALT for event in step.events):
        # Nobody acts between a deal and the end of the move that led to it.
        deal.redealt[number] = [hand for hand in _hands(game, pieces) if hand]
    if cards := [card for event in step.events for card in game.rules.drawn(lay_open(event))]:
        deal.drawn[number] = cards


def _pack(shuffled: Shuffled, move: int, pieces: Iterable[Piece]) -> Pack:
    kinds = {piece.code: piece.kind for piece in pieces}
    kind = next((kinds[code] for code in shuffled.pieces if code in kinds), "seat" if move == 0 else "card")
    return Pack(shuffled.number, kind, move, shuffled.pieces, shuffled.order)


def _hands(game: Game, pieces: Iterable[Piece]) -> list[list[str]]:
    hands: list[list[str]] = [[] for _ in range(game.size)]
    for piece in pieces:
        if piece.zone == HAND and piece.seat is not None:
            hands[piece.seat].append(piece.code)
    return hands


def for_browser(game: Game, players: Sequence[Player], deal: Deal) -> dict[str, Any]:
    """All that fair.js needs to work the deal out again, as JSON."""
    return {
        "table": game.table,
        "commitment": game.commitment,
        "secret": game.secret,
        "seats": game.size,
        "entropy": [player.entropy for player in players],
        "shuffles": [{"number": pack.number, "pieces": pack.pieces, "order": pack.order} for pack in deal.packs],
        "hands": deal.hands,
        "deck": deal.deck.number if deal.deck else None,
        "moves": _taken(deal),
        "broken": bool(deal.broken),
    }


def _taken(deal: Deal) -> list[dict[str, Any]]:
    """The moves at which cards were drawn, shuffled or dealt anew."""
    shuffles: dict[int, list[int]] = {}
    for pack in deal.later:
        shuffles.setdefault(pack.move, []).append(pack.number)
    return [
        {
            "number": number,
            "shuffles": shuffles.get(number, []),
            "drawn": deal.drawn.get(number, []),
            "dealt": deal.redealt.get(number, []),
        }
        for number in sorted(shuffles.keys() | deal.drawn.keys())
    ]


@dataclass(frozen=True, slots=True)
class Shown:
    """A piece as a page shows it: ``symbol`` is the sprite's, ``suit`` a CSS class or empty."""

    name: str
    rank: str
    suit: str
    symbol: str


def _symbol(code: str) -> str:
    """The part of a code that names a symbol: copies of a piece differ by the number at the end."""
    return code.rstrip("0123456789")


def shown(narrator: Narrator, kind: str, code: str) -> Shown:
    """One card, tile or seat."""
    if kind == "seat":
        return Shown(narrator.names[int(code)], "", "", "")
    if kind == "tile":
        return Shown(narrator.line(narrator.rules.name_of(code)), "", "", f"m-{_symbol(code)}")
    face = narrator.printed(code)
    symbol = f"s-{face.suit}" if face.suit else f"x-{_symbol(code)}"
    return Shown(face.name, face.rank, face.suit, symbol)


def shown_hands(narrator: Narrator, deal: Deal, seats: Sequence[Any]) -> list[Mapping[str, Any]]:
    """Each seat in the order of dealing, with its first cards as they came."""
    deck = deal.deck
    place = {card: number for number, card in enumerate(deck.order)} if deck else {}
    return [
        {
            "seat": seats[seat],
            "cards": [shown(narrator, "card", card) for card in sorted(deal.hands[seat], key=place.__getitem__)],
        }
        for seat in deal.first
    ]


def shown_packs(narrator: Narrator, packs: Iterable[Pack], deal: Deal) -> list[Mapping[str, Any]]:
    """Shuffles in their order; of the deck only what was left after dealing."""
    deck = deal.deck
    return [
        {
            "pack": pack,
            "shown": [shown(narrator, pack.kind, code) for code in pack.order[deal.dealt if pack == deck else 0 :]],
        }
        for pack in packs
    ]
