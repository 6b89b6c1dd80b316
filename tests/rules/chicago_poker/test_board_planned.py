"""The board while a card is planned in steps: a Limousine, and Bribery's search of the discard pile."""

from __future__ import annotations

from typing import Any

import pytest

from games.rules.chicago_poker.board.view_model import Board
from tests.rules.chicago_poker.boards import ME, english, label, rail, see, some_table
from tests.rules.chicago_poker.tables import ENGLISH, FRENCH, table

# --- Limousine


def test_5_4_a_limousine_is_planned_step_by_step() -> None:
    shown = see(some_table(), card="limousine")
    assert shown.ride is not None
    assert [step.code for step in shown.ride.sources] == ["speakeasy1", "jazz1"]
    assert (shown.mode, shown.ride.cards, shown.ride.move) == ("limousine", (), "")
    picked = see(some_table(), card="limousine", **{"from": "speakeasy1", "cards": "7M-9R"}).ride
    assert picked is not None
    assert [card.order for card in picked.cards] == [0, 1, 0, 2]
    assert picked.plan == {"card": "limousine", "from": "speakeasy1", "cards": "7M-9R"}
    assert [(stop.tile, english(stop.hand)) for stop in picked.stops] == [
        ("jazz1", "Straight 4/5"),
        ("brewery1", "Rainbow Straight 2/5"),
    ]
    assert [english(turn) for turn in picked.stops[0].turns] == ["7M turns face up", "9R turns face down"]


def test_5_4_the_plan_is_shown_on_the_board_with_what_others_will_see() -> None:
    shown = see(some_table(), card="limousine", **{"from": "speakeasy1", "cards": "7M-9R", "to": "jazz1"})
    assert shown.ride is not None
    assert shown.ride.move == "limousine speakeasy1 jazz1 7M 9R"
    assert english(shown.ride.others_see) == "The others see: 7M and one back, they know which cards left: 9R."
    source, onto = rail(shown, "speakeasy1", ME), rail(shown, "jazz1", ME)
    assert [place.order for place in source.places] == [0, 1, 0, 2, 0]
    assert label(source) == "leaves High Card 9"
    assert [(place.order, place.turns, place.peek) for place in onto.places[2:4]] == [
        (1, "up", False),
        (2, "down", True),
    ]
    assert label(onto) == "becomes High Card 11"


def test_5_4_in_french_the_last_cards_only_may_be_taken() -> None:
    state = some_table(options=FRENCH, due=0, extra=3)
    ride = see(state, card="limousine", **{"from": "speakeasy1", "cards": "7F"}).ride
    assert ride is not None
    assert [(card.order, card.free) for card in ride.cards] == [(1, True), (0, True), (0, True), (0, True)]
    assert ride.stops == ()
    assert ride.why_not_all is None


@pytest.mark.parametrize(("options", "says"), [(ENGLISH, "The Limousine takes"), (FRENCH, "your last cards here")])
def test_5_4_what_can_not_be_chosen_has_its_reason(options: dict[str, Any], says: str) -> None:
    lying = {"speakeasy1": ["7F 7M 9C 9R", "2C"], "jazz1": ["10M 11M 12M", "5R"]}
    state = table(["limousine", "1F"], lying, options=options, due=0, extra=3)
    ride = see(state, card="limousine", **{"from": "speakeasy1", "cards": "9C-9R"}).ride
    assert ride is not None
    assert [card.free for card in ride.cards] == [False, False, True, True]
    assert says in english(ride.why_not_all)


def test_5_4_steps_that_are_not_possible_are_forgotten() -> None:
    ask = {"from": "speakeasy1", "cards": "7M-7M-8R-nonsense", "to": "speakeasy1"}
    ride = see(some_table(), card="limousine", **ask).ride
    assert ride is not None
    assert [card.order for card in ride.cards] == [0, 1, 0, 0]
    assert not any(stop.chosen for stop in ride.stops)


# --- Bribery


