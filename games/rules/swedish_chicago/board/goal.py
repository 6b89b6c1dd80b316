"""The goal: the race, its leader, and the effects of nearing and reaching its end (rules 2.2, 6.1, 7.4)."""

from games.rules.contract import gettext_noop as _
from games.rules.phrases import number, say, seat, seats
from games.rules.presentation import Presentation
from games.rules.swedish_chicago.options import exchange_stop
from games.rules.swedish_chicago.view import SeatView, View
from games.rules.vocabulary import Line, WayToWin


class Goal(Presentation[View]):
    def goal(self, view: View) -> tuple[WayToWin, ...]:
        """Return the race with its leader, the score that ends exchanging, and the condition for winning."""
        playing = [of for of in view.seats if not of.out]
        most = max(of.score for of in playing)
        stop = exchange_stop(view.options)
        near = most >= (view.target if stop is None else stop)
        name = say(_("Race to %(points)s"), points=number(view.target))
        race = WayToWin(name, _leads(view, playing, most), close=near)
        return (race, *([] if stop is None else [_stops(view, playing, stop)]), _wins(view, most))


def _leads(view: View, playing: list[SeatView], most: int) -> Line:
    leaders = [of.seat for of in playing if of.score == most]
    points = number(most)
    if len(leaders) == len(playing) > 1:
        return say(_("everyone has %(points)s"), points=points)
    if view.seat not in leaders:
        return say(_("%(seats)s: leading with %(points)s"), seats=seats(leaders), points=points)
    others = [of for of in leaders if of != view.seat]
    if not others:
        return say(_("You lead with %(points)s"), points=points)
    return say(_("You and %(seats)s lead with %(points)s"), seats=seats(others), points=points)


def _stops(view: View, playing: list[SeatView], stop: int) -> WayToWin:
    """Return the exchange stop, and the players who can't exchange in this hand because of it (2.2)."""
    name = say(_("From %(points)s points"), points=number(stop))
    stopped = sorted((of.seat for of in playing if of.stopped), key=lambda of: (of != view.seat, of))
    if not stopped:
        return WayToWin(name, say(_("no more exchanges")))
    if len(stopped) > 1:
        return WayToWin(name, say(_("several can’t exchange")), close=True)
    if stopped[0] == view.seat:
        return WayToWin(name, say(_("You can’t exchange")), close=True)
    return WayToWin(name, say(_("%(seat)s can’t exchange"), seat=seat(stopped[0])), close=True)


def _wins(view: View, most: int) -> WayToWin:
    name = say(_("With %(points)s points"), points=number(view.target))
    if view.options["must_chicago"]:
        return WayToWin(name, say(_("the highest score with a Chicago wins")), close=most >= view.target)
    return WayToWin(name, say(_("the highest score wins after the hand")), close=most >= view.target)
