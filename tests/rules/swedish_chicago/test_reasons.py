"""The explanations of a comparison, of a hand's result, and of its effect on the race (rules 3–6)."""

from __future__ import annotations

from collections.abc import Sequence

from games.rules.contract import Event, redact
from games.rules.swedish_chicago import GAME
from games.rules.swedish_chicago.board.view_model import Stage
from games.rules.swedish_chicago.state import State
from games.rules.swedish_chicago.text.reasons import meaning, why_best
from games.rules.vocabulary import Line
from tests.rules.plain_text import whole
from tests.rules.swedish_chicago.boards import BOB, HIGH, LOWER, ME, PAIR, TWO_PAIRS, make, plain
from tests.rules.swedish_chicago.situations import dealt, in_tricks

board = GAME.presentation.board


def staged(state: State, events: Sequence[Event], viewer: int | None = ME) -> Stage:
    (stage,) = board(state.view(viewer), {}, [], (), [redact(event, viewer) for event in events]).stages
    assert all(whole(line) for line in (*stage.why, *stage.means))
    return stage


def texts(lines: Sequence[Line]) -> list[str]:
    return [plain(line) for line in lines]


def test_3_3_a_comparison_says_which_rank_decided() -> None:
    state = dealt((PAIR, LOWER), phase="announce")
    stage = staged(state, make(state, "0 announce", "1 announce"))
    assert texts(stage.says) == ["The difference (pair): king beats nine."]
    assert texts(stage.means) == ["You lead with one point and need 51 more to win."]


def test_3_3_others_read_who_scored() -> None:
    state = dealt((PAIR, LOWER), phase="announce")
    stage = staged(state, make(state, "0 announce", "1 announce"), BOB)
    assert texts(stage.means) == ["0 leads with one point and needs 51 more to win."]


def test_3_4_level_hands_say_that_nothing_decided() -> None:
    state = dealt(("Ks Kd 7h 4c 3s", "Kc Kh 7d 4h 3d"), phase="announce")
    stage = staged(state, make(state, "0 announce", "1 announce"))
    assert texts(stage.says)[0] in (
        "All ranks are equal, so nobody scores.",
        "All ranks are equal: the better suit decides.",
    )


def test_4_3_the_end_of_a_hand_says_what_took_the_last_trick_and_who_leads() -> None:
    state = in_tricks("As", "Js", scores=(10, 7))
    stage = staged(state, make(state, "0 play As"))
    assert texts(stage.why)[0] == "Last trick: As is the highest card of the suit led."
    assert any(line.startswith("Best hand: ") for line in texts(stage.why))
    assert texts(stage.means)[0].startswith("You lead with ")


def test_2_2_who_reaches_the_exchange_stop_is_told() -> None:
    state = in_tricks("As", "Js", scores=(40, 7))
    events = make(state, "0 play As")
    assert "With 46 points or more, you can’t exchange any more." in texts(staged(state, events).means)
    assert "With 46 points or more, 0 can’t exchange any more." in texts(staged(state, events, BOB).means)


def test_nobody_leads_alone_where_two_are_level() -> None:
    event = Event("hand over", "6.1", None, {"hand": 1, "scores": [9, 9, 3]})
    view = dealt((PAIR, LOWER, HIGH), scores=(9, 9, 3)).view(ME)
    assert texts(meaning([event], view)) == ["You and 1 lead with 9 points and need 43 more to win."]


def test_the_leader_is_the_threat() -> None:
    """The leader comes first, then the player who has scored, or after a hand the viewer."""
    state = dealt((PAIR, LOWER, HIGH), phase="announce", scores=(10, 7, 46))
    scored = make(state, "0 announce", "1 announce", "2 pass")
    assert texts(staged(state, scored, BOB).means) == [
        "2 leads with 46 points and needs 6 more to win.",
        "0 has 11 points and needs 41 more to win.",
    ]
    event = Event("hand over", "6.1", None, {"hand": 1, "scores": [9, 3, 30]})
    view = dealt((PAIR, LOWER, HIGH), scores=(9, 3, 30)).view(ME)
    assert texts(meaning([event], view)) == [
        "2 leads with 30 points and needs 22 more to win.",
        "You have 9 points and need 43 more to win.",
    ]


def test_6_1_level_leaders_at_the_goal_are_all_named() -> None:
    hands = (PAIR, LOWER, HIGH)
    state = dealt(hands, phase="announce", scores=(51, 52, 3))
    scored = make(state, "0 announce", "1 announce", "2 pass")
    assert texts(staged(state, scored).means) == [
        "You and 1 have 52 points: the highest score wins after this hand.",
    ]
    assert texts(staged(state, scored, BOB).means) == [
        "You and 0 have 52 points: the highest score wins after this hand.",
    ]
    assert texts(staged(state, scored, 2).means) == [
        "0, 1 have 52 points: the highest score wins after this hand.",
    ]


def test_6_3_a_resigned_player_does_not_lead() -> None:
    event = Event("hand over", "6.1", None, {"hand": 1, "scores": [9, 3, 30]})
    state = dealt((PAIR, LOWER, HIGH), scores=(9, 3, 30))
    make(state, "2 resign")
    assert texts(meaning([event], state.view(ME))) == ["You lead with 9 points and need 43 more to win."]


def test_the_end_of_the_game_is_what_it_means() -> None:
    state = in_tricks("As", "Js", scores=(50, 7))
    stage = staged(state, make(state, "0 play As"), BOB)
    assert texts(stage.means)[0].startswith("0 wins the game with ")


def test_a_hand_alone_with_a_combination() -> None:
    hands = [{"cards": TWO_PAIRS.split()}, {"cards": ["Qc", "Jd", "9h", "5c", "2d"]}]
    best = why_best(hands)
    assert plain(best).endswith("nobody else holds a combination.")
    assert why_best(hands[1:]) is None
