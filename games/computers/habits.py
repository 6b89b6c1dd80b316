"""Texts about the habits of computer players' levels."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext_lazy as _

from games.computers.levels import LEVELS
from games.rules.contract import View
from games.rules.game import Rules

HABITS: Mapping[str, Any] = {
    "collector": _("Impatient: likes its hands to grow right away."),
    "cautious": _("Cautious: takes no risks unless it must."),
    "patient": _("Patient: waits for better cards."),
    "caller": _("Bold: wants things decided early."),
    "": _("Has no habits that give it away."),
}
"""The habit of each style (``games.rules.automation.STYLES``), as a sentence."""


def habit_of(level: str) -> Any:
    return HABITS[LEVELS[level].style]


def habit_in(level: str, rules: Rules, view: View, played: str) -> Any:
    """Return a sentence on whether the move shows the level's habit.

    Return an empty string if the habit makes no difference between the legal moves.
    """
    style = LEVELS[level].style
    bias = {move: rules.automation.style_bias(view, move, style) for move in view.legal}
    if len({*bias.values()}) < 2:
        return ""
    return _("This move shows it.") if bias[played] == max(bias.values()) else _("This time it made an exception.")
