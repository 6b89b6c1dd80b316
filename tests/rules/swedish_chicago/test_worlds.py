"""Samples of hidden cards are possible, as likely as the others' moves suggest, and independent of the real cards."""

from __future__ import annotations

from itertools import count, islice
from random import Random

import pytest

from games.computers.search import Budget, evaluate
from games.rules.swedish_chicago import GAME as swedish_chicago
from games.rules.swedish_chicago.bot import worlds
from games.rules.swedish_chicago.bot.numbers import NUMBER, place, strength
from games.rules.swedish_chicago.hands import combination
from games.rules.swedish_chicago.state import State
from tests.rules.playout import any_legal, playout
from tests.rules.swedish_chicago.tables import HIGH_CARD, PAIR, PLAIN, TRIPS, TWO_PAIRS, do, table

SAMPLES = 60


def samples(state: State, seat: int = 0) -> list[State]:
    view, rng = state.full_view(seat), Random(5)
    found = [swedish_chicago.automation.determinize(view, rng) for _ in range(SAMPLES)]
    return [sample for sample in found if isinstance(sample, State)]


def test_who_has_announced_a_pair_has_one_in_nearly_every_sample() -> None:
    state = table([TWO_PAIRS, PAIR], "announce", 1)
    state.thrown = [[1, 3], [None, None], [None, None]]
    state.discards = ["Tc", "Td", "Th", "Ts"]
    state.stock = [card for card in state.stock if card not in state.discards]
    do(state, "pass", "announce")
    held = [combination(sample.hands[1]) for sample in samples(state)]
    assert held.count("pair") >= 0.9 * SAMPLES


def test_a_rank_named_at_a_comparison_is_held() -> None:
    state = table([PAIR, "4c 4d 8h 9h Qc"], "announce", 1)
    state.thrown = [[3, 3], [None, None], [None, None]]
    state.discards = ["Tc", "Td", "Th", "Ts", "6c", "6d"]
    state.stock = [card for card in state.stock if card not in state.discards]
    do(state, "announce", "announce")
    fours = [sum(card[0] == "4" for card in sample.hands[1]) for sample in samples(state)]
    assert sum(number >= 2 for number in fours) >= 0.9 * SAMPLES


def one_card_left() -> State:
    """Return a state in which seat 1 has announced two pairs, thrown nothing, and has one of these cards left."""
    state = table(["2c 4d 6h 9s Kc", "3c 3d 8h 8s Qc"], "play", 3)
    state.said = [["pass", "two pairs"], ["pass", "two pairs"], [None, None]][: len(state.said)]
    state.thrown = [[0, 0] for _ in state.thrown]
    state.played = [["2c", "4d", "6h", "9s"], ["3c", "3d", "8h", "Qc"]]
    state.hands = [["Kc"], ["8s"]]
    return state


def test_the_last_card_of_who_announced_two_pairs_makes_them() -> None:
    for sample in samples(one_card_left()):
        assert place(strength([NUMBER[card] for card in (*sample.played[1], *sample.hands[1])])) >= 2


def test_a_rare_combination_is_tried_a_limited_number_of_times(monkeypatch: pytest.MonkeyPatch) -> None:
    state = table(["2c 4d 6h 9s Kc", "3c 3d 8h 8s Qc"], "play", 3)
    state.said = [["pass", "full house"], ["pass", "full house"], [None, None]][: len(state.said)]
    state.thrown = [[0, 0] for _ in state.thrown]
    state.played, state.hands = [["2c", "4d"], ["3c", "Qc"]], [["6h", "9s", "Kc"], ["3d", "8h", "8s"]]
    tried: list[str] = []
    monkeypatch.setitem(worlds._COMBINING, "full house", lambda *_: tried.append("") or ())
    samples(state)
    assert SAMPLES <= len(tried) <= SAMPLES * worlds._TRIES_IN_ALL


def _places(thrown: int) -> float:
    """Return the average height of the sampled hands of a rival who has thrown this number of cards."""
    state = table([PAIR, TRIPS], "announce", 1)
    state.thrown = [[3, thrown], [None, None], [None, None]]
    state.discards = state.stock[: 3 + thrown]
    state.stock = state.stock[3 + thrown :]
    found = [place(strength([NUMBER[card] for card in sample.hands[1]])) for sample in samples(state)]
    return sum(found) / len(found)


def test_who_throws_fewer_cards_holds_more() -> None:
    assert _places(0) > _places(2) > _places(4)


def test_nobody_holds_a_suit_that_they_have_not_followed() -> None:
    state = table(["2c 5c 9d Jh As", "3d 4d 8h 9s Qs"], "play", 3)
    do(state, "play 2c", "play 3d")
    assert not [card for sample in samples(state) for card in sample.hands[1] if card[1] == "c"]


def test_2_4_cards_shown_before_breaking_are_held_or_thrown() -> None:
    state = table([PAIR, TWO_PAIRS], "announce", 1)
    do(state, "pass", "announce", "exchange", "exchange 3c 8h")
    for sample in samples(state):
        assert {"3c", "3d", "8h", "8s"} <= {*sample.hands[1], *sample.discards}


def test_a_sample_depends_on_the_view_and_the_seed_alone() -> None:
    first = [(sample.hands, sample.stock) for sample in samples(table([PAIR, TRIPS], "announce", 1))]
    samples(table([TRIPS, PAIR], "announce", 1))
    assert first == [(sample.hands, sample.stock) for sample in samples(table([PAIR, TRIPS], "announce", 1))]


@pytest.mark.parametrize("seats", [2, 3])
def test_what_the_viewer_cannot_know_changes_no_choice(seats: int) -> None:
    rng, budget = Random(seats), Budget(40, 60.0)
    for number, (state, _) in enumerate(playout(swedish_chicago, PLAIN, seats, 77, any_legal)):
        if number % 60 == 10 and state.outcome is None:
            seat = min(state.to_move)
            view = state.full_view(seat)
            other = swedish_chicago.automation.determinize(view, rng)
            assert other.full_view(seat) == view
            chosen = [evaluate(swedish_chicago, each.full_view(seat), budget, Random(9)) for each in (state, other)]
            assert chosen[0] == chosen[1]
        if number > 300:
            break


def _claims(state: State) -> dict[int, str]:
    """Return the announcements in the current round, by seat."""
    said = state.said[state.part - 1] if state.phase in ("announce", "quads") else []
    return {seat: kind for seat, kind in enumerate(said) if kind is not None and kind != "pass"}


@pytest.mark.parametrize("seats", [2, 4, 6])
def test_what_is_announced_in_a_round_that_goes_on_is_held_in_every_sample(seats: int) -> None:
    games = (state for seed in count() for state, _ in playout(swedish_chicago, PLAIN, seats, seed, any_legal))
    for state in islice((state for state in games if state.to_move and _claims(state)), 12):
        sample, rng = swedish_chicago.automation.sampler(state.full_view(min(state.to_move))), Random(5)
        for _ in range(SAMPLES):
            found = sample(rng)
            assert isinstance(found, State)
            assert {seat: combination(found.hands[seat]) for seat in _claims(state)} == _claims(state)


def test_a_rare_combination_announced_again_after_it_was_shown_is_held_in_every_sample() -> None:
    state = table([PAIR, "3c 3d 3h 8h 8s", HIGH_CARD], "announce", 2)
    state.said = [["pass", "full house", "pass"], [None, "full house", None], [None, None, None]]
    state.shown = [[], ["3c", "3d", "3h", "Qh", "Qs"], []]
    state.due = [2]
    assert {combination(sample.hands[1]) for sample in samples(state, 2)} == {"full house"}
