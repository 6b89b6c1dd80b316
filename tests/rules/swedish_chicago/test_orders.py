"""The orders that a player of Swedish Chicago may give in advance, and their answers (rules 3.1, 4.2, 5.1)."""

from __future__ import annotations

from typing import Any

import pytest

from games.rules.contract import Seat
from games.rules.standing_orders import ONLY_MOVE
from games.rules.swedish_chicago import GAME
from games.rules.swedish_chicago.state import State
from games.rules.vocabulary import Order
from tests.rules.swedish_chicago.situations import dealt, in_tricks
from tests.rules.swedish_chicago.tables import PLAIN

automatic_move = GAME.automation.automatic_move
orders = GAME.automation.orders

PAIRS, NOTHING, TRIPS = "2c 2d 9h 9s Ks", "3c 4d 8c Td Qs", "5c 5d 5h Jc Ah"
MUST = PLAIN | {"must_chicago": True}
TOGETHER = PLAIN | {"together": True}


def made(state: State, seat: Seat = 0, **given: str) -> str | None:
    return automatic_move(state.view(seat), given)


def names(state: State, seat: Seat | None = 0) -> list[str]:
    return [order.name for order in orders(state.view(seat))]


def order(state: State, name: str, seat: Seat = 0) -> Order:
    return next(each for each in orders(state.view(seat)) if each.name == name)


@pytest.mark.parametrize("options", [PLAIN, TOGETHER], ids=["in turn", "together"])
@pytest.mark.parametrize("part", [1, 2])
@pytest.mark.parametrize(
    ("hand", "wish", "move"),
    [
        (PAIRS, "best", "announce"),
        (NOTHING, "best", "pass"),
        (PAIRS, "silent", "pass"),
        (NOTHING, "silent", "pass"),
        (PAIRS, "", None),
        (PAIRS, "pair", None),
    ],
)
def test_3_1_announces_or_passes(options: dict[str, Any], part: int, hand: str, wish: str, move: str | None) -> None:
    assert made(dealt((hand, TRIPS), options, "announce", part), announce=wish) == move


def test_3_1_the_best_is_passed_when_it_does_not_lead() -> None:
    state = dealt((TRIPS, PAIRS, "6c 6d 6h 8s Th"), phase="announce")
    state.apply(0, "announce", list)
    assert made(state, 1, announce="best") == "pass"
    state.apply(1, "pass", list)
    assert made(state, 2, announce="best") == "announce"


def test_together_the_best_is_announced_and_passed_later_if_it_does_not_lead() -> None:
    state = dealt((TRIPS, PAIRS), TOGETHER, "announce")
    assert made(state, 1, announce="best") == "announce"
    state.apply(1, "announce", list)
    assert made(state, 1, announce="best", only_move="make") is None
    state.apply(0, "announce", list)
    assert [seat.said[0] for seat in state.view(None).seats] == ["trips", "pass"]


@pytest.mark.parametrize(
    ("score", "has_made", "move"),
    [(49, [], "announce"), (50, [], None), (50, [0], "announce")],
)
def test_7_4_does_not_announce_what_would_reset_the_score(score: int, has_made: list[int], move: str | None) -> None:
    """Two pairs score 2 points."""
    state = dealt((PAIRS, NOTHING, TRIPS), MUST, "announce", scores=(score, 0, 0))
    state.made = has_made
    assert made(state, announce="best") == move
    assert made(state, announce="silent") == "pass"


def test_7_1_the_round_before_the_tricks_needs_a_decision() -> None:
    options = PLAIN | {"four_of_a_kind": "reset"}
    state = dealt(("7c 7d 7h 7s Ks", NOTHING), options, "quads")
    assert made(state, announce="best") is None
    assert made(state, announce="silent") is None
    assert made(dealt((PAIRS, NOTHING), options, "quads"), announce="best", only_move="make") == "pass"


@pytest.mark.parametrize("options", [PLAIN, TOGETHER], ids=["in turn", "together"])
def test_5_1_never_declares(options: dict[str, Any]) -> None:
    state = dealt(("As Ks Qs Js Ts", NOTHING), options, "chicago", scores=(40, 40))
    assert made(state, chicago="never") == "pass"
    assert made(state, chicago="") is None
    assert made(state, announce="best", trick="lowest") is None


