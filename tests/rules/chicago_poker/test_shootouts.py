"""Shootouts, reinforcements, the end of a game, and resigning (rules 6 and 8)."""

from __future__ import annotations

from random import Random

import pytest

from games.rules.chicago_poker import GAME
from games.rules.chicago_poker.game_end import end_stalemate
from games.rules.chicago_poker.state import State
from games.rules.contract import Event, Outcome, redact
from tests.rules.chicago_poker.tables import ENGLISH, FRENCH, SHORT, column, do, kinds, refuses, table

hide = GAME.presentation.hide

FIVES = "1M 3M 5M 7M 9M"
"""A flush in moon."""


def opened(*columns: str, **changes: object) -> State:
    """Return a state in which seat 0 has a marker at a brewery, and seat 1's turn is nearly over."""
    hands = changes.pop("hands", ["" for _ in columns])
    changes.setdefault("active", len(columns) - 1)
    others = ["" for _ in columns]
    return table(hands, {"brewery1": list(columns), "jazz1": others}, due=0, **changes)


def only(events: list[Event], kind: str) -> Event:
    (event,) = (event for event in events if event.kind == kind)
    return event


def test_6_1_shot_out_when_the_turn_of_the_markers_owner_starts() -> None:
    events = do(opened(FIVES, "1C"), "1 end")
    assert kinds(events) == ["ended", "turn", "shootout", "took", "opened"]


def test_6_1_oldest_own_marker_first_each_to_the_end() -> None:
    state = table(["", ""], {"brewery1": [FIVES, ""], "brewery2": ["1C 3C 5C 7C 9C", ""]}, active=1, due=0)
    state.markers.reverse()
    took = [event.details["business"] for event in do(state, "1 end") if event.kind == "took"]
    assert took == ["brewery2", "brewery1"]


def test_6_1_another_players_marker_does_not_fire() -> None:
    state = opened(FIVES, "1C", "")
    state.active = 0
    assert "shootout" not in kinds(do(state, "0 end"))


def test_6_2_the_best_hand_wins_without_privilege_and_even_with_fewer_cards() -> None:
    state = opened("1M 3C 5M 7M 9M", "2M 2C")
    shootout = only(do(state, "1 end"), "shootout").details
    assert (shootout["caller"], shootout["best"]) == (0, [1])
    assert [(hand["seat"], hand["hand"], hand["ranks"]) for hand in shootout["hands"]] == [
        (1, "pair", [2]),
        (0, "high card", [9, 7, 5, 3, 1]),
    ]
    assert state.controlled == [[], ["brewery1"]]


def test_6_2_cards_that_were_face_down_are_announced() -> None:
    state = table(["", ""], {"jazz1": [FIVES, "2C"], "brewery1": ["", ""]}, active=1, due=0)
    shootout = only(do(state, "1 end"), "shootout").details
    assert {hand["seat"]: hand["down"] for hand in shootout["hands"]} == {0: ["7M", "9M"], 1: []}


def test_6_3_gangsters_discarded_markers_removed_slot_filled() -> None:
    state = opened(FIVES, "2M 2C 2F 2S 3F", pile="jazz2 jazz3")
    do(state, "1 end")
    assert state.discarded == ["1M", "2M", "3M", "5M", "7M", "9M", "2S", "2C", "2F", "3F"]
    assert (state.markers, [business.tile for _, business in state.open()]) == ([], ["jazz2", "jazz1"])
    assert state.controlled[1] == ["brewery1"]


def test_6_3_with_an_empty_pile_the_slot_remains_empty() -> None:
    state = opened(FIVES, "", pile="")
    do(state, "1 end")
    assert state.street[0] is None
    assert state.outcome is None


def test_6_4_a_tie_shows_what_had_lain_face_down() -> None:
    state = table(["1S", "2S"], {"jazz1": ["1M 3C 5M 7M 9M", "1C 3M 5C 7C 9C"], "brewery1": ["", ""]}, active=1, due=0)
    do(state, "1 end")
    tie = state.view(None).tie
    assert tie is not None
    assert set(tie.down) == {"7M", "9M", "7C", "9C"}


