"""The legal moves of a seat, and the reasons why other moves are illegal (rules 2.1, 3.1, 4.2, 5.1, 7)."""

from collections.abc import Callable, Sequence
from itertools import compress, product
from typing import overload

from games.rules.contract import Illegal, Seat
from games.rules.swedish_chicago.hands import CONTAINED, FOUR, PLACE, TYPES, combination
from games.rules.swedish_chicago.moves import ANNOUNCES, PLAYS, Move
from games.rules.swedish_chicago.pieces import HAND
from games.rules.swedish_chicago.table import Table

LEAST = 15
"""The points required to declare a Chicago; making it gains as many, a broken one loses as many (5.1–5.3)."""

PARAGRAPHS = {
    "exchange": "2.1",
    "open": "7.6",
    "announce": "3.1",
    "quads": "7.1",
    "choose": "7.1",
    "chicago": "5.1",
    "play": "4.2",
}
"""The paragraph of the rules for each phase."""


_ANY = [chosen[::-1] for chosen in product((False, True), repeat=HAND)]
_ONE = [tuple(place == chosen for place in range(HAND)) for chosen in range(HAND)]
_HIDDEN = [[("exchange", chosen) for chosen in _ANY if sum(chosen) <= limit] for limit in range(HAND + 1)]
_OPEN = [("exchange open", chosen) for chosen in _ONE]
"""Exchange moves, each a verb and a mask of the thrown cards; ``_HIDDEN`` has a list for each limit."""


class Exchanges(Sequence[str]):
    """The exchanges of up to ``limit`` cards, then the open ones (2.1, 7.6).

    The text of a move is built on access.
    """

    __slots__ = ("_choices", "_hand")

    def __init__(self, hand: Sequence[str], limit: int, may_open: bool) -> None:
        self._hand, self._choices = tuple(hand), _HIDDEN[limit] + _OPEN if may_open else _HIDDEN[limit]

    def __len__(self) -> int:
        return len(self._choices)

    @overload
    def __getitem__(self, place: int) -> str: ...
    @overload
    def __getitem__(self, place: slice) -> list[str]: ...
    def __getitem__(self, place: int | slice) -> str | list[str]:
        if isinstance(place, slice):
            return [*self][place]
        verb, chosen = self._choices[place]
        return " ".join([verb, *compress(self._hand, chosen)])


def _exchanges(table: Table, seat: Seat) -> Exchanges:
    return Exchanges(table.hands[seat], table.limit, table.options["open_card"])


def announcements(table: Table, seat: Seat) -> list[str]:
    if table.options["announcing"] == "lower":
        least, held = lowest(table), combination(table.hands[seat])
        return [*(ANNOUNCES[kind] for kind in CONTAINED.get(held or "", ()) if PLACE[kind] >= least), "pass"]
    return ["announce", "pass"] if may_announce(table, seat) else ["pass"]


def announcement(moves: Sequence[str]) -> str | None:
    """Return the announcement of the whole hand among the legal moves, which comes first, or None (3.1, 7.8)."""
    return next((move for move in moves if move.startswith("announce")), None)


_height_of = ({None: 0, "pass": 0} | PLACE).__getitem__


def lowest(table: Table) -> int:
    """Return the rank of the lowest type that can be announced now (3.1, 7.1), as an index of ``TYPES``."""
    highest = max(map(_height_of, table.said[table.part - 1]))
    return max(FOUR, highest) if table.phase == "quads" else highest


def may_announce(table: Table, seat: Seat) -> bool:
    """Return whether the seat's combination is high enough to be announced in this round (3.1, 7.1)."""
    kind = combination(table.hands[seat])
    return kind is not None and PLACE[kind] >= lowest(table)


def may_declare(table: Table, seat: Seat) -> bool:
    """Return whether the score allows a Chicago (5.1, 7.5).

    At least 15 points are needed, unless scores may be negative.
    """
    return table.options["negative"] or table.scores[seat] >= LEAST


def playable(table: Table, seat: Seat) -> list[str]:
    """Return the cards that follow suit (4.2).

    If there are none, or if the seat leads, return all cards.
    """
    hand = table.hands[seat]
    if not table.trick:
        return hand
    suit = table.trick[0][0][1]
    return [card for card in hand if card[1] == suit] or hand


def _plays(table: Table, seat: Seat) -> list[str]:
    return [*map(PLAYS.__getitem__, playable(table, seat))]


MOVES: dict[str, Callable[[Table, Seat], Sequence[str]]] = {
    "exchange": _exchanges,
    "open": lambda table, seat: ["take", "refuse"],
    "announce": announcements,
    "quads": announcements,
    "choose": lambda table, seat: ["score", "reset"],
    "chicago": lambda table, seat: ["declare", "pass"],
    "play": _plays,
}


def no_answer(table: Table, seat: Seat, verb: str) -> Illegal:
    """Return the reason why a seat can't make this move now."""
    paragraph, waiting = PARAGRAPHS[table.phase], table.waiting()
    if seat in waiting:
        return Illegal("no_choice" if verb in ("score", "reset") else "wrong_phase", paragraph, phase=table.phase)
    if seat in table.sealed:
        return Illegal("answered", "7")
    if table.phase == "chicago" and verb == "declare" and not may_declare(table, seat):
        return Illegal("below_15", "5.1", score=table.scores[seat])
    return Illegal("not_your_turn", paragraph, asked=waiting)


def what_remains(table: Table, seat: Seat, move: Move) -> list[str]:
    """Return the hand without the cards to be thrown. Raise `Illegal` if they can't be thrown (2.1, 7.6)."""
    kept = table.hands[seat].copy()
    for card in move.cards:
        if card not in kept:
            raise Illegal("not_your_card", "2.1", card=card)
        kept.remove(card)
    if move.open:
        _check_open(table, move)
    if len(move.cards) > table.limit:
        raise Illegal("too_many", "7", limit=table.limit)
    return kept


def _check_open(table: Table, move: Move) -> None:
    if not table.options["open_card"]:
        raise Illegal("no_open", "7.6")
    if len(move.cards) != 1:
        raise Illegal("open_one", "7.6")


def type_named(table: Table, seat: Seat, move: Move) -> str:
    """Return the type that the seat announces. Raise `Illegal` if it can't be announced (3.1, 7.1, 7.8)."""
    held, least = combination(table.hands[seat]), lowest(table)
    highest = TYPES[least] if table.types_said() or table.phase == "quads" else None
    if held is None or PLACE[held] < least:
        raise Illegal("nothing_to_say", PARAGRAPHS[table.phase], type=held, highest=highest)
    if table.options["announcing"] != "lower":
        if move.type:
            raise Illegal("exactly", "3.1")
        return held
    if not move.type:
        raise Illegal("name_it", "7.8")
    if move.type not in CONTAINED[held]:
        raise Illegal("not_contained", "7.8", type=move.type)
    if PLACE[move.type] < least:
        raise Illegal("too_low", PARAGRAPHS[table.phase], type=move.type, highest=highest)
    return move.type


def check_card(table: Table, seat: Seat, card: str) -> None:
    """Raise `Illegal` unless the seat may play this card (4.2)."""
    if card not in table.hands[seat]:
        raise Illegal("not_your_card", "4.2", card=card)
    if table.trick and card[1] != table.trick[0][0][1] and card not in playable(table, seat):
        raise Illegal("follow", "4.2", suit=table.trick[0][0][1])