@pytest.mark.parametrize(
    ("hand", "trick", "follow", "lowest"),
    [
        ("Tc 4c 3d Ah", "9c", "play 4c", "play 4c"),
        ("Tc 4c 3d Ah", "9s", "play 3d", "play 3d"),
        ("Ac 3d Ah", "9c", "play Ac", "play Ac"),
        ("Tc 3d Ah 3s", "", None, "play 3d"),
    ],
)
def test_4_2_plays_the_lowest(hand: str, trick: str, follow: str | None, lowest: str) -> None:
    """The lowest card of the suit led is played, or of the whole hand without that suit."""
    state = in_tricks(hand, trick)
    assert made(state, trick="follow") == follow
    assert made(state, trick="lowest") == lowest
    assert made(state, trick="highest") is None


@pytest.mark.parametrize("wish", ["follow", "lowest"])
def test_5_2_the_declarer_needs_a_decision(wish: str) -> None:
    state = in_tricks("Tc 4c 3d Ah", "9c", declarer=0)
    assert made(state, trick=wish) is None
    assert made(in_tricks("Tc 4c 3d Ah", "9c", declarer=1), trick=wish) == "play 4c"


def test_4_2_the_only_legal_card_is_played() -> None:
    assert made(in_tricks("Ac 3d Ah", "9c"), only_move="make") == "play Ac"
    assert made(in_tricks("Ac 3d Ah", "9s"), only_move="make") is None


def test_exchanges_and_choices_are_never_ordered() -> None:
    everything = {"announce": "best", "chicago": "never", "trick": "lowest", "only_move": "make"}
    assert automatic_move(dealt((PAIRS, NOTHING)).view(0), everything) is None
    choosing = dealt(("7c 7d 7h 7s Ks", NOTHING), PLAIN | {"four_of_a_kind": "reset"}, "choose")
    assert automatic_move(choosing.view(0), everything) is None


def test_a_seat_not_to_move_gets_no_automatic_move() -> None:
    state = dealt((PAIRS, TRIPS), phase="announce")
    assert made(state, 1, announce="best", only_move="make") is None


def test_the_order_for_tricks_lapses_with_the_hand() -> None:
    assert names(dealt((PAIRS, NOTHING), phase="announce", part=2)) == ["announce", "chicago", "only_move"]
    assert names(dealt((PAIRS, NOTHING), phase="chicago")) == ["announce", "chicago", "trick", "only_move"]
    last = in_tricks("Tc", "9c")
    assert "trick" in names(last)
    last.apply(0, "play Tc", lambda pieces: list(pieces))
    assert last.phase == "exchange"
    assert "trick" not in names(last)


def test_an_order_is_offered_when_it_may_be_needed_next() -> None:
    waiting = dealt((PAIRS, TRIPS), scores=(15, 14))
    assert [each.name for each in orders(waiting.view(1)) if each.soon] == ["announce"]
    asked = dealt((PAIRS, TRIPS), phase="chicago", scores=(15, 14))
    assert [each.name for each in orders(asked.view(0)) if each.soon] == ["chicago", "trick"]
    assert [each.name for each in orders(asked.view(1)) if each.soon] == ["trick"]
    below = dealt((PAIRS, TRIPS), PLAIN | {"negative": True}, "chicago", scores=(-3, 14))
    assert order(below, "chicago").soon
    assert [each.name for each in orders(in_tricks("Tc 3d", "9c", declarer=0).view(0)) if each.soon] == []


def test_only_who_is_in_the_game_has_orders_to_give() -> None:
    state = dealt((PAIRS, NOTHING, TRIPS))
    assert names(state, None) == []
    state.apply(2, "resign", list)
    assert names(state, 2) == []
    state.apply(1, "resign", list)
    assert [names(state, seat) for seat in range(3)] == [[], [], []]


def test_only_move_is_the_one_that_all_games_share() -> None:
    assert ONLY_MOVE in orders(dealt((PAIRS, NOTHING)).view(0))


def test_offered_orders_do_not_depend_on_cards() -> None:
    assert orders(dealt((PAIRS, NOTHING)).view(0)) == orders(dealt((NOTHING, PAIRS)).view(0))
