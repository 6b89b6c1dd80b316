"""Sentences about the viewer's final place in a game."""

from collections.abc import Mapping

from games.rules.contract import Seat, View
from games.rules.contract import gettext_noop as _
from games.rules.phrases import say
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
    """Return a sentence with a loser's final place; None for other viewers, and if all but the winner resigned."""
    outcome, own = view.outcome, view.seat
    if outcome is None or own is None or own in outcome.winners or not outcome.winners:
        return None
    if view.seats[own].out:
        return None if outcome.reason == "resignation" else say(_("You left the game early."))
    shared = list(places.values()).count(places[own]) > 1
    return say((_SHARED if shared else _ALONE)[places[own]])
