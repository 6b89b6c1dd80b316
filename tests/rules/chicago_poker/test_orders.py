"""The orders that a player of Chicago Poker may give in advance, and their answers (rules 6.4)."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from games.rules import record
from games.rules.chicago_poker import GAME
from games.rules.chicago_poker.state import State
from games.rules.contract import Seat
from games.rules.standing_orders import ONLY_MOVE
from games.rules.vocabulary import Order
from tests.rules.chicago_poker.tables import ENGLISH, FRENCH, do, table

automatic_move = GAME.automation.automatic_move
orders = GAME.automation.orders

LEVEL = ["4R 5R 6R 7R 8R", "4M 5M 6M 7M 8M"]
MAKE = {"only_move": "make"}
RECORDS = sorted((Path(__file__).parents[2] / "records/chicago_poker").glob("*tie*.record.json"))


def tie_order(state: State, seat: Seat = 0) -> Order:
    return next(order for order in orders(state.view(seat)) if order.name == "tie")


def offered(state: State, seat: Seat = 0) -> list[str]:
    return [choice.value for choice in tie_order(state, seat).choices]


def tied(options: dict[str, Any], *hands: str) -> State:
    state = table(list(hands), {"brewery1": LEVEL, "jazz1": ["", ""]}, options=options, active=1, due=0)
    do(state, "end")
    assert state.tie is not None
    return state


def made(state: State, seat: Seat = 0, **given: str) -> str | None:
    return automatic_move(state.view(seat), given)


@pytest.mark.parametrize(
    ("wish", "move"),
    [("highest", "send 12R"), ("lowest", "send 2M"), ("9S", "send 9S"), ("5S", None), ("raid1", None), ("", None)],
)
@pytest.mark.parametrize("options", [ENGLISH, FRENCH], ids=["english", "french"])
def test_sends_the_ordered_card_if_it_is_in_hand(options: dict[str, Any], wish: str, move: str | None) -> None:
    assert made(tied(options, "12R 9S 2M raid1", "1C"), tie=wish) == move


def test_declines_only_where_that_is_allowed() -> None:
    assert made(tied(FRENCH, "12R 9S", "1C"), tie="decline") == "decline"
    assert made(tied(ENGLISH, "12R 9S", "1C"), tie="decline") is None


@pytest.mark.parametrize("wish", ["highest", "lowest", "12R"])
def test_without_a_gangster_there_is_nothing_to_send(wish: str) -> None:
    assert made(tied(FRENCH, "raid1", "1C"), tie=wish) is None


def test_a_gangster_that_was_sent_is_not_sent_again_in_the_next_round() -> None:
    state = tied(ENGLISH, "12R 9S", "12C 3C")
    assert made(state, tie="12R") == "send 12R"
    do(state, "0 send 12R", "1 send 12C")
    assert state.tie is not None and state.to_move == {0, 1}
    assert "12R" not in offered(state)
    assert made(state, tie="12R") is None
    assert made(state, tie="highest") == "send 9S"


def test_who_has_answered_or_is_not_tied_is_not_made_to_move() -> None:
    state = tied(ENGLISH, "12R 9S", "12C 3C")
    do(state, "0 send 12R")
    assert made(state, tie="highest", **MAKE) is None
    aside = table(["1R", "2R", "3R"], {"brewery1": [*LEVEL, "1S"]}, active=2, due=0)
    do(aside, "end")
    assert made(aside, 2, tie="highest", **MAKE) is None


@pytest.mark.parametrize(
    ("options", "hand", "move"),
    [(ENGLISH, "12R raid1", "send 12R"), (ENGLISH, "12R 9S", None), (FRENCH, "", "decline"), (FRENCH, "12R", None)],
)
def test_makes_the_only_answer_to_a_tie(options: dict[str, Any], hand: str, move: str | None) -> None:
    assert made(tied(options, hand, "1C"), **MAKE) == move


def test_makes_the_only_action_and_the_only_end() -> None:
    street = {"jazz1": ["", ""]}
    assert made(table(["raid1", "2R"], street), **MAKE) == "draw"
    assert made(table(["", "2R"], street, deck=""), **MAKE) == "end"
    assert made(table(["", "2R"], street, options=FRENCH, due=0, extra=3), **MAKE) is None


def test_the_standing_order_for_ties_does_not_apply_to_turns() -> None:
    assert made(table(["1R 2R", "3R"], {"jazz1": ["", ""]}), tie="highest") is None


def test_offers_every_gangster_in_hand_the_lowest_first_and_no_special() -> None:
    assert offered(table(["12R 9S 2M raid1 9R", ""], {"jazz1": ["", ""]})) == [
        "highest",
        "lowest",
        "2M",
        "9R",
        "9S",
        "12R",
    ]


def test_declining_to_send_is_offered_in_the_french_edition_only() -> None:
    assert offered(table(["", ""], {"jazz1": ["", ""]}, options=FRENCH)) == ["highest", "lowest", "decline"]
    assert offered(table(["", ""], {"jazz1": ["", ""]})) == ["highest", "lowest"]


@pytest.mark.parametrize(
    ("columns", "soon"),
    [
        (["1R", LEVEL[1], ""], True),
        ([LEVEL[0], "", "1R"], True),
        ([LEVEL[0], "", ""], False),
        (["", LEVEL[1], "1R"], False),
        (["1R", "2R", "3R"], False),
    ],
)
def test_a_tie_may_come_soon_where_a_shootout_is_called_among_us(columns: list[str], soon: bool) -> None:
    assert tie_order(table(["9F", "10F", "11F"], {"brewery1": columns})).soon == soon


def test_only_who_is_in_the_game_has_orders_to_give() -> None:
    state = table(["1R", "2R", "3R"], {"jazz1": ["", "", ""]})
    assert orders(state.view(None)) == ()
    do(state, "2 resign")
    assert orders(state.view(2)) == ()
    assert [order.name for order in orders(state.view(1))] == ["tie", ONLY_MOVE.name]
    do(state, "1 resign")
    assert {orders(state.view(seat)) for seat in range(3)} == {()}


def test_standing_orders_do_not_change_what_others_see() -> None:
    """Orders are not part of the game's state: no view contains them, and their choices are private."""
    mine = table(["12R 9S", "1C"], {"jazz1": ["", ""]}, deck="2C 3C")
    other = table(["11M 8F", "1C"], {"jazz1": ["", ""]}, deck="2C 3C")
    assert orders(mine.view(1)) == orders(other.view(1))
    assert mine.view(1) == other.view(1)


@pytest.mark.parametrize("wish", ["highest", "lowest"])
def test_in_the_ties_of_recorded_games_standing_orders_send_when_possible(wish: str) -> None:
    """The golden games include ties of both editions, one that continues and one from which a player resigns."""
    asked = 0
    for file in RECORDS:
        for state in record.replay(record.read(file.read_text(encoding="utf-8"))):
            for seat in state.to_move if state.tie else ():
                asked += 1
                can_send = any(move.startswith("send") for move in state.legal_moves(seat))
                assert (made(state, seat, tie=wish) is not None) == can_send
    assert asked > 10
