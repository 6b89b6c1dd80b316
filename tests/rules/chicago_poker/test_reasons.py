"""The explanations of a shootout's result and of the importance of the business (rules 6–8)."""

from __future__ import annotations

import pytest

from games.rules.chicago_poker import GAME
from games.rules.chicago_poker.text.reasons import needs, why_sent, why_shootout
from games.rules.contract import redact
from tests.rules.chicago_poker.boards import BOB, EVE, ME, some_table
from tests.rules.chicago_poker.tables import do
from tests.rules.plain_text import text_of, whole

board = GAME.presentation.board


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
        (("5R 6C 7R 8S 9M", "5M 6R 7M 8C 9S"), 2, "A tie: each has a straight, 9 high."),
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
    ("tiles", "short", "means"),
    [
        ("", False, "1 needs at least 3 more businesses to win."),
        ("jazz1", False, "1 needs at least 2 more businesses to win."),
        ("jazz1 jazz2", False, "1 needs one more jazz club to win."),
        ("jazz1 brewery2 gambling3", False, "1 only needs a speakeasy to win."),
        ("jazz1 brewery2 gambling3 gambling1", False, "1 needs one more business to win."),
        ("", True, "1 needs at least 2 more businesses to win."),
        ("jazz1", True, "1 needs one more jazz club to win."),
        ("jazz1 brewery2", True, "1 needs one more business to win."),
    ],
)
def test_8_1_what_is_still_needed_to_win(tiles: str, short: bool, means: str) -> None:
    line = needs(1, tuple(tiles.split()), short, 0)
    assert line is not None
    assert text_of(line) == means
    assert whole(line)


def test_what_is_still_needed_speaks_to_the_viewer() -> None:
    assert text_of(needs(0, ("jazz1", "jazz2"), False, 0)) == "You need one more jazz club to win."
    assert text_of(needs(0, (), False, 0)) == "You need at least 3 more businesses to win."


def test_what_it_means_begins_with_the_threat() -> None:
    """A rival about to win comes before the player who has just taken a business, and before the viewer."""
    state = some_table(active=ME, due=0)
    state.hands[ME] = ["9M"]
    state.controlled[EVE] = ["speakeasy1", "speakeasy2"]
    events = do(state, "end")
    (stage,) = board(state.view(ME), {}, [], (), [redact(event, ME) for event in events]).stages
    assert text_of(stage.means[0]) == f"{EVE} needs one more speakeasy to win."
    assert len(stage.means) == len(set(map(text_of, stage.means))) > 1
    assert sum(each.number for each in stage.held) == 1


def test_a_stage_says_why_and_what_it_means() -> None:
    state = some_table(active=ME, due=0)
    state.hands[ME] = ["9M"]
    events = do(state, "end")
    for viewer in (ME, BOB, EVE, None):
        (stage,) = board(state.view(viewer), {}, [], (), [redact(event, viewer) for event in events]).stages
        assert len(stage.why) == 1
        assert all(whole(line) for line in (*stage.why, *stage.means))
        assert stage.means
