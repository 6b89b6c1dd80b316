"""The Review's texts: whole sentences, chosen by the numbers."""

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from accounts.i18n.lists import decimal, exact_percent
from games.presentation.narration import Narrator
from games.review import hand_text as by_hands
from games.review.chart import LIKELY
from games.review.report import (
    BEST,
    BLUNDER,
    DEAL,
    DECISION,
    DRAW,
    END,
    GOOD,
    INACCURACY,
    MIDDLE,
    MISTAKE,
    OPENING,
    Grade,
    Report,
    Share,
    Step,
)

ANNOTATIONS = (BEST, GOOD, INACCURACY, MISTAKE, BLUNDER)

FAULTLESS = ANNOTATIONS[:2]

Text = Callable[[int, int], str]
"""A function from the direction (1, 0 or −1) and the number of steps to a sentence with placeholders."""

TurnAt = Callable[[int], int]
"""A function from a move to the number of its turn (or of its hand, if there are several), as in the replay."""


def annotation_name(annotation: str) -> str:
    return {
        BEST: pgettext("how a decision is judged", "Best"),
        GOOD: pgettext("how a decision is judged", "Good"),
        INACCURACY: pgettext("how a decision is judged", "Inaccuracy"),
        MISTAKE: pgettext("how a decision is judged", "Mistake"),
        BLUNDER: pgettext("how a decision is judged", "Blunder"),
    }[annotation]


def phase_name(phase: str) -> str:
    return {
        OPENING: pgettext("part of a game", "Opening"),
        MIDDLE: pgettext("part of a game", "Middle"),
        END: pgettext("part of a game", "End"),
    }[phase]


def lead(report: Report) -> str:
    """Return a sentence on the result and, unless the win is shared, its main cause."""
    won, shared = report.result >= 1, 0 < report.result < 1
    if shared:
        return _("The win is shared.")
    causes = {
        "luck": report.luck,
        "you": report.own_decisions.value - report.advised,
        "they": report.other_decisions.value,
        "hints": report.advised,
    }
    cause = max(causes, key=lambda name: causes[name] if won else -causes[name])
    if won:
        return {
            "luck": _("You won, mostly thanks to the cards."),
            "you": _("You won, mostly thanks to your own decisions."),
            "they": _("You won, mostly thanks to the others’ decisions."),
            "hints": _("You won, mostly thanks to Master’s hints."),
        }[cause]
    return {
        "luck": _("You lost, mostly because of the cards."),
        "you": _("You lost, mostly because of your own decisions."),
        "they": _("You lost, mostly because the others played well."),
        "hints": _("You lost, and Master’s hints didn’t help."),
    }[cause]


def even_luck(share: float) -> str:
    """Return a sentence on the result without luck; ``share``, of a win, may be below 0 or above 1."""
    if share <= 0:
        return _("With even luck you’d have lost too.")
    if share >= 1:
        return _("With even luck you’d have won too.")
    return _("With even luck you’d have had a chance of %(chance)s.") % {"chance": exact_percent(share)}


class _Told(NamedTuple):
    report: Report
    narrator: Narrator
    turn_at: TurnAt

    def steps(self, kind: str, *, own: bool) -> list[Step]:
        seat = self.report.seat
        return [step for step in self.report.steps if step.kind == kind and (step.seat == seat) == own]

    def largest(self, steps: Sequence[Step], sign: float) -> dict[str, str | int]:
        """Return the placeholders' values for a sentence about the step with the largest change in this direction."""
        step = max(steps, key=lambda step: step.change * sign)
        name = "" if step.seat is None else self.narrator.names[step.seat]
        return {"turn": self.turn_at(step.number), "most": decimal(abs(100 * step.change)), "name": name}

    def sentence(self, steps: Sequence[Step], share: Share, by_turn: Text, by_hand: Text) -> str:
        """Return the sentence on a share, or an empty string without steps.

        The sentence names a turn or, in a game of several hands, a hand.
        """
        if not steps:
            return ""
        direction, count = _direction(share), len(steps)
        text = (by_hand if direction and has_deals(self.report) else by_turn)(direction, count)
        return text % (self.largest(steps, direction or 1) | {"count": count})


