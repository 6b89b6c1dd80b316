"""Moves for display: their texts and reasons, and the chances and bar lengths of a search's candidates."""

from collections.abc import Sequence
from typing import NamedTuple

from django.utils.formats import number_format
from django.utils.safestring import SafeString

from games.computers.search import Candidate
from games.presentation.narration import Narrator
from games.rules.contract import View

SHOWN = 4
"""The number of best candidates that a page shows."""

_DEVIATIONS = 1.96
"""Half the width of a 95 % interval, in standard errors."""


class Option(NamedTuple):
    says: SafeString
    percent: str
    length: str
    is_chosen: bool


def options(candidates: Sequence[Candidate], chosen: str, view: View, narrator: Narrator) -> list[Option]:
    """Return the best candidates and the chosen one, with chances capped at the best candidate's."""
    shown = [each for number, each in enumerate(candidates) if number < SHOWN or each.move == chosen]
    most = candidates[0].chance if candidates else 1.0
    capped = [each._replace(chance=min(most, each.chance)) for each in shown]
    return [
        Option(
            move_text(each.move, view, narrator),
            percent(each.chance),
            f"{100 * each.chance:.1f}%",
            each.move == chosen,
        )
        for each in sorted(capped, key=lambda each: each.chance, reverse=True)
    ]


def move_text(move: str, view: View, narrator: Narrator) -> SafeString:
    return narrator.rich(narrator.rules.presentation.move_texts(move, view)[0])


def why(move: str, view: View, narrator: Narrator) -> list[SafeString]:
    return [narrator.rich(line) for line in narrator.rules.presentation.reasons(view, move)]


def percent(chance: float) -> str:
    """Format a chance in percent with one decimal, in the active language."""
    return f"{number_format(round(100 * chance, 1), 1)}\N{NO-BREAK SPACE}%"


def uncertainty(candidates: Sequence[Candidate]) -> str:
    """Return half the width of the best candidate's 95 % interval, as text."""
    return percent(_DEVIATIONS * candidates[0].error)
