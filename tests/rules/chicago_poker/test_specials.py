"""The six special cards (rules 5)."""

from __future__ import annotations

from games.rules.chicago_poker import GAME
from games.rules.contract import redact
from tests.rules.chicago_poker.tables import FRENCH, column, do, kinds, refuses, table

hide = GAME.presentation.hide


def test_5_1_is_discarded_and_costs_an_action() -> None:
    state = table(["raid2", ""], {"jazz1": ["", "1M"]}, discard="9C")
    do(state, "raid jazz1 1")
    assert (state.discarded, state.hands[0], state.due) == (["9C", "raid2"], [], 2)


def test_5_1_needs_to_be_held_and_needs_an_action_left() -> None:
    state = table(["", ""], {"jazz1": ["", "1M"]})
    for move in ("raid jazz1 1", "liquidation jazz1 1", "limousine jazz1 jazz2 1M", "revolver", "bribery 1R"):
        assert refuses(state, move) == "not_in_hand 5.1"
    state.due = 0
    assert refuses(state, "revolver") == "no_actions 3.2"


def test_5_1_may_be_played_in_the_turn_in_which_it_was_drawn() -> None:
    state = table(["", ""], {"jazz1": ["", ""]}, deck="revolver 1R")
    do(state, "draw", "revolver")
    assert (state.hands[0], state.discarded, state.due, state.extra) == ([], ["revolver"], 1, 2)


def test_5_2_liquidation_takes_the_last_card_up_or_down() -> None:
    state = table(["liquidation", ""], {"speakeasy1": ["", "1M 2M"], "jazz1": ["", "3M 4M"]})
    assert (state.commits(0, "liquidation speakeasy1 1"), state.commits(0, "liquidation jazz1 1")) == (True, False)
    (event,) = do(state, "liquidation speakeasy1 1")
    assert (event.details["card"], event.details["was_up"]) == ("2M", False)
    assert (state.discarded, column(state, "speakeasy1", 1)) == (["2M", "liquidation"], ["(1M)"])


def test_5_2_liquidation_needs_another_player_with_cards_and_no_marker() -> None:
    state = table(["liquidation", "", ""], {"jazz1": ["1R", "1M 2M 3M 4M 5M", ""], "jazz2": ["", "1C", ""]})
    assert refuses(state, "liquidation jazz1 1") == "marker_protects 5.2"
    assert refuses(state, "liquidation jazz1 2") == "no_cards_there 5.2"
    assert refuses(state, "liquidation jazz1 0") == "own_target 5.2"
    assert refuses(state, "liquidation jazz1 3") == "no_such_seat 5.2"
    assert refuses(state, "liquidation jazz3 1") == "not_open 5.2"
    assert [move for move in state.legal_moves(0) if "liq" in move] == ["liquidation jazz2 1"]


def test_5_3_raid_shows_the_backs_to_the_raider_alone_as_long_as_they_lie_there() -> None:
    state = table(["raid1", "", ""], {"speakeasy1": ["", "1M 2M 3M", ""]})
    (event,) = do(state, "raid speakeasy1 1")
    assert event.details == {"business": "speakeasy1", "target": 1, "count": 2, "index": [0, 1]}
    assert event.private == {0: {"cards": ["1M", "2M"]}}
    assert [card.code for card in state.view(0).street[0].columns[1]] == ["1M", "2M", "3M"]
    assert [card.code for card in state.view(2).street[0].columns[1]] == [None, None, "3M"]


def test_5_3_knowledge_is_lost_for_cards_that_leave_the_column_only() -> None:
    state = table(["raid1", "limousine"], {"speakeasy1": ["", "1M 2M"], "speakeasy2": ["", ""]})
    do(state, "raid speakeasy1 1")
    state.active = 1
    do(state, "limousine speakeasy1 speakeasy2 2M")
    view = state.view(0)
    assert [card.code for business in view.street for card in business.columns[1]] == ["1M", None]


def test_5_3_a_marker_does_not_protect_and_no_back_is_needed() -> None:
    state = table(["raid1", ""], {"brewery1": ["", "1M 2M 3M 4M 5M"]})
    (event,) = do(state, "raid brewery1 1")
    assert event.details["count"] == 0


def test_5_3_holding_both_raids_the_first_is_played() -> None:
    state = table(["raid1 raid2", ""], {"brewery1": ["", "1M"]})
    assert state.legal_moves(0).count("raid brewery1 1") == 1
    do(state, "raid brewery1 1")
    assert state.hands[0] == ["raid2"]


def test_5_4_cards_join_the_end_in_the_order_chosen_each_facing_as_its_place_demands() -> None:
    state = table(["limousine", ""], {"brewery1": ["1M 2M 3M", ""], "gambling1": ["9C", ""]})
    (event,) = do(state, "limousine brewery1 gambling1 3M 1M")
    assert column(state, "gambling1", 0) == ["9C", "(3M)", "1M"]
    assert column(state, "brewery1", 0) == ["2M"]
    assert event.details == {
        "source": "brewery1", "business": "gambling1", "left": ["1M", "3M"], "backs_left": 0, "laid": [None, "1M"],
    }  # fmt: skip
    assert redact(event, 0).details["laid"] == ["3M", "1M"]


