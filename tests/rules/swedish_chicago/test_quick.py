"""The quick player and its playouts: legal, blind to hidden cards, sensible, and true to the rules (2 to 6)."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

import pytest

from games.rules.swedish_chicago import GAME as swedish_chicago
from games.rules.swedish_chicago.bot import race
from games.rules.swedish_chicago.bot.numbers import NUMBER, place, strength
from games.rules.swedish_chicago.bot.playout import Deal, missing
from games.rules.swedish_chicago.hands import TYPES, form
from games.rules.swedish_chicago.pieces import CARDS
from games.rules.swedish_chicago.state import State
from tests.rules.playout import kinds_of_games, or_resign, playout
from tests.rules.swedish_chicago.tables import PLAIN, table

KINDS = kinds_of_games(swedish_chicago)
LONGEST = 5000


def quick(state: State, seat: int = 0) -> str:
    return swedish_chicago.automation.quick_policy(state, seat, Random(1))


@pytest.mark.parametrize(("options", "seats"), KINDS, ids=str)
def test_moves_are_legal_and_chances_add_up_in_every_position(options: dict[str, Any], seats: int) -> None:
    for number, (state, _) in enumerate(playout(swedish_chicago, options, seats, 640 + seats, or_resign(0.003))):
        for seat in state.to_move:
            assert swedish_chicago.automation.quick_policy(state, seat, Random(1)) in state.legal_moves(seat)
        if number % 5 == 0:
            chances = swedish_chicago.automation.chances(state)
            assert sum(chances) == pytest.approx(1)
            assert all(chances[seat] == 0 for seat in state.out)


@pytest.mark.parametrize(("options", "seats"), KINDS, ids=str)
def test_every_candidate_is_legal(options: dict[str, Any], seats: int) -> None:
    for number, (state, _) in enumerate(playout(swedish_chicago, options, seats, 650 + seats)):
        if number % 9 == 0:
            for seat in state.to_move:
                view = state.view(seat)
                found = swedish_chicago.automation.candidates(view)
                assert found
                assert set(found) <= set(view.legal)


def test_chances_leave_the_state_as_it_is() -> None:
    for number, (state, _) in enumerate(playout(swedish_chicago, PLAIN | {"together": True}, 3, 5)):
        if number % 20 == 0:
            before = (state.pieces(), state.facts())
            swedish_chicago.automation.chances(state)
            assert (state.pieces(), state.facts()) == before


@pytest.mark.parametrize(("options", "seats"), KINDS[::3], ids=str)
def test_games_of_quick_players_end(options: dict[str, Any], seats: int) -> None:
    state, _ = swedish_chicago.engine.state_class.new(options, seats, _shuffle(Random(3)))
    for _ in range(LONGEST):
        if state.outcome is not None:
            break
        seat = min(state.to_move)
        state.make(seat, swedish_chicago.automation.quick_policy(state, seat, Random(1)), _shuffle(Random(state.turn)))
    assert state.outcome is not None


def _shuffle(rng: Random) -> Any:
    def shuffle(pieces: Sequence[str]) -> list[str]:
        return rng.sample(pieces, len(pieces))

    return shuffle


def test_what_is_hidden_has_no_influence() -> None:
    rng = Random(8)
    for number, (state, _) in enumerate(playout(swedish_chicago, PLAIN, 3, 9)):
        if number % 7 == 0 and state.outcome is None:
            seat = min(state.to_move)
            computer = swedish_chicago.automation
            other = computer.determinize(state.full_view(seat), rng)
            assert computer.quick_policy(other, seat, rng) == computer.quick_policy(state, seat, rng)


@pytest.mark.parametrize(
    ("hand", "kept"),
    [
        ("4c 9c 4d Jd 4h", "4c 4d 4h"),
        ("5c 5d 5h 5s Kd", "5c 5d 5h 5s"),
        ("3c 3d 3h 8s 8c", "3c 3d 3h 8s 8c"),
        ("2c 5c 9c Jc Kc", "2c 5c 9c Jc Kc"),
        ("5h 6c 7d 8s 9h", "5h 6c 7d 8s 9h"),
        ("2c 7d 9h Ts As", "As"),
        ("Qc Qd 7h 4s 2d", "Qc Qd"),
    ],
)
def test_2_1_made_hands_equals_and_aces_are_kept(hand: str, kept: str) -> None:
    thrown = set(quick(table([hand, "2h 3s 6d 6c Th"])).split()[1:])
    assert set(kept.split()) <= set(hand.split()) - thrown


def test_7_1_a_reset_if_a_rival_has_much_and_seven_points_do_not_win() -> None:
    fours = "5c 5d 5h 5s Kd"
    behind = table([fours, "2h 3s 6d 6c Th"], "choose", scores=(10, 40), four_of_a_kind="reset")
    assert quick(behind) == "reset"
    ahead = table([fours, "2h 3s 6d 6c Th"], "choose", scores=(46, 40), four_of_a_kind="reset")
    assert quick(ahead) == "score"


def test_strengths_are_those_of_the_rules() -> None:
    rng = Random(4)
    for _ in range(2000):
        codes = rng.sample(CARDS, 5)
        found = strength([NUMBER[code] for code in codes])
        kind = form(codes).type
        assert place(found) == (0 if kind is None else TYPES.index(kind) + 1)
        assert (found == 0) == (kind is None)


def test_missing_cards_are_the_higher_ones_of_each_card() -> None:
    assert missing([NUMBER[code] for code in ("Ac", "Ad", "Ah", "As", "Kc")]) == 0
    assert missing([NUMBER[code] for code in ("Kc", "Qc", "Ad", "Ah", "As")]) == 2


def test_a_hand_played_out_scores_as_the_rules_do() -> None:
    """The same moves bring the same points in the engine."""
    for seed in range(25):
        state, _ = State.new(PLAIN, 2, _shuffle(Random(seed)))
        state.scores = [30, 20]
        deal = Deal.of(state)
        deal.finish(Random(1))
        assert _played(state, deal) == deal.scores


def _played(state: State, deal: Deal) -> list[int]:
    """Return the scores after the hand, with the tricks of ``deal``; the quick player makes the other moves."""
    while state.phase not in ("chicago", "play"):
        seat = state.due[0]
        state.make(seat, quick(state, seat), _shuffle(Random(1)))
    cards = {seat: sorted(NUMBER[card] for card in state.hands[seat]) for seat in range(2)}
    assert {seat: sorted(hand) for seat, hand in deal.hands.items()} == cards
    expected = Deal.of(state)
    expected.phase, expected.rest = "chicago", state.order()
    expected.finish(Random(1))
    return expected.scores


def test_6_1_chances_of_the_race() -> None:
    assert race.after([52, 40], [0, 1], 52) == (1, 0)
    assert race.after([53, 53], [0, 1], 52) == (0.5, 0.5)
    assert sum(race.after([10, 20, 30], [1, 2, 0], 52)) == pytest.approx(1)
    behind, ahead = race.after([20, 40], [0, 1], 52)
    assert behind < 0.3 < 0.7 < ahead
    assert race.before([45, 20], [0, 1], 52)[0] > race.before([30, 20], [0, 1], 52)[0]


def test_2_2_reaching_the_exchange_stop_is_worth_no_more_than_staying_below() -> None:
    """A player with 46 points may not exchange any more, so 45 is just as good."""
    assert race.before([45, 40], [0, 1], 52)[0] > race.before([46, 40], [0, 1], 52)[0] - 0.02


def test_beats_chance() -> None:
    rng = Random(2)
    won = 0
    for number in range(12):
        state, _ = State.new(PLAIN, 2, _shuffle(Random(number)))
        while state.outcome is None:
            seat = min(state.to_move)
            own = seat == number % 2
            move = quick(state, seat) if own else rng.choice(state.legal_moves(seat))
            state.make(seat, move, _shuffle(Random(f"{number} {state.turn}")))
        won += number % 2 in state.outcome.winners
    assert won >= 11