def tied(hands: list[str], options: dict[str, object] = ENGLISH, deck: str = "15F 14F 13F 12F") -> State:
    """Return a tie between seats 1 and 2, with equal pairs of threes, at seat 0's shootout."""
    state = opened("1M 4C 6M 8M 10M", "3M 3C", "3S 3F", hands=hands, options=options, deck=deck)
    assert kinds(do(state, "2 end"))[:4] == ["ended", "turn", "shootout", "tied"]
    return state


def test_6_4_english_reinforcements_are_compulsory_and_replaced() -> None:
    state = tied(["", "5R raid1", "7R"])
    assert (state.to_move, state.legal_moves(1), state.legal_moves(0)) == ({1, 2}, ["send 5R"], [])
    assert refuses(state, "1 decline") == "cannot_decline 6.4"
    assert refuses(state, "1 send raid1") == "not_a_gangster 5.1"
    assert refuses(state, "1 send 7R") == "not_in_hand 6.4"
    assert refuses(state, "0 send 7R") == "not_tied 6.4"
    assert refuses(state, "0 draw") == "tie_first 6.4"
    do(state, "1 send 5R")
    assert refuses(state, "1 send 5R") == "already_answered 6.4"
    events = do(state, "2 send 7R")
    assert kinds(events) == ["answered", "revealed", "drew", "drew", "took", "opened"]
    assert [event.seat for event in events if event.kind == "drew"] == [1, 2]
    assert (state.hands, state.controlled[2]) == ([[], ["15F", "raid1"], ["14F"]], ["brewery1"])
    assert (state.to_move, state.discarded[:2]) == ({0}, ["5R", "7R"])


def test_6_4_french_samples_keep_a_hand_without_gangsters() -> None:
    state = tied(["", "revolver", "raid1"], FRENCH, deck="15F 14F limousine")
    for viewer in (1, 2):
        samples = [GAME.automation.determinize(state.full_view(viewer), Random(seed)) for seed in range(60)]
        assert all(sample.full_view(viewer) == state.full_view(viewer) for sample in samples)
        assert {len(sample.legal_moves(3 - viewer)) for sample in samples} == {1, 2}


def test_6_4_english_samples_give_a_rival_yet_to_answer_a_gangster() -> None:
    state = tied(["", "5R", "7R"], deck="raid1 raid2 revolver 15F")
    samples = [GAME.automation.determinize(state.full_view(1), Random(seed)) for seed in range(60)]
    assert all(sample.legal_moves(2) for sample in samples)


def test_6_4_english_a_player_without_gangsters_is_skipped_and_counts_below_one() -> None:
    state = tied(["", "1R", "raid1"])
    assert (state.to_move, state.view(0).tie.answered, state.view(2).tie.own) == ({1}, (2,), "")
    do(state, "1 send 1R")
    assert state.controlled[1] == ["brewery1"]


def test_6_4_if_none_sends_the_first_tied_clockwise_from_the_owner_wins() -> None:
    state = opened("1M 4C 6M 8M 10M", "3M 3C", "3S 3F")
    events = do(state, "2 end")
    assert only(events, "revealed").details["sent"] == {"1": None, "2": None}
    assert only(events, "took").seat == 1


def test_6_4_if_none_sends_a_tied_owner_wins() -> None:
    state = opened("1M 3M 5M 7M 9M", "1C 3C 5C 7C 9C", active=1)
    assert only(do(state, "1 end"), "took").seat == 0


def test_6_4_those_equal_for_highest_repeat_among_themselves() -> None:
    state = opened(
        "1M 3M 5M 7M 9M", "1C 3C 5C 7C 9C", "1F 3F 5F 7F 9F", hands=["2R", "4R", "4S"], active=2, deck="15R 14R 13R"
    )
    do(state, "2 end", "0 send 2R", "1 send 4R")
    asked = state.turn
    events = do(state, "2 send 4S")
    assert only(events, "tied").details["seats"] == [1, 2]
    assert (state.to_move, state.turn) == ({1, 2}, asked + 1)
    assert state.hands == [["15R"], ["14R"], ["13R"]]
    do(state, "1 send 14R", "2 send 13R")
    assert state.controlled[1] == ["brewery1"]


