"""The viewer's place in a finished game (rules 8)."""

from __future__ import annotations

from collections.abc import Sequence

from games.rules.chicago_poker.board.parts import Standing
from games.rules.chicago_poker.view import View
from games.rules.contract import gettext_noop as _
from games.rules.phrases import say
from games.rules.places import came
from games.rules.vocabulary import Line


def my_place(view: View, order: Sequence[Standing]) -> Line | None:
    """Return the viewer's place as a sentence; None for spectators and winners (named in the verdict)."""
    mine = next((each for each in order if each.you), None)
    if mine is None or view.seat is None or view.outcome is None or mine.seat in view.outcome.winners:
        return None
    if not view.outcome.winners:
        return None
    if mine.out:
        return None if view.outcome.reason == "resignation" else say(_("You left the game early."))
    return came(mine.place, shared=sum(each.place == mine.place for each in order) > 1)
