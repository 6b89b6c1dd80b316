"""Progress in lessons: stored in the session, and in the account if there is one."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from games.lessons import courses
from games.lessons.courses import COURSES
from games.models import Game, LessonDone
from games.rules import RULES
from tests.cast import PASSWORD, client_of
from tests.lessons.steps import Learner, states

pytestmark = pytest.mark.django_db

GOAL, HAND = COURSES["chicago_poker"][:2]


def learn(client: Client) -> str:
    """Complete the first lesson, and return the URL to which it leads."""
    learner = Learner(GOAL, client)
    for play in states(GOAL):
        answer = learner.post(do="next" if play.step.is_read else "show")
    return str(answer["Location"])


def done(client: Client) -> list[str]:
    context = client.get(reverse("lessons", args=["chicago_poker"])).context
    return [each.lesson.slug for each in context["lessons"] if each.is_done]


def test_a_visitor_without_an_account_is_remembered(client: Client) -> None:
    assert done(client) == []
    assert learn(client) == reverse("lesson", args=["chicago_poker", "hand"])
    assert done(client) == ["goal"]
    assert client.get(reverse("lessons", args=["swedish_chicago"])).context["next"].slug == "goal"
    assert not LessonDone.objects.exists()
    assert not User.objects.exists()


def test_reading_the_pages_makes_no_session(client: Client) -> None:
    client.get(reverse("lessons", args=["chicago_poker"]))
    client.get(reverse("lesson", args=["chicago_poker", "goal"]))
    assert "sessionid" not in client.cookies


def test_it_moves_into_the_account_at_signing_in(client: Client, alice: User) -> None:
    learn(client)
    client.post(reverse("account_login"), {"login": "alice", "password": PASSWORD})
    assert [*alice.lessons_done.values_list("game", "lesson")] == [("chicago_poker", "goal")]
    assert done(client) == ["goal"]
    assert done(client_of(alice)) == ["goal"]


def test_it_moves_into_the_account_of_a_new_guest(client: Client) -> None:
    learn(client)
    client.post(reverse("play-now"))
    assert User.objects.get().lessons_done.get().lesson == "goal"


@pytest.mark.parametrize("variant", COURSES)
def test_a_course_ends_with_a_small_game(variant: str, client: Client) -> None:
    """The game is for two, against the weakest level, with the shortest options. Pressing twice opens one table."""
    assert 'name="small"' in client.get(reverse("lessons", args=[variant])).content.decode()
    asked = {"small": "", "level": "novice", "game": variant}
    assert client.post(reverse("play-now"), asked)["Location"] == client.post(reverse("play-now"), asked)["Location"]
    game = Game.objects.get()
    assert (game.size, game.is_running) == (2, True)
    assert game.players.get(user=None).bot == "novice"
    assert game.options.items() >= RULES[variant].presentation.SMALL.items()
    assert "Your first turn" in client.get(game.get_absolute_url()).content.decode()
    client.post(reverse("play-now"), {"game": variant, "level": "novice"})
    assert Game.objects.count() == 2, "an ordinary practice table is another one"


def test_a_session_with_a_lesson_that_is_gone_still_signs_in(client: Client, alice: User) -> None:
    learn(client)
    session = client.session
    session["lessons_done"] = ["chicago_poker/goal", "chicago_poker/gone", "nonsense"]
    session.save()
    client.post(reverse("account_login"), {"login": "alice", "password": PASSWORD})
    assert alice.lessons_done.count() == 1


def test_an_account_does_a_lesson_twice_and_has_it_once(alice: User) -> None:
    client = client_of(alice)
    learn(client)
    learn(client)
    assert alice.lessons_done.count() == 1


def test_the_list_marks_lessons_in_progress(client: Client) -> None:
    Learner(HAND, client).post(do="show")
    lessons = client.get(reverse("lessons", args=["chicago_poker"])).context["lessons"]
    assert [each.lesson.slug for each in lessons if each.is_begun] == ["hand"]


def test_the_last_lesson_leads_to_the_list_with_play_now(client: Client) -> None:
    last = COURSES["chicago_poker"][-1]
    learner = Learner(last, client)
    for play in states(last):
        answer = learner.post(do="next" if play.step.is_read else "show")
    assert answer["Location"] == reverse("lessons", args=["chicago_poker"])
    assert "Done:" in client.get(answer["Location"]).content.decode()


def test_messages_do_not_pile_up_from_lesson_to_lesson(client: Client) -> None:
    for lesson in COURSES["chicago_poker"]:
        learner = Learner(lesson, client)
        for play in states(lesson):
            learner.post(do="next" if play.step.is_read else "show")
    assert client.get(reverse("lessons", args=["chicago_poker"])).content.decode().count("Done:") == 1


def test_a_game_without_lessons_shows_its_rules(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(courses.COURSES, "swedish_chicago")
    answer = client.get(reverse("lessons", args=["swedish_chicago"]))
    assert answer["Location"] == reverse("rules", args=["swedish_chicago"])
    assert "In one minute" not in client.get(answer["Location"]).content.decode()


@pytest.mark.parametrize("path", ["/lessons/nothing/", "/lessons/chicago_poker/nothing/", "/lessons/nothing/goal/"])
def test_there_is_no_such_lesson(client: Client, path: str) -> None:
    assert client.get(path).status_code == 404


@pytest.mark.parametrize(("variant", "name"), [("chicago_poker", "facing"), ("swedish_chicago", "announcing")])
def test_a_lesson_keeps_its_address_and_who_has_done_it(alice: User, variant: str, name: str) -> None:
    LessonDone.objects.create(user=alice, game=variant, lesson=name)
    client = client_of(alice)
    listed = client.get(f"/lessons/{variant}/").context["lessons"]
    assert [each.lesson.slug for each in listed if each.is_done] == [name]
    assert client.get(f"/lessons/{variant}/{name}/").status_code == 200
