"""Plans for the rest of a hand, evaluated from the player's own view (rules 3.1, 4.2, 5.1)."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

import pytest

from games.rules.contract import Illegal, Seat
from games.rules.swedish_chicago import GAME
from games.rules.swedish_chicago.state import State
from games.rules.vocabulary import Plan
from tests.rules.plain_text import text_of
from tests.rules.playout import kinds_of_games, or_resign, playout
from tests.rules.swedish_chicago.situations import dealt, in_tricks
from tests.rules.swedish_chicago.tables import PLAIN, as_it_lies, table
from tests.rules.swedish_chicago.test_secrecy import permuted

automation, presentation = GAME.automation, GAME.presentation

PAIRS, NOTHING, TRIPS = "2c 2d 9h 9s Ks", "3c 4d 8c Td Qs", "5c 5d 5h Jc Ah"
MUST, TOGETHER = PLAIN | {"must_chicago": True}, PLAIN | {"together": True}


def plan(state: State, *steps: str, seat: Seat = 0) -> Plan:
    return automation.new_plan(state.view(seat), steps)


def planned(state: State, *steps: str, seat: Seat = 0) -> str | None:
    return automation.planned_move(state.view(seat), plan(state, *steps, seat=seat))


def left(state: State, given: Plan, seat: Seat = 0) -> tuple[str, ...]:
    remaining = automation.remaining_plan(state.view(seat), given)
    return () if remaining is None else remaining.steps


def refusal(state: State, *steps: str) -> str:
    with pytest.raises(Illegal) as refused:
        plan(state, *steps)
    return text_of(presentation.refusal(refused.value))


def summary(state: State, *steps: str) -> list[str]:
    return [*map(text_of, presentation.plan_summary(state.view(0), plan(state, *steps)))]


def obstacle(state: State, *steps: str) -> str:
    line = presentation.plan_obstacle(state.view(0), plan(state, *steps))
    return "" if line is None else text_of(line)


@pytest.mark.parametrize("options", [PLAIN, TOGETHER], ids=["in turn", "together"])
@pytest.mark.parametrize(
    ("hand", "step", "move"),
    [
        (PAIRS, "announce best", "announce"),
        (NOTHING, "announce best", "pass"),
        (PAIRS, "announce silent", "pass"),
    ],
)
def test_3_1_a_planned_answer_is_given_in_the_announcing(
    options: dict[str, Any], hand: str, step: str, move: str
) -> None:
    assert planned(dealt((hand, TRIPS), options, "announce"), step) == move


def test_3_1_the_answer_is_for_the_announcing_that_follows_the_exchange() -> None:
    state = dealt((PAIRS, TRIPS), phase="exchange")
    given = plan(state, "announce best")
    assert automation.planned_move(state.view(0), given) is None
    for move in ("exchange", "exchange", "announce", "announce", "exchange", "exchange"):
        assert left(state, given) == (("announce best",) if state.said[0][0] is None else ())
        state.apply(state.due[0], move, as_it_lies)
    assert state.phase == "announce"
    assert automation.planned_move(state.view(0), given) is None


def test_7_a_sealed_answer_ends_the_plan() -> None:
    state = dealt((PAIRS, TRIPS), TOGETHER, "announce")
    given = plan(state, "announce silent")
    state.apply(0, "pass", as_it_lies)
    assert left(state, given) == ()


def test_7_4_the_player_is_asked_if_announcing_could_cost_all_points() -> None:
    state = dealt((PAIRS, TRIPS), MUST, "announce", scores=(51, 0))
    assert planned(state, "announce best") is None
    assert obstacle(state, "announce best").startswith("Announcing could send you back to 0")
    assert planned(state, "announce silent") == "pass"


def test_5_1_never_passes_in_the_round_of_chicago_only() -> None:
    state = dealt((TRIPS, PAIRS), phase="chicago", scores=(20, 20))
    given = plan(state, "chicago never")
    assert automation.planned_move(state.view(0), given) == "pass"
    for _ in range(2):
        state.apply(state.due[0], "pass", as_it_lies)
    assert left(state, given) == ()


@pytest.mark.parametrize(
    ("step", "hand", "trick", "card"),
    [
        ("tricks low", "2h 9h Qc Kd As", "5h", "2h"),
        ("tricks low", "9h Qc Kd As", "5s", "As"),
        ("tricks low", "9h Qc Kd As", "5d", "Kd"),
        ("tricks low", "3c 9h Qc As", "5d", "3c"),
        ("tricks low Qc 9h 3c As", "3c 9h Qc As", "5d", "Qc"),
        ("tricks low 3c", "3c 9h Qc As", "5d", "9h"),
        ("tricks win", "2h 9h Qh Kd As", "5h", "9h"),
        ("tricks win", "2h 9h Qh Kd As", "Kh", "2h"),
        ("tricks win As", "2s 9h As", "5s", "2s"),
        ("tricks win", "2s 9h As", "5s", "As"),
        ("tricks win", "2s 9h As", "", "2s"),
        ("tricks win", "2s As", "", "As"),
        ("tricks win As", "2s As", "", "2s"),
        ("tricks low", "2s As", "", "2s"),
    ],
)
def test_4_2_a_card_goes_by_the_way_and_the_order(step: str, hand: str, trick: str, card: str) -> None:
    assert planned(in_tricks(hand, trick), step) == f"play {card}"


def test_4_2_a_card_that_is_no_longer_held_is_skipped() -> None:
    state = in_tricks("2h 9h Qc Kd As")
    given = plan(state, "tricks low Qc 9h 2h Kd As")
    state.apply(0, "play Qc", as_it_lies)
    state.apply(1, state.legal_moves(1)[0], as_it_lies)
    assert state.due[0] == 0
    assert automation.planned_move(state.view(0), given) == "play 9h"


def test_4_2_asked_after_winning_the_lead_but_not_at_the_first_lead() -> None:
    state = in_tricks("2h 9h Qc Kd As")
    assert planned(state, "tricks low ask lead") == "play 2h"
    state.tricks[0] = 1
    assert planned(state, "tricks low ask lead") is None
    assert obstacle(state, "tricks low ask lead") == "You’ve won the lead, so your plan asks you."


def test_5_asked_in_a_chicago_and_otherwise_the_plan_breaks_it() -> None:
    state = in_tricks("2h 9h Qh", "5h", declarer=1)
    assert planned(state, "tricks low ask chicago") is None
    assert obstacle(state, "tricks low ask chicago") == "1 has declared Chicago, so your plan asks you."
    assert planned(state, "tricks low") == "play 9h"


def test_5_no_plan_plays_the_player_s_own_chicago() -> None:
    state = in_tricks("2h 9h Qh", declarer=0)
    assert refusal(state, "tricks win") == "You play a Chicago yourself. Choose each card yourself."
    other = dealt((TRIPS, PAIRS), phase="chicago", scores=(20, 20))
    given = plan(other, "tricks win")
    other.apply(0, "declare", as_it_lies)
    assert left(other, given) == ()
    assert automation.planned_move(other.view(0), given) is None


def test_4_2_asked_after_the_saved_card_had_to_go() -> None:
    state = in_tricks("2h 9h As", "5s")
    given = plan(state, "tricks low As ask lost")
    assert automation.planned_move(state.view(0), given) == "play As"
    state.apply(0, "play As", as_it_lies)
    assert automation.planned_move(state.view(0), given) is None
    line = presentation.plan_obstacle(state.view(0), given)
    assert line is not None
    assert text_of(line) == "As had to go early, so your plan asks you."


def test_an_only_card_is_played_without_asking() -> None:
    state = in_tricks("2h 9h As", "5s", declarer=1)
    state.tricks[0] = 1
    assert planned(state, "tricks low ask chicago ask lead") == "play As"


def test_a_plan_ends_with_the_hand() -> None:
    state = in_tricks("9h", "5h")
    given = plan(state, "tricks low")
    state.apply(0, "play 9h", as_it_lies)
    assert state.hand == 2
    assert left(state, given) == ()


def test_a_plan_with_a_sealed_exchange_names_only_kept_cards() -> None:
    state = dealt((PAIRS, TRIPS), TOGETHER, part=3)
    state.apply(0, "exchange 2c Ks", as_it_lies)
    assert plan(state, "tricks low 9s").steps == ("tricks low 9s",)
    assert refusal(state, "tricks low Ks") == "You don’t hold Ks. Choose a card from your hand."


@pytest.mark.parametrize(
    ("phase", "part", "steps", "text"),
    [
        ("exchange", 1, ["tricks win"], "You can plan your tricks from the last exchange on. Exchange first."),
        (
            "exchange",
            3,
            ["announce best"],
            "There’s no announcing ahead of you in this phase. Plan it with your next exchange.",
        ),
        (
            "exchange",
            2,
            ["chicago never"],
            "You can decide about Chicago from the last exchange until the first card is played.",
        ),
        ("exchange", 3, ["chicago never"], "You need 15 points to declare Chicago, and you have 0. Play on."),
        ("exchange", 3, ["tricks"], "This isn’t a plan in this game. Choose one that the table offers."),
        ("exchange", 3, ["tricks high"], "This isn’t a plan in this game. Choose one that the table offers."),
        ("exchange", 3, ["tricks win ask rain"], "This isn’t a plan in this game. Choose one that the table offers."),
        ("exchange", 3, ["declare"], "This isn’t a plan in this game. Choose one that the table offers."),
        ("exchange", 3, [""], "This isn’t a plan in this game. Choose one that the table offers."),
        ("exchange", 3, ["tricks win 2c 2c"], "2c is named twice. Name each card once."),
        ("exchange", 3, ["tricks win Jc"], "You don’t hold Jc. Choose a card from your hand."),
        (
            "exchange",
            3,
            ["tricks win", "tricks low"],
            "Your plan answers the same question twice. Give one answer to each.",
        ),
    ],
)
def test_an_impossible_plan_is_refused_with_a_sentence(phase: str, part: int, steps: Sequence[str], text: str) -> None:
    assert refusal(dealt((PAIRS, TRIPS), phase=phase, part=part), *steps) == text


def test_the_summary_says_what_the_plan_does() -> None:
    state = in_tricks("3c 9d Qc Qd As", "5h")
    assert summary(state, "tricks low 3c 9d Qc Qd As ask lead") == [
        "You follow with your lowest card and keep As for the last trick.",
        "We ask you only if you win the lead.",
        "If spades are led before that, As has to go.",
    ]
    assert summary(state, "tricks low Qc 3c As ask lead ask chicago")[0] == (
        "You follow with the first card in your order that you may play, and keep As for the last trick."
    )
    assert summary(state, "tricks win") == [
        "You take a trick whenever you can, with your cheapest card, and otherwise play your lowest.",
        "We don’t ask you again in this hand.",
    ]
    assert summary(dealt((PAIRS, TRIPS)), "announce best") == [
        "We announce your hand if it’s the highest so far, and pass otherwise."
    ]


@pytest.mark.parametrize(("options", "seats"), [*kinds_of_games(GAME), (TOGETHER, 4)])
def test_planned_moves_are_legal_and_depend_on_the_own_view_alone(options: dict[str, Any], seats: int) -> None:
    rng = Random(seats)
    plans: dict[Seat, Plan] = {}
    for number, (state, _events) in enumerate(playout(GAME, options, seats, 11, or_resign(0.003))):
        if number % 3 and state.phase != "play":
            continue
        for seat in range(seats):
            view, twin = state.view(seat), permuted(state, seat, rng).view(seat)
            steps = automation.suggested_plan(view)
            assert steps == automation.suggested_plan(twin)
            if steps:
                plans[seat] = automation.new_plan(view, [_at_random(view, step, rng) for step in steps])
            if (given := plans.get(seat)) is None:
                continue
            move = automation.planned_move(view, given)
            assert move == automation.planned_move(twin, given)
            assert move is None or move in view.legal
            assert automation.remaining_plan(view, given) == automation.remaining_plan(twin, given)
            presentation.plan_summary(view, given)
            assert presentation.plan_obstacle(view, given) is None or move is None


def _at_random(view: Any, step: str, rng: Random) -> str:
    """Return the step with a random way, order and reasons to ask if it is for the tricks."""
    if not step.startswith("tricks"):
        return step
    kept = [card for card in view.seats[view.seat].hand if card not in (view.sealed or "").split()]
    asks = [f"ask {each}" for each in ("lead", "chicago", "lost") if rng.random() < 0.3]
    return " ".join(["tricks", rng.choice(["win", "low"]), *rng.sample(kept, rng.randint(0, len(kept))), *asks])


def test_a_suggested_plan_leaves_no_question_open_but_a_promising_chicago() -> None:
    assert automation.suggested_plan(dealt((PAIRS, TRIPS)).view(0)) == ["announce best"]
    last = table([NOTHING, TRIPS], part=3, scores=(20, 20))
    assert automation.suggested_plan(last.view(0)) == ["chicago never", "tricks win"]
    aces = table(["Ac Ad Ah As Kc", TRIPS.replace("Ah", "Jd")], "chicago", 3, scores=(20, 20))
    assert automation.suggested_plan(aces.view(0)) == ["tricks win"]