def has_deals(report: Report) -> bool:
    """Return whether there were several deals; the game is then described hand by hand."""
    return sum(step.kind == DEAL for step in report.steps) > 1


def part_sentences(report: Report, narrator: Narrator, turn_at: TurnAt) -> dict[str, str]:
    told = _Told(report, narrator, turn_at)
    mine, theirs = partial(told.steps, own=True), partial(told.steps, own=False)
    return {
        "fair": _("%(seats)s players, one winner: everyone starts with the same chance.") % {"seats": report.seats},
        "deal": _deal(told),
        "own_draws": told.sentence(mine(DRAW), report.own_draws, _own_draws, by_hands.own_draws)
        or _("You drew no cards."),
        "other_draws": told.sentence(theirs(DRAW), report.other_draws, _other_draws, by_hands.other_draws)
        or _("The others drew no cards."),
        "own_decisions": told.sentence(mine(DECISION), report.own_decisions, _own_decisions, by_hands.own_decisions)
        or _("You had nothing to decide."),
        "other_decisions": told.sentence(
            theirs(DECISION), report.other_decisions, _other_decisions, by_hands.other_decisions
        )
        or _("The others had nothing to decide."),
        "result": _result(report),
    }


def _direction(share: Share) -> int:
    """Return 1 or −1 if the share's sign is statistically clear, otherwise 0."""
    if abs(share.value) <= LIKELY * share.error:
        return 0
    return 1 if share.value > 0 else -1


def _deal(told: _Told) -> str:
    steps = [step for step in told.report.steps if step.kind == DEAL]
    direction, count = _direction(told.report.deal), len(steps)
    if count < 2:
        return {
            1: _("The deal favoured you."),
            0: _("The deal was about even."),
            -1: _("The deal favoured the others."),
        }[direction]
    text = {
        1: ngettext(
            "The deal was in your favour. It gained you %(most)s points.",
            "The %(count)s deals were in your favour overall. The best gained you %(most)s points.",
            count,
        ),
        0: ngettext(
            "The deal came out about even.",
            "The %(count)s deals were about even overall.",
            count,
        ),
        -1: ngettext(
            "The deal favoured the others. It cost you %(most)s points.",
            "The %(count)s deals favoured the others overall. The worst cost you %(most)s points.",
            count,
        ),
    }[direction]
    return text % (told.largest(steps, direction or 1) | {"count": count})


def _own_draws(direction: int, count: int) -> str:
    return {
        1: ngettext(
            "You drew once, in turn %(turn)s, and it was a lucky draw.",
            "You drew %(count)s times and were lucky overall. The best draw, in turn %(turn)s, "
            "gained you %(most)s points.",
            count,
        ),
        0: ngettext(
            "Your one draw was about average.",
            "Your %(count)s draws were about average overall.",
            count,
        ),
        -1: ngettext(
            "You drew once, in turn %(turn)s, and it was an unlucky draw.",
            "You drew %(count)s times and were unlucky overall. The worst draw, in turn "
            "%(turn)s, cost you %(most)s points.",
            count,
        ),
    }[direction]


def _other_draws(direction: int, count: int) -> str:
    return {
        1: ngettext(
            "The others drew once, and it helped you: %(name)s, in turn %(turn)s.",
            "The others drew %(count)s times and were unlucky overall. %(name)s’s draw in turn "
            "%(turn)s helped you most: %(most)s points.",
            count,
        ),
        0: ngettext(
            "The others’ one draw was about average.",
            "The others’ %(count)s draws were about average overall.",
            count,
        ),
        -1: ngettext(
            "The others drew once, and it hurt you: %(name)s, in turn %(turn)s.",
            "The others drew %(count)s times and were lucky overall. %(name)s’s draw in turn "
            "%(turn)s hurt you most: %(most)s points.",
            count,
        ),
    }[direction]


