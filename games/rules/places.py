"""The place that the viewer took in a finished game, in whole sentences."""

from __future__ import annotations

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


def came(place: int, *, shared: bool) -> Line:
    """Return the place, from the second on, ``shared`` with others or not; a table has six seats at most."""
    return say((_SHARED if shared else _ALONE)[place])
