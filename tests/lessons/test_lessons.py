"""Every lesson, step by step: wanted moves continue it; other moves get a comment or a refusal and are undone."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.test import Client
from django.utils.html import escape

from games.lessons.courses import COURSES
from games.lessons.lesson import LEARNER, BrokenLesson, Lesson, Step
from games.lessons.playthrough import begun
from games.models import Game
from games.rules import RULES
from games.rules.contract import Illegal
from tests.combinations import combined
from tests.lessons.steps import Learner, check, states

pytestmark = pytest.mark.django_db

LESSONS = [lesson for course in COURSES.values() for lesson in course]
every_lesson = pytest.mark.parametrize("lesson", LESSONS, ids=lambda lesson: f"{lesson.game}-{lesson.slug}")


@pytest.fixture(autouse=True)
def unlimited(monkeypatch: pytest.MonkeyPatch) -> None:
    """Lifts the rate limit, because a test is faster than people."""
    monkeypatch.setattr(settings, "RATE_LIMITS", settings.RATE_LIMITS | {"move": "9999/m/key"})


def test_a_game_has_five() -> None:
    assert COURSES.keys() <= RULES.keys()
    assert {len(course) for course in COURSES.values()} == {5}


@every_lesson
def test_every_step_can_be_played(lesson: Lesson) -> None:
    check(lesson)


@pytest.mark.parametrize(
    ("lesson", "language"),
    combined(LESSONS, ["en", "fr", "pl", "sv"]),
    ids=lambda each: each if isinstance(each, str) else f"{each.game}-{each.slug}",
)
def test_every_step_right_and_wrong(lesson: Lesson, language: str) -> None:
    learner = Learner(lesson, language=language)
    for play in states(lesson):
        page = learner.page()
        assert page.status_code == 200
        assert page["Content-Language"] == language
        assert b"formaction" not in page.content, "a button of a table that there is not"
        assert page.context["version"] == len(play.did)
        if play.step.is_read:
            answer = learner.post(do="next")
        else:
            unwanted_moves_are_taken_back(learner, play)
            a_refused_move_shows_its_paragraph(learner, play)
            answer = learner.post(move=play.wanted()[0])
        assert answer.status_code == 302
    assert not Game.objects.exists()


def unwanted_moves_are_taken_back(learner: Learner, play: Any) -> None:
    legal = play.state.legal_moves(LEARNER)
    commented = {play.step.comment(move).pattern: move for move in legal if move not in play.wanted()}
    for move in commented.values():
        answer = learner.post(move=move)
        assert answer.status_code == 200
        objection = answer.context["lesson"].objection
        assert not objection.is_refusal
        assert str(objection.text) in answer.content.decode()
        assert answer.context["version"] == len(play.did) == learner.page().context["version"]
        assert answer.context["view"] == learner.page().context["view"]


def a_refused_move_shows_its_paragraph(learner: Learner, play: Any) -> None:
    move = {"chicago_poker": "send 1R", "swedish_chicago": "take"}[play.lesson.game]
    with pytest.raises(Illegal) as refused:
        play.state.copy().apply(LEARNER, move, play.lesson.dealer())
    answer = learner.post(move=move)
    assert answer.status_code == 422
    assert answer.context["lesson"].objection.is_refusal
    assert answer.context["lesson"].objection.paragraph == refused.value.paragraph
    assert escape(answer.context["lesson"].objection.text) in answer.content.decode()
    assert learner.page().context["version"] == len(play.did)


@every_lesson
def test_nothing_hidden_is_on_the_page(lesson: Lesson) -> None:
    """A lesson hides the rival's hand and the deck, as every table does."""
    for play in states(lesson):
        view = play.state.view(LEARNER)
        if view.outcome is None:
            assert all(seat.hand is None for seat in view.seats if seat.seat != LEARNER)


def broken(lesson: Lesson, number: int, **changes: Any) -> Lesson:
    steps = [*lesson.steps]
    steps[number - 1] = replace(steps[number - 1], **changes)
    return replace(lesson, steps=tuple(steps))


GOAL = COURSES["chicago_poker"][0]
NO_STEP = Step("Read.", "This.")
FLAWS: dict[str, Callable[[], Lesson]] = {
    "step 0: no such piece: 99Z": lambda: moved(GOAL, {"hand 0": "99Z"}),
    "step 0: a piece lies twice": lambda: moved(GOAL, {"hand 0": "5C 2M"}),
    "step 0: no such place": lambda: moved(GOAL, {"column 0 brewery5": "1R"}),
    "step 0: 13 steps": lambda: replace(GOAL, steps=(NO_STEP,) * 13),
    "step 3: the last step is to be read": lambda: replace(GOAL, steps=GOAL.steps[:3]),
    "step 2: no legal move fits": lambda: broken(GOAL, 2, expect=("play 9M jazz2",)),
    "step 3: '1 play * jazz9' can't follow 'end'": lambda: broken(GOAL, 3, then=("1 play * jazz9",)),
    "step 2: no unwanted move is commented by 'raid": lambda: broken(
        GOAL, 2, wrong=(replace(GOAL.steps[1].wrong[0], pattern="raid *"),)
    ),
}


