"""The board while a card is planned in steps: a Limousine, and Bribery's search of the discard pile."""

from __future__ import annotations

from typing import Any

import pytest

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
