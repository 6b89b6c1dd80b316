"""What a seat may do now, and why not what it may not (rules 2.1, 3.1, 4.2, 5.1, 7)."""

from __future__ import annotations

from collections.abc import Callable

from games.rules.contract import Illegal, Seat
from games.rules.swedish_chicago.hands import FOUR, PLACE, combination
from games.rules.swedish_chicago.moves import PLAYS, Move
from games.rules.swedish_chicago.pieces import HAND
from games.rules.swedish_chicago.table import Table

LEAST = 15
"""Points it takes to declare a Chicago (5.1)."""

PARAGRAPHS = {
    "exchange": "2.1",
    "open": "7.6",
    "announce": "3.1",
    "quads": "7.1",
    "choose": "7.1",
    "chicago": "5.1",
    "play": "4.2",
}
"""Where the rules tell of each phase."""

_VERBS = {
    "exchange": ("exchange",),
    "open": ("take", "refuse"),
    "announce": ("announce", "pass"),
    "quads": ("announce", "pass"),
    "choose": ("score", "reset"),
    "chicago": ("declare", "pass"),
    "play": ("play",),
}


def _exchanges(table: Table, seat: Seat) -> list[str]:
    """Every choice of cards up to the limit, in canonical order as the hand is, then the open ones (2.1, 7.6)."""
    hand, limit = table.hands[seat], int(table.options["throw_limit"])
    texts = ["exchange"]
    for card in hand:
        word = f" {card}"
        texts += [text + word for text in texts]
    if limit < HAND:
        texts = [text for text in texts if text.count(" ") <= limit]
    if table.options["open_card"]:
        texts += [f"exchange open {card}" for card in hand]
    return texts


def _announcements(table: Table, seat: Seat) -> list[str]:
    return ["announce", "pass"] if may_announce(table, seat) else ["pass"]


_SAID: dict[str | None, int] = {None: 0, "pass": 0}
_SAID.update(PLACE)


def lowest(table: Table) -> int:
    """The place of the lowest type that may be announced now (3.1, 7.1)."""
    return max(FOUR if table.phase == "quads" else 0, *map(_SAID.__getitem__, table.said[table.part - 1]))


def may_announce(table: Table, seat: Seat) -> bool:
    """Whether the seat holds a combination as high as any announced in this round (3.1)."""
    kind = combination(table.hands[seat])
    return kind is not None and PLACE[kind] >= lowest(table)


def may_declare(table: Table, seat: Seat) -> bool:
    """Whether the seat has the points for a Chicago (5.1, 7.5)."""
    return table.options["negative"] or table.scores[seat] >= LEAST


def _plays(table: Table, seat: Seat) -> list[str]:
    return [PLAYS[card] for card in playable(table, seat)]


def playable(table: Table, seat: Seat) -> list[str]:
    """The cards that follow suit, else all (4.2)."""
    hand = table.hands[seat]
    if not table.trick:
        return hand
    suit = table.trick[0][0][1]
    return [card for card in hand if card[1] == suit] or hand


MOVES: dict[str, Callable[[Table, Seat], list[str]]] = {
    "exchange": _exchanges,
    "open": lambda table, seat: ["take", "refuse"],
    "announce": _announcements,
    "quads": _announcements,
    "choose": lambda table, seat: ["score", "reset"],
    "chicago": lambda table, seat: ["declare", "pass"],
    "play": _plays,
}
"""All moves of a seat that is to move, by the phase."""


def check(table: Table, seat: Seat, move: Move) -> None:
    """Raise Illegal unless the seat, which is to move, may make this move now."""
    verb, phase = move.verb, table.phase
    if verb not in _VERBS[phase]:
        raise Illegal("no_choice" if verb in _VERBS["choose"] else "wrong_phase", PARAGRAPHS[phase], phase=phase)
    if verb in _CHECKS:
        _CHECKS[verb](table, seat, move)


def not_asked(table: Table, seat: Seat, move: Move) -> Illegal:
    """Why a seat that is not to move makes no move."""
    if seat in table.sealed:
        return Illegal("answered", "7")
    if table.phase == "chicago" and move.verb == "declare" and not may_declare(table, seat):
        return Illegal("below_15", "5.1", score=table.scores[seat])
    return Illegal("not_your_turn", PARAGRAPHS[table.phase], asked=table.waiting())


def _check_exchange(table: Table, seat: Seat, move: Move) -> None:
    """Each card once, in canonical order, from the hand, and not too many (2.1, 7.6, 8)."""
    cards, hand = move.cards, table.hands[seat]
    if cards != tuple([card for card in hand if card in cards]):
        raise _not_from_hand(cards, hand)
    if move.open:
        _check_open(table, move)
    if len(cards) > int(table.options["throw_limit"]):
        raise Illegal("too_many", "7", limit=int(table.options["throw_limit"]))


def _not_from_hand(cards: tuple[str, ...], hand: list[str]) -> Illegal:
    for card in cards:
        if card not in hand:
            return Illegal("not_your_card", "2.1", card=card)
        if cards.count(card) > 1:
            return Illegal("twice", "2.1", card=card)
    return Illegal("order", "8")


def _check_open(table: Table, move: Move) -> None:
    if not table.options["open_card"]:
        raise Illegal("no_open", "7.6")
    if len(move.cards) != 1:
        raise Illegal("open_one", "7.6")


def _check_play(table: Table, seat: Seat, move: Move) -> None:
    (card,) = move.cards
    if card not in table.hands[seat]:
        raise Illegal("not_your_card", "4.2", card=card)
    if table.trick and card[1] != table.trick[0][0][1] and card not in playable(table, seat):
        raise Illegal("follow", "4.2", suit=table.trick[0][0][1])


def _check_announcement(table: Table, seat: Seat, move: Move) -> None:
    if may_announce(table, seat):
        return
    said = table.types_said()
    highest = max(said, key=PLACE.__getitem__) if said else "four of a kind" if table.phase == "quads" else None
    raise Illegal("nothing_to_say", PARAGRAPHS[table.phase], type=combination(table.hands[seat]), highest=highest)


_CHECKS = {"exchange": _check_exchange, "play": _check_play, "announce": _check_announcement}