def moved(lesson: Lesson, pieces: dict[str, str]) -> Lesson:
    return replace(lesson, position=replace(lesson.position, pieces=dict(lesson.position.pieces) | pieces))


@pytest.mark.parametrize("flaw", FLAWS)
def test_a_broken_lesson_is_named_with_its_file_line_and_step(flaw: str) -> None:
    with pytest.raises(BrokenLesson) as found:
        check(FLAWS[flaw]())
    step = int(flaw.removeprefix("step ").partition(":")[0])
    assert str(found.value).startswith(f"games/lessons/chicago_poker/goal.py:{line_of(GOAL, step)}: {flaw}")


def line_of(lesson: Lesson, step: int) -> int:
    """Return the line of the file where the step begins, or the line of the position for 0."""
    lines = Path(f"{lesson.file.replace('.', '/')}.py").read_text().splitlines()
    begins = [number for number, line in enumerate(lines, 1) if line.strip() in ("position=Position(", "Step(")]
    return begins[step]


def test_a_repeated_step_has_the_line_it_is_written_on() -> None:
    steps = COURSES["swedish_chicago"][-1].steps
    lines = [step.line for step in steps]
    assert lines == sorted(lines)
    assert len({*lines}) == len(steps) - 2


def test_it_can_be_done_for_you_and_a_step_be_taken_back() -> None:
    learner = Learner(GOAL)
    learner.post(do="next")
    learner.post(do="show")
    assert learner.page().context["version"] == 2
    learner.post(do="back")
    assert learner.page().context["version"] == 1
    learner.post(do="back")
    learner.post(do="back")
    assert learner.page().context["version"] == 0


@pytest.mark.parametrize(
    "fields",
    [
        {"do": "next", "version": "7"},
        {"do": "next"},
        {"do": "nonsense", "version": "0"},
        {"do": "show", "version": "0"},
        {"move": "draw", "version": "0"},
        {},
    ],
)
def test_a_post_that_fits_no_page_changes_nothing(fields: dict[str, str]) -> None:
    learner = Learner(GOAL)
    assert learner.client.post(learner.address, fields).status_code == 302
    assert learner.page().context["version"] == 0


@pytest.mark.parametrize(
    "fields", [{"move": ""}, {"move": "play * jazz2"}, {"move": "x" * 200}, {"move": "dance"}, {"move": "play ☃ jazz2"}]
)
def test_nonsense_gets_a_sentence(fields: dict[str, str]) -> None:
    learner = Learner(GOAL)
    learner.post(do="next")
    answer = learner.post(**fields)
    assert answer.status_code == 422
    assert answer.context["lesson"].objection.text
    assert learner.page().context["version"] == 1


def test_resigning_is_no_step_of_a_lesson() -> None:
    learner = Learner(GOAL)
    learner.post(do="next")
    assert learner.post(move="resign").status_code == 200
    assert learner.page().context["version"] == 1


def test_a_changed_lesson_starts_over(client: Client) -> None:
    """A session may hold data from an older version of the site."""
    learner = Learner(GOAL, client)
    for did in (["draw"], ["", "draw"], ["", "play 9M jazz2"], [""] * 9):
        learner.page()
        session = client.session
        session["lessons_at"] = {"chicago_poker/goal": did}
        session.save()
        assert learner.page().context["version"] == 0


def test_a_tap_on_a_special_card_opens_its_steps() -> None:
    learner = Learner(next(lesson for lesson in COURSES["chicago_poker"] if lesson.slug == "specials"))
    page = learner.page("?card=raid1&at=speakeasy1&of=1")
    assert page.context["board"].mode == "confirm"
    assert f'action="{learner.address}"' in page.content.decode()


def test_the_state_is_the_same_for_every_visitor() -> None:
    assert begun(GOAL).state.position() == begun(GOAL).state.position()


@every_lesson
def test_the_log_names_only_players_who_have_acted(lesson: Lesson) -> None:
    learner = Learner(lesson)
    for play in states(lesson):
        turns = learner.page().context["turns"]
        assert all(turn.lines for turn in turns)
        learner.post(do="next") if play.step.is_read else learner.post(move=play.wanted()[0])
    assert turns
