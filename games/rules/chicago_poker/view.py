"""Everything that a viewer may know about a table of Chicago Poker (rules 4.4, 5.3, 5.7)."""

from dataclasses import dataclass

from games.rules import contract
from games.rules.contract import Seat


@dataclass(frozen=True, slots=True)
class CardView:
    """A card on the table; ``code`` is None if the card is hidden from this viewer."""

    code: str | None
    up: bool


@dataclass(frozen=True, slots=True)
class BusinessView:
    """An open business: its tile, a column of cards per seat, and the owners of the markers, oldest first."""

    slot: int
    tile: str
    columns: tuple[tuple[CardView, ...], ...]
    markers: tuple[Seat, ...]


@dataclass(frozen=True, slots=True)
class SeatView(contract.SeatView):
    controlled: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class TieView:
    """An undecided tie (6.4): the seats still tied, those that have answered, and the viewer's own answer.

    ``own`` is the code of a card, empty if the viewer declined or was not asked, None before the answer. ``down`` are
    cards of the business that were face down and are now turned up (6.2). ``caller`` owns the marker, and is None in a
    stalemate (8.4).
    """

    tile: str
    seats: tuple[Seat, ...]
    answered: tuple[Seat, ...]
    own: str | None
    down: tuple[str, ...] = ()
    caller: Seat | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class View(contract.View):
    """The whole table as known to ``seat`` (None: a spectator). After the end, all hands and columns are open."""

    seats: tuple[SeatView, ...]
    phase: str  # "turn", "tie", "order" or "over"
    turn: int
    active: Seat
    due: int
    extra: int
    street: tuple[BusinessView | None, ...]  # by slot
    discard: tuple[str, ...]  # oldest first
    deck: int
    pile: int
    tie: TieView | None
