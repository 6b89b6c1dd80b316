"""The invariants at every moment of a game of Swedish Chicago."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.rules.contract import Event, Illegal
from games.rules.swedish_chicago import GAME as swedish_chicago
from games.rules.swedish_chicago.game_end import REASONS
from games.rules.swedish_chicago.hands import TYPES
from games.rules.swedish_chicago.pieces import CARDS, ORDER
from games.rules.swedish_chicago.state import State
from tests.rules.playout import kinds_of_games, or_resign, playout, random_shuffle
from tests.rules.swedish_chicago.tables import PLAIN

LASTING = {
    "trick", "revealed", "level", "silent", "scored", "made", "broken", "reset", "chose", "fell", "hands", "best",
    "won",
}  # fmt: skip
GAMES = [
    *kinds_of_games(swedish_chicago),
    (PLAIN, 2),
    (PLAIN, 6),
    (PLAIN | {"throw_limit": "1"}, 3),
    (PLAIN | {"target": "15"}, 3),
]


@pytest.mark.parametrize(("options", "seats"), GAMES)
def test_cards_scores_and_rounds(options: dict[str, Any], seats: int) -> None:
    scores = [0] * seats
    for state, events in playout(swedish_chicago, options, seats, seats, or_resign(0.002)):
        assert sorted(piece.code for piece in state.pieces()) == sorted(CARDS)
        _check_hands(state)
        if state.outcome is None:
            _check_said(state)
        scores = _told_scores(scores, events)
        assert state.scores == scores
        assert options["negative"] or min(scores) >= 0
        if options["must_chicago"] and (state.outcome is None or state.outcome.reason != "straight flush"):
            assert all(score < int(options["target"]) or seat in state.made for seat, score in enumerate(scores))
    _check_end(state)


def _check_hands(state: State) -> None:
    """Check that each player has five cards: in hand, in front of them, or on the way (1.3, 2.1, 7.6)."""
    for seat, (hand, played) in enumerate(zip(state.hands, state.played, strict=True)):
        assert hand == sorted(hand, key=ORDER.__getitem__)
        on_its_way = state.open is not None and state.open.seat == seat
        if seat not in state.out:
            assert len(hand) + len(played) + on_its_way == 5
    if state.phase != "play":
        assert not any(state.played)


def _check_said(state: State) -> None:
    """Check that due seats are in the game, and that exactly the other seats have answered in a round (3.1)."""
    assert set(state.due) <= set(state.order())
    assert set(state.sealed) <= set(state.due)
    if state.phase == "announce" and not state.together:
        said = state.said[state.part - 1]
        assert all((said[seat] is None) == (seat in state.due) for seat in state.order())


def _told_scores(before: list[int], events: list[Event]) -> list[int]:
    """Return the totals computed from events, since every change of a score has an event."""
    scores = [*before]
    for event in events:
        if event.kind == "scored":
            assert event.seat is not None
            assert event.details["from"] == scores[event.seat]
            scores[event.seat] = event.details["score"]
        elif event.kind == "fell":
            assert event.seat is not None
            scores[event.seat] = 0
        elif event.kind in ("reset", "over"):
            scores = event.details["scores"]
    return scores


def _check_end(state: State) -> None:
    outcome = state.outcome
    assert outcome is not None
    assert outcome.reason in REASONS
    assert outcome.winners
    assert not set(outcome.winners) & set(state.out)
    assert len(outcome.extra["settlement"]) == state.seats


TEXTS = [
    "take", "refuse", "announce", "pass", "declare", "score", "reset", "exchange",
    *(f"announce {kind}" for kind in TYPES),
    *(f"play {card}" for card in CARDS),
    *(f"exchange {card}" for card in CARDS),
    *(f"exchange open {card}" for card in CARDS),
]  # fmt: skip


@pytest.mark.parametrize(("options", "seats"), GAMES[::3])
def test_listed_and_accepted_moves_are_the_same(options: dict[str, Any], seats: int) -> None:
    shuffle = random_shuffle(Random(1))
    for number, (state, _) in enumerate(playout(swedish_chicago, options, seats, 60 + seats, or_resign(0.002))):
        if number % 31 and state.open is None:
            continue
        for seat in range(seats):
            legal = state.legal_moves(seat)
            longer = [move for move in legal if len(move.split()) > 2 and "open" not in move and move[0] != "a"]
            accepted = [move for move in TEXTS + longer if _accepts(state, seat, move, shuffle)]
            assert sorted(accepted) == sorted(legal)


def _accepts(state: State, seat: int, move: str, shuffle: Any) -> bool:
    try:
        state.copy().apply(seat, move, shuffle)
    except Illegal:
        return False
    return True


@given(st.integers(0, 10**6), st.integers(2, 6), st.booleans(), st.integers(0, 400))
def test_any_player_may_resign_at_any_time(seed: int, seats: int, together: bool, moves: int) -> None:
    options = PLAIN | {"together": together, "open_card": True, "four_of_a_kind": "reset", "straight_flush": "wins"}
    rng = Random(seed)
    for number, (state, _) in enumerate(playout(swedish_chicago, options, seats, seed)):
        if number == moves or state.outcome is not None:
            break
    score = [*state.scores]
    while state.to_move:
        seat = rng.choice(state.order())
        score = [*state.scores]
        failed = seat == state.declarer
        state.apply(seat, "resign", random_shuffle(rng))
        assert seat in state.out
        assert seat not in state.to_move
        assert failed or state.scores[seat] == score[seat]
        assert sorted(piece.code for piece in state.pieces()) == sorted(CARDS)
    assert state.outcome is not None


@pytest.mark.parametrize(("options", "seats"), GAMES[::4])
def test_lasting_events_of_a_hand_are_complete(options: dict[str, Any], seats: int) -> None:
    told: list[tuple[str, Any]] = []
    scores: list[tuple[int, ...]] = []
    for state, events in playout(swedish_chicago, options, seats, 80 + seats, or_resign(0.004)):
        for event in events:
            if event.kind == "dealt":
                told.clear()
            elif event.kind in LASTING:
                told.append((event.kind, event.details))
            elif event.kind == "hand over":
                scores.append(tuple(event.details["scores"]))
        view = state.view(None)
        assert [(event.kind, event.details) for _, event in view.told] == told
        assert list(view.history) == scores
