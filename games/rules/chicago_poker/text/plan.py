"""Sentences about a plan for the next turn: what it does, and why it stops."""

from collections.abc import Sequence

from games.rules.chicago_poker.moves import Move
from games.rules.chicago_poker.plan_conditions import obstacle, possible, read_all, remaining
from games.rules.chicago_poker.plans import NO_SHOOTOUT, SAME, WON
from games.rules.chicago_poker.text.names import move_terms
from games.rules.chicago_poker.text.refusals import refusal_text
from games.rules.chicago_poker.view import View
from games.rules.contract import gettext_noop as _
from games.rules.phrases import parts, say
from games.rules.presentation import Presentation
from games.rules.vocabulary import Line, Plan, PlanStep

_MOVES = {
    "draw": _("a draw"),
    "play": _("%(card)s at %(business)s"),
    "liquidation": _("Liquidation on %(seat)s at %(business)s"),
    "raid": _("Police Raid on %(seat)s at %(business)s"),
    "limousine": _("the Limousine from %(business)s to %(onto)s with %(cards)s"),
    "revolver": _("the Revolver"),
    "bribery": _("Bribery for %(card)s"),
    "end": _("the end of your turn"),
}

_CONDITIONS = {
    SAME: _("if the cards there stay the same"),
    NO_SHOOTOUT: _("if nobody calls a shootout there"),
    WON: _("if you win your shootout"),
    "": _("whatever happens"),
}


class PlanTexts(Presentation[View]):
    def plan_summary(self, view: View, plan: Plan) -> Sequence[Line]:
        rest = remaining(view, plan)
        if rest is None:
            return ()
        moves = parts(move_text(step.move) for step in read_all(rest))
        return [say(_("In your turn: %(moves)s. If a step isn’t possible as planned, we ask you."), moves=moves)]

    def plan_steps(self, view: View, plan: Plan) -> Sequence[PlanStep]:
        rest = remaining(view, plan)
        if rest is None or view.seat is None:
            return ()
        steps = read_all(rest)
        fits = possible(view, view.seat, steps, rest.seen)
        return [PlanStep(step.text, move_text(step.move), fit) for step, fit in zip(steps, fits, strict=True)]

    def plan_obstacle(self, view: View, plan: Plan) -> Line | None:
        illegal = obstacle(view, plan)
        return refusal_text(illegal) if illegal else None


def move_text(move: Move) -> Line:
    """Return a planned move as part of a sentence."""
    return say(_MOVES[move.verb], **move_terms(move))


def condition_text(condition: str) -> Line:
    return say(_CONDITIONS[condition])
