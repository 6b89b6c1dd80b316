"""The facts named by the reasons for a Chicago and for cards played to tricks, position by position."""

from __future__ import annotations

from typing import Any

import pytest

from games.rules.swedish_chicago import GAME as swedish_chicago
from games.rules.swedish_chicago.state import State
from tests.rules.plain_text import Case, reason_texts
from tests.rules.swedish_chicago.situations import dealt, in_tricks
from tests.rules.swedish_chicago.tables import PLAIN, do, table

WEAK, RIVAL = "Ac Kc Qc Js Ts", "2h 7d 9d Jd Kh"


def declaring(hand: str = WEAK, rival: str = RIVAL, **more: Any) -> State:
    more.setdefault("options", PLAIN)
    return dealt((hand, rival), phase="chicago", **more)


def stopped() -> State:
    """Return a state in which seat 0 has exchanged nothing in this hand."""
    state = declaring(scores=(34, 30))
    state.stopped = [0]
    return state


def rival_leads() -> State:
    """Return a state in which the other player leads to the first trick."""
    state = declaring(scores=(20, 20))
    state.dealer, state.due = 0, [0]
    return state


def void() -> State:
    """Return a state in which seat 1 has failed to follow spades."""
    state = table(["2s 9s 4d 6c 7c", "3d 5d 8h 9h Tc"], "play", 3)
    do(state, "0 play 2s", "1 play 3d")
    return state


def between(hand: str) -> State:
    """Return a state in which seat 0 plays second of three, after the jack of spades."""
    state = table([hand, "2h 7d 9d 4c Kh", "3h 5d 8s Tc Js"], "play", 3)
    state.leader, state.due = 2, [2, 0, 1]
    do(state, "2 play Js")
    return state


def against(hand: str, led: str, **more: Any) -> State:
    """Return a state in which seat 1 plays a Chicago with 20 points, and has led this card."""
    state = in_tricks(hand, led, scores=(10, 20), declarer=1)
    state.options.update(more)
    return state


CHICAGO = (
    Case(
        "a Chicago that can't be beaten",
        lambda: declaring("As Ad Ah Ac Kh", "2h 7d 9d Jc Ks", scores=(20, 20)),
        {
            "declare": (
                "No card that a rival can have beats any of these.",
                "All five tricks bring 20 points; one lost trick costs 15.",
            ),
            "pass": (
                "No card that a rival can have beats any of these.",
                "It gives up the chance of 20 points.",
            ),
        },
    ),
    Case(
        "a Chicago against higher spades",
        lambda: declaring(scores=(20, 20)),
        {
            "pass": (
                "The weak spot is Ts, which As Ks Qs can beat.",
                "The last trick brings five points without the risk of losing 15.",
            ),
            "declare": (
                "The weak spot is Ts, which As Ks Qs can beat.",
                "All five tricks bring 20 points; one lost trick costs 15.",
            ),
        },
    ),
    Case(
        "a Chicago of one who doesn't lead",
        rival_leads,
        {
            "declare": (
                "The weak spot is Ts, which As Ks Qs can beat.",
                "And 1 leads to the first trick.",
                "All five tricks bring 20 points; one lost trick costs 15.",
            ),
        },
    ),
    Case(
        "a Chicago of one who is behind",
        lambda: declaring(scores=(20, 40)),
        {
            "declare": (
                "The weak spot is Ts, which As Ks Qs can beat.",
                "It would make up for 1’s lead of 20 points.",
                "All five tricks bring 20 points; one lost trick costs 15.",
            ),
        },
    ),
    Case(
        "a Chicago that would win the game, where the last trick is not counted",
        lambda: declaring(scores=(37, 40), options=PLAIN | {"chicago_last_trick": "replaced"}),
        {
            "declare": (
                "The weak spot is Ts, which As Ks Qs can beat.",
                "It would reach 52.",
                "All five tricks bring 15 points; one lost trick costs 15.",
            ),
        },
    ),
    Case(
        "a rival who would reach 52 with the last trick",
        lambda: declaring(scores=(20, 49)),
        {
            "declare": (
                "The weak spot is Ts, which As Ks Qs can beat.",
                "Only a Chicago can still win: otherwise a rival reaches 52 with the last trick.",
                "All five tricks bring 20 points; one lost trick costs 15.",
            ),
            "pass": (
                "The weak spot is Ts, which As Ks Qs can beat.",
                "1 is only 3 points short of 52, and the last trick brings five.",
            ),
        },
    ),
    Case(
        "a Chicago of one who can’t exchange",
        lambda: stopped(),
        {
            "declare": (
                "The weak spot is Ts, which As Ks Qs can beat.",
                "It would reach 52.",
                "All five tricks bring 20 points; one lost trick costs 15.",
            ),
        },
    ),
    Case(
        "a low card",
        lambda: declaring("As Ad Ah Ac 2h", "3h 7d 9d Jc Ks", scores=(20, 20)),
        {
            "declare": (
                "The weak spot is 2h: 11 higher cards of that suit are still out.",
                "All five tricks bring 20 points; one lost trick costs 15.",
            ),
        },
    ),
)

