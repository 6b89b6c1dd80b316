"""Texts about the habits of computer players' levels."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext_lazy as _

from games.computers.levels import LEVELS

HABITS: Mapping[str, Any] = {
    "collector": _("Likes to see a hand grow at once."),
    "cautious": _("Cautious: takes no risk before it has to."),
    "patient": _("Patient: would rather wait for better cards."),
    "caller": _("A caller: wants it decided, and soon."),
    "": _("Has no habit that gives it away."),
}
"""Sentences about the preference among nearly equal moves, by style (``games.rules.automation.STYLES``)."""


def habit_of(level: str) -> Any:
    """Return the habit of a level."""
    return HABITS[LEVELS[level].style]
