"""The default moves of Chicago Poker for an absent player (rules 3.3–3.6, 6.4, 8.4)."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from games.rules.chicago_poker import GAME as chicago_poker
from games.rules.chicago_poker.pieces import GANGSTERS, SPECIALS
from games.rules.chicago_poker.state import State
from games.rules.contract import Seat
from tests.needs import EVERYTHING
from tests.rules.chicago_poker.tables import ENGLISH, FRENCH, SHORT, do, table
from tests.rules.playout import left_to_default_moves, playout, random_shuffle

default_move = chicago_poker.automation.default_move

FIVE_EACH = ["4R 5R 6R 7R 8R", "4M 5M 6M 7M 8M"]
"""Two full columns with equal hands."""


def choice(state: State, seat: Seat = 0) -> str:
    return default_move(state.view(seat))


def test_draws_where_that_is_legal() -> None:
    assert choice(table(["1R raid1", "2R"], {"jazz1": ["", "3R"]})) == "draw"


@pytest.mark.parametrize(
    ("hand", "due", "move"), [("7", 2, "draw"), ("7", 1, "play 1R jazz1"), ("8", 2, "play 1R jazz1")]
)
def test_3_6_draws_only_while_it_can_get_down_to_seven_again(hand: str, due: int, move: str) -> None:
    cards = " ".join(f"{value}R" for value in range(1, int(hand) + 1))
    assert choice(table([cards, "2M"], {"jazz1": ["", ""]}, due=due)) == move


def test_plays_the_lowest_gangster_to_the_first_business_with_room() -> None:
    street = {"speakeasy1": ["9R 9M 9S 9C 2F", ""], "jazz1": ["7R", ""], "brewery1": ["", ""]}
    state = table(["10R 12M 3F 3S 14C 15C raid1", "2R"], street, due=1)
    assert choice(state) == "play 3S jazz1"


def test_the_first_business_is_that_of_the_first_slot() -> None:
    assert choice(table(["5C", "2R"], {"jazz5": ["", ""], "speakeasy1": ["", ""]}, deck="")) == "play 5C jazz5"


@pytest.mark.parametrize(
    ("hand", "move"),
    [
        ("raid1 raid2 liquidation limousine revolver", "raid brewery1 1"),
        ("liquidation limousine revolver", "liquidation brewery1 2"),
        ("limousine revolver", "limousine jazz1 brewery1 9R"),
        ("revolver bribery", "revolver"),
    ],
)
def test_a_special_at_its_first_target_is_the_last_resort(hand: str, move: str) -> None:
    street = {"brewery1": ["", "3R 3M 3S 3C 2F", "4R"], "jazz1": ["9R 10R", "", ""]}
    assert choice(table([hand, "2R", "2M"], street, deck="")) == move


def test_bribes_for_the_first_discarded_card_when_the_hand_is_too_full_to_draw() -> None:
    street = {"brewery1": ["9R 9M 9S 9C 2F", ""], "jazz1": ["8R 8M 8S 8C 3F", ""]}
    hand = "1R 1M 1S 1C 1F 2R bribery"
    assert choice(table([hand, "2C"], street, due=1, discard="13R 4R")) == "bribery 13R"


@pytest.mark.parametrize(("options", "due", "extra"), [(ENGLISH, 0, 0), (ENGLISH, 0, 2), (FRENCH, 0, 3)])
def test_ends_as_soon_as_that_is_legal(options: dict[str, Any], due: int, extra: int) -> None:
    state = table(["1R 2R revolver", "3R"], {"jazz1": ["", ""]}, options=options, due=due, extra=extra)
    assert choice(state) == "end"


def test_3_5_takes_what_is_due_first_and_gets_down_to_seven() -> None:
    street = {"jazz1": ["", ""]}
    assert choice(table(["1R", "3R"], street, due=1, extra=2)) == "draw"
    eight = "1R 2R 3R 4R 5R 6R 7R 8R"
    assert choice(table([eight, "1M"], street, options=FRENCH, due=0, extra=1)) == "play 1R jazz1"


def tied(options: dict[str, Any], *hands: str) -> State:
    state = table(list(hands), {"brewery1": FIVE_EACH, "jazz1": ["", ""]}, options=options, active=1, due=0)
    do(state, "end")
    assert state.tie is not None
    return state


def test_6_4_sends_the_lowest_gangster_where_it_must() -> None:
    assert choice(tied(ENGLISH, "12R 2M 2R raid1", "1C")) == "send 2R"


@pytest.mark.parametrize("hand", ["12R 2M", ""])
def test_6_4_declines_where_it_may(hand: str) -> None:
    assert choice(tied(FRENCH, hand, "1C")) == "decline"


@pytest.mark.parametrize("seats", chicago_poker.engine.SEATS)
def test_8_4_a_french_game_of_default_moves_ends_by_stalemate_after_three_rounds(seats: int) -> None:
    """Nothing is compulsory in this edition, so every turn ends at once."""
    moves = list(playout(chicago_poker, FRENCH, seats, 1, left_to_default_moves(chicago_poker, range(seats))))
    outcome = moves[-1][0].outcome
    assert outcome is not None and (outcome.reason, outcome.winners) == ("stalemate", ())
    assert len(moves) == 1 + 3 * seats


@pytest.mark.parametrize("options", [ENGLISH, SHORT, ENGLISH | {"specials": False}], ids=str)
@pytest.mark.parametrize("seats", chicago_poker.engine.SEATS)
def test_an_english_game_of_default_moves_is_won(options: dict[str, Any], seats: int) -> None:
    """Default moves keep playing cards, a fifth card at a business calls a shootout, and tiles run out."""
    for seed in range(10 if EVERYTHING else 2):
        *_, (state, _) = playout(
            chicago_poker, options, seats, seed, left_to_default_moves(chicago_poker, range(seats))
        )
        assert state.outcome is not None
        assert state.outcome.winners


def nothing_left_to_play(seed: int) -> State:
    """Return a state with all gangsters in columns of at most four, and with special cards in all hands.

    Each played special card is drawn again at once.
    """
    rng = Random(seed)
    seats = rng.choice([5, 6])
    columns: list[list[str]] = [[] for _ in range(4 * seats)]
    for code in rng.sample(GANGSTERS, len(GANGSTERS)):
        rng.choice([column for column in columns if len(column) < 4]).append(code)
    holders = [rng.randrange(seats) for _ in SPECIALS]
    hands = [" ".join(code for code, of in zip(SPECIALS, holders, strict=True) if of == seat) for seat in range(seats)]
    tiles = ("brewery1", "jazz1", "speakeasy1", "gambling1")
    rows = [columns[slot * seats : (slot + 1) * seats] for slot in range(4)]
    street = {tile: [" ".join(column) for column in row] for tile, row in zip(tiles, rows, strict=True)}
    return table(hands, street, deck="")


@pytest.mark.parametrize("seed", range(12))
def test_even_specials_that_go_round_and_round_come_to_an_end(seed: int) -> None:
    end_plainly(nothing_left_to_play(seed), seed)


@pytest.mark.parametrize("options", [ENGLISH, FRENCH], ids=["english", "french"])
def test_a_game_left_in_a_tie_ends(options: dict[str, Any]) -> None:
    for seed in range(10):
        end_plainly(tied(options, "12R 9S raid1", "12C 9M"), seed)
        end_plainly(tied(options, "12R", "raid1" if options == FRENCH else "2C"), seed)


def end_plainly(state: State, seed: int) -> None:
    shuffle = random_shuffle(Random(seed))
    for _ in range(5000):
        if state.outcome is not None:
            return
        seat = min(state.to_move)
        state.apply(seat, default_move(state.view(seat)), shuffle)
    raise AssertionError("the plainest moves go round for ever")
