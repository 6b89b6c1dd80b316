"""The merits and risks of moves, position by position: first the recommended move, then another one."""

from __future__ import annotations

import pytest

from games.rules.chicago_poker import GAME as chicago_poker
from games.rules.chicago_poker.state import State
from tests.rules.chicago_poker.tables import FRENCH, do, table
from tests.rules.plain_text import Case, reason_texts


def tie() -> State:
    """Return two full columns that are tied after their shootout; seat 0 may send a gangster."""
    street = {"brewery1": ["1R 3M 5S 9C 13F", "1M 3R 5C 9S 13R"], "jazz1": ["", ""]}
    state = table(["12R 2M 7C raid1", "1C"], street, options=FRENCH, active=1, due=0)
    do(state, "end")
    assert state.tie is not None
    return state


CASES = (
    Case(
        "a card that makes a pair, or one for a place where nothing lies",
        lambda: table(["5C 9M", "1F"], {"jazz1": ["5R", "9F"], "brewery1": ["", ""]}),
        {
            "play 5C jazz1": (
                "That makes a pair of 5s right away.",
                "One 5 would complete three of a kind at jazz1: 3 of the 77 unseen cards fit.",
                "That beats what 1 shows there: high card 9.",
            ),
            "play 9M brewery1": ("6 of the 77 unseen cards would make a pair at brewery1.",),
            "draw": (
                "One 5 would complete three of a kind at jazz1: 3 of the 77 unseen cards fit.",
                "With only 2 gangsters in hand there’s little to choose from.",
            ),
        },
    ),
    Case(
        "the rival who shows most is named, and what is still in hand counts",
        lambda: table(["5C 9M", "1F", "2F"], {"jazz1": ["9R", "3C 3F", "4R 4S"], "brewery1": ["", "", ""]}),
        {
            "play 9M jazz1": (
                "That makes a pair of 9s right away.",
                "One 9 would complete three of a kind at jazz1: 3 of the 74 unseen cards fit.",
                "That beats what 2 shows there: a pair of 4s.",
            ),
            "play 5C jazz1": (
                "It costs little: the card is no use anywhere else.",
                "2 is ahead there with a pair of 4s.",
            ),
        },
    ),
    Case(
        "a marker with a full house, or with nothing",
        lambda: table(
            ["6C 9M", "1F"],
            {"jazz1": ["6R 6S 9F 9C", "12F 12M 3S"], "brewery1": ["4C 7R 11M 13F", "14F 14M 14C 2R"]},
        ),
        {
            "play 9M jazz1": (
                "It makes a full house of 9s over 6s and calls the shootout.",
                "But 1 shows a pair of 12s there and has room for 2 more cards.",
            ),
            "play 6C brewery1": (
                "It makes high card 13 and calls the shootout.",
                "1 is ahead there with three 14s.",
            ),
        },
    ),
    Case(
        "under the marker of a rival with hidden cards",
        lambda: table(["9M 15R", "1F"], {"jazz1": ["6R 6S 9F 9C", "8F 8M 8S 3C 11C"], "brewery1": ["", ""]}),
        {
            "play 9M jazz1": (
                "Before the shootout, it completes a full house of 9s over 6s.",
                "But 1 shows three 8s there, and 2 cards are hidden.",
            ),
            "play 15R jazz1": (
                "Before the shootout, it completes two pairs, 9s and 6s.",
                "1 is ahead there with three 8s.",
            ),
        },
    ),
    Case(
        "under a marker where all lies open",
        lambda: table(["9M 15R", "1F"], {"brewery1": ["6R 6S 9F 9C", "8F 8M 8S 3C 11C"], "jazz1": ["", ""]}),
        {
            "play 9M brewery1": (
                "Before the shootout, it completes a full house of 9s over 6s.",
                "It beats the best hand there: 1 has three 8s.",
            ),
            "play 15R brewery1": (
                "Before the shootout, it completes two pairs, 9s and 6s.",
                "1 is ahead there with three 8s.",
            ),
        },
    ),
    Case(
        "the business that wins the game, or the one that a rival wins it with",
        lambda: table(
            ["5C 12M", "1F"],
            {"jazz3": ["5R", "9F"], "brewery1": ["12R", ""]},
            controlled=["jazz1 jazz2", "brewery2 brewery3"],
        ),
        {
            "play 5C jazz3": (
                "That makes a pair of 5s right away.",
                "One 5 would complete three of a kind at jazz3: 3 of the 76 unseen cards fit.",
                "jazz3 would win the game.",
                "That beats what 1 shows there: high card 9.",
            ),
            "play 12M brewery1": (
                "That makes a pair of 12s right away.",
                "One 12 would complete three of a kind at brewery1: 3 of the 76 unseen cards fit.",
                "1 would win the game with brewery1.",
            ),
        },
    ),
    Case(
        "as much as a rival shows",
        lambda: table(["9M 6M", "1F"], {"jazz1": ["9F", "9R 6F"], "brewery1": ["", "2R"]}),
        {
            "play 9M jazz1": (
                "That makes a pair of 9s right away.",
                "One 9 would complete three of a kind at jazz1: 2 of the 75 unseen cards fit.",
                "That beats what 1 shows there: high card 9.",
            ),
            "play 6M jazz1": (
                "It costs little: the card is no use anywhere else.",
                "1 ties you there with high card 9.",
            ),
        },
    ),
    Case(
        "nothing to lay anywhere",
        lambda: table(["raid1", "1F"], {"jazz1": ["9F 9C 9M 9R 9S", "2F"], "brewery1": ["6C 6F 6M 6R 6S", "4R"]}),
        {
            "draw": ("There’s no gangster in hand to play.",),
            "raid jazz1 1": ("1 has nothing hidden at jazz1: it only uses up an action.",),
        },
    ),
    Case(
        "specials against a column with hidden cards, and out of the discards",
        lambda: table(
            ["raid1 liquidation bribery 5C 7C 8S 9M", "1F"],
            {"speakeasy1": ["5R", "9F 2M 8C"], "gambling1": ["", "12M"], "jazz1": ["", ""]},
            discard="revolver 5S",
        ),
        {
            "raid speakeasy1 1": (
                "It shows 1’s 2 hidden cards at speakeasy1.",
                "1 is ahead there with high card 8.",
            ),
            "raid gambling1 1": ("1 has nothing hidden at gambling1: it only uses up an action.",),
            "liquidation speakeasy1 1": ("It removes 1’s only visible card at speakeasy1.",),
            "bribery revolver": ("The special card is worth more than the Bribery.",),
            "bribery 5S": ("It puts three of a kind within reach at speakeasy1.",),
        },
    ),
    Case(
        "a liquidation where nothing is to be seen, and a revolver",
        lambda: table(["liquidation revolver 4M", "1F"], {"speakeasy1": ["", "9F 2M"], "jazz1": ["", ""]}),
        {
            "revolver": ("It gives two more actions for playing the cards in hand.",),
            "liquidation speakeasy1 1": ("It removes 1’s last card at speakeasy1.",),
        },
    ),
    Case(
        "a limousine that leaves a card, or none",
        lambda: table(["limousine 2M", "1F"], {"jazz1": ["9R 4C", "8F"], "brewery1": ["9S", "3C"]}),
        {
            "limousine jazz1 brewery1 9R": ("That makes a pair of 9s at brewery1 and leaves high card 4 at jazz1.",),
            "limousine jazz1 brewery1 9R 4C": ("That makes a pair of 9s at brewery1.",),
        },
    ),
    Case(
        "a tie, in which one may decline",
        tie,
        {
            "send 12R": ("The highest gangster sent wins the tie, and this is the highest in hand.",),
            "send 7C": ("The highest gangster sent wins the tie; 1 higher one is saved for later.",),
            "send 2M": ("The highest gangster sent wins the tie; 2 higher ones are saved for later.",),
            "decline": ("This business isn’t worth a gangster.",),
        },
    ),
)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_the_merits_and_risks_of_moves(case: Case) -> None:
    assert reason_texts(chicago_poker, case) == case.reasons
