"""The race with its marks (rules 2.2, 5.1, 6.1), and the phases of a hand."""

from games.rules.contract import gettext_noop as _
from games.rules.phrases import number, say, who
from games.rules.swedish_chicago.board.scene import CHICAGO, LAST_PART, LAST_TRICK, asked, scored
from games.rules.swedish_chicago.board.view_model import Mark, Race, Step, Track
from games.rules.swedish_chicago.options import exchange_stop
from games.rules.swedish_chicago.pieces import HAND
from games.rules.swedish_chicago.view import SeatView, View
from games.rules.vocabulary import Line


def race(view: View) -> Race:
    """Return the race.

    The viewer is the first player; the others are sorted by score.
    """
    order = sorted(view.seats, key=lambda of: (of.seat != view.seat, -of.score))
    tracks = (Track(of.seat, of.seat == view.seat, of.score, _along(view, of.score), _note(view, of)) for of in order)
    return Race(say(_("Race to %(points)s"), points=number(view.target)), tuple(tracks), tuple(_marks(view)))


def _along(view: View, score: int) -> str:
    return f"{100 * max(0, min(view.target, score)) / view.target:.1f}%"


def _note(view: View, of: SeatView) -> Line | None:
    if of.out:
        return say(_("resigned"))
    if of.stopped:
        return say(_("no exchange"))
    if view.options["must_chicago"]:
        return say(_("has made a Chicago")) if of.made_chicago else None
    return None


def _marks(view: View) -> list[Mark]:
    marks = []
    if not view.options["negative"] and view.target > CHICAGO:
        marks.append(Mark(CHICAGO, _along(view, CHICAGO), say(_("may declare Chicago")), False))
    stop = exchange_stop(view.options)
    if stop is not None:
        marks.append(Mark(stop, _along(view, stop), say(_("no exchange")), True))
    wins = _("wins, with a Chicago") if view.options["must_chicago"] else _("wins")
    marks.append(Mark(view.target, _along(view, view.target), say(wins), True))
    return marks


_NAMES = (_("Announce"), _("Announce"), _("Tricks"))


def steps(view: View) -> tuple[Step, ...]:
    """Return the phases of the hand, with the results of past ones and the current action."""
    return tuple(_step(view, part) for part in range(1, LAST_PART + 1))


def _step(view: View, part: int) -> Step:
    name = say(_NAMES[part - 1])
    if part < view.part:
        return Step(name, _came_out(view, part), "done")
    return Step(name, _now(view), "now") if part == view.part else Step(name, _to_come(part), "")


def _came_out(view: View, part: int) -> Line:
    event = scored(view, part)
    if event is None or event.seat is None:
        return say(_("Nobody scored"))
    points = number(event.details["points"])
    return who(event.seat, view.seat, _("You scored %(points)s"), _("%(seat)s scored %(points)s"), points=points)


def _now(view: View) -> Line:
    match view.phase:
        case "exchange" | "open":
            return say(_("You exchange now")) if asked(view) else say(_("Exchange"))
        case "announce" | "quads":
            return say(_("You announce now")) if asked(view) else say(_("Announcing"))
        case "choose":
            return say(_("Four of a kind: score or reset"))
        case "chicago":
            return say(_("Chicago round"))
        case "over":
            return say(_("The game is over"))
    return say(_("Trick %(number)s of %(all)s"), number=number(trick_number(view)), all=number(HAND))


def _to_come(part: int) -> Line:
    if part < LAST_PART:
        return say(_("Exchange, then announce"))
    return say(_("Last trick: %(points)s points"), points=number(LAST_TRICK))


def trick_number(view: View) -> int:
    return min(HAND, 1 + sum(event.kind == "trick" for _part, event in view.told))
