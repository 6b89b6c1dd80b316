"""Absurd moves that no search evaluates, each beside a position in which a similar move is right (rules 2 to 4)."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from games.rules.swedish_chicago import GAME as swedish_chicago
from games.rules.swedish_chicago.pieces import canonical
from games.rules.swedish_chicago.state import State
from tests.rules.playout import playout
from tests.rules.swedish_chicago.situations import dealt, in_tricks
from tests.rules.swedish_chicago.tables import PLAIN, do

OTHER = "3s 8d Td Jc Qc"


def exchanging(hand: str, part: int = 1, scores: Sequence[int] = (), **options: object) -> State:
    return dealt((hand, OTHER), PLAIN | options, part=part, scores=scores)


def is_considered(state: State, move: str) -> bool:
    """Return whether seat 0's move is a candidate, after checking that only candidates may be spontaneous."""
    view = state.full_view(0)
    assert move in view.legal
    is_candidate = move in swedish_chicago.automation.candidates(view)
    assert is_candidate or move not in swedish_chicago.automation.move_prior(view)
    assert is_candidate or move not in swedish_chicago.automation.sensible(view)
    return is_candidate


def keeps(state: State, kept: str) -> bool:
    """Return whether the exchange that keeps these cards of seat 0 is considered."""
    thrown = [card for card in canonical(state.hands[0]) if card not in kept.split()]
    return is_considered(state, " ".join(["exchange", *thrown]))


PAIR = "4c 4d Ks 9h As"


@pytest.mark.parametrize("kept", ["4c Ks As", "4d As", "As", "Ks As", "9h"])
def test_a_pair_is_kept_whole_in_the_first_exchange(kept: str) -> None:
    assert not keeps(exchanging(PAIR), kept)
    assert keeps(exchanging(PAIR), "4c 4d As")


def test_a_pair_may_go_for_an_ace_and_a_king_when_the_tricks_are_near() -> None:
    assert keeps(exchanging(PAIR, part=3), "Ks As")
    assert not keeps(exchanging(PAIR, part=3), "9h")
    assert not keeps(exchanging("4c 4d Qs 9h Ts", part=3), "Qs")


def test_a_pair_may_be_broken_for_four_cards_to_a_flush_or_a_straight() -> None:
    flush = exchanging("2h 6h 9h Jh 9c")
    assert keeps(flush, "2h 6h 9h Jh")
    assert not keeps(flush, "6h 9h Jh")
    assert keeps(exchanging("6h 7d 8c 9c 9h"), "6h 7d 8c 9h")
    assert not keeps(exchanging("6h 7d 8c Kc Kh"), "6h 7d 8c Kh")


def test_a_pair_goes_for_high_cards_only_if_that_is_better_than_a_draw_of_four() -> None:
    state = exchanging("2c Tc Kc Ac 2d", part=2)
    assert keeps(state, "2c Tc Kc Ac")
    assert not keeps(state, "Tc Kc Ac")
    assert keeps(exchanging("2c Tc Kd Ac 2d", part=3), "Kd Ac")


@pytest.mark.parametrize("part", [1, 2, 3])
def test_two_pairs_trips_and_all_that_is_more_are_never_broken(part: int) -> None:
    for hand, whole in [
        ("4c 4d Ks Kh As", "4c 4d Ks Kh"),
        ("4c 4d 4h Ks As", "4c 4d 4h"),
        ("4c 4d 4h Ks Kh", "4c 4d 4h Ks Kh"),
        ("4c 4d 4h 4s As", "4c 4d 4h 4s"),
        ("Tc Jd Qh Ks As", "Tc Jd Qh Ks As"),
        ("2h 6h 9h Jh Ah", "2h 6h 9h Jh Ah"),
    ]:
        state = exchanging(hand, part)
        legal, found = state.legal_moves(0), swedish_chicago.automation.candidates(state.full_view(0))
        assert all(not set(whole.split()) & set(move.split()) for move in found)
        assert len(found) < len(legal)
        assert keeps(state, whole)


def test_a_lone_card_that_is_kept_is_the_highest() -> None:
    state = exchanging("2c 5c Jd 4h 9s")
    assert keeps(state, "Jd")
    assert not keeps(state, "9s")
    assert not keeps(state, "2c")


