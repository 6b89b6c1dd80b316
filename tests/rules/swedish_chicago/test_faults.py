"""The sentence about what a move gave up compared with a better move, or none if no fact fits."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import pytest

from games.rules.swedish_chicago import GAME as swedish_chicago
from games.rules.swedish_chicago.state import State
from tests.rules.plain_text import text_of, whole
from tests.rules.swedish_chicago.situations import dealt, in_tricks
from tests.rules.swedish_chicago.tables import PLAIN
from tests.rules.swedish_chicago.test_advice_in_exchanges import OTHER, exchanging, opened


class Fault(NamedTuple):
    """A move of seat 0, a better move, and the expected sentence, or an empty string."""

    name: str
    position: Callable[[], State]
    move: str
    better: str
    says: str


def announcing(hand: str, other: str = OTHER, **more: object) -> Callable[[], State]:
    return lambda: dealt((hand, other), phase="announce", **more)


QUEENS = "5c Qc Qd Qh 9s"
HEARTS = "2h 6h 9h Kh 4s"
LAST = "3c 5d 8d Jh As"
PAIR = "9c 9d 3h 7s Ks"

CASES = (
    Fault(
        "three queens are broken up",
        lambda: exchanging(QUEENS),
        "exchange Qd Qh 9s",
        "exchange 5c 9s",
        "You broke up three queens.",
    ),
    Fault(
        "a straight is broken up",
        lambda: exchanging("5c 6d 7h 8s 9c"),
        "exchange 5c",
        "exchange",
        "You broke up a straight, nine high.",
    ),
    Fault(
        "a flush draw is given up",
        lambda: exchanging(HEARTS),
        "exchange 2h 6h 9h 4s",
        "exchange 4s",
        "You gave up 2h 6h 9h Kh: one more card would have made a flush.",
    ),
    Fault(
        "a straight draw is given up",
        lambda: exchanging("5c 6d 7h 8s Kc"),
        "exchange 5c 6d 7h 8s",
        "exchange Kc",
        "You gave up 5c 6d 7h 8s: one more card would have made a straight.",
    ),
    Fault(
        "the ace is thrown before the tricks",
        lambda: exchanging(LAST, 3),
        "exchange 3c 5d As",
        "exchange 3c 5d 8d",
        "You threw As, your best card for the last trick.",
    ),
    Fault(
        "a king is thrown in the first exchange",
        lambda: exchanging(PAIR),
        "exchange 3h 7s Ks",
        "exchange 3h 7s",
        "You threw Ks, a high card for the tricks.",
    ),
    Fault(
        "a pair is kept with too many cards",
        lambda: exchanging(PAIR),
        "exchange 3h",
        "exchange 3h 7s",
        "You kept 7s: that left a better hand 17 times in 100 instead of 26.",
    ),
    Fault(
        "all five are kept with a pair",
        lambda: exchanging(PAIR),
        "exchange",
        "exchange 3h 7s",
        "You kept all five: new cards for 3h 7s make a better hand 26 times in 100.",
    ),
    Fault(
        "low cards are kept",
        lambda: exchanging("2c 4d 7h 9s Kc"),
        "exchange 2c 4d",
        "exchange 2c 4d 7h 9s",
        "With Kc 7h 9s a pair or better comes 40 times in 100; with Kc it’s 51 times.",
    ),
    Fault("the better move keeps less, and no fact fits", lambda: exchanging(QUEENS), "exchange 5c", "exchange 9s", ""),
    Fault(
        "an open card that makes a pair is refused",
        lambda: opened("9c Kd 3h 7c", "9s"),
        "refuse",
        "take",
        "You refused 9s, which would have made a pair of nines.",
    ),
    Fault(
        "an open card that adds nothing is taken",
        lambda: opened("9c Kd 3h 7c", "5s"),
        "take",
        "refuse",
        "You took 5s, which adds nothing to your hand.",
    ),
    Fault(
        "a high open card is refused",
        lambda: opened("9c Kd 3h 7c", "As"),
        "refuse",
        "take",
        "You refused As, a high card for the tricks.",
    ),
    Fault(
        "a pair is not announced",
        announcing(PAIR),
        "pass",
        "announce",
        "You kept quiet about a pair of nines, which was worth 1 point.",
    ),
    Fault(
        "a royal is not announced",
        announcing("Ts Js Qs Ks As", "2h 7d 9d Jc Kh"),
        "pass",
        "announce",
        "You kept quiet about a royal straight flush, which was worth 52 points.",
    ),
    Fault("a low pair is announced", announcing("2c 2d 5h 8s Tc"), "announce", "pass", ""),
    Fault(
        "points that put one back to 0",
        lambda: dealt((PAIR, OTHER), PLAIN | {"must_chicago": True}, phase="announce", scores=(51, 0)),
        "announce",
        "pass",
        "The points for a pair of nines put you back to 0, because you hadn’t made a Chicago.",
    ),
    Fault(
        "a Chicago with weak cards",
        lambda: dealt((LAST, OTHER), phase="chicago", scores=(20, 0)),
        "declare",
        "pass",
        "You risked 15 points on a Chicago, though 11 unseen cards could beat your 3c.",
    ),
    Fault(
        "a Chicago that nothing can break",
        lambda: dealt(("As Ad Ah Ac Ks", OTHER), phase="chicago", scores=(20, 0)),
        "pass",
        "declare",
        "No card could have broken your Chicago: you passed up 15 points.",
    ),
    Fault(
        "a Chicago with one weak spot",
        lambda: dealt(("As Ad Ah Ac Qs", OTHER), phase="chicago", scores=(20, 0)),
        "declare",
        "pass",
        "You risked 15 points on a Chicago, though Ks could beat your Qs.",
    ),
    Fault(
        "a Chicago that one card can break",
        lambda: dealt(("As Ad Ah Ac Qs", OTHER), phase="chicago", scores=(20, 0)),
        "pass",
        "declare",
        "Only Ks could have broken your Chicago, and it was worth 15 points.",
    ),
    Fault(
        "only a Chicago could have won a race to 31",
        lambda: dealt(("As Ad Ah Kc Qs", OTHER), phase="chicago", scores=(16, 28), options=PLAIN | {"target": "31"}),
        "pass",
        "declare",
        "Only a Chicago could still have won: a rival reaches 31 with the last trick.",
    ),
    Fault(
        "the ace for the last trick is thrown away",
        lambda: in_tricks("As 4d 6c"),
        "play As",
        "play 4d",
        "You threw away As: in the last trick nothing still out could have beaten it.",
    ),
    Fault(
        "the highest card is spent",
        lambda: in_tricks("Js 4d 6c"),
        "play Js",
        "play 6c",
        "You spent Js, your highest card, and had only 6c for the last trick.",
    ),
    Fault(
        "a high card is spent on a lost trick",
        lambda: in_tricks("Js 4s Kd", "Qs"),
        "play Js",
        "play 4s",
        "You spent Js on a lost trick; 4s was low enough.",
    ),
    Fault(
        "a card is spent on a trick without points",
        lambda: in_tricks("Qs 4s Kd", "Js"),
        "play Qs",
        "play 4s",
        "You spent Qs to take a trick that brings no points.",
    ),
    Fault(
        "the lead is left to the rival",
        lambda: in_tricks("Qs 4s Kd", "Js"),
        "play 4s",
        "play Qs",
        "You left the lead to 1; Qs would have taken it.",
    ),
    Fault(
        "the lead is risked",
        lambda: in_tricks("As 4s"),
        "play 4s",
        "play As",
        "You led 4s and risked the lead; nothing still out beats As.",
    ),
    Fault(
        "a Chicago is not broken",
        lambda: in_tricks("Qs 4s Kd", "Js", declarer=1),
        "play 4s",
        "play Qs",
        "Qs would have broken 1’s Chicago.",
    ),
    Fault(
        "a card that could break a Chicago is let go",
        lambda: in_tricks("4d Kc", "Js", declarer=1),
        "play Kc",
        "play 4d",
        "You let go of Kc, which could still have broken 1’s Chicago.",
    ),
    Fault(
        "one's own Chicago is risked",
        lambda: in_tricks("As 4d", declarer=0),
        "play 4d",
        "play As",
        "10 unseen cards could have broken your Chicago on 4d; As was safer.",
    ),
    Fault("two cards of one value", lambda: in_tricks("4d 4c"), "play 4d", "play 4c", ""),
)


@pytest.mark.parametrize("case", CASES, ids=[case.name for case in CASES])
def test_the_sentence_names_what_the_move_gave_up(case: Fault) -> None:
    view = case.position().full_view(0)
    assert {case.move, case.better} <= set(view.legal)
    line = swedish_chicago.presentation.fault(view, case.move, case.better)
    assert (text_of(line) if line else "") == case.says
    assert line is None or whole(line)
