"""Everything that a viewer may know about a table of Swedish Chicago (rules 2.1, 2.4, 3.2, 4.3, 7)."""

from dataclasses import dataclass

from games.rules import contract
from games.rules.contract import Event, Seat


@dataclass(frozen=True, slots=True)
class SeatView(contract.SeatView):
    """A player as known to the viewer; ``hand`` is in canonical order.

    ``thrown`` is the number of cards thrown in each part's exchange, or None before that exchange (2.1).
    ``thrown_cards`` are the viewer's own thrown cards that are still in the discard pile, in the order thrown; None for
    other players. ``said`` has a type, ``pass`` or None for each announcement round (part 1, part 2, before the lead).
    ``answered`` means that a sealed answer is stored (``together``). ``shown`` are the cards revealed in this hand
    before a combination was broken (2.4), ``played`` the cards played in tricks, in order (4.2).
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
    """An open card that ``seat`` can take or refuse (7.6).

    ``thrown`` is the card thrown for it, or None if it is hidden.
    """

    seat: Seat
    card: str
    thrown: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class View(contract.View):
    """The whole table as known to ``seat`` (None: a spectator). When the game is over, every hand is open.

    ``phase`` and ``part`` are as in records.md 3. ``order`` lists the seats still in the game in table order (1.3).
    ``sealed`` is the viewer's own sealed answer (``together``). ``recorded`` has the viewer's own combinations that a
    later throw would reveal, as types and cards (2.4). ``trick`` has the cards of the current trick and their seats, in
    the order played. ``told`` has the public results of the current hand, each with its part, and ``history`` the
    scores after each finished hand.
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

    @property
    def target(self) -> int:
        """The score that ends the game after a hand (6.1)."""
        return int(self.options["target"])
