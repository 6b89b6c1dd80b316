"""Texts about the habits of computer players' levels."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext_lazy as _

from games.computers.levels import LEVELS

HABITS: Mapping[str, Any] = {
    "collector": _("Impatient: likes its hands to grow right away."),
    "cautious": _("Cautious: takes no risks unless it must."),
    "patient": _("Patient: waits for better cards."),
    "caller": _("Bold: wants it decided early."),
    "": _("Has no habits that give it away."),
}
"""Sentences about the preference among nearly equal moves, by style (``games.rules.automation.STYLES``)."""


def habit_of(level: str) -> Any:
    """Return the habit of a level."""
    return HABITS[LEVELS[level].style]
