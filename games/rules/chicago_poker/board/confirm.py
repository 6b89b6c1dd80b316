"""The question before a Raid, or before a Liquidation that turns up a card; neither can be undone (rules 5.2, 5.3)."""

from collections.abc import Mapping
from dataclasses import replace

from games.rules.chicago_poker.board.view_model import Confirmation
from games.rules.chicago_poker.moves import Move, understand
from games.rules.chicago_poker.view import BusinessView, CardView, View
from games.rules.contract import Seat
from games.rules.contract import gettext_noop as _
from games.rules.phrases import card, cards, ngettext, say, seat
from games.rules.phrases import piece as tile_name
from games.rules.vocabulary import Line

VERBS = {"raid1": "raid", "raid2": "raid", "raid": "raid", "liquidation": "liquidation"}


def confirm(view: View, ask: Mapping[str, str]) -> Confirmation | None:
    """Return the question about the card and target in the page's query, or None if they make no legal move."""
    verb = VERBS.get(ask.get("card", ""), "")
    move = f"{verb} {ask.get('at', '')} {ask.get('of', '')}"
    if not verb or move not in view.legal or not is_final(understand(move), view):
        return None
    _verb, tile, target = move.split()
    there = next(b for b in view.street if b is not None and b.tile == tile)
    question = _QUESTIONS[verb](there, int(target), move)
    return replace(question, ends=view.due + view.extra == 1)


def is_final(meant: Move, view: View) -> bool:
    """Return whether this move can't be undone: a Raid, a Bribery, or a Liquidation of a face-down card."""
    if meant.verb != "liquidation":
        return meant.verb in ("raid", "bribery")
    columns = (there.columns for there in view.street if there is not None and there.tile == meant.business)
    return any(not column[-1].up for each in columns for column in each[meant.target : meant.target + 1] if column)


def _raid(there: BusinessView, target: Seat, move: str) -> Confirmation:
    hidden = sum(each.code is None for each in there.columns[target])
    sees = ngettext(
        "Only you will see the face-down card there.", "Only you will see the %(count)s face-down cards there.", hidden
    )
    nothing = say(_("You already know every card there, and everyone will see that you looked."))
    return Confirmation(
        question=say(_("Raid %(seat)s at %(business)s?"), seat=seat(target), business=tile_name(there.tile)),
        says=(sees if hidden else nothing,),
        move=move,
        button=say(_("Raid %(seat)s"), seat=seat(target)),
    )


def _liquidation(there: BusinessView, target: Seat, move: str) -> Confirmation:
    *rest, last = there.columns[target]
    terms = {"seat": seat(target), "business": tile_name(there.tile)}
    if last.code is None:
        question = say(_("Liquidate %(seat)s’s last card at %(business)s?"), **terms)
        button = say(_("Liquidate it"))
    else:
        question = say(_("Liquidate %(seat)s’s %(card)s at %(business)s?"), card=card(last.code), **terms)
        button = say(_("Liquidate %(card)s"), card=card(last.code))
    goes = say(_("It goes to the discard pile face up, and so does your Liquidation."))
    return Confirmation(question, (_keeps(rest, target), goes), move, button)


def _keeps(rest: list[CardView], target: Seat) -> Line:
    known = [each.code for each in rest if each.code is not None]
    hidden = len(rest) - len(known)
    if not rest:
        return say(_("%(seat)s has no cards left there."), seat=seat(target))
    if not known:
        return ngettext(
            "%(seat)s keeps one face-down card there.",
            "%(seat)s keeps %(count)s face-down cards there.",
            hidden,
            seat=seat(target),
        )
    if not hidden:
        return say(_("%(seat)s keeps %(cards)s there."), seat=seat(target), cards=cards(known))
    return ngettext(
        "%(seat)s keeps %(cards)s and one face-down card there.",
        "%(seat)s keeps %(cards)s and %(count)s face-down cards there.",
        hidden,
        seat=seat(target),
        cards=cards(known),
    )


_QUESTIONS = {"raid": _raid, "liquidation": _liquidation}
