"""The parts of the board that plan a Limousine."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple

from games.rules.vocabulary import Face, Line


class Step(NamedTuple):
    code: str
    says: Line
    link: str
    chosen: bool


class CarCard(NamedTuple):
    """A card where a Limousine starts.

    ``order`` is 0 unless the card is taken; ``free`` cards can be taken or put back.
    """

    code: str
    face: Face
    up: bool
    order: int
    link: str
    free: bool


class Stop(NamedTuple):
    """A possible destination of a Limousine, with the resulting hand and, for each card, whether it turns over."""

    tile: str
    kind: str
    says: Line
    hand: Line
    turns: tuple[Line, ...]
    link: str
    chosen: bool
    fifth: bool


@dataclass(frozen=True, slots=True)
class Ride:
    """A planned Limousine.

    ``plan`` has the steps as form fields; ``why_not_all`` is the reason if some cards can't go.
    """

    sources: tuple[Step, ...]
    cards: tuple[CarCard, ...]
    stops: tuple[Stop, ...]
    move: str
    button: Line | None
    others_see: Line | None
    plan: Mapping[str, str]
    why_not_all: Line | None