def test_5_6_bribery_shows_the_pile_and_what_the_chosen_card_would_make() -> None:
    bribe = see(some_table(), card="bribery", take="9F").bribe
    assert bribe is not None
    assert [card.code for card in bribe.cards] == ["15R", "9F"]
    assert [card.code for card in bribe.specials] == ["raid2"]
    assert (bribe.move, bribe.count, bribe.last) == ("bribery 9F", 3, False)
    assert bribe.deck == some_table().view(ME).deck + 2
    assert [english(each.hand) for each in bribe.would] == ["Full House", "Straight 3/5", "First card"]
    nothing = see(some_table(), card="bribery", take="1R").bribe
    assert nothing is not None
    assert (nothing.chosen, nothing.move) == (None, "")


# --- Planning the next turn


def planning(state: Any, plan: str = "", **ask: str) -> Board:
    shown = see(state, plan=plan, **ask)
    assert shown.planning is not None
    return shown


def waiting_table() -> Any:
    return some_table(active=1)


def test_a_plan_shows_the_table_as_it_would_lie() -> None:
    shown = planning(waiting_table(), "play 9M brewery1 if same")
    assert [place.order for place in rail(shown, "brewery1", ME).places] == [1, 0, 0, 0, 0]
    assert "9M" not in [card.code for card in shown.hand]
    assert shown.planning is not None
    assert (shown.planning.left, shown.mine, shown.mode) == (2, False, "turn")


def test_the_field_of_the_chosen_card_fills_the_step() -> None:
    shown = planning(waiting_table(), "play * brewery1", card="12M")
    assert shown.planning is not None
    assert [step.text for step in shown.planning.steps] == ["play 12M brewery1"]
    assert shown.planning.prefix == "play 12M brewery1;"


def test_a_step_offers_its_conditions_and_can_be_taken_out() -> None:
    shown = planning(waiting_table(), "play 9M brewery1 if same;draw").planning
    assert shown is not None
    first, last = shown.steps
    assert [(english(each.says), each.chosen) for each in first.conditions] == [
        ("whatever happens", False),
        ("if the cards there stay the same", True),
        ("if nobody calls a shootout there", False),
    ]
    assert first.conditions[2].link == "?plan=play+9M+brewery1+if+no+shootout%3Bdraw"
    assert first.without == "?plan=draw"
    assert (last.draws, len(last.conditions)) == (True, 1)


def test_an_impossible_step_is_left_out_with_the_reason() -> None:
    shown = planning(waiting_table(), "play 9F brewery1;play 9M brewery1").planning
    assert shown is not None
    assert [step.text for step in shown.steps] == ["play 9M brewery1"]
    assert english(shown.problem).startswith("You don’t hold 9F.")


def test_a_planned_draw_shows_no_card_and_leaves_only_draws() -> None:
    state = table(["9M 12M bribery", "1F", "5C"], {"brewery1": ["", "", ""]}, active=1, discard="15R 9F")
    shown = planning(state, "play 9M brewery1;draw")
    assert [card.code for card in shown.hand] == ["12M", "bribery"]
    assert not any(card.usable for card in shown.hand)
    assert shown.planning is not None
    assert (shown.planning.left, shown.planning.can_draw) == (1, True)
    assert planning(state, "draw", card="bribery", take="9F").bribe is None


def test_special_cards_are_planned_in_their_own_steps() -> None:
    state = waiting_table()
    raid = rail(planning(state), "jazz1", 1).raid
    assert raid is not None
    assert raid.move == "raid jazz1 1"
    ride = planning(state, "play 9M brewery1", card="limousine", **{"from": "jazz1"}).ride
    assert ride is not None
    assert ride.sources[0].link.endswith("&plan=play+9M+brewery1")
    assert planning(state, "play 9M brewery1", card="bribery", take="9F").bribe is not None


def test_only_a_player_who_waits_can_plan() -> None:
    assert see(some_table(active=0), plan="draw").planning is None
    assert see(waiting_table(), seat=None, plan="draw").planning is None
    assert (see(waiting_table()).may_plan, see(some_table(active=0)).may_plan) == (True, False)
