"""What one viewer of a Chicago Poker table may know (rules 4.4, 5.3, 5.7), and nothing else."""

from __future__ import annotations

from dataclasses import dataclass

from games.rules.contract import Options, Outcome, Seat


@dataclass(frozen=True, slots=True)
class CardView:
    """A card on the table. ``code`` is None for a back that this viewer may not look under."""

    code: str | None
    up: bool


@dataclass(frozen=True, slots=True)
class BusinessView:
    """An open business: its tile, a column of cards per seat, and the shootout markers, oldest first."""

    slot: int
    tile: str
    columns: tuple[tuple[CardView, ...], ...]
    markers: tuple[Seat, ...]


@dataclass(frozen=True, slots=True)
class SeatView:
    """What everybody knows of a player. ``hand`` (codes) is None while it is hidden from this viewer."""

    seat: Seat
    hand_size: int
    hand: tuple[str, ...] | None
    controlled: tuple[str, ...]
    out: bool


@dataclass(frozen=True, slots=True)
class TieView:
    """A tie being decided (6.4): the seats still tied, those that have answered, and this viewer's own answer.

    ``own`` is a card's code, or "" if the viewer declined or was not asked; None as long as he has not answered.
    ``down`` are the cards there that had lain face down and are now turned up (6.2). ``caller`` is whose marker it is;
    None in a stalemate (8.4).
    """

    tile: str
    seats: tuple[Seat, ...]
    answered: tuple[Seat, ...]
    own: str | None
    down: tuple[str, ...] = ()
    caller: Seat | None = None


@dataclass(frozen=True, slots=True)
class View:
    """The whole table for ``seat`` (None: a spectator). When the game is over every hand and card is open.

    ``past``: looked back at in a replay; ``all_up``: with everything open, though it was not then.
    """

    seat: Seat | None
    options: Options
    phase: str  # "turn", "tie" or "over"
    turn: int
    active: Seat
    to_move: tuple[Seat, ...]
    due: int
    extra: int
    seats: tuple[SeatView, ...]
    street: tuple[BusinessView | None, ...]  # per slot
    discard: tuple[str, ...]  # oldest first
    deck: int
    pile: int
    tie: TieView | None
    legal: tuple[str, ...]
    outcome: Outcome | None
    past: bool = False
    all_up: bool = False
