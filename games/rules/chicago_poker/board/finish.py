"""What a finished game was for the viewer: which place they took, with what (rules 8)."""

from __future__ import annotations

from collections.abc import Sequence

from games.rules.chicago_poker.board.parts import Standing
from games.rules.chicago_poker.view import View
from games.rules.contract import Line
from games.rules.contract import gettext_noop as _
from games.rules.phrases import ngettext, number, say


def my_place(view: View, order: Sequence[Standing]) -> Line | None:
    """The viewer's place and businesses as a sentence; None for spectators and winners, whom the verdict names.

    Equal numbers of businesses share a place.
    """
    mine = next((each for each in order if each.you), None)
    if mine is None or view.seat is None or view.outcome is None or mine.seat in view.outcome.winners:
        return None
    if mine.out:
        return say(_("You left the game early."))
    ahead = sum(each.seat in view.outcome.winners or each.total > mine.total for each in order)
    return ngettext(
        "You took place %(place)s of %(players)s, with %(count)s business.",
        "You took place %(place)s of %(players)s, with %(count)s businesses.",
        mine.total,
        place=number(1 + ahead),
        players=number(len(order)),
    )
