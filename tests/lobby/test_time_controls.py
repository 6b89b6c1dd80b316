"""The texts about a table's clock and time controls."""

from __future__ import annotations

from datetime import timedelta

import pytest

from games import clock
from games.clock import Agreement, Terms
from tests.games.hours import BY_BANK, BY_TURN, DAY, HOUR, MINUTE, NO_CLOCK, NOTHING


@pytest.mark.parametrize(
    ("terms", "words"),
    [
        (NO_CLOCK, "no time limit"),
        (Terms("turn", 12 * HOUR), "12 hours a turn"),
        (Terms("turn", DAY), "1 day a turn"),
        (BY_TURN, "2 days a turn"),
        (BY_BANK, "A reserve of 3 days, 12 hours added each turn, never more than 5 days"),
        (Terms("bank", reserve=DAY, cap=DAY), "A reserve of 1 day, nothing added"),
    ],
)
def test_pace_label(terms: Terms, words: str) -> None:
    assert clock.pace_label(terms) == words


@pytest.mark.parametrize(
    ("span", "words"),
    [(DAY, "1 day"), (36 * HOUR, "36 hours"), (HOUR, "1 hour"), (90 * MINUTE, "90 minutes"), (NOTHING, "0 hours")],
)
def test_duration_label(span: timedelta, words: str) -> None:
    assert clock.duration_label(span) == words


def test_binding_terms_of_a_lenient_table() -> None:
    terms = Terms("turn", 2 * DAY, weekends=True, nights=True)
    assert clock.agreement_sentences(Agreement(terms, "computer", 2, ["pause", "computer", "friend"])) == [
        "Each turn may take 2 days.",
        "Saturdays and Sundays don’t count, in each player’s own time zone.",
        "Each player’s own night hours don’t count, at most 10 hours a day.",
        "The first 2 times you miss a deadline, you get 24 more hours and nothing else happens.",
        "If you then miss another deadline, a computer plays for you until you return.",
        "On vacation you can pause the table.",
        "On vacation you can let a computer play for you.",
        "On vacation you can let a friend play for you.",
        "Except for vacations, only all players together can pause a running game, give more time or cancel it.",
    ]


def test_binding_terms_of_a_strict_table() -> None:
    assert clock.agreement_sentences(Agreement(BY_BANK, "lost", 0, [])) == [
        "Each player starts with a reserve of 3 days, and each turn adds 12 hours, up to 5 days in all. "
        "Your turns use it up.",
        "The clock runs on weekends too.",
        "The clock runs at night too.",
        "If you miss a deadline, you lose your seat and someone else may take it.",
        "Vacations don’t stop the clock at this table.",
        "Only all players together can pause a running game, give more time or cancel it.",
    ]


def test_binding_terms_without_a_clock() -> None:
    assert clock.agreement_sentences(Agreement(NO_CLOCK, "lost", 3, ["pause", "friend"])) == [
        "No time limit: nobody loses their seat for being slow.",
        "On vacation you can let a friend play for you.",
        "Once the game is running, only all players together can cancel it.",
    ]


@pytest.mark.parametrize("absence", ["computer", "plain", "lost"])
def test_binding_terms_name_free_misses(absence: str) -> None:
    strict = clock.agreement_sentences(Agreement(BY_TURN, absence, 0, []))
    lenient = clock.agreement_sentences(Agreement(BY_TURN, absence, 1, []))
    assert len(lenient) == len(strict) + 1
    assert "The first time you miss a deadline, you get 24 more hours and nothing else happens." in lenient
    assert [sentence for sentence in lenient if "another deadline" in sentence]
    assert not [sentence for sentence in strict if "another deadline" in sentence]
