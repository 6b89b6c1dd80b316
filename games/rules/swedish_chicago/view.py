"""A viewer's knowledge of a Swedish Chicago table (rules 2.1, 2.4, 3.2, 4.3, 7), and nothing else."""

from dataclasses import dataclass

from games.rules import contract
from games.rules.contract import Event, Seat


@dataclass(frozen=True, slots=True)
class SeatView(contract.SeatView):
    """The public facts of a player; ``hand`` is in canonical order.

    ``thrown``: per part, how many cards went in its exchange, None before it (2.1). ``thrown_cards``: which of them lie
    among the discards, as thrown; None but for the viewer. ``said``: per announcement round
    (part 1, part 2, the round before the lead) a type, ``pass``, or None. ``answered``: with ``together`` a sealed
    answer is in. ``shown``: cards shown before breaking in this hand (2.4). ``played``: in the order played (4.2).
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
    """An open card for ``seat`` to take or to refuse (7.6). ``thrown`` is None except for the player who threw it."""

    seat: Seat
    card: str
    thrown: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class View(contract.View):
    """The whole table for ``seat`` (None: a spectator). When the game is over every hand is open.

    ``phase`` and ``part`` as record.md 3 names them. ``order``: the seats in the game in table order (1.3), the dealer
    last. ``sealed``: this viewer's own answer not yet resolved (``together``). ``recorded``: this viewer's own
    combinations that a later throw would show, each with its type (2.4). ``trick``: card and seat, as played.
    ``told``: the public results of the rounds of the hand going on, each with its part. ``history``: the scores after
    each finished hand.
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
