"""The board of a game without its own template, drawn by templates/fragments/games/default."""

from collections.abc import Sequence
from dataclasses import dataclass

from games.rules.contract import Seat, gettext_noop
from games.rules.vocabulary import Line, Term


@dataclass(frozen=True, slots=True)
class Button:
    move: str
    label: Line


@dataclass(frozen=True, slots=True)
class HandCard:
    """A card in the viewer's hand.

    ``button`` is None unless exactly one legal move names this card and no other card.
    """

    code: str
    button: Button | None


@dataclass(frozen=True, slots=True)
class SeatScore:
    """A player's score line and visible hand during the game, or the final score at the end.

    The viewer's own hand is left out, except in replays.
    """

    line: Line | None
    points: int | None
    hand: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Zone:
    """A zone with open cards: its name, owner, open cards (only the top cards of a pile), and number of cards."""

    name: Line
    seat: Seat | None
    cards: tuple[str, ...]
    size: int


@dataclass(frozen=True, slots=True)
class PlainBoard:
    """The default board: hand, open zones, scores by seat, and a button for each move not offered on a card."""

    mode: str
    hand: tuple[HandCard, ...]
    zones: tuple[Zone, ...]
    scores: tuple[SeatScore, ...]
    buttons: tuple[Button, ...]
    moves: tuple[str, ...]
    prompt: Line | None
    ending: Line | None
    resigns: bool


def in_hand(cards: Sequence[str]) -> Line:
    if not cards:
        return Line(gettext_noop("Your hand is empty."))
    return Line(gettext_noop("In your hand: %(cards)s."), {"cards": Term("cards", list(cards))})


def zone_line(zone: Zone) -> Line:
    terms = {"zone": Term("line", zone.name), "cards": Term("cards", list(zone.cards))}
    if zone.seat is None:
        return Line("%(zone)s: %(cards)s", terms)
    return Line("%(seat)s, %(zone)s: %(cards)s", terms | {"seat": Term("seat", zone.seat)})