def test_6_4_replacements_reshuffle_and_stop_when_no_card_is_left() -> None:
    state = tied(["", "5R", "7R"], deck="")
    events = do(state, "1 send 5R", "2 send 7R")
    assert kinds(events)[2:6] == ["revealed", "reshuffled", "drew", "drew"]
    assert (state.deck, state.hands[1], state.hands[2]) == ([], ["5R"], ["7R"])


def test_6_4_french_each_may_decline_and_is_prompted_even_without_a_gangster() -> None:
    state = tied(["", "5R", "raid1"], FRENCH)
    assert (state.legal_moves(1), state.legal_moves(2)) == (["send 5R", "decline"], ["decline"])
    do(state, "1 decline", "2 decline")
    assert state.controlled[1] == ["brewery1"]


def test_6_4_french_no_replacement() -> None:
    state = tied(["", "5R", "7R"], FRENCH)
    events = do(state, "2 send 7R", "1 send 5R")
    assert "drew" not in kinds(events)
    assert only(events, "took").seat == 2


def test_6_4_an_answer_does_not_reveal_whether_a_card_was_sent() -> None:
    told = []
    for move in ("1 send 5R", "1 decline"):
        state = tied(["", "5R", "7R"], FRENCH)
        events = do(state, move)
        told.append((redact(events[0], 2), hide(move[2:], events, 2), state.view(2), state.view(None)))
        assert hide(move[2:], events, 1) == move[2:]
    assert told[0] == told[1]


def test_6_4_the_last_answer_is_revealed_with_all() -> None:
    state = tied(["", "5R", "7R"], FRENCH)
    do(state, "1 decline")
    assert hide("send 7R", do(state, "2 send 7R"), 0) == "send 7R"


def test_6_2_during_a_tie_the_cards_there_are_face_up_for_all() -> None:
    street = {"speakeasy1": ["1M 4C 6M 8M 10M", "3M 3C", "3S 3F"], "jazz1": ["", "", ""]}
    state = table(["", "2R", "2S"], street, active=2, due=0)
    do(state, "2 end")
    assert all(card.up and card.code for cards in state.view(None).street[0].columns for card in cards)
    assert column(state, "speakeasy1", 1) == ["(3M)", "(3C)"]


@pytest.mark.parametrize(
    ("tiles", "options", "reason"),
    [
        ("brewery2 brewery3", ENGLISH, "three of a type"),
        ("speakeasy1 jazz2 gambling1", ENGLISH, "four types"),
        ("brewery2 brewery3 speakeasy1 jazz2 gambling1", ENGLISH, "three of a type"),
        ("speakeasy1 speakeasy2 jazz2 jazz3", ENGLISH, "five businesses"),
        ("speakeasy1 speakeasy2 jazz2", ENGLISH, None),
        ("brewery2", SHORT, "two of a type"),
        ("jazz2 speakeasy1", SHORT, "three businesses"),
        ("jazz2", SHORT, None),
    ],
)
def test_8_1_8_2_victory(tiles: str, options: dict[str, object], reason: str | None) -> None:
    state = opened(FIVES, "", options=options, controlled=[tiles, ""])
    do(state, "1 end")
    outcome = state.outcome
    assert (outcome and outcome.reason) == reason
    assert outcome is None or outcome.winners == (0,)


def test_8_1_also_on_another_players_turn() -> None:
    state = opened("1M 3C 5M 7M 9M", "2M 2C", controlled=["", "brewery2 brewery3"])
    do(state, "1 end")
    assert state.outcome == Outcome((1,), "three of a type", (0, 3))


def test_8_1_the_winner_is_found_before_further_shootouts() -> None:
    street = {"brewery1": [FIVES, ""], "brewery2": ["1C 3C 5C 7C 9C", ""]}
    state = table(["", ""], street, active=1, due=0, controlled=["brewery3 brewery4", ""])
    do(state, "1 end")
    assert (state.outcome and state.outcome.scores, state.markers) == ((3, 0), [(1, 0)])
    assert (state.to_move, state.legal_moves(0), state.phase) == (frozenset(), [], "over")


