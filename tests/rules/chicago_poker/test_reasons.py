"""The explanations of a shootout's result and of the importance of the business (rules 6–8)."""

from __future__ import annotations

import pytest

from games.rules.chicago_poker import GAME
from games.rules.chicago_poker.text.reasons import holding, holds, why_sent, why_shootout
from games.rules.contract import redact
from tests.rules.chicago_poker.boards import BOB, EVE, ME, some_table
from tests.rules.chicago_poker.tables import do
from tests.rules.plain_text import text_of, whole

board = GAME.presentation.board

LONG, SHORT = {"short": False}, {"short": True}


@pytest.mark.parametrize(
    ("columns", "best", "why"),
    [
        (("6M 6C 4R", "14F 10S 3M"), 1, "The winner has a pair of 6s, the next best high card 14."),
        (("6M 6C", "5M 5C"), 1, "The winner has a pair of 6s, the next best a pair of 5s."),
        (("9M 9C 7F 7M", "9R 9S 6F 6M"), 1, "The winner has two pairs, 9s and 7s, the next best two pairs, 9s and 6s."),
        (("6M 6C 12R", "6R 6S 9M"), 1, "The same hand, so the other cards decide: the 12 beats the 9."),
        (("6M 6C 12R 5M", "6R 6S 12M 3M"), 1, "The same hand, so the other cards decide: the 5 beats the 3."),
        (("6M 6C 12R", "6R 6S"), 1, "The same hand, but with one more card: the 12."),
        (("9M",), 1, "Nobody else had any cards there."),
        (("6M 6C", "6R 6S"), 2, "A tie: each has a pair of 6s, and their other cards are equal too."),
        (("5R 6C 7R 8S 9M", "5M 6R 7M 8C 9S"), 2, "A tie: each has a straight to 9."),
    ],
)
def test_7_why_a_hand_wins(columns: tuple[str, ...], best: int, why: str) -> None:
    line = why_shootout([column.split() for column in columns], best)
    assert text_of(line) == why
    assert whole(line)


@pytest.mark.parametrize(
    ("sent", "why"),
    [
        ({"0": "9M", "1": "12C"}, "12C is the highest reinforcement."),
        ({"0": "9M", "1": None}, "9M is the highest reinforcement."),
        ({"0": "9M", "1": "9C"}, "The highest reinforcements tie again."),
        ({"0": None, "1": None}, "Nobody sent a reinforcement, so turn order decides."),
    ],
)
def test_6_4_what_reinforcements_decide(sent: dict[str, str | None], why: str) -> None:
    assert text_of(why_sent(sent)) == why


@pytest.mark.parametrize(
    ("tiles", "options", "means"),
    [
        ("jazz1", LONG, "1 has 1 business."),
        ("jazz1 brewery2", LONG, "1 has 2 businesses."),
        ("jazz1 jazz2", LONG, "1 has two of one type (Jazz Club): a third wins the game."),
        ("jazz1 brewery2 gambling3", LONG, "1 has three types of business: the fourth wins the game."),
        (
            "jazz1 brewery2 gambling3 gambling1",
            LONG,
            "1 has two of one type (Gambling House): a third wins the game.",
        ),
        ("jazz1", SHORT, "1 has one of this type (Jazz Club): a second wins the game."),
    ],
)
def test_8_1_what_a_business_means(tiles: str, options: dict[str, bool], means: str) -> None:
    line = holding(1, tiles.split(), options, 0)
    assert text_of(line) == means
    assert whole(line)


def test_the_viewer_is_told_as_you() -> None:
    assert text_of(holding(0, ["jazz1", "jazz2"], LONG, 0)).startswith("You have two of one type")
    assert text_of(holds(0, 0, 0)) == "You have no business yet."
    assert text_of(holds(0, 3, 0)) == "You have 3 businesses."


def test_a_stage_says_why_and_what_it_means() -> None:
    state = some_table(active=ME, due=0)
    state.hands[ME] = ["9M"]
    events = do(state, "end")
    for viewer in (ME, BOB, EVE, None):
        (stage,) = board(state.view(viewer), {}, [], (), [redact(event, viewer) for event in events]).stages
        assert len(stage.why) == 1
        assert all(whole(line) for line in (*stage.why, *stage.means))
        assert stage.means