def test_no_card_of_a_pair_is_thrown_for_an_open_one() -> None:
    state = exchanging(PAIR, open_card=True)
    assert is_considered(state, "exchange open 9h")
    assert not is_considered(state, "exchange open 4d")


def test_every_exchange_of_a_player_who_may_throw_one_card_keeps_what_is_equal() -> None:
    state = exchanging("4c 4d 4h Ks As", throw_limit="1")
    assert set(swedish_chicago.automation.candidates(state.full_view(0))) == {"exchange", "exchange Ks", "exchange As"}


def test_who_can_announce_does() -> None:
    for hand in (PAIR, "4c 4d 4h Ks As", "Tc Jd Qh Ks As"):
        state = dealt((hand, OTHER), phase="announce", scores=(26, 39))
        assert is_considered(state, "announce")
        assert not is_considered(state, "pass")


TRIPS = "4c 4d 4h 9s As"


@pytest.mark.parametrize(
    ("score", "hand", "part", "may_pass"),
    [
        (37, PAIR, 1, False),
        (38, PAIR, 1, True),  # twice a point for announcing, one for the best hand, five for the last trick
        (38, PAIR, 2, False),
        (45, PAIR, 2, True),
        (46, PAIR, 2, False),
        (42, TRIPS, 1, False),
        (43, TRIPS, 1, True),
    ],
)
def test_a_player_who_would_reach_the_exchange_stop_may_pass(
    score: int, hand: str, part: int, *, may_pass: bool
) -> None:
    """A player near the stop may pass with one or two pairs; trips are announced unless they reach it at once (2.2)."""
    assert is_considered(dealt((hand, OTHER), phase="announce", part=part, scores=(score, 40)), "pass") == may_pass


def test_the_exchange_stop_is_that_of_the_table() -> None:
    earlier, never = PLAIN | {"exchange_stop": "42"}, PLAIN | {"exchange_stop": "none"}
    assert is_considered(dealt((PAIR, OTHER), earlier, "announce", scores=(34, 40)), "pass")
    assert not is_considered(dealt((PAIR, OTHER), never, "announce", scores=(45, 40)), "pass")


@pytest.mark.parametrize(("score", "may_pass"), [(44, False), (45, True), (46, False)])
def test_a_rival_who_announced_may_be_let_to_the_exchange_stop(score: int, *, may_pass: bool) -> None:
    state = dealt((PAIR, "3s 3d 8h 9d Kc"), phase="announce", scores=(7, score))
    state.due = [1, 0]
    do(state, "1 announce")
    assert is_considered(state, "pass") == may_pass


def test_who_would_fall_for_want_of_a_chicago_may_pass() -> None:
    needed = PLAIN | {"must_chicago": True, "exchange_stop": "none"}
    state = dealt((PAIR, OTHER, "2d 7h 9c Js Qd"), needed, "announce", scores=(51, 40, 40))
    assert is_considered(state, "pass")
    state.made = [0]
    assert not is_considered(state, "pass")


def test_of_the_last_two_cards_of_a_suit_the_sure_winner_leads() -> None:
    assert not is_considered(in_tricks("Qs As"), "play Qs")
    assert is_considered(in_tricks("Qs As"), "play As")


def test_a_sure_winner_may_wait_for_the_last_trick_if_the_other_card_is_of_another_suit() -> None:
    """The other card wins now whenever it would win later, and sometimes the rival must lead into the sure winner."""
    assert is_considered(in_tricks("Qh As"), "play Qh")
    assert is_considered(in_tricks("Qh As"), "play As")


def test_of_two_cards_that_are_both_sure_or_both_not_either_may_lead() -> None:
    assert is_considered(in_tricks("Ks As"), "play Ks")
    assert is_considered(in_tricks("Ts Qs"), "play Ts")


def test_there_is_always_something_to_consider() -> None:
    for options in (PLAIN, PLAIN | {"open_card": True, "throw_limit": "2"}):
        for state, _ in playout(swedish_chicago, options, 3, 77):
            for seat in state.to_move:
                view = state.full_view(seat)
                candidates = swedish_chicago.automation.candidates(view)
                assert set(swedish_chicago.automation.sensible(view)) <= set(candidates)
                assert candidates
