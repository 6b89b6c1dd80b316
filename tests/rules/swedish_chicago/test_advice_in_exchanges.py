"""The facts named by the reasons for exchanges and open cards, position by position."""

from __future__ import annotations

from typing import Any

import pytest

from games.rules.swedish_chicago import GAME as swedish_chicago
from games.rules.swedish_chicago.state import State
from tests.rules.plain_text import Case, reason_texts
from tests.rules.swedish_chicago.situations import dealt
from tests.rules.swedish_chicago.tables import PLAIN, do, table

OTHER = "2h 7d 9d Jc Kh"
NO_STOP = PLAIN | {"exchange_stop": "none"}


def opened(kept: str, card: str) -> State:
    """Return a state in which seat 0 has thrown the four of spades for an open card."""
    stock = f"{card} 3d 5d 6d 8d"
    state = table([f"{kept} 4s", "2h 7d 9d Jc Qh"], open_card=True, stock=stock)
    do(state, "exchange open 4s")
    return state


def exchanging(hand: str, part: int = 1, *, said: str | None = None, thrown: int | None = None, **more: Any) -> State:
    """Return an exchange in which seat 1 has announced ``said`` in part 1, or thrown ``thrown`` cards in this part."""
    state = dealt((hand, OTHER), part=part, **more)
    if part > 1:
        state.said[0] = ["pass", said or "pass"]
    state.thrown[part - 1][1] = thrown
    return state


def to_be_shown() -> State:
    """Return the second exchange of a player who has announced a pair of nines."""
    state = dealt(("9s 9d Ah Kc 3s", OTHER), phase="announce")
    do(state, "announce", "1 pass")
    return state


def compared(hand: str) -> State:
    """Return the second exchange of a player whose hand has been compared with a pair of jacks."""
    state = dealt((hand, "Js Jh 7d 8s 2h"), phase="announce")
    do(state, "announce", "1 announce")
    return state


