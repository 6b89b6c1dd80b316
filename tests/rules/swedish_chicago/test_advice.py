"""The merits and risks of moves, position by position: first the recommended move, then another one."""

from __future__ import annotations

import pytest

from games.rules.swedish_chicago import GAME as swedish_chicago
from games.rules.swedish_chicago.state import State
from tests.rules.plain_text import Case, reason_texts, text_of
from tests.rules.swedish_chicago.situations import dealt, in_tricks
from tests.rules.swedish_chicago.tables import PLAIN, do, table

OTHER = "2h 7d 9d Jc Kh"
ALL_KNOW = "If another player has more, they score, and all know what was announced."
MAY_BREAK = "The risk: one lost trick breaks the Chicago, and costs the points."


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


def with_fours(score: int) -> State:
    """Return a state where seat 0 has announced the best hand, four of a kind, and chooses its worth."""
    state = dealt(
        ("5c 5d 5h 5s Kd", "2c 2d 7h 9s Kc"), PLAIN | {"four_of_a_kind": "reset"}, "announce", scores=(10, score)
    )
    do(state, "announce", "pass")
    return state


CASES = (
    Case(
        "an exchange with a pair",
        lambda: dealt(("Ks Kd 7h 4c 3s", OTHER)),
        {
            "exchange 4c 7h 3s": ("Kept as a combination: Kd Ks. 29 of 100 draws make it a better one.",),
            "exchange 4c Kd 7h 3s": (
                "Kept: Ks. 46 of 100 draws make a pair or better of them.",
                "The risk: it gives up a pair of kings.",
            ),
        },
    ),
    Case(
        "an exchange with a full house",
        lambda: dealt(("8c 8d 8h Kc Ks", OTHER)),
        {
            "exchange": ("The hand is good as it is: a full house, three eights and two kings.",),
            "exchange Kc Ks": ("Kept as a combination: 8c 8d 8h. 4 of 100 draws make it a better one.",),
        },
    ),
    Case(
        "an exchange with nothing",
        lambda: dealt(("2c 4d 6h 8s Tc", OTHER)),
        {
            "exchange 2c Tc 4d 6h 8s": (
                "Nothing in the hand is worth keeping: 50 of 100 draws of five bring a pair or better.",
            ),
            "exchange": ("The high cards are kept for the last trick.",),
        },
    ),
    Case(
        "an exchange with four hearts and a pair",
        lambda: dealt(("2h 6h 9h Jh 9c", "2s 7d 9d Jc Kh")),
        {
            "exchange 2h 6h Jh": ("Kept as a combination: 9c 9h. 29 of 100 draws make it a better one.",),
            "exchange 9c": (
                "Kept: 2h 6h 9h Jh. 43 of 100 draws make a pair or better of them.",
                "The risk: it gives up a pair of nines.",
            ),
        },
    ),
    Case(
        "an exchange before the tricks, with a low pair, an ace and a king",
        lambda: dealt(("4c 4d Ks 9h As", "3s 8d Td Jc Qc"), part=3),
        {
            "exchange 4c 4d 9h": (
                "Kept: Ks As. 49 of 100 draws make a pair or better of them.",
                "The last trick is worth more than a pair, and high cards may take it.",
                "The risk: it gives up a pair of fours.",
            ),
        },
    ),
    Case(
        "an open card that makes a pair",
        lambda: opened("9c Kc 7h 3s", "Kd"),
        {
            "take": ("With the open card it is a pair of kings.",),
            "refuse": ("The next card, unseen, may be better.", "The risk: it gives up a pair of kings."),
        },
    ),
    Case(
        "a low open card, which adds nothing to a pair",
        lambda: opened("9c Kc Ks 3s", "2d"),
        {
            "refuse": ("The open card makes nothing of the hand: the next one, unseen, may be better.",),
            "take": ("The open card makes nothing of the hand, but the next one, unseen, may be lower still.",),
        },
    ),
    Case(
        "a high open card that makes nothing",
        lambda: opened("9c Kc 7h 3s", "Ad"),
        {
            "take": ("The open card is high.",),
            "refuse": ("The open card makes nothing of the hand: the next one, unseen, may be better.",),
        },
    ),
    Case(
        "two pairs to announce",
        lambda: dealt(("Js Jh 6c 6d As", OTHER), phase="announce"),
        {
            "announce": (
                "In about 96 of 100 such hands a rival has less than two pairs, jacks and sixes.",
                ALL_KNOW,
            ),
            "pass": (
                "What nobody knows can’t be used against it.",
                "In about 96 of 100 such hands a rival has less than two pairs, jacks and sixes.",
            ),
        },
    ),
    Case(
        "two pairs to announce, near the exchange stop",
        lambda: dealt(("Js Jh 6c 6d As", OTHER), phase="announce", scores=(40, 10)),
        {"pass": ("The points may lead to the exchange stop, and then the next hands are played as dealt.",)},
    ),
    Case(
        "a pair to announce against the pair of a player near the exchange stop",
        near_the_stop,
        {"pass": ("If another player scores now, they reach the exchange stop.",)},
    ),
    Case(
        "less than what was announced already",
        overbid,
        {"pass": ("What was announced already is higher.",)},
    ),
    Case(
        "nothing to announce",
        lambda: dealt(("2s 4h 6c 7d 9s", OTHER), phase="announce"),
        {"pass": ("There is no combination to announce.",)},
    ),
    Case(
        "four of a kind, against a rival with much to lose",
        lambda: with_fours(17),
        {
            "reset": ("The others lose all they have, up to 17 points.",),
            "score": ("It brings points at once, and the others keep theirs.",),
        },
    ),
    Case(
        "four of a kind, against a rival with hardly any points",
        lambda: with_fours(1),
        {
            "score": ("The points bring more than the others would lose.",),
            "reset": ("The others lose all they have, up to 1 point.",),
        },
    ),
    Case(
        "a Chicago that can't be beaten",
        lambda: dealt(("As Ad Ah Ac Kh", "2h 7d 9d Jc Ks"), phase="chicago"),
        {
            "declare": ("No card that the others may hold beats one of these.", MAY_BREAK),
            "pass": ("No card that the others may hold beats one of these.",),
        },
    ),
    Case(
        "a Chicago against higher spades",
        lambda: dealt(("Ac Kc Qc Js Ts", "2h 7d 9d Jd Kh"), phase="chicago"),
        {
            "pass": ("3 cards that the others may hold beat one of these.",),
            "declare": ("3 cards that the others may hold beat one of these.", MAY_BREAK),
        },
    ),
    Case(
        "a Chicago of one who is behind",
        lambda: dealt(("Ac Kc Qc Js Ts", "2h 7d 9d Jd Kh"), phase="chicago", scores=(20, 40)),
        {
            "declare": (
                "3 cards that the others may hold beat one of these.",
                "Another player is ahead, and a Chicago may make up for it.",
                MAY_BREAK,
            ),
        },
    ),
    Case(
        "a Chicago of one who exchanges no more",
        stopped,
        {
            "declare": (
                "3 cards that the others may hold beat one of these.",
                "If it fails, the points fall, and with them perhaps the exchange stop.",
                MAY_BREAK,
            ),
        },
    ),
    Case(
        "a lead",
        lambda: in_tricks("As 4d Kh"),
        {
            "play As": ("No card that is out beats it: it takes the trick, and the lead.",),
            "play Kh": ("1 card that is out beats it.", "It keeps As for the last trick."),
            "play 4d": ("10 cards that are out beat it.", "It keeps As for the last trick."),
        },
    ),
    Case(
        "following suit",
        lambda: in_tricks("Qs 4s Kh", "Js"),
        {
            "play Qs": ("It beats Js.", "It keeps Kh for the last trick."),
            "play 4s": ("1 has the trick: a low card is enough.", "It keeps Kh for the last trick."),
        },
    ),
    Case(
        "without the suit that was led",
        lambda: in_tricks("Ad 4d", "Js"),
        {
            "play 4d": ("1 has the trick: a low card is enough.", "It keeps Ad for the last trick."),
            "play Ad": ("1 has the trick: a low card is enough.",),
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
    assert said == ("Another player probably has more, and what nobody knows can’t be used against it.",)
