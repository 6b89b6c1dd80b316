"""The sentence about what a move gave up compared with a better move, or none if no fact fits."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import pytest

from games.rules.chicago_poker import GAME as chicago_poker
from games.rules.chicago_poker.state import State
from tests.rules.chicago_poker.tables import table
from tests.rules.chicago_poker.test_advice import tie
from tests.rules.plain_text import text_of, whole


class Fault(NamedTuple):
    """A move of seat 0, a better move, and the expected sentence, or an empty string."""

    name: str
    position: Callable[[], State]
    move: str
    better: str
    says: str


def rows(*hands: str, **street: list[str]) -> Callable[[], State]:
    return lambda: table(list(hands), street)


FLUSH = rows("3M 8C 6F", "", jazz1=["2C 5C 9C", "7F"], brewery1=["4M", ""])
TRIPS = rows("9S 12M 4F", "", jazz1=["9R 9M 2C", "7F"], brewery1=["", ""])
CALL = rows("9S 5F", "", jazz1=["9R 9M 2C 4C", "7F 7C"], brewery1=["5S", ""])
BEHIND = rows("3S 8F", "", brewery1=["9R 5M 2C 4C", "7F 7C 7M"], jazz1=["8S", ""])
RIVALS_FLUSH = rows("liquidation 8F", "", brewery1=["9R", "7F 2F 5F 12F"], jazz1=["8S", ""])
RIVALS_ROW = rows("liquidation 8F", "", brewery1=["9R", "7F 8M 9C 10F"], jazz1=["8S", ""])
RIVALS_TRIPS = rows("liquidation 8F", "", brewery1=["9R", "7F 7M 7C"], jazz1=["8S", ""])

CASES = (
    Fault(
        "a flush is spoiled", FLUSH, "play 3M jazz1", "play 8C jazz1", "You gave up a flush at jazz1: 3M doesn’t fit."
    ),
    Fault(
        "a flush is spoiled by a card instead of a draw",
        FLUSH,
        "play 6F jazz1",
        "draw",
        "You gave up a flush at jazz1: 6F doesn’t fit.",
    ),
    Fault(
        "a card for three of a kind is spent elsewhere",
        TRIPS,
        "play 9S brewery1",
        "play 9S jazz1",
        "9S would have made three 9s at jazz1.",
    ),
    Fault("nothing is said where two moves are alike", TRIPS, "play 12M brewery1", "play 4F brewery1", ""),
    Fault(
        "a better card for the column stays in hand",
        TRIPS,
        "play 12M jazz1",
        "play 9S jazz1",
        "With 12M you had a pair of 9s at jazz1; 9S would have made three 9s.",
    ),
    Fault("a hand is not made", TRIPS, "draw", "play 9S jazz1", "You kept 9S in hand, which makes three 9s at jazz1."),
    Fault(
        "a shootout is not called",
        CALL,
        "draw",
        "play 9S jazz1",
        "You didn’t call the shootout at jazz1: with 9S you had three 9s there.",
    ),
    Fault(
        "a card is needed elsewhere",
        CALL,
        "play 9S brewery1",
        "play 5F brewery1",
        "You used up 9S, which you needed for three of a kind at jazz1.",
    ),
    Fault(
        "a shootout is called behind a rival",
        BEHIND,
        "play 3S brewery1",
        "draw",
        "You called the shootout at brewery1 with high card 9, though 1 has three 7s.",
    ),
    Fault(
        "a rival stays one card from a flush",
        RIVALS_FLUSH,
        "play 8F jazz1",
        "liquidation brewery1 1",
        "You left 1 one card from a flush at brewery1.",
    ),
    Fault(
        "a rival stays one card from a straight",
        RIVALS_ROW,
        "play 8F jazz1",
        "liquidation brewery1 1",
        "You left 1 one card from a straight at brewery1.",
    ),
    Fault(
        "a rival keeps a hand",
        RIVALS_TRIPS,
        "play 8F jazz1",
        "liquidation brewery1 1",
        "You left 1 with three 7s at brewery1.",
    ),
    Fault(
        "a Liquidation changes nothing",
        rows("liquidation 8F", "", brewery1=["9R", "7F 7M 2C"], jazz1=["8S", ""]),
        "liquidation brewery1 1",
        "play 8F jazz1",
        "Even without that card, 1 still shows a pair of 7s at brewery1.",
    ),
    Fault(
        "a raid shows nothing",
        rows("raid1 8F", "", brewery1=["9R", "7F 7M 2C"], jazz1=["8S", ""]),
        "raid brewery1 1",
        "play 8F jazz1",
        "You knew all of 1’s cards at brewery1, so the raid showed you nothing.",
    ),
    Fault(
        "a raid where nothing is at stake",
        rows("raid1 8F", "", speakeasy1=["9R", "7F 7M 2C"], jazz1=["8S", ""]),
        "raid speakeasy1 1",
        "play 8F jazz1",
        "You used the raid at speakeasy1, where nobody has called a shootout.",
    ),
    Fault(
        "nobody is sent into a tie", tie, "decline", "send 12R", "You sent nobody, though 12R could have won brewery1."
    ),
    Fault("a low card is sent into a tie", tie, "send 2M", "send 12R", "You sent 2M, though you held the higher 12R."),
    Fault(
        "a Revolver with little to play",
        rows("revolver 8F", "", brewery1=["9R", ""], jazz1=["8S", ""]),
        "revolver",
        "play 8F jazz1",
        "You used the Revolver with only 1 gangster in hand.",
    ),
    Fault(
        "a Revolver kept",
        rows("revolver 8F 3C 4C 5C", "", brewery1=["9R", ""], jazz1=["2C", ""]),
        "draw",
        "revolver",
        "You didn’t use the Revolver, with 4 gangsters waiting in your hand.",
    ),
    Fault(
        "a card that goes with nothing there",
        rows("3M 8F", "", brewery1=["9R 12S", ""], jazz1=["8S", ""]),
        "play 3M brewery1",
        "play 8F jazz1",
        "You kept 8F in hand, which makes a pair of 8s at jazz1.",
    ),
    Fault(
        "a first card that goes with nothing in hand",
        rows("3M 8F", "", brewery1=["", ""], jazz1=["8S", ""]),
        "play 3M brewery1",
        "draw",
        "You began at brewery1 with 3M, and nothing else in your hand goes with it.",
    ),
    Fault(
        "still behind",
        rows("9C 8F", "", brewery1=["9R", "12F 12M"], jazz1=["8S", ""]),
        "play 9C brewery1",
        "draw",
        "Even with 9C, 1 is ahead of you at brewery1 with a pair of 12s.",
    ),
    Fault(
        "a pair could have waited",
        rows("9C 9F", "", brewery1=["9R", "3F"], jazz1=["8S", ""]),
        "play 9C brewery1",
        "draw",
        "Nobody has called a shootout at brewery1: 9C could have waited in your hand with 9F.",
    ),
    Fault(
        "a rival's shootout comes next",
        rows("9C 8F", "", brewery1=["9R", "12F 12M 3C 5M 6S"], jazz1=["8S", ""]),
        "play 8F jazz1",
        "play 9C brewery1",
        "1’s shootout at brewery1 came next, and you left it with high card 9 against a pair of 12s.",
    ),
    Fault(
        "a rival's shootout comes next where nothing lies",
        rows("9C 8F", "", brewery1=["", "12F 12M 3C 5M 6S"], jazz1=["8S", ""]),
        "play 8F jazz1",
        "play 9C brewery1",
        "1’s shootout at brewery1 came next, and you had no card there against a pair of 12s.",
    ),
    Fault(
        "a rival needs only this business",
        lambda: table(
            ["9C 8F", ""], {"brewery1": ["9R", "12F 12M"], "jazz1": ["8S", ""]}, controlled=["", "brewery2 brewery3"]
        ),
        "play 8F jazz1",
        "play 9C brewery1",
        "You left brewery1 to 1, who needs only that to win the game.",
    ),
    Fault(
        "a Limousine breaks a hand",
        rows("limousine 8F", "", brewery1=["9R 9M", ""], jazz1=["8S", ""]),
        "limousine brewery1 jazz1 9R",
        "play 8F jazz1",
        "Moving 9R left you only high card 9 at brewery1, where you had a pair of 9s.",
    ),
    Fault(
        "a Limousine empties a column",
        rows("limousine 8F", "", brewery1=["9R", ""], jazz1=["8S", ""]),
        "limousine brewery1 jazz1 9R",
        "play 8F jazz1",
        "Moving 9R left you without a card at brewery1.",
    ),
    Fault(
        "a Bribery takes the wrong card",
        lambda: table(["bribery 8F", ""], {"brewery1": ["9R 9M", ""], "jazz1": ["8S", ""]}, discard="2C 9C"),
        "bribery 2C",
        "bribery 9C",
        "You took 2C; 9C would have put three of a kind within reach at brewery1.",
    ),
    Fault(
        "actions are left",
        lambda: table(["8F", ""], {"brewery1": ["9R 9M", ""], "jazz1": ["8S", ""]}, due=0, extra=2),
        "end",
        "play 8F jazz1",
        "You ended your turn with 2 actions left.",
    ),
)


@pytest.mark.parametrize("case", CASES, ids=[case.name for case in CASES])
def test_the_sentence_names_what_the_move_gave_up(case: Fault) -> None:
    view = case.position().full_view(0)
    assert {case.move, case.better} <= set(view.legal)
    line = chicago_poker.presentation.fault(view, case.move, case.better)
    assert (text_of(line) if line else "") == case.says
    assert line is None or whole(line)