TRICKS = (
    Case(
        "a lead with three cards left",
        lambda: in_tricks("As 4d Kh"),
        {
            "play As": ("No card still out beats it: it wins the trick and keeps the lead.",),
            "play Kh": ("It saves As for the last trick: nothing still out beats that.",),
            "play 4d": ("It saves As for the last trick: nothing still out beats that.",),
        },
    ),
    Case(
        "a lead that saves a king",
        lambda: in_tricks("4d 7c Kh"),
        {
            "play 4d": ("It saves Kh for the last trick: only Ah can beat that.",),
            "play Kh": ("Of the cards still out, only Ah can beat it.",),
        },
    ),
    Case(
        "a lead to the last trick but one",
        lambda: in_tricks("As Kh"),
        {
            "play As": ("It wins this trick, and Kh leads to the last one; only Ah can beat that.",),
            "play Kh": (
                "Of the cards still out, only Ah can beat it.",
                "Once the lead is lost, As can win the last trick only if its suit is led.",
            ),
        },
    ),
    Case(
        "two sure winners",
        lambda: in_tricks("As Ah"),
        {"play As": ("It wins this trick, and Ah wins the last one: nothing still out beats it.",)},
    ),
    Case(
        "a sure winner, then a low card",
        lambda: in_tricks("As 7d"),
        {"play As": ("It wins this trick, and 7d leads to the last one; 7 cards still out beat that.",)},
    ),
    Case(
        "a suit that no rival has",
        void,
        {"play 9s": ("No card still out beats it: it wins the trick and keeps the lead.",)},
    ),
    Case(
        "following suit with a choice",
        lambda: in_tricks("Qs 4s Kh", "Js"),
        {
            "play Qs": ("It beats Js for certain and wins the lead.",),
            "play 4s": (
                "It leaves this trick to 1, since only the last one brings points.",
                "It saves Kh for the last trick: only Ah can beat that.",
            ),
        },
    ),
    Case(
        "following suit to the last trick but one",
        lambda: in_tricks("Qs Kh", "Js"),
        {"play Qs": ("It beats Js for certain, and Kh leads to the last trick.",)},
    ),
    Case(
        "another player may go higher",
        lambda: between("Qs 4h 6c 7c 2d"),
        {"play Qs": ("It beats Js, but 1 player is still to play.",)},
    ),
    Case(
        "nothing that beats the card led",
        lambda: in_tricks("4s 9s Ad", "Js"),
        {
            "play 4s": (
                "Nothing in hand beats Js, so this trick is lost anyway.",
                "It saves Ad for the last trick: nothing still out beats that.",
            ),
        },
    ),
    Case(
        "without the suit that was led",
        lambda: in_tricks("Ad 4d", "Js"),
        {
            "play 4d": (
                "Without a card of the suit led, this trick can’t be won.",
                "It saves Ad for the last trick: nothing still out beats that.",
            ),
            "play Ad": ("Without a card of the suit led, this trick can’t be won.",),
        },
    ),
    Case(
        "two points short of 52",
        lambda: in_tricks("As Ah", scores=(50, 20)),
        {
            "play As": (
                "It wins this trick, and Ah wins the last one: nothing still out beats it.",
                "Only 2 points short of 52: the last trick would do it.",
            ),
        },
    ),
    Case(
        "a rival one point short of 52",
        lambda: in_tricks("Qs Kh", "Js", scores=(30, 51)),
        {
            "play Qs": (
                "It beats Js for certain, and Kh leads to the last trick.",
                "1 is only 1 point short of 52, and the last trick brings five.",
            ),
        },
    ),
    Case(
        "a rival who has 52 points already",
        lambda: in_tricks("Qs Kh", "Js", scores=(50, 53)),
        {
            "play Qs": (
                "It beats Js for certain, and Kh leads to the last trick.",
                "1 has 53 points already, so this hand is the last one.",
            ),
        },
    ),
    Case(
        "the own Chicago, with sure winners",
        lambda: in_tricks("As Kh", declarer=0, scores=(20, 10)),
        {
            "play As": ("Nothing still out beats it; after that, 1 more trick is needed.",),
            "play Kh": ("If a rival holds Ah, the Chicago is broken here.",),
        },
    ),
    Case(
        "a card that breaks a Chicago",
        lambda: against("Qs 4s Kh", "Js", breaker="8"),
        {
            "play Qs": (
                "It breaks the Chicago, and 1 loses 15 points.",
                "You also get 8 points for breaking it.",
            ),
            "play 4s": ("But Js could be beaten, which would break the Chicago.",),
        },
    ),
    Case(
        "a card kept to break a Chicago",
        lambda: against("9s 4s Kh", "Js"),
        {"play 4s": ("Nothing in hand beats Js.", "It keeps Kh, which may still break the Chicago.")},
    ),
)


@pytest.mark.parametrize("case", [*CHICAGO, *TRICKS], ids=lambda case: case.name)
def test_the_reasons_name_the_facts_of_the_position(case: Case) -> None:
    assert reason_texts(swedish_chicago, case) == case.reasons