def test_8_3_the_taker_of_the_very_last_business_wins() -> None:
    state = table(["", ""], {"brewery1": [FIVES, ""]}, active=1, due=0, pile="", controlled=["", "jazz1 jazz2"])
    do(state, "1 end")
    assert state.outcome == Outcome((0,), "last business", (1, 2))


def quiet(state: State) -> list[Event]:
    events: list[Event] = []
    while state.outcome is None and state.tie is None:
        events += do(state, "end")
    return events


def test_8_4_three_rounds_without_an_action_are_a_stalemate() -> None:
    state = table(["", ""], {"jazz1": ["", ""]}, options=FRENCH, due=0, extra=3)
    events = quiet(state)
    assert kinds(events).count("ended") == 6
    assert kinds(events)[-4:] == ["ended", "turn", "stalemate", "over"]
    assert (state.outcome, state.started) == (Outcome((), "stalemate", (0, 0)), 16)


def test_8_4_an_action_resets_the_count() -> None:
    state = table(["1R", ""], {"jazz1": ["", ""]}, options=FRENCH, due=0, extra=3)
    do(state, "end", "end", "play 1R jazz1", "end")
    assert kinds(quiet(state)).count("ended") == 6


def test_8_4_a_resignation_resets_the_count() -> None:
    state = table(["", "", ""], {"jazz1": ["", "", ""]}, options=FRENCH, due=0, extra=3)
    do(state, *["end"] * 8)
    do(state, "0 resign")
    assert kinds(quiet(state)).count("ended") == 6


def test_8_4_a_resignation_does_not_undo_the_action_of_this_turn() -> None:
    state = table(["1R", "", ""], {"jazz1": ["", "", ""]}, options=FRENCH, due=0, extra=3)
    do(state, "play 1R jazz1", "1 resign", "end")
    assert state.quiet == 0


def test_8_4_all_businesses_with_cards_are_shot_out_in_slot_order() -> None:
    street = {"jazz1": ["", "1M"], "jazz2": ["", ""], "brewery1": ["2M", "1C"]}
    state = table(["", ""], street, options=FRENCH, due=0, extra=3)
    events = quiet(state)
    assert [(event.seat, event.details["business"]) for event in events if event.kind == "took"] == [
        (1, "jazz1"),
        (0, "brewery1"),
    ]
    assert state.outcome == Outcome((0,), "stalemate", (1, 1))


def test_8_4_a_tie_in_a_stalemate_goes_to_the_active_player_if_none_sends() -> None:
    state = table(["5R", "7R"], {"jazz1": ["1M", "1C"]}, options=FRENCH, due=0, extra=3)
    quiet(state)
    assert state.to_move == {0, 1}
    tie = state.view(None).tie
    assert tie is not None and tie.caller is None
    events = do(state, "0 decline", "1 decline")
    assert only(events, "revealed").details["caller"] is None
    assert state.outcome == Outcome((0,), "stalemate", (1, 0))


@pytest.mark.parametrize(
    ("tiles", "takers", "winner"),
    [
        (["jazz1 jazz2", "brewery1"], [0, 0, 1], 0),
        (["jazz1 jazz2", "brewery1 speakeasy1"], [1, 1, 0, 0], 1),
        (["jazz1 brewery2", "brewery1 speakeasy1"], [0, 1, 1, 0], 0),
    ],
)
def test_8_4_most_tiles_then_most_types_then_the_tile_taken_last(
    tiles: list[str], takers: list[int], winner: int
) -> None:
    state = table(["", ""], {"jazz3": ["", ""]}, controlled=tiles)
    state.takers = takers
    end_stalemate(state, [])
    assert state.outcome is not None
    assert state.outcome.winners == (winner,)


def test_8_5_of_two_players_the_other_wins_and_the_board_is_unchanged() -> None:
    state = table(["1R", "2R"], {"jazz1": ["1M", ""]}, controlled=["jazz2", ""])
    do(state, "0 resign")
    assert (state.outcome, state.hands, state.out) == (Outcome((1,), "resignation", (1, 0)), [["1R"], ["2R"]], [0])


