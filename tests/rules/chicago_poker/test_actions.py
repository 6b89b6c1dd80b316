"""Turns, drawing, playing and the hand limit (rules 2–4)."""

from __future__ import annotations

import pytest

from games.rules.chicago_poker.state import State
from tests.rules.chicago_poker.tables import ENGLISH, FRENCH, as_it_lies, column, do, kinds, refuses, table

JAZZ = {"jazz1": ["", ""], "gambling2": ["", ""]}
SEVEN = "1R 2R 3R 4R 5R 6R 7R"


@pytest.mark.parametrize(("seats", "slots"), [(2, 2), (3, 2), (4, 3), (5, 4), (6, 4)])
def test_2_1_open_businesses_by_the_number_of_players(seats: int, slots: int) -> None:
    state, _ = State.new(ENGLISH, seats, as_it_lies)
    assert [business.tile for _, business in state.open()] == [f"speakeasy{n}" for n in range(1, slots + 1)]
    assert len(state.pile) == 20 - slots


def test_2_2_five_cards_each_one_at_a_time_from_the_first_player() -> None:
    order = iter([list, list, lambda pieces: ["1", "0"]])
    state, events = State.new(ENGLISH, 2, lambda pieces: next(order)(pieces))
    assert state.hands == [["2R", "4R", "6R", "8R", "10R"], ["1R", "3R", "5R", "7R", "9R"]]
    assert (state.active, state.shuffles) == (1, 3)
    assert kinds(events) == ["dealt", "turn"]


def test_2_2_without_specials_there_are_75_cards() -> None:
    state, _ = State.new(ENGLISH | {"specials": False}, 2, as_it_lies)
    assert len(state.deck) == 65


def test_3_2_one_action_in_the_first_turn_two_in_the_second_three_later() -> None:
    state, _ = State.new(ENGLISH, 3, as_it_lies)
    given = [state.due]
    for _ in range(3):
        while state.due:
            do(state, next(move for move in state.legal_moves(state.active) if move.startswith("play")))
        do(state, "end")
        given.append(state.due)
    assert given == [1, 2, 3, 3]


def test_3_4_english_actions_are_due_french_ones_are_allowed() -> None:
    assert (State.new(ENGLISH, 2, as_it_lies)[0].due, State.new(FRENCH, 2, as_it_lies)[0].extra) == (1, 1)


def test_3_4_each_action_uses_up_what_is_due_first() -> None:
    state = table(["revolver 1R 2R 3R 4R", ""], JAZZ)
    do(state, "revolver")
    assert (state.due, state.extra) == (2, 2)
    do(state, "draw", "draw", "draw")
    assert (state.due, state.extra) == (0, 1)


def test_3_5_english_actions_must_be_taken_while_one_is_legal() -> None:
    state = table(["1R", ""], JAZZ, due=1)
    assert refuses(state, "end") == "actions_due 3.5"
    assert "end" not in state.legal_moves(0)


def test_3_5_what_is_due_lapses_when_no_action_is_legal() -> None:
    state = table(["", ""], JAZZ, deck="")
    assert state.legal_moves(0) == ["end"]
    do(state, "end")
    assert (state.active, state.due) == (1, 3)


def test_3_5_even_a_harmless_action_must_be_taken() -> None:
    state = table(["raid1", ""], {"jazz1": ["", "9M"]}, deck="")
    assert state.legal_moves(0) == ["raid jazz1 1"]


def test_3_5_nothing_but_end_ends_a_turn() -> None:
    state = table(["1R", ""], JAZZ, due=1)
    do(state, "draw")
    assert (state.active, state.legal_moves(0), state.forced_move(0), state.forced_move(1)) == (0, ["end"], "end", None)


def test_3_5_french_turn_may_end_at_once() -> None:
    state = table(["1R", ""], JAZZ, options=FRENCH, due=0, extra=3)
    assert state.forced_move(0) is None
    do(state, "end")
    assert (state.active, state.extra) == (1, 3)


def test_3_6_with_seven_cards_one_may_draw_while_two_actions_are_left() -> None:
    state = table([SEVEN, ""], JAZZ, due=2)
    do(state, "draw")
    assert state.legal_moves(0) == [move for move in state.legal_moves(0) if move.startswith("play")]
    assert refuses(table([SEVEN, ""], JAZZ, due=1), "draw") == "hand_limit 3.6"


