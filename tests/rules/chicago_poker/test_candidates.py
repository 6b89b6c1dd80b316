"""Moves that a search never proposes (``bot/blunders.py``), each beside a similar move that it may propose."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

import pytest

from games.computers.search import Budget, evaluate
from games.rules.chicago_poker import GAME
from games.rules.chicago_poker.bot.blunders import blunders
from games.rules.chicago_poker.bot.quick import quick, ratings
from games.rules.chicago_poker.state import State
from tests.rules.chicago_poker.tables import ENGLISH, FRENCH, SHORT, do, table
from tests.rules.chicago_poker.test_quick import game

RAID = {"speakeasy1": ["", "9R"], "brewery1": ["", "9M"]}


def raids(moves: Sequence[str]) -> list[str]:
    return sorted(move for move in moves if move.startswith("raid"))


def proposed(state: State) -> list[str]:
    return list(GAME.automation.candidates(state.full_view(0)))


def bad(state: State) -> list[str]:
    return sorted(blunders(state.full_view(0)))


class TestRaids:
    def test_of_a_column_without_a_card_face_down_is_never_proposed(self) -> None:
        state = table(["1R 2M raid1", ""], RAID)
        assert bad(state) == ["raid brewery1 1"]
        assert raids(proposed(state)) == ["raid speakeasy1 1"]

    def test_of_cards_already_seen_is_never_proposed(self) -> None:
        state = table(["1R 2M raid1 raid2", ""], RAID)
        do(state, "raid speakeasy1 1")
        assert bad(state) == ["raid brewery1 1", "raid speakeasy1 1"]
        assert raids(proposed(state)) == []

    def test_of_one_more_card_beside_those_seen_is(self) -> None:
        state = table(["1R 2M raid1 raid2", "9S"], RAID)
        do(state, "raid speakeasy1 1", "draw", "draw", "end", "play 9S speakeasy1", "draw", "draw", "end")
        assert bad(state) == ["raid brewery1 1"]
        assert raids(proposed(state)) == ["raid speakeasy1 1"]

    def test_with_the_last_action_of_what_is_turned_up_before_the_next_is_never_proposed(self) -> None:
        street = {"speakeasy1": ["", "9R 8M 1C 2S 4F"], "jazz1": ["", "5R 6M 7F 9C"]}
        state = table(["1R 2M raid1", ""], street, due=1)
        assert bad(state)[-1] == "raid speakeasy1 1"
        assert raids(proposed(state)) == ["raid jazz1 1"]
        state = table(["1R 2M raid1", ""], street, due=2)
        assert raids(bad(state)) == []

    def test_are_all_left_where_nothing_else_is_legal(self) -> None:
        state = table(["raid1", ""], {"brewery1": ["", "9M"]}, deck="", due=1)
        assert state.legal_moves(0) == proposed(state) == bad(state) == ["raid brewery1 1"]

    def test_the_quick_policy_makes_those_alone_that_tell_something(self) -> None:
        state = table(["1R 2M raid1 raid2", ""], RAID)
        assert raids([*ratings(state, 0)]) == ["raid speakeasy1 1"]
        do(state, "raid speakeasy1 1")
        assert raids([*ratings(state, 0)]) == []
        only = table(["raid1", ""], {"brewery1": ["", "9M"]}, deck="", due=1)
        assert quick(only, 0, Random(1)) == "raid brewery1 1"


def under(own: str, hand: str, rival: str = "10C 10S 3M 6R 7F", **more: Any) -> State:
    return table([hand, ""], {"brewery1": [own, rival], "jazz1": ["", ""]}, **more)


def useless(state: State) -> set[str]:
    """Return the cards that are not proposed for the first business, where the marker is."""
    (_slot, business), *_others = state.open()
    found = {move.split()[1] for move in bad(state) if move.startswith("play") and move.endswith(business.tile)}
    assert not any(move in bad(state) for move in proposed(state))
    return found


class TestCardsUnderAMarker:
    def test_that_beat_nothing_are_never_proposed_while_a_draw_is_legal(self) -> None:
        assert useless(under("1R 2M", "4S 5F 8C")) == {"4S", "5F", "8C"}

    def test_that_beat_or_equal_what_lies_there_may_be(self) -> None:
        assert useless(under("1R 2M", "4S 11F 11C")) == set()
        assert useless(under("1R 2M 12R", "12S 4F 5F", due=1)) == {"4F", "5F"}
        assert useless(under("6F 7M 3R", "10R 10M 4S", due=2)) == {"4S"}

    @pytest.mark.parametrize(("elsewhere", "harm"), [("9C", False), ("9C 9F", False), ("9C 9F 12R", True)])
    def test_may_be_got_rid_of_where_one_must_go_and_would_do_harm_elsewhere(self, elsewhere: str, harm: bool) -> None:
        street = {"brewery1": ["1R 2M", "10C 10S 3M 6R 7F"], "jazz1": [elsewhere, ""]}
        state = table(["4S 5F 8C 3C 3R 4R 6S 11S", ""], street, due=1)
        assert "draw" not in state.legal_moves(0)
        assert useless(state) == (set() if harm else {"4S", "5F", "8C", "3C", "3R", "4R", "6S", "11S"})

    def test_count_with_the_actions_that_are_left(self) -> None:
        assert useless(under("1R 2M", "11F 11C 4S", due=2)) == {"4S"}
        assert useless(under("1R 2M", "11F 11C 4S", due=1)) == {"11F", "11C", "4S"}
        assert useless(under("1R 2M", "11F 11C 4S revolver", due=1)) == {"4S"}

    def test_count_with_what_a_special_brings(self) -> None:
        assert useless(under("1R 2M", "11F 4S bribery", discard="11S 5S")) == {"4S"}
        assert useless(under("1R 2M", "11F 4S bribery", discard="12S 5S")) == {"11F", "4S"}
        street = {"brewery1": ["1R 2M", "10C 10S 3M 6R 7F"], "jazz1": ["11S 3F", ""]}
        assert useless(table(["11F 4S limousine", ""], street, due=2)) == {"4S"}
        assert useless(table(["11F 4S", ""], street, due=2)) == {"11F", "4S"}

    def test_are_compared_with_what_is_seen_alone(self) -> None:
        street = {"speakeasy1": ["", "10C 10S 3M 6R 7F"], "jazz1": ["", ""]}
        assert useless(table(["8S 5F", ""], street)) == set()

    def test_may_be_laid_under_ones_own_marker_of_another(self) -> None:
        state = table(["4S 5F 8C", "", ""], {"brewery1": ["", "10C 10S 3M", "1R"], "jazz1": ["", "", ""]})
        assert useless(state) == set()


class TestMarkers:
    def test_that_call_a_shootout_with_no_hand_or_the_lower_one_are_never_proposed(self) -> None:
        state = table(["2S 3F 9F 6S", ""], {"brewery1": ["1R 2M 9C 12F", "3C 3M"], "jazz1": ["", ""]})
        assert bad(state) == ["play 2S brewery1", "play 3F brewery1", "play 6S brewery1"]
        assert "play 9F brewery1" in proposed(state)

    def test_may_be_left_to_a_rival_who_has_called_before(self) -> None:
        state = table(["2S 3F", ""], {"brewery1": ["1R 2M 9C 12F", "1C 3M 4S 6R 8F"], "jazz1": ["", ""]})
        assert bad(state) == []

    def test_are_all_left_where_every_card_must_set_one(self) -> None:
        state = table(["3F 6S", ""], {"brewery1": ["1R 2M 9C 12F", "3C 3M"]}, deck="", due=1)
        assert sorted(state.legal_moves(0)) == sorted(proposed(state)) == bad(state)


class TestMarkersOfARival:
    def test_that_a_pair_beats_are_not_left_with_the_last_action(self) -> None:
        state = under("1R 2M", "12S 2F 2C 5F", rival="1C 3M 4S 6R 8F", due=1)
        assert sorted(proposed(state)) == ["play 2C brewery1", "play 2F brewery1"]

    @pytest.mark.parametrize(
        ("own", "hand", "rival", "due"),
        [
            pytest.param("1R 2M", "12S 5F", "1C 3M 4S 6R 8F", 1, id="high card"),
            pytest.param("1R 2M", "12S 2F", "3C 3M 4S 6R 8F", 1, id="lower pair"),
            pytest.param("1R 1M", "12S 1F", "1C 3M 4S 6R 8F", 1, id="beaten already"),
            pytest.param("1R 2M", "12S 2F", "1C 3M 4S 6R 8F", 2, id="another action"),
        ],
    )
    def test_may_be_left_otherwise(self, own: str, hand: str, rival: str, due: int) -> None:
        assert "draw" not in bad(under(own, hand, rival, due=due))

    def test_may_be_left_for_more_actions_or_cards(self) -> None:
        state = under("1R 2M", "12S 2F revolver", rival="1C 3M 4S 6R 8F", due=1)
        assert "revolver" not in bad(state)


class TestLiquidations:
    def test_of_a_card_alone_are_never_proposed(self) -> None:
        state = table(["1R 2M liquidation", ""], {"brewery1": ["", "9M"], "jazz1": ["", "9R 9S"]})
        assert bad(state) == ["liquidation brewery1 1"]
        assert [move for move in proposed(state) if move.startswith("liq")] == ["liquidation jazz1 1"]


@pytest.mark.parametrize(("options", "seats"), [(ENGLISH, 2), (FRENCH, 3), (SHORT, 6)], ids=str)
def test_candidates_are_no_blunders_throughout_a_game_unless_all_moves_are(options: dict[str, Any], seats: int) -> None:
    met = 0
    for state, seat in game(options, seats, 5, 400):
        if state.tie is None and state.due + state.extra:
            view = state.full_view(seat)
            found = blunders(view)
            met += bool(found)
            assert found <= {*view.legal}
            assert found.isdisjoint(GAME.automation.candidates(view)) or found == {*view.legal}
    assert met > 10


@pytest.mark.parametrize("made", ["raid brewery1 1", "raid speakeasy1 1"])
def test_a_persons_blunder_is_judged_like_any_move(made: str) -> None:
    view = table(["1R 2M raid1", ""], RAID).full_view(0)
    found = evaluate(GAME, view, Budget(40, 60.0), Random(1), made=made)
    assert made in [each.move for each in found]
    assert [each.move for each in found].count(made) == 1
