"""Questions about a view that all parts of the board ask: cards, announcements and rounds."""

from games.rules.contract import Event
from games.rules.swedish_chicago.hands import PLACE, combination
from games.rules.swedish_chicago.view import SeatView, View

CHICAGO, LAST_TRICK = 15, 5
"""The points for a Chicago and for the last trick (4.2, 5)."""

LAST_PART = 3


def me(view: View) -> SeatView | None:
    return None if view.seat is None else view.seats[view.seat]


def asked(view: View) -> bool:
    return view.seat is not None and view.seat in view.to_move


def five(of: SeatView) -> tuple[str, ...]:
    """Return a player's five cards, in hand and played, or an empty tuple while the hand is hidden."""
    return (*of.hand, *of.played) if of.hand is not None else ()


def held(of: SeatView) -> str | None:
    """Return the combination of a player's five cards, or None if there is none or the hand is hidden."""
    return combination(five(of))


def round_of(view: View) -> int | None:
    """Return the index of the current announcement round (0, 1, or 2 before the lead), or None in other phases."""
    if view.phase in ("announce", "choose"):
        return view.part - 1
    return LAST_PART - 1 if view.phase == "quads" else None


def highest(view: View, which: int) -> str | None:
    """Return the highest type announced in a round so far (3.1), or None."""
    said = (of.said[which] for of in view.seats)
    return max((kind for kind in said if kind in PLACE), key=PLACE.__getitem__, default=None)


def scored(view: View, part: int) -> Event | None:
    """Return the event of the announcement that scored in a part (3.2), or None."""
    for at, event in view.told:
        if at == part and event.kind == "scored" and event.details["why"] in ("announcement", "quads"):
            return event
    return None


def signed(points: int) -> str:
    return f"+{points}" if points > 0 else f"−{-points}" if points else "0"
