"""The merits and risks of moves, position by position: first the recommended move, then another one."""

from __future__ import annotations

import pytest

from games.rules.swedish_chicago import GAME as swedish_chicago
from games.rules.swedish_chicago.state import State
from tests.rules.plain_text import Case, reason_texts, text_of
from tests.rules.swedish_chicago.situations import dealt, in_tricks
from tests.rules.swedish_chicago.tables import PLAIN, do, table

OTHER = "2h 7d 9d Jc Kh"
ALL_KNOW = "But if a rival has more, they score, and everyone knows this hand."
MAY_BREAK = "But a single lost trick breaks the Chicago and costs points."


def opened(kept: str, card: str) -> State:
    """Return a state in which seat 0 has thrown the four of spades for an open card."""
    stock = f"{card} 3d 5d 6d 8d"
    state = table([f"{kept} 4s", "2h 7d 9d Jc Qh"], open_card=True, stock=stock)
    do(state, "exchange open 4s")
    return state


def overbid() -> State:
    """Return a state in which seat 1 has announced two pairs, and seat 0 has a pair."""
    state = dealt(("2s 2h 6c 7d 9s", "3h 3s 9d 9c Kh"), phase="announce")
    state.due = [1, 0]
    do(state, "1 announce")
    return state


def near_the_stop() -> State:
    """Return a state in which seat 1, with 45 points, has announced a pair, and seat 0 has a higher one."""
    state = dealt(("Ks Kh 6c 7d 9s", "3h 3s 8d 9c Jh"), phase="announce", scores=(7, 45))
    state.due = [1, 0]
    do(state, "1 announce")
    return state


def stopped() -> State:
    """Return a state in which seat 0 has exchanged nothing in this hand."""
    state = dealt(("Ac Kc Qc Js Ts", "2h 7d 9d Jd Kh"), phase="chicago", scores=(46, 30))
    state.stopped = [0]
    return state


def with_fours(*scores: int) -> State:
    """Return a state where seat 0 has announced the best hand, four of a kind, and chooses its worth."""
    hands = ("5c 5d 5h 5s Kd", "2c 2d 7h 9s Kc", "3h 3s 8d 9h Th")[: 1 + len(scores)]
    state = dealt(hands, PLAIN | {"four_of_a_kind": "reset"}, "announce", scores=(10, *scores))
    do(state, "announce", *["pass"] * len(scores))
    return state


def needing_a_chicago(state: State, score: int = 45) -> State:
    """Return the state with this score for seat 0, at a table where only players with a Chicago win."""
    state.options = state.options | {"must_chicago": True}
    state.scores[0] = score
    return state


def without_the_leader(state: State) -> State:
    """Return the state after seat 2 has resigned."""
    do(state, "2 resign")
    return state


