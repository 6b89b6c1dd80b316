"""The reasons why a card can't be used, shown before a player tries."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from games.rules.chicago_poker import GAME
from games.rules.chicago_poker.pieces import VALUE
from games.rules.contract import Illegal
from tests.rules.chicago_poker.boards import english
from tests.rules.chicago_poker.tables import ENGLISH, FRENCH, as_it_lies, table
from tests.rules.playout import playout

board = GAME.presentation.board

ME = 0
FULL = "2C 6C 4C 11C 13C"


def why(hand: str, card: str, lying: dict[str, list[str]], **facts: Any) -> str:
    state = table([hand, "1F"], lying, **facts)
    shown = board(state.view(ME), {}, ())
    reason = next(each.why for each in shown.hand if each.code == card)
    assert reason is not None
    return f"{reason.paragraph} {english(reason.says)}"


@pytest.mark.parametrize(
    ("hand", "card", "lying", "facts", "start"),
    [
        ("bribery 3R", "bribery", {"jazz1": ["", ""]}, {}, "5.6 The discard pile is empty"),
        (
            "bribery 3R 4R 5R 6R 7R 8R 9R",
            "bribery",
            {"jazz1": ["", ""]},
            {"discard": "1R", "due": 1},
            "3.6 A turn ends with 7",
        ),
        (
            "1R 2R 3R 4R 5R 6R 7R raid1 liquidation",
            "liquidation",
            {"jazz1": [FULL, "9S"]},
            {"due": 0, "extra": 2},
            "3.6 After this you couldn’t get back to 7 cards",
        ),
        ("raid1 3R", "raid1", {"jazz1": ["9S", ""]}, {}, "5.3 Nobody else has a card"),
        ("liquidation 3R", "liquidation", {"jazz1": ["9S", ""]}, {}, "5.2 Nobody else has a card"),
        ("liquidation 3R", "liquidation", {"jazz1": ["9S", FULL]}, {}, "5.2 All the others’ cards are safe"),
        ("limousine 3R", "limousine", {"jazz1": ["", "9S"], "brewery1": ["", ""]}, {}, "5.4 None of your cards"),
        ("3R 4R", "3R", {"jazz1": [FULL, ""]}, {}, "4.2 You already have five cards"),
    ],
)
def test_each_has_its_reason(
    hand: str, card: str, lying: dict[str, list[str]], facts: dict[str, object], start: str
) -> None:
    assert why(hand, card, lying, **facts).startswith(start)


@pytest.mark.parametrize("options", [ENGLISH, FRENCH], ids=["english", "french"])
def test_in_random_games_every_card_that_is_not_usable_has_the_reason_of_the_rules(options: dict[str, object]) -> None:
    """If the rules give a single answer for a card, the reason is that answer; a usable card has no reason."""
    compared = 0
    for seats in (2, 3, 5):
        states: Iterator[Any] = (state for state, _events in playout(GAME, options, seats, seed=500 + seats))
        for state in states:
            for seat in state.to_move:
                for card in board(state.view(seat), {}, ()).hand:
                    assert (card.why is None) == (card.usable or not state.legal_moves(seat))
                    if card.why and card.code == "bribery" and state.phase == "turn":
                        text = f"bribery {next(iter(state.discarded), '1R')}"
                    elif card.why and state.phase == "tie" and card.code not in VALUE:
                        text = f"send {card.code}"
                    else:
                        continue
                    with pytest.raises(Illegal) as refused:
                        state.copy().apply(seat, text, as_it_lies)
                    if refused.value.code != "unreadable":
                        assert card.why.paragraph == refused.value.paragraph
                        assert card.why.says == GAME.presentation.refusal(refused.value)
                        compared += 1
    assert compared


def test_columns_that_a_chosen_card_cannot_go_to_are_refused_by_the_rules() -> None:
    """Each column has a short explanation, and the rules refuse the corresponding move."""
    hands = ["3R raid1 liquidation", "1F", "5C"]
    lying = {"jazz1": [FULL, "", "9S"], "brewery1": ["", "2R 3S 5S 7S 9C", ""]}
    state = table(hands, lying)
    shown = board(state.view(ME), {}, ())
    refused = {(each.kind, each.move) for there in shown.streets for rail in there.rails for each in rail.refused}
    assert refused == {
        ("gangster", "play * jazz1"),
        ("raid", "raid jazz1 1"),
        ("raid", "raid brewery1 2"),
        ("liquidation", "liquidation jazz1 1"),
        ("liquidation", "liquidation brewery1 1"),
        ("liquidation", "liquidation brewery1 2"),
    }
    for _kind, move in refused:
        with pytest.raises(Illegal):
            state.copy().apply(ME, move.replace("*", "3R"), as_it_lies)