def test_3_6_with_eight_cards_one_may_draw_only_with_three_actions_left() -> None:
    assert refuses(table([SEVEN + " 8R", ""], JAZZ, due=2), "draw") == "hand_limit 3.6"
    do(table([SEVEN + " 8R", ""], JAZZ, due=3), "draw")


FULL = {"jazz1": ["1M 2M 3M 4M 5M", ""], "jazz2": ["1S 2S 3S 4S 5S", "9C"]}
"""A position in which none of the player's columns has room, and a rival has a card."""


@pytest.mark.parametrize(
    ("hand", "street", "due", "legal"),
    [
        (f"{SEVEN} revolver", JAZZ, 2, True),  # draw, fire, play, play
        (f"{SEVEN} 8R", JAZZ, 2, False),
        (f"{SEVEN} revolver", FULL, 2, False),  # nothing to play with the actions that it gives
        ("1R 2R 3R 4R 5R 6R raid1", FULL, 2, True),  # draw, raid
        ("1R 2R 3R 4R 5R 6R raid1", FULL, 1, False),
        ("1R 2R 3R 4R 5R 6R liquidation", FULL, 2, True),
        ("1R 2R 3R 4R 5R 6R bribery", FULL, 2, False),  # brings the cards that it costs
        ("1R 2R 3R 4R 5R 6R limousine", FULL, 2, False),  # all own columns bear markers
        ("1R 2R 3R 4R 5R 6R limousine", {"jazz1": ["1M", ""], "jazz2": ["1S 2S 3S 4S 5S", ""]}, 2, True),  # plays one
        ("1R 2R 3R 4R 5R raid1 liquidation revolver", FULL, 2, True),  # draw, fire, raid, liquidate
        ("raid1 raid2 liquidation limousine revolver bribery 1R", JAZZ, 2, True),
        ("raid1 raid2 liquidation limousine revolver bribery 1R", FULL, 1, False),
    ],
)
def test_3_6_one_may_draw_where_the_hand_can_come_down_to_seven(
    hand: str, street: dict[str, list[str]], due: int, legal: bool
) -> None:
    state = table([hand, ""], street, due=due, deck="9R 9M")
    assert ("draw" in state.legal_moves(0)) is legal
    if not legal:
        assert refuses(state, "draw") == "hand_limit 3.6"


@pytest.mark.parametrize(
    ("hand", "street", "extra", "left"),
    [
        # The last action is the revolver's.
        ("1R 2R 3R 4R 5R 6R 7R 8R revolver", JAZZ, 1, ["revolver"]),
        # The raid before the liquidation of what it looks at.
        ("1R 2R 3R 4R 5R 6R 7R raid1 liquidation", FULL, 2, ["raid jazz2 1"]),
        # The limousine before its last place but one is taken.
        ("1R 2R 3R 4R 5R 6R 7R 8R limousine", {"jazz1": ["1M 2M 3M 4M", ""], "jazz2": ["1S", ""]}, 2, None),
    ],
)
def test_3_6_no_action_takes_the_way_down(
    hand: str, street: dict[str, list[str]], extra: int, left: list[str] | None
) -> None:
    state = table([hand, ""], street, due=0, extra=extra)
    if left is not None:
        assert state.legal_moves(0) == left
    before = state.copy()
    for move in before.legal_moves(0):
        after = before.copy()
        after.apply(0, move, list)
        assert after.legal_moves(0)
    assert refuses(state, "end") == "hand_too_big 3.6"


def test_3_6_free_places_count() -> None:
    full = {"jazz1": ["1M 2M 3M 4M 5M", ""], "jazz2": ["1S 2S 3S 4S", ""]}
    assert refuses(table([SEVEN + " 8R", ""], full, due=3), "draw") == "hand_limit 3.6"
    do(table([SEVEN, ""], full, due=2), "draw")


def test_3_6_no_end_with_eight_cards() -> None:
    state = table([SEVEN + " 8R", ""], JAZZ, due=0, extra=1)
    assert refuses(state, "end") == "hand_too_big 3.6"
    do(state, "play 1R jazz1", "end")


