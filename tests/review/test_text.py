"""The Review's sentences, and the conditions for each."""

from __future__ import annotations

import pytest
from django.utils import translation

from accounts.i18n.lists import decimal, exact_percent
from games.presentation.narration import Narrator
from games.review import text
from games.review.report import Grade, Option, Report, Share, Step
from games.rules.chicago_poker import GAME

NARRATOR = Narrator(GAME, {0: "O’Bannion", 1: "Torrio", 2: "Weiss"}, 0)


def report_with(*steps: tuple[int | None, str, float], result: float = 0.0) -> Report:
    """Return a report for seat 0 with these steps, each a seat, a kind and a change."""
    made = tuple(
        Step(number, seat, kind, change, 0.001, 0.5, 0) for number, (seat, kind, change) in enumerate(steps, start=1)
    )

    def share(kind: str, own: bool | None) -> Share:
        changes = [each.change for each in made if each.kind == kind and own in (None, each.seat == 0)]
        return Share(sum(changes), 0.001)

    parts = (share("deal", None), share("draw", True), share("draw", False))
    decisions = (share("decision", True), share("decision", False))
    return Report(0, 3, 1 / 3, result, *parts, *decisions, made, (), (), {}, 0.0)


def said(part: str, *steps: tuple[int | None, str, float], result: float = 0.0) -> str:
    return text.part_sentences(report_with(*steps, result=result), NARRATOR, lambda number: 10 * number)[part]


@pytest.mark.parametrize(
    ("result", "luck", "you", "they", "expected"),
    [
        (1.0, 0.5, 0.1, 0.1, "You won, mostly thanks to the cards."),
        (1.0, 0.1, 0.5, 0.1, "You won, mostly thanks to your own decisions."),
        (1.0, -0.5, 0.1, 0.9, "You won, mostly thanks to the others’ decisions."),
        (0.0, -0.5, 0.1, 0.1, "You lost, mostly because of the cards."),
        (0.0, 0.9, -0.5, -0.1, "You lost, mostly because of your own decisions."),
        (0.0, 0.1, -0.1, -0.4, "You lost, mostly because the others played well."),
        (0.5, 0.1, 0.1, 0.1, "The win is shared."),
    ],
)
def test_the_first_sentence_names_the_result_and_its_largest_cause(
    result: float, luck: float, you: float, they: float, expected: str
) -> None:
    shares = [Share(value, 0.0) for value in (luck, 0.0, 0.0, you, they)]
    assert text.lead(Report(0, 3, 1 / 3, result, *shares, (), (), (), {}, 0.0)) == expected


@pytest.mark.parametrize(
    ("result", "hinted", "own", "expected"),
    [
        (1.0, 0.4, 0.1, "You won, mostly thanks to Master’s hints."),
        (1.0, 0.1, 0.4, "You won, mostly thanks to your own decisions."),
        (0.0, -0.4, -0.1, "You lost, and Master’s hints didn’t help."),
        (0.0, -0.1, -0.4, "You lost, mostly because of your own decisions."),
    ],
)
def test_decisions_that_a_hint_advised_are_not_ones_own(
    result: float, hinted: float, own: float, expected: str
) -> None:
    report = report_with((0, "decision", hinted), (0, "decision", own), result=result)
    assert text.lead(report._replace(hinted=(1,))) == expected


@pytest.mark.parametrize(
    ("part", "steps", "expected"),
    [
        ("deal", [(None, "deal", 0.04)], "The deal favoured you."),
        ("deal", [(None, "deal", -0.04)], "The deal favoured the others."),
        ("deal", [(None, "deal", 0.001)], "The deal was about even."),
        (
            "deal",
            [(None, "deal", 0.04), (None, "deal", -0.01)],
            "The 2 deals were in your favour overall. The best gained you 4.0 points.",
        ),
        ("own_draws", [], "You drew no cards."),
        (
            "own_draws",
            [(0, "draw", -0.04), (0, "draw", 0.01), (1, "draw", 0.3)],
            "You drew 2 times and were unlucky overall. The worst draw, in turn 10, cost you 4.0 points.",
        ),
        ("own_draws", [(0, "draw", 0.04)], "You drew once, in turn 10, and it was a lucky draw."),
        ("other_draws", [(0, "draw", 0.04)], "The others drew no cards."),
        (
            "other_draws",
            [(1, "draw", 0.01), (2, "draw", -0.07)],
            "The others drew 2 times and were lucky overall. Weiss’s draw in turn 20 hurt you most: 7.0 points.",
        ),
        ("own_decisions", [], "You had nothing to decide."),
        (
            "own_decisions",
            [(0, "decision", 0.03)],
            "Given the hidden cards, your decisions raised your chance, by as much as 3.0 points in turn 10.",
        ),
        (
            "other_decisions",
            [(1, "decision", 0.03), (2, "decision", -0.01)],
            "Their decisions helped you, most of all Torrio’s in turn 10: 3.0 points.",
        ),
        ("result", [], "You lost: 0%."),
    ],
)
def test_a_row_says_what_its_steps_were(part: str, steps: list[tuple[int | None, str, float]], expected: str) -> None:
    assert said(part, *steps) == expected


def judged(annotation: str) -> Grade:
    options = (Option("draw", 0.43, 0.005), Option("end", 0.39, 0.005))
    loss = 0.0 if annotation == "best" else 0.04
    return Grade(7, 2, "opening", "end", "draw", 0.39, loss, 0.005, annotation, options)


def test_a_right_move_may_turn_out_badly_and_a_wrong_one_well() -> None:
    bad, well = Step(7, 0, "decision", -0.06, 0.0, 0.3, 2), Step(7, 0, "decision", 0.06, 0.0, 0.4, 2)
    assert text.turned_out(judged("good"), [bad]) == (
        "The right move, but unlucky: given the hidden cards, it cost 6.0 points."
    )
    assert text.turned_out(judged("blunder"), [well]) == (
        "It turned out well anyway: given the hidden cards, it gained 6.0 points."
    )
    assert text.turned_out(judged("blunder"), [bad]) == text.turned_out(judged("best"), [well]) == ""


def test_a_judgement_compares_the_chances_from_what_was_known() -> None:
    assert text.grade_text(judged("mistake")) == (
        "Judging by what you knew, that move wins 43.0% of the games played on from here, and yours wins 39.0%."
    )
    assert "two moves are about equal: 43.0% and 39.0%" in text.grade_text(judged("good"))
    assert "nothing was better" in text.grade_text(judged("best"))


def test_numbers_are_written_as_the_language_writes_them() -> None:
    assert (decimal(-6.24, signed=True), decimal(4.06, signed=True), decimal(-0.01, signed=True)) == (
        "−6.2",
        "+4.1",
        "0.0",
    )
    assert exact_percent(-0.041) == "−4.1%"
    with translation.override("sv"):
        assert (decimal(-6.24, signed=True), decimal(0.876, 2)) == ("−6,2", "0,88")
        assert exact_percent(0.4312) == "43,1\N{NO-BREAK SPACE}%"


def test_the_draw_that_changed_most_is_named() -> None:
    report = report_with((0, "draw", 0.02), (1, "draw", -0.07), (None, "deal", 0.3))
    assert text.draw_that_changed_most(report, NARRATOR, lambda number: number) == (
        2,
        "the biggest draw: Torrio’s in turn 2, −7.0",
    )
    assert text.draw_that_changed_most(report_with(), NARRATOR, lambda number: number) is None
