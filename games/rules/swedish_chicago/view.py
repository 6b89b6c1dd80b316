"""Everything that a viewer may know about a table of Swedish Chicago (rules 2.1, 2.4, 3.2, 4.3, 7)."""

from dataclasses import dataclass

from games.rules import contract
from games.rules.contract import Event, Seat


@dataclass(frozen=True, slots=True)
class SeatView(contract.SeatView):
    """The public facts about a player; ``hand`` is in canonical order.

    ``thrown``: per part, the number of cards thrown in its exchange, None before it (2.1). ``thrown_cards``: the
    viewer's own that are still in the discards, as thrown; None for other players. ``said``: per announcement round
    (part 1, part 2, the round before the lead) a type, ``pass``, or None. ``answered``: with ``together``, a sealed
    answer is stored. ``shown``: cards revealed in this hand before breaking a combination (2.4). ``played``: in the
    order played (4.2).
    """

    score: int
    thrown: tuple[int | None, ...]
    thrown_cards: tuple[str, ...] | None
    said: tuple[str | None, ...]
    shown: tuple[str, ...]
    played: tuple[str, ...]
    tricks: int
    stopped: bool
    made_chicago: bool
    answered: bool


@dataclass(frozen=True, slots=True)
class OpenCard:
    """An open card that ``seat`` may take or refuse (7.6). ``thrown`` is None except for the player who threw it."""

    seat: Seat
    card: str
    thrown: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class View(contract.View):
    """The whole table as known to ``seat`` (None: a spectator). When the game is over, every hand is open.

    ``phase`` and ``part`` are named as in record.md 3. ``order``: the seats in the game in table order (1.3), the
    dealer last. ``sealed``: this viewer's own unresolved answer (``together``). ``recorded``: this viewer's own
    combinations that a later throw would reveal, each with its type (2.4). ``trick``: card and seat, as played.
    ``told``: the current hand's public results, each with its part. ``history``: the scores after each finished hand.
    """

    seats: tuple[SeatView, ...]
    phase: str
    part: int
    hand: int
    turn: int
    dealer: Seat
    order: tuple[Seat, ...]
    stock: int
    discards: int
    sealed: str | None
    recorded: tuple[tuple[str, tuple[str, ...]], ...]
    open: OpenCard | None
    declarer: Seat | None
    leader: Seat | None
    trick: tuple[tuple[str, Seat], ...]
    told: tuple[tuple[int, Event], ...] = ()
    history: tuple[tuple[int, ...], ...] = ()