CASES = (
    Case(
        "an exchange with a pair",
        lambda: dealt(("Ks Kd 7h 4c 3s", OTHER)),
        {
            "exchange 4c 7h 3s": ("With Kd Ks kept, the new cards make something better 29 times in 100.",),
            "exchange 4c Kd 7h 3s": (
                "With Ks kept, the new cards make a pair or better 46 times in 100.",
                "But that gives up a pair of kings.",
            ),
        },
    ),
    Case(
        "an exchange with a full house",
        lambda: dealt(("8c 8d 8h Kc Ks", OTHER)),
        {
            "exchange": ("The hand is good as it is: a full house, three eights and two kings.",),
            "exchange Kc Ks": ("With 8c 8d 8h kept, the new cards make something better 4 times in 100.",),
        },
    ),
    Case(
        "an exchange with nothing",
        lambda: dealt(("2c 4d 6h 8s Tc", OTHER)),
        {
            "exchange 2c Tc 4d 6h 8s": (
                "Nothing here is worth keeping: five new cards bring a pair or better 50 times in 100.",
            ),
            "exchange": ("The high cards are for the last trick.",),
        },
    ),
    Case(
        "an exchange with four hearts and a pair",
        lambda: dealt(("2h 6h 9h Jh 9c", "2s 7d 9d Jc Kh")),
        {
            "exchange 2h 6h Jh": ("With 9c 9h kept, the new cards make something better 29 times in 100.",),
            "exchange 9c": (
                "With 2h 6h 9h Jh kept, the new cards make a pair or better 43 times in 100.",
                "But that gives up a pair of nines.",
            ),
        },
    ),
    Case(
        "an exchange before the tricks, with a low pair, an ace and a king",
        lambda: dealt(("4c 4d Ks 9h As", "3s 8d Td Jc Qc"), part=3),
        {
            "exchange 4c 4d 9h": (
                "With Ks As kept, the new cards make a pair or better 49 times in 100.",
                "The last trick is worth more than a pair, and high cards can win it.",
                "But that gives up a pair of fours.",
            ),
        },
    ),
    Case(
        "an open card that makes a pair",
        lambda: opened("9c Kc 7h 3s", "Kd"),
        {
            "take": ("The open card makes a pair of kings.",),
            "refuse": ("The next card may be better.", "But that gives up a pair of kings."),
        },
    ),
    Case(
        "a low open card, which adds nothing to a pair",
        lambda: opened("9c Kc Ks 3s", "2d"),
        {
            "refuse": ("The open card adds nothing; the next one may be better.",),
            "take": ("The open card adds nothing, but the next one may be lower still.",),
        },
    ),
    Case(
        "a high open card that makes nothing",
        lambda: opened("9c Kc 7h 3s", "Ad"),
        {
            "take": ("The open card is high, which helps in the tricks.",),
            "refuse": ("The open card adds nothing; the next one may be better.",),
        },
    ),
    Case(
        "two pairs to announce",
        lambda: dealt(("Js Jh 6c 6d As", OTHER), phase="announce"),
        {
            "announce": (
                "About 96 times in 100, the most dangerous rival has less than two pairs, jacks and sixes.",
                ALL_KNOW,
            ),
            "pass": (
                "Passing gives nothing away.",
                "About 96 times in 100, the most dangerous rival has less than two pairs, jacks and sixes.",
            ),
        },
    ),
    Case(
        "two pairs to announce, near the exchange stop",
        lambda: dealt(("Js Jh 6c 6d As", OTHER), phase="announce", scores=(40, 10)),
        {"pass": ("The points may bring on the exchange stop, and then no cards can be exchanged in the next hands.",)},
    ),
    Case(
        "a pair to announce against the pair of a player near the exchange stop",
        near_the_stop,
        {"pass": ("If a rival scores now, they reach the exchange stop.",)},
    ),
    Case(
        "less than what was announced already",
        overbid,
        {"pass": ("Someone has already announced more.",)},
    ),
    Case(
        "nothing to announce",
        lambda: dealt(("2s 4h 6c 7d 9s", OTHER), phase="announce"),
        {"pass": ("There’s nothing to announce.",)},
    ),
    Case(
        "four of a kind, against a rival with much to lose",
        lambda: with_fours(17),
        {
            "reset": ("The others lose all they have, up to 17 points.",),
            "score": ("That scores at once, but the others keep their points.",),
        },
    ),
    Case(
        "four of a kind, after a rival with the most points has resigned",
        lambda: without_the_leader(with_fours(1, 30)),
        {
            "score": ("The points are worth more than a reset would take from the others.",),
            "reset": ("The others lose all they have, up to 1 point.",),
        },
    ),
    Case(
        "four of a kind that would bring 52 points without a Chicago",
        lambda: needing_a_chicago(with_fours(17)),
        {"score": ("52 points without a Chicago mean falling back to 0.",)},
    ),
    Case(
        "two pairs that would bring 52 points without a Chicago",
        lambda: needing_a_chicago(dealt(("Js Jh 6c 6d As", OTHER), phase="announce"), score=50),
        {"pass": ("52 points without a Chicago mean falling back to 0.",)},
    ),
    Case(
        "a straight flush that wins the game, near the exchange stop",
        lambda: dealt(("3s 4s 5s 6s 7s", OTHER), PLAIN | {"straight_flush": "wins"}, phase="announce", scores=(40, 10)),
        {
            "pass": (
                "Passing gives nothing away.",
                "About 100 times in 100, the most dangerous rival has less than a straight flush, seven high.",
            )
        },
    ),
    Case(
        "a Chicago, after a rival with the most points has resigned",
        lambda: without_the_leader(
            dealt(("Ac Kc Qc Jc 9c", OTHER, "3h 3s 8d 9h Th"), phase="chicago", scores=(20, 10, 30))
        ),
        {"declare": ("1 unseen card beats one of these.", MAY_BREAK)},
    ),
    Case(
        "four of a kind, against a rival with hardly any points",
        lambda: with_fours(1),
        {
            "score": ("The points are worth more than a reset would take from the others.",),
            "reset": ("The others lose all they have, up to 1 point.",),
        },
    ),
    Case(
        "a Chicago that can't be beaten",
        lambda: dealt(("As Ad Ah Ac Kh", "2h 7d 9d Jc Ks"), phase="chicago"),
        {
            "declare": ("The others can’t have a card that beats any of these.", MAY_BREAK),
            "pass": ("The others can’t have a card that beats any of these.",),
        },
    ),
    Case(
        "a Chicago against higher spades",
        lambda: dealt(("Ac Kc Qc Js Ts", "2h 7d 9d Jd Kh"), phase="chicago"),
        {
            "pass": ("3 unseen cards beat one of these.",),
            "declare": ("3 unseen cards beat one of these.", MAY_BREAK),
        },
    ),
    Case(
        "a Chicago of one who is behind",
        lambda: dealt(("Ac Kc Qc Js Ts", "2h 7d 9d Jd Kh"), phase="chicago", scores=(20, 40)),
        {
            "declare": (
                "3 unseen cards beat one of these.",
                "A rival is ahead, and a Chicago can make up for it.",
                MAY_BREAK,
            ),
        },
    ),
    Case(
        "a Chicago of one who can’t exchange",
        stopped,
        {
            "declare": (
                "3 unseen cards beat one of these.",
                "Even if it fails, fewer points may lift the exchange stop.",
                MAY_BREAK,
            ),
        },
    ),
    Case(
        "a lead",
        lambda: in_tricks("As 4d Kh"),
        {
            "play As": ("No card still out beats it: it wins the trick and keeps the lead.",),
            "play Kh": ("1 unseen card beats it.", "It keeps As for the last trick."),
            "play 4d": ("10 unseen cards beat it.", "It keeps As for the last trick."),
        },
    ),
    Case(
        "following suit",
        lambda: in_tricks("Qs 4s Kh", "Js"),
        {
            "play Qs": ("It beats Js.", "It keeps Kh for the last trick."),
            "play 4s": ("1 has this trick, so a low card will do.", "It keeps Kh for the last trick."),
        },
    ),
    Case(
        "without the suit that was led",
        lambda: in_tricks("Ad 4d", "Js"),
        {
            "play 4d": ("1 has this trick, so a low card will do.", "It keeps Ad for the last trick."),
            "play Ad": ("1 has this trick, so a low card will do.",),
        },
    ),
)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_the_merits_and_risks_of_moves(case: Case) -> None:
    assert reason_texts(swedish_chicago, case) == case.reasons


def test_a_player_with_a_probably_lower_hand_passes() -> None:
    """After two exchanges of a rival, a pair of twos is hardly the best."""
    state = dealt(("2s 2h 6c 7d 9s", OTHER), phase="announce", part=3)
    state.thrown[1] = [3, 3, None]
    said = tuple(map(text_of, swedish_chicago.presentation.reasons(state.full_view(0), "pass")))
    assert said == ("A rival probably has more, and passing gives nothing away.",)