def test_5_4_the_order_of_backs_is_hidden() -> None:
    street = {"speakeasy1": ["1M 2M 3M", ""], "jazz1": ["", ""]}
    told = []
    for card in ("1M", "2M"):
        state = table(["limousine", ""], street)
        (event,) = do(state, f"limousine speakeasy1 jazz1 3M {card}")
        told.append((redact(event, 1).details["left"], redact(event, 1).details["backs_left"]))
    assert told == [(["3M"], 1), (["3M"], 1)]


def test_5_4_remaining_cards_keep_their_facing_and_the_next_takes_that_of_its_slot() -> None:
    state = table(["limousine 9C", ""], {"gambling1": ["1M 2M 3M", ""], "brewery1": ["", ""]})
    do(state, "limousine gambling1 brewery1 1M", "play 9C gambling1")
    assert column(state, "gambling1", 0) == ["(2M)", "3M", "9C"]


def test_5_4_a_fifth_card_gets_a_marker() -> None:
    state = table(["limousine", ""], {"jazz1": ["1M 2M", ""], "brewery1": ["1C 2C 3C", ""]})
    assert kinds(do(state, "limousine jazz1 brewery1 1M 2M")) == ["moved", "marked"]
    assert state.markers == [(1, 0)]


def test_5_4_what_no_limousine_can_do() -> None:
    street = {"jazz1": ["1M 2M 3M", "9C"], "jazz2": ["1C 2C 3C 4C", ""], "jazz3": ["1F 2F 3F 4F 5F", ""]}
    state = table(["limousine", ""], street)
    assert refuses(state, "limousine jazz1 jazz1 1M") == "same_business 5.4"
    assert refuses(state, "limousine jazz3 jazz1 1F") == "own_marker 5.4"
    assert refuses(state, "limousine jazz1 jazz3 1M") == "own_marker 5.4"
    assert refuses(state, "limousine jazz1 jazz2 1M 2M") == "no_room 5.4"
    assert refuses(state, "limousine jazz2 jazz1 1C 2C 3C 4C 4C") == "too_many_cards 5.4"
    assert refuses(state, "limousine jazz2 jazz1 1C 1C") == "named_twice 5.4"
    assert refuses(state, "limousine jazz1 jazz2 9C") == "not_yours_there 5.4"
    assert refuses(state, "limousine jazz4 jazz2 9C") == "not_open 5.4"


def test_5_4_french_limousines_carry_the_last_cards_in_any_order() -> None:
    street = {"jazz1": ["1M 2M 3M", ""], "jazz2": ["1C 2C 3C", ""]}
    state = table(["limousine", ""], street, options=FRENCH, due=0, extra=3)
    assert refuses(state, "limousine jazz1 jazz2 2M") == "not_last 5.4"
    loads = [move.split(" ", 3)[3] for move in state.legal_moves(0) if move.startswith("limousine jazz1")]
    assert loads == ["3M", "2M 3M", "3M 2M"]


def test_5_5_the_revolver_is_one_action_more_even_as_the_last_one() -> None:
    state = table(["revolver", ""], {"jazz1": ["", ""]}, due=1)
    do(state, "revolver")
    assert (state.due, state.extra) == (0, 2)


def test_5_6_bribery_takes_a_card_and_shuffles_the_rest_into_the_deck() -> None:
    state = table(["bribery", ""], {"jazz1": ["", ""]}, discard="9C 8M 2R", deck="1R 15F")
    (event,) = do(state, "bribery 8M")
    assert (state.hands[0], state.deck[::-1]) == (["8M"], ["1R", "2R", "9C", "15F"])
    assert (state.discarded, state.shuffles) == (["bribery"], 1)
    assert (event.details, event.private) == ({"deck": 4}, {0: {"card": "8M"}})


def test_5_6_bribery_needs_a_discard_and_can_fetch_any_but_itself() -> None:
    state = table(["bribery", ""], {"jazz1": ["", ""]})
    assert refuses(state, "bribery 8M") == "discard_empty 5.6"
    state.discarded = ["revolver"]
    assert refuses(state, "bribery bribery") == "not_discarded 5.6"
    do(state, "bribery revolver")
    assert state.hands[0] == ["revolver"]


def test_5_6_the_card_fetched_counts_against_the_hand_limit() -> None:
    hand = "bribery 1R 2R 3R 4R 5R 6R 7R"
    assert refuses(table([hand, ""], {"jazz1": ["", ""]}, discard="9C", due=1), "bribery 9C") == "hand_limit 3.6"
    do(table([hand, ""], {"jazz1": ["", ""]}, discard="9C", due=2), "bribery 9C")


def test_5_7_what_others_read_of_a_move() -> None:
    hand = "limousine bribery 9M 8M"
    state = table([hand, ""], {"speakeasy1": ["1M", ""], "gambling1": ["2C", ""]}, discard="9C", extra=9)
    told = []
    for move in ("play 9M speakeasy1", "play 8M gambling1", "limousine speakeasy1 gambling1 9M 1M", "bribery 9C"):
        events = do(state, move)
        assert hide(move, events, 0) == move
        told.append(hide(move, events, None))
    assert told == ["play ? speakeasy1", "play ? gambling1", "limousine speakeasy1 gambling1 9M ?", "bribery ?"]
    assert hide("draw", [], 1) == "draw"