def test_4_1_the_deck_is_renewed_from_the_discards_when_it_is_empty_at_that_moment() -> None:
    state = table(["", ""], JAZZ, deck="1M", discard="5C 2R")
    assert kinds(do(state, "draw")) == ["drew"]
    assert state.discarded == ["5C", "2R"]
    assert kinds(do(state, "draw")) == ["reshuffled", "drew"]
    assert (state.hands[0], state.deck, state.discarded, state.shuffles) == (["2R", "1M"], ["5C"], [], 1)


def test_4_1_both_empty_there_is_nothing_to_draw() -> None:
    assert refuses(table(["1R", ""], JAZZ, deck=""), "draw") == "nothing_to_draw 4.1"


@pytest.mark.parametrize(
    ("tile", "expected"),
    [
        ("speakeasy1", "(1R) (2R) 3R 4R 5R"),
        ("jazz1", "1R 2R 3R (4R) (5R)"),
        ("brewery1", "1R 2R 3R 4R 5R"),
        ("gambling1", "1R (2R) 3R (4R) 5R"),
    ],
)
def test_4_2_facing_by_the_position_taken(tile: str, expected: str) -> None:
    state = table(["1R 2R 3R 4R 5R", ""], {tile: ["", ""]}, due=5)
    do(state, *[f"play {n}R {tile}" for n in range(1, 6)])
    assert column(state, tile, 0) == expected.split()


def test_4_2_what_cannot_be_played() -> None:
    state = table(["1R raid1 6M", ""], {"jazz1": ["1M 2M 3M 4M 5M", ""]})
    assert refuses(state, "play 1R jazz1") == "column_full 4.2"
    assert refuses(state, "play 2R jazz1") == "not_in_hand 4.2"
    assert refuses(state, "play 1R jazz2") == "not_open 4.2"
    assert refuses(state, "play raid1 jazz1") == "not_a_gangster 5.1"


def test_4_3_the_fifth_card_puts_a_marker_and_others_may_go_on() -> None:
    state = table(["5M", "9C"], {"jazz1": ["1M 2M 3M 4M", "1C 2C 3C 4C"]}, due=1)
    assert kinds(do(state, "play 5M jazz1")) == ["played", "marked"]
    do(state, "end", "play 9C jazz1")
    assert state.markers == [(0, 0), (0, 1)]


def test_4_4_own_face_down_cards_are_seen_by_their_owner_only() -> None:
    state = table(["", ""], {"speakeasy1": ["1M", "2M"]})
    mine, theirs = state.view(0).street[0].columns
    assert [(card.code, card.up) for card in (*mine, *theirs)] == [("1M", False), (None, False)]


def test_10_who_and_when() -> None:
    state = table(["1R", ""], JAZZ, due=1)
    assert refuses(state, "1 draw") == "not_your_turn 3.1"
    assert refuses(state, "7 draw") == "not_playing 8.5"
    assert refuses(state, "send 1R") == "no_tie 6.4"
    do(state, "draw")
    assert refuses(state, "draw") == "no_actions 3.2"
    do(state, "1 resign")
    assert refuses(state, "end") == "over 8.1"


@pytest.mark.parametrize(
    ("text", "refusal"),
    [
        ("", "unreadable 10"),
        ("fold", "unreadable 10"),
        ("draw ", "unreadable 10"),
        ("Draw", "unreadable 10"),
        ("play 9M", "unreadable 10"),
        ("limousine jazz1 jazz2", "limousine_unfinished 5.4"),
        ("bribery", "bribery_unfinished 5.6"),
        ("play 16M jazz1", "unknown_card 10"),
        ("play 9M  jazz1", "unreadable 10"),
        ("play 9M jazz6", "unknown_business 10"),
        ("raid jazz1 6", "unknown_seat 10"),
        ("raid jazz1 01", "unknown_seat 10"),
        ("limousine jazz1 pub1 9M", "unknown_business 10"),
        ("limousine jazz1 jazz2 0M", "unknown_card 10"),
        ("send joker", "unknown_card 10"),
    ],
)
def test_10_texts_that_are_no_moves(text: str, refusal: str) -> None:
    assert refuses(table(["1R", ""], JAZZ), "0 " + text) == refusal
