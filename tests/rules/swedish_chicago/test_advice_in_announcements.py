"""The facts named by the reasons for announcing, passing and resetting, position by position."""

from __future__ import annotations

from typing import Any

import pytest

from games.rules.swedish_chicago import GAME as swedish_chicago
from games.rules.swedish_chicago.state import State
from tests.rules.plain_text import Case, reason_texts
from tests.rules.swedish_chicago.situations import dealt
from tests.rules.swedish_chicago.tables import PLAIN, do

OTHER, LAST = "2h 7d 9d Jc Kh", "3h 5d 8s Tc Qh"
NO_STOP = PLAIN | {"exchange_stop": "none"}


def announcing(hand: str, *announcements: str, part: int = 1, **more: Any) -> State:
    """Return a round in which the players before seat 0 have given these answers."""
    more.setdefault("options", PLAIN)
    state = dealt((hand, OTHER, LAST)[: len(announcements) + 1], phase="announce", part=part, **more)
    for of, answer in enumerate(announcements, 1):
        state.said[part - 1][of] = answer
    state.due = [0]
    return state


def first_to_speak(hand: str, rivals: int = 1, **more: Any) -> State:
    return dealt((hand, OTHER, LAST)[: rivals + 1], phase="announce", **more)


def near_the_stop() -> State:
    """Return a state in which seat 1, with 45 points, has announced a pair, and seat 0 holds a higher one."""
    return announcing("Ks Kh 6c 7d 9s", "pair", scores=(7, 45))


def unlikely() -> State:
    """Return a state in which seat 0 holds a pair of twos and a rival has exchanged twice."""
    state = dealt(("2s 2h 6c 7d 9s", "3c 7h 9d Jc Kh"), phase="announce", part=2)
    state.thrown = [[3, 3], [3, 3], [None, None]]
    return state


def with_fours(rival: int, own: int = 10, **options: Any) -> State:
    """Return a state in which seat 0 has announced four of a kind as the best hand, and chooses the reward."""
    options = PLAIN | {"four_of_a_kind": "reset"} | options
    state = dealt(("5c 5d 5h 5s Kd", "2c 2d 7h 9s Kc"), options, "announce", scores=(own, rival))
    do(state, "announce", "pass")
    return state


def without_the_leader() -> State:
    """Return a choice about four of a kind after seat 2 has resigned with the most points."""
    hands = ("5c 5d 5h 5s Kd", "2c 2d 7h 9s Kc", "3h 3s 8d 9h Th")
    state = dealt(hands, PLAIN | {"four_of_a_kind": "reset"}, "announce", scores=(10, 1, 30))
    do(state, "announce", "pass", "pass", "2 resign")
    return state


def before_the_lead(hand: str, **options: str) -> State:
    return dealt((hand, OTHER), PLAIN | options, "quads", scores=(10, 31))


