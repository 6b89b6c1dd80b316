"""The limits of an exchange, and the reasons for refusing a choice of cards (2.1, 7, 7.6)."""

from games.rules.contract import Illegal
from games.rules.swedish_chicago.board.view_model import Exchange
from games.rules.swedish_chicago.pieces import HAND
from games.rules.swedish_chicago.text.refusals import refusal_text
from games.rules.swedish_chicago.view import View
from games.rules.vocabulary import Reason


def exchange(view: View) -> Exchange | None:
    """Return the limits of the viewer's exchange, or None if the viewer can't exchange now."""
    if view.phase != "exchange" or not view.legal:
        return None
    limit = int(view.options["throw_limit"])
    may_open = any(move.startswith("exchange open") for move in view.legal)
    return Exchange(
        limit=limit,
        too_many=_reason(Illegal("too_many", "7", limit=limit)) if limit < HAND else None,
        open=_reason(Illegal("open_one", "7.6")) if may_open else None,
    )


def _reason(illegal: Illegal) -> Reason:
    return Reason(refusal_text(illegal), illegal.paragraph)
