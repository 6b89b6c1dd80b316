"""A closed game's shuffles, deals and draws, from which its deal can be recomputed."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from games.models import Game, Player
from games.presentation.narration import Narrator
from games.replay.verification import RecordedShuffle, ReplayMismatch, Step, steps
from games.rules.contract import DEALT, HAND, Event, Piece, lay_open


@dataclass(frozen=True, slots=True)
class Pack:
    """A shuffle as displayed; ``kind`` is ``seat``, ``card`` or ``tile``, and ``move`` is the number of the move."""

    number: int
    kind: str
    move: int
    pieces: tuple[str, ...]
    order: tuple[str, ...]


@dataclass(slots=True)
class Deal:
    """All shuffles, deals and draws of a game.

    ``hands`` are the first hands by seat. ``drawn``, ``redealt`` and ``turned_up`` map the number of a move to the
    cards drawn, to the new hands, and to the cards turned up from the deck after a deal. ``broken`` says where the
    replay fails, or is empty.
    """

    packs: list[Pack] = field(default_factory=list)
    hands: list[list[str]] = field(default_factory=list)
    drawn: dict[int, list[str]] = field(default_factory=dict)
    redealt: dict[int, list[list[str]]] = field(default_factory=dict)
    turned_up: dict[int, list[str]] = field(default_factory=dict)
    broken: str = ""

    @property
    def opening(self) -> list[Pack]:
        return [pack for pack in self.packs if pack.move == 0]

    @property
    def later(self) -> list[Pack]:
        return [pack for pack in self.packs if pack.move > 0]

    @property
    def deck(self) -> Pack | None:
        """The shuffle from which the first hands were dealt, or None if no hands were dealt."""
        dealt = {card for hand in self.hands for card in hand}
        return next((pack for pack in self.opening if dealt and dealt <= set(pack.pieces)), None)

    @property
    def dealt(self) -> int:
        return sum(len(hand) for hand in self.hands)

    @property
    def dealt_ever(self) -> int:
        """The number of cards in all hands dealt, including those after the first deal."""
        return self.dealt + sum(len(hand) for hands in self.redealt.values() for hand in hands)

    @property
    def draws(self) -> int:
        return sum(len(cards) for cards in self.drawn.values())

    @property
    def dealing_order(self) -> list[int]:
        """The seats in the order in which they were dealt their first cards."""
        order = self.deck.order if self.deck else ()
        holder = {card: seat for seat, hand in enumerate(self.hands) for card in hand}
        return list(dict.fromkeys(holder[card] for card in order[: self.dealt] if card in holder))


def deal_of(game: Game) -> Deal:
    """Replay a closed game and return its deal.

    If the replay fails, return the deal up to that move, with ``broken`` set.
    """
    deal = Deal()
    try:
        for step in steps(game):
            _add(deal, game, step)
    except ReplayMismatch as mismatch:
        deal.broken = mismatch.place
    return deal


def _add(deal: Deal, game: Game, step: Step) -> None:
    number, pieces = step.move.number, step.state.pieces() if step.shuffles else []
    deal.packs += [_pack(shuffle, number, pieces) for shuffle in step.shuffles]
    if number == 0:
        deal.hands = _hands(game, pieces)
    elif any(event.kind == DEALT for event in step.events):
        # No seat acts between a deal and the end of the move that triggered it.
        deal.redealt[number] = [hand for hand in _hands(game, pieces) if hand]
    if cards := [card for event in step.events for card in game.rules.presentation.drawn(lay_open(event))]:
        deal.drawn[number] = cards
    if cards := [card for event in step.events if event.kind == DEALT for card in turned_up(event)]:
        deal.turned_up[number] = cards


def turned_up(dealt: Event) -> Sequence[str]:
    """Return the cards that a ``dealt`` event turned up from the deck after the hands, in order."""
    if "cards" in dealt.details:
        return list(dealt.details["cards"])
    return (dealt.details["card"],) if "card" in dealt.details else ()


def _pack(shuffle: RecordedShuffle, move: int, pieces: Iterable[Piece]) -> Pack:
    kinds = {piece.code: piece.kind for piece in pieces}
    kind = next((kinds[code] for code in shuffle.pieces if code in kinds), "seat" if move == 0 else "card")
    return Pack(shuffle.number, kind, move, shuffle.pieces, shuffle.order)


def _hands(game: Game, pieces: Iterable[Piece]) -> list[list[str]]:
    hands: list[list[str]] = [[] for _ in range(game.size)]
    for piece in pieces:
        if piece.zone == HAND and piece.seat is not None:
            hands[piece.seat].append(piece.code)
    return hands


def browser_data(game: Game, players: Sequence[Player], deal: Deal) -> dict[str, Any]:
    """Return the data from which deal_audit.js recomputes the deal, ready for JSON."""
    return {
        "table": game.public_id,
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
    """Return the moves at which cards were drawn, shuffled, dealt again or turned up."""
    shuffles: dict[int, list[int]] = {}
    for pack in deal.later:
        shuffles.setdefault(pack.move, []).append(pack.number)
    return [
        {
            "number": number,
            "shuffles": shuffles.get(number, []),
            "drawn": deal.drawn.get(number, []),
            "dealt": deal.redealt.get(number, []),
            "turnedUp": deal.turned_up.get(number, []),
        }
        for number in sorted(shuffles.keys() | deal.drawn.keys() | deal.redealt.keys() | deal.turned_up.keys())
    ]


@dataclass(frozen=True, slots=True)
class PieceFace:
    """A piece as displayed: ``symbol`` is one of the game's icons, ``suit`` a CSS class or empty."""

    name: str
    rank: str
    suit: str
    symbol: str


def _symbol(code: str) -> str:
    """Return the code without its number: copies of a piece share a symbol."""
    return code.rstrip("0123456789")


def piece_face(narrator: Narrator, kind: str, code: str) -> PieceFace:
    if kind == "seat":
        return PieceFace(narrator.names[int(code)], "", "", "")
    if kind == "tile":
        return PieceFace(narrator.line(narrator.rules.presentation.name_of(code)), "", "", f"m-{_symbol(code)}")
    face = narrator.printed(code)
    return PieceFace(face.name, face.rank, face.suit, f"s-{face.suit}" if face.suit else f"x-{_symbol(code)}")


def hands_context(narrator: Narrator, deal: Deal, seats: Sequence[Any]) -> list[Mapping[str, Any]]:
    """Return the seats in dealing order, each with its first cards in the order dealt."""
    deck = deal.deck
    place = {card: number for number, card in enumerate(deck.order)} if deck else {}
    return [
        {
            "seat": seats[seat],
            "cards": [piece_face(narrator, "card", card) for card in sorted(deal.hands[seat], key=place.__getitem__)],
        }
        for seat in deal.dealing_order
    ]


def packs_context(narrator: Narrator, packs: Iterable[Pack], deal: Deal) -> list[Mapping[str, Any]]:
    """Return the shuffles with their pieces in shuffled order; for the deck, only the cards left after dealing."""
    deck = deal.deck
    return [
        {
            "pack": pack,
            "shown": [
                piece_face(narrator, pack.kind, code) for code in pack.order[deal.dealt if pack == deck else 0 :]
            ],
        }
        for pack in packs
    ]
