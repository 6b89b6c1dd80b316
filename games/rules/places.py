"""Sentences about the winners of a game, and the viewer's final place."""

from collections.abc import Mapping

from games.rules.contract import Outcome, Seat, View
from games.rules.contract import gettext_noop as _
from games.rules.phrases import say, seats, who
from games.rules.vocabulary import Line

_ALONE = {
    2: _("You came second."),
    3: _("You came third."),
    4: _("You came fourth."),
    5: _("You came fifth."),
    6: _("You came sixth."),
}
_SHARED = {
    2: _("You share second place."),
    3: _("You share third place."),
    4: _("You share fourth place."),
    5: _("You share fifth place."),
}


def my_place(view: View, places: Mapping[Seat, int]) -> Line | None:
    """Return a sentence about a loser's final place, or None.

    Return None for other viewers, and if all players but the winner resigned.
    """
    outcome, own = view.outcome, view.seat
    if outcome is None or own is None or own in outcome.winners or not outcome.winners:
        return None
    if view.seats[own].out:
        return None if outcome.reason == "resignation" else say(_("You left the game early."))
    shared = list(places.values()).count(places[own]) > 1
    return say((_SHARED if shared else _ALONE)[places[own]])


def winners(outcome: Outcome, viewer: Seat | None) -> Line | None:
    """Return a heading with the winners, or None if there are none."""
    if not outcome.winners:
        return None
    first, *others = outcome.winners
    if not others:
        return who(first, viewer, _("You win"), _("%(seat)s wins"))
    if viewer in outcome.winners:
        others = [of for of in outcome.winners if of != viewer]
        text = _("You and %(seats)s win") if len(others) == 1 else _("You share the win with %(seats)s")
        return say(text, seats=seats(others))
    return say(_("%(seats)s win"), seats=seats(outcome.winners))