def _own_decisions(direction: int, _count: int) -> str:
    return {
        1: _(
            "Given the hidden cards, your decisions raised your chance, by as much as %(most)s points in turn %(turn)s."
        ),
        0: _("Given the hidden cards, we can’t tell whether your decisions raised or lowered your chance."),
        -1: _(
            "Given the hidden cards, your decisions lowered your chance, by as much as %(most)s "
            "points in turn %(turn)s."
        ),
    }[direction]


def _other_decisions(direction: int, _count: int) -> str:
    return {
        1: _("Their decisions helped you, most of all %(name)s’s in turn %(turn)s: %(most)s points."),
        0: _("We can’t tell whether their decisions helped or hurt you."),
        -1: _("Their decisions hurt you, most of all %(name)s’s in turn %(turn)s: %(most)s points."),
    }[direction]


def _result(report: Report) -> str:
    if report.result >= 1:
        return _("You won: 100%.")
    if report.result > 0:
        return _("You share the win: this is your share.")
    return _("You lost: 0%.")


def curve_summary(report: Report) -> str:
    first = next((step.chance for step in report.steps), report.fair)
    text = _("Your chance to win over the game, from %(first)s to %(last)s. The table below has the numbers.")
    return text % {"first": exact_percent(first), "last": exact_percent(report.result)}


def grade_text(grade: Grade) -> str:
    """Return a sentence that explains an annotation by chances to win, given the player's knowledge."""
    yours, best = grade.chance, grade.chance + grade.loss
    terms = {"best": exact_percent(best), "yours": exact_percent(yours), "loss": decimal(100 * grade.loss)}
    if grade.annotation == BEST:
        return (
            _(
                "Judging by what you knew, nothing was better: your move wins %(yours)s of the games played on "
                "from here."
            )
            % terms
        )
    if grade.annotation == GOOD:
        return _("Judging by what you knew, the two moves are about equal: %(best)s and %(yours)s.") % terms
    text = _(
        "Judging by what you knew, that move wins %(best)s of the games played on from here, and yours wins %(yours)s."
    )
    return text % terms


def missed(grade: Grade) -> str:
    """Return a sentence on the value of a wrong answer, without naming the best move."""
    text = _(
        "Judging by what you knew, this move wins %(yours)s of the games played on from here, "
        "and the best one wins %(best)s."
    )
    return text % {"yours": exact_percent(grade.chance), "best": exact_percent(grade.chance + grade.loss)}


def turned_out(grade: Grade, steps: Iterable[Step]) -> str:
    """Return a sentence if a right decision turned out badly, or a wrong one turned out well; otherwise return ""."""
    change = sum(step.change for step in steps)
    points = {"points": decimal(abs(100 * change))}
    if grade.annotation in FAULTLESS and change < -0.01:
        return _("The right move, but unlucky: given the hidden cards, it cost %(points)s points.") % points
    if grade.annotation not in FAULTLESS and change > 0.01:
        return _("It turned out well anyway: given the hidden cards, it gained %(points)s points.") % points
    return ""


def draw_that_changed_most(report: Report, narrator: Narrator, turn_at: TurnAt) -> tuple[int, str] | None:
    """Return the move of the draw with the largest change, and a sentence about it, or None if there are no draws."""
    draws = [step for step in report.steps if step.kind == DRAW and step.seat is not None]
    if not draws:
        return None
    step = max(draws, key=lambda step: abs(step.change))
    terms = {"turn": turn_at(step.number), "change": decimal(100 * step.change, signed=True)}
    if has_deals(report):
        terms["name"] = narrator.names[step.seat or 0]
        return step.number, by_hands.draw_that_changed_most(own=step.seat == report.seat) % terms
    if step.seat == report.seat:
        return step.number, _("the biggest draw: yours in turn %(turn)s, %(change)s") % terms
    terms["name"] = narrator.names[step.seat or 0]
    return step.number, _("the biggest draw: %(name)s’s in turn %(turn)s, %(change)s") % terms
