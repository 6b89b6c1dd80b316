"""Sections of the whole log: a hand has many turns, most of one sentence, so they are told by phase."""

from __future__ import annotations

from games.rules.contract import DEALT, OPENS, Event
from games.rules.contract import gettext_noop as _
from games.rules.phrases import number, say
from games.rules.vocabulary import Line

_OF_PHASE = {
    "exchange": _("Exchange"),
    "open": _("Exchange"),
    "announce": _("Announcing"),
    "quads": _("Announcing"),
    "choose": _("Announcing"),
    "chicago": _("Tricks"),
    "play": _("Tricks"),
}


def section(event: Event) -> Line | None:
    """Return the title of the section that an event begins: a hand (1.3) or one of its phases (2, 3, 4)."""
    if event.kind == DEALT:
        return say(_("Hand %(number)s"), number=number(event.details["hand"]))
    return say(_OF_PHASE[event.details["ask"]]) if event.kind == OPENS else None