def test_8_5_cards_discarded_together_markers_vanish_tiles_leave_the_game() -> None:
    state = table(["2R raid1", "", ""], {"brewery1": [FIVES, "", ""]}, active=1, controlled=["jazz2", "", ""])
    do(state, "0 resign")
    assert state.discarded == ["2R", "1M", "3M", "5M", "7M", "9M", "raid1"]
    assert (state.markers, state.gone, state.active, state.due) == ([], ["jazz2"], 1, 3)
    assert refuses(state, "0 resign") == "not_playing 8.5"


def test_8_5_the_turn_of_the_resigning_player_ends() -> None:
    state = table(["", "", ""], {"jazz1": ["", "", ""]}, active=1)
    do(state, "1 resign")
    assert (state.active, state.started) == (2, 11)
    do(state, "2 draw", "2 draw", "2 draw", "2 end")
    assert state.active == 0


def test_8_5_a_later_marker_may_now_be_the_first() -> None:
    state = opened(FIVES, "1C 3C 5C 7C 9C", "1F")
    state.active = 2
    events = do(state, "0 resign", "2 end")
    assert only(events, "shootout").details["caller"] == 1


def test_8_5_a_tie_continues_among_the_remaining_players() -> None:
    columns = ["1M 3M 5M 7M 9M", "1C 3C 5C 7C 9C", "1F 3F 5F 7F 9F"]
    state = opened(*columns, hands=["2R", "4R", "6R"], options=FRENCH)
    do(state, "2 end", "1 send 4R", "0 send 2R")
    events = do(state, "2 resign")
    assert kinds(events) == ["resigned", "revealed", "took", "opened"]
    assert (only(events, "took").seat, state.active) == (1, 0)


def test_8_5_the_only_one_left_in_a_tie_wins_and_takes_the_card_back() -> None:
    state = tied(["", "5R", "7R"])
    do(state, "1 send 5R")
    events = do(state, "2 resign")
    assert kinds(events) == ["resigned", "took", "opened"]
    assert (state.hands[1], state.controlled[1], "7R" in state.discarded) == (["5R"], ["brewery1"], True)


def test_8_5_a_card_sent_unrevealed_is_discarded_with_the_rest() -> None:
    state = tied(["", "5R 6R", "7R"])
    do(state, "1 send 5R", "1 resign")
    assert state.discarded[:4] == ["5R", "6R", "3M", "3C"]
    assert state.controlled[2] == ["brewery1"]


def test_8_5_the_active_player_resigns_the_tie_is_finished_first_without_their_other_shootouts() -> None:
    street = {"brewery1": ["1M 4C 6M 8M 10M", "3M 3C", "3S 3F"], "jazz1": ["1F 4S 6F 8F 10F", "", ""]}
    state = table(["", "5R", "7R"], street, active=2, due=0)
    do(state, "2 end", "0 resign")
    assert (state.phase, state.active, state.started) == ("tie", 0, 11)
    events = do(state, "1 send 5R", "2 send 7R")
    assert kinds(events)[-1] == "turn"
    assert (state.active, state.started, state.street[1] is not None) == (1, 12, True)


def test_8_5_in_a_stalemate_the_shootouts_go_on() -> None:
    street = {"jazz1": ["", "1M", "1C"], "jazz2": ["", "", "2M"]}
    state = table(["", "5R", "7R"], street, options=FRENCH, due=0, extra=3)
    quiet(state)
    active = state.active
    events = do(state, f"{active} resign", *[f"{seat} decline" for seat in sorted(state.to_move - {active})])
    assert [event.details["business"] for event in events if event.kind == "took"] == ["jazz1", "jazz2"]
    assert state.outcome is not None
    assert state.outcome.reason == "stalemate"


def test_6_4_the_next_player_follows_but_nobody_while_tied_players_answer() -> None:
    state = table(["5M", "5R", "7R"], {}, active=1)
    assert state.following == 2
    do(state, "2 resign")
    assert state.following == 0
    assert tied(["", "5R", "7R"]).following is None