CASES = (
    Case(
        "two pairs against one rival",
        lambda: first_to_speak("Js Jh 6c 6d As"),
        {
            "announce": (
                "It’s worth 2 points, and 1 has a weaker hand about 96 times in 100.",
                "Its cards are shown if they’re thrown later.",
            ),
            "pass": ("It would hide two pairs, jacks and sixes, but give up the chance of 2 points.",),
        },
    ),
    Case(
        "a straight against two rivals",
        lambda: first_to_speak("6h 7s 8c 9c Th", 2),
        {
            "announce": ("It’s worth 4 points, and 1, the main danger, has a weaker hand about 99 times in 100.",),
        },
    ),
    Case(
        "the last to speak, after passes",
        lambda: announcing("Js Jh 6c 7d As", "pass", "pass"),
        {
            "announce": (
                "Nobody can announce anything higher now, so it scores 1 point.",
                "Its cards are shown if they’re thrown later.",
            ),
        },
    ),
    Case(
        "a pair of queens against an announced pair",
        lambda: announcing("Qs Qh 6c 7d As", "pair"),
        {
            "announce": (
                "1 has a pair too, and this hand is higher about 81 times in 100.",
                "Its cards are shown if they’re thrown later.",
            ),
        },
    ),
    Case(
        "equal types that score nothing",
        lambda: announcing("Qs Qh 6c 7d As", "pair", options=PLAIN | {"ties": "none"}),
        {
            "announce": (
                "1 has a pair too, and at this table a tie scores nothing.",
                "Its cards are shown if they’re thrown later.",
            ),
        },
    ),
    Case(
        "three of a kind with 13 points",
        lambda: announcing("Js Jh Jc 7d As", "pair", scores=(13, 20)),
        {
            "announce": (
                "Nobody can announce anything higher now, so it scores 3 points.",
                "That would make 16 points, enough to declare a Chicago.",
                "Its cards are shown if they’re thrown later.",
            ),
        },
    ),
    Case(
        "a flush with 48 points",
        lambda: announcing("2s 4s 7s 9s Js", "pair", scores=(48, 20)),
        {
            "announce": (
                "Nobody can announce anything higher now, so it scores 5 points.",
                "That would make 53 points, and the game ends after this hand.",
            ),
        },
    ),
    Case(
        "a flush with 48 points, where a Chicago is needed",
        lambda: announcing("2s 4s 7s 9s Js", "pair", scores=(48, 20), options=NO_STOP | {"must_chicago": True}),
        {
            "announce": (
                "Nobody can announce anything higher now, so it scores 5 points.",
                "Reaching 52 without a Chicago puts you back to 0.",
            ),
            "pass": ("Reaching 52 without a Chicago puts you back to 0.",),
        },
    ),
    Case(
        "a straight flush that wins, near the exchange stop",
        lambda: first_to_speak("3s 4s 5s 6s 7s", options=PLAIN | {"straight_flush": "wins"}, scores=(40, 10)),
        {
            "announce": ("You win the game on the spot with a straight flush.",),
            "pass": ("It would hide a straight flush, seven high, which wins the game on the spot.",),
        },
    ),
    Case(
        "four of a kind that would bring 52 points without a Chicago",
        lambda: with_fours(17, 45, must_chicago=True),
        {"score": ("Reaching 52 without a Chicago puts you back to 0.",)},
    ),
    Case(
        "four of a kind, after the rival with the most points has resigned",
        without_the_leader,
        {
            "reset": (
                "Everyone else falls back to 0; 1, who has the most, loses 1 point.",
                "It costs the 7 points for four of a kind.",
            ),
        },
    ),
    Case(
        "two pairs near the exchange stop",
        lambda: first_to_speak("Js Jh 6c 6d As", scores=(40, 10)),
        {
            "pass": (
                "With these points you may reach the exchange stop, and then you can’t exchange cards in the next "
                "hands.",
            )
        },
    ),
    Case(
        "a pair to announce against the pair of a player near the exchange stop",
        near_the_stop,
        {"pass": ("If a rival scores now, they reach the exchange stop.",)},
    ),
    Case(
        "a lower combination than an earlier announcement",
        lambda: announcing("2s 2h 6c 7d 9s", "two pairs"),
        {"pass": ("1 has already announced two pairs, which is more.",)},
    ),
    Case(
        "a low pair after two exchanges",
        unlikely,
        {
            "announce": (
                "It’s worth 1 point, and 1 has a weaker hand about 26 times in 100.",
                "A rival with a better hand scores anyway. All this costs is that everyone learns the type.",
            ),
            "pass": ("1 has at least as good a hand about 74 times in 100, and passing gives nothing away.",),
        },
    ),
    Case(
        "nothing to announce",
        lambda: first_to_speak("2s 4h 6c 7d 9s"),
        {"pass": ("There’s nothing to announce.",)},
    ),
    Case(
        "four of a kind before the lead",
        lambda: before_the_lead("5c 5d 5h 5s Kd", four_of_a_kind="reset"),
        {
            "announce": ("The highest four of a kind may reset the scores, and 1 would lose 31 points.",),
        },
    ),
    Case(
        "a straight flush before the lead",
        lambda: before_the_lead("5c 6c 7c 8c 9c", four_of_a_kind="reset"),
        {"announce": ("It’s above four of a kind, so no rival can reset the scores.",)},
    ),
    Case(
        "a straight flush that wins",
        lambda: before_the_lead("5c 6c 7c 8c 9c", straight_flush="wins"),
        {"announce": ("You win the game on the spot with a straight flush.",)},
    ),
    Case(
        "four of a kind, against a rival with much to lose",
        lambda: with_fours(17),
        {
            "reset": (
                "Everyone else falls back to 0; 1, who has the most, loses 17 points.",
                "It costs the 7 points for four of a kind.",
            ),
            "score": ("That makes 17 points right away.", "But 1 keeps 17 points."),
        },
    ),
    Case(
        "four of a kind, against a rival with hardly any points",
        lambda: with_fours(1, 45),
        {
            "score": (
                "That makes 52 points, and the game ends after this hand.",
                "No rival has more than that to lose in a reset.",
            ),
        },
    ),
)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_the_reasons_name_the_facts_of_the_position(case: Case) -> None:
    assert reason_texts(swedish_chicago, case) == case.reasons