CASES = (
    Case(
        "a pair, after a silent round",
        lambda: exchanging("Ks Kd 7h 4c 3s", 2),
        {
            "exchange 4c 7h 3s": (
                "With a pair of kings to build on, the new cards make two pairs 16 times in 100, "
                "and something better 13 times.",
                "No rival has announced anything yet, so even a low pair may score.",
            ),
        },
    ),
    Case(
        "a pair that is broken",
        lambda: exchanging("Ks Kd 7h 4c 3s"),
        {
            "exchange 4c Kd 7h 3s": (
                "It keeps Ks for a high pair: a pair or better comes 46 times in 100.",
                "But that gives up a pair of kings.",
            ),
        },
    ),
    Case(
        "three of a kind against an announced pair",
        lambda: exchanging("8c 8d 8h Kc 4s", 2, said="pair"),
        {
            "exchange Kc 4s": (
                "With three eights to build on, the new cards make a full house 6 times in 100, "
                "and something better 4 times.",
                "It’s ahead of 1, who announced a pair.",
            ),
        },
    ),
    Case(
        "two pairs against three of a kind",
        lambda: exchanging("8c 8d Kh Kc 4s", 2, said="trips"),
        {
            "exchange 4s": (
                "One card short of a full house: 4 of the 47 unseen cards make it.",
                "1 announced three of a kind, so this hand has to beat that.",
            ),
        },
    ),
    Case(
        "a pair against an announced pair",
        lambda: exchanging("Ks Kd 7h 4c 3s", 2, said="pair"),
        {
            "exchange 4c 7h 3s": (
                "With a pair of kings to build on, the new cards make two pairs 16 times in 100, "
                "and something better 13 times.",
                "1 announced a pair too, so the ranks will decide.",
            ),
        },
    ),
    Case(
        "a pair that won the comparison",
        lambda: compared("Ks Kd 7h 4c 3s"),
        {
            "exchange 4c 7h 3s": (
                "With a pair of kings to build on, the new cards make two pairs 16 times in 100, "
                "and something better 13 times.",
                "1 announced a pair too, but had the lower one in the comparison.",
            ),
        },
    ),
    Case(
        "a pair that lost the comparison",
        lambda: compared("9s 9d 7h 4c 3s"),
        {
            "exchange 4c 7h 3s": (
                "With a pair of nines to build on, the new cards make two pairs 16 times in 100, "
                "and something better 13 times.",
                "1 had the higher hand in the comparison, so this one has to improve.",
            ),
        },
    ),
    Case(
        "a full house",
        lambda: exchanging("8c 8d 8h Kc Ks"),
        {
            "exchange": (
                "The hand is good as it is: a full house, three eights and two kings.",
                "1, the main danger, has a weaker hand about 99 times in 100.",
            ),
        },
    ),
    Case(
        "nothing, against a player who kept all cards",
        lambda: exchanging("2c 4d 6h 8s Tc", thrown=0),
        {
            "exchange 2c Tc 4d 6h 8s": (
                "Nothing here is worth keeping: five new cards bring a pair or better 50 times in 100.",
                "1 kept all five cards: probably a straight or better.",
            ),
        },
    ),
    Case(
        "four hearts, a pair, and a rival who threw one card",
        lambda: exchanging("2h 6h 9h Jh 9c", thrown=1),
        {
            "exchange 9c": (
                "One card short of a flush: 9 of the 47 unseen cards make it.",
                "But that gives up a pair of nines.",
                "1 threw only one card: two pairs, or four cards to a straight or a flush.",
            ),
        },
    ),
    Case(
        "four cards in a row, open at both ends",
        lambda: exchanging("6h 7d 8c 9c Kh"),
        {"exchange Kh": ("One card short of a straight: 8 of the 47 unseen cards make it.",)},
    ),
    Case(
        "four cards with a gap",
        lambda: exchanging("6h 7d 8c Tc Kh"),
        {"exchange Kh": ("One card short of a straight: 4 of the 47 unseen cards make it.",)},
    ),
    Case(
        "four cards to a straight flush",
        lambda: exchanging("6h 7h 8h 9h Kc"),
        {
            "exchange Kc": (
                "One card short of a flush: 7 of the 47 unseen cards make it.",
                "6 others make a straight.",
            ),
        },
    ),
    Case(
        "three hearts",
        lambda: exchanging("2h 6h 9h Jc Kd"),
        {"exchange Jc Kd": ("Two cards short of a flush, which comes only 4 times in 100.",)},
    ),
    Case(
        "an ace and a king before the tricks, with a low pair",
        lambda: exchanging("4c 4d Ks 9h As", 3, said="pair"),
        {
            "exchange 4c 4d 9h": (
                "It keeps Ks As for the last trick, worth five points; a pair comes 49 times in 100.",
                "The last trick brings five points, a pair only one, and high cards can win it.",
                "But that gives up a pair of fours.",
                "1 announced a pair, so this hand has to beat that.",
            ),
        },
    ),
    Case(
        "an ace before the tricks, against a player with 48 points",
        lambda: exchanging("As 4d 6h 8s Tc", 3, scores=(30, 48)),
        {
            "exchange Tc 4d 6h 8s": (
                "It keeps As for the last trick, worth five points; a pair comes 51 times in 100.",
                "1 is only 4 points short of 52, and the last trick brings five.",
            ),
        },
    ),
    Case(
        "three points short of 52",
        lambda: exchanging("As 4d 6h 8s Tc", 3, scores=(49, 30), options=NO_STOP),
        {
            "exchange Tc 4d 6h 8s": (
                "It keeps As for the last trick, worth five points; a pair comes 51 times in 100.",
                "Only 3 points short of 52: the last trick would do it.",
            ),
        },
    ),
    Case(
        "an announced pair that is thrown",
        to_be_shown,
        {
            "exchange 9d 3s 9s": (
                "It keeps Kc Ah for a high pair: a pair or better comes 48 times in 100.",
                "The last trick brings five points, a pair only one, and high cards can win it.",
                "But that gives up a pair of nines.",
                "Everyone will see 9d 9s, since they were announced.",
                "No rival has announced anything yet, so even a low pair may score.",
            ),
        },
    ),
    Case(
        "an open card that makes a pair",
        lambda: opened("9c Kc 7h 3s", "Kd"),
        {
            "take": ("The open card makes a pair of kings.",),
            "refuse": (
                "No unseen card makes a better hand.",
                "But that gives up a pair of kings.",
            ),
        },
    ),
    Case(
        "a low open card, which adds nothing to a pair",
        lambda: opened("9c Kc Ks 3s", "2d"),
        {
            "refuse": ("The open card adds nothing; 8 of the 46 unseen cards make a better hand.",),
            "take": ("The open card adds nothing, but the next one may be lower still.",),
        },
    ),
)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_the_reasons_name_the_facts_of_the_position(case: Case) -> None:
    assert reason_texts(swedish_chicago, case) == case.reasons
