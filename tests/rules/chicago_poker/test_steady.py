"""The steady computer player: legal, repeatable, blind to hidden cards, sensible, better than chance."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest

from games.rules.chicago_poker import GAME as chicago_poker
from games.rules.chicago_poker.pieces import SPECIALS, canonical
from games.rules.chicago_poker.state import State
from games.rules.contract import Seat
from tests.combinations import combined
from tests.needs import EVERYTHING
from tests.rules.chicago_poker.tables import ENGLISH, FRENCH, SHORT, do, table
from tests.rules.playout import every_choice_of_options, match, or_resign, playout, steady_wins

steady = chicago_poker.automation.policy

LONGEST = 3000
"""The maximum number of moves in any game of these players; the longest so far had 700."""

MANY = 100 if EVERYTHING else 20
"""The number of games against random players, with the same seeds each time."""

PAIR = "15R 15M 2S 4C 6F"
WEAK = "1R 3M 9S 9C 12F"


@pytest.mark.slow
def test_beats_chance_in_19_of_20_games() -> None:
    assert steady_wins(chicago_poker, ENGLISH, 2, games=MANY, longest=LONGEST) >= 0.95 * MANY


@pytest.mark.whole
def test_beats_chance_in_the_french_edition() -> None:
    assert steady_wins(chicago_poker, FRENCH, 2, games=MANY // 2, longest=LONGEST) >= 0.9 * (MANY // 2)


@pytest.mark.whole
@pytest.mark.parametrize("options", every_choice_of_options(chicago_poker), ids=str)
def test_beats_chance_with_every_option(options: dict[str, Any]) -> None:
    assert steady_wins(chicago_poker, options, 2, games=6, longest=LONGEST) >= 5


@pytest.mark.whole
@pytest.mark.parametrize(("seats", "options"), [(3, ENGLISH), (4, FRENCH), (5, SHORT), (6, SHORT)])
def test_wins_more_than_its_share_among_many(seats: int, options: dict[str, Any]) -> None:
    assert steady_wins(chicago_poker, options, seats, games=3, longest=LONGEST) >= 2


@pytest.mark.slow
@pytest.mark.parametrize(("seats", "options"), [(2, FRENCH), (3, FRENCH), (6, SHORT)])
def test_games_among_steady_players_end(seats: int, options: dict[str, Any]) -> None:
    assert match(chicago_poker, options, [steady] * seats, seed=1, longest=LONGEST).winners


def sluggish(state: Any, rng: Random) -> tuple[Seat, str]:
    """End the turn as early as possible, so that decks stay full and stalemates become likely."""
    seat, move = or_resign(0.002)(state, rng)
    return seat, "end" if move != "resign" and "end" in state.legal_moves(seat) else move


@pytest.mark.parametrize(("seed", "choose"), combined(range(12), [or_resign(0.004), sluggish]))
def test_moves_are_legal_in_every_position_of_random_games(
    seed: int, choose: Callable[[Any, Random], tuple[Seat, str]]
) -> None:
    kinds = every_choice_of_options(chicago_poker)
    for number, (state, _) in enumerate(playout(chicago_poker, kinds[seed % len(kinds)], 2 + seed % 5, seed, choose)):
        for seat in state.to_move:
            view = state.view(seat)
            if number % 12 == 0 or view.tie or len(view.legal) > 100:
                assert steady(view) in view.legal


def redealt(state: State, viewer: Seat, rng: Random) -> State:
    """Return the table with everything hidden from ``viewer`` permuted: deck, pile, hands, face-down cards."""
    twin = state.copy()
    rivals = [seat for seat in range(twin.seats) if seat != viewer]
    columns = [business.columns[seat] for _, business in twin.open() for seat in rivals]
    down = [
        card for column in columns for card in column if card in twin.down and viewer not in twin.seen.get(card, ())
    ]
    pool = [*down, *twin.deck, *(card for seat in rivals for card in twin.hands[seat])]
    gangsters = [card for card in pool if card not in SPECIALS]
    rng.shuffle(gangsters)
    instead = {card: gangsters.pop() for card in down}
    rest = [*gangsters, *(card for card in pool if card in SPECIALS)]
    rng.shuffle(rest)
    for column in columns:
        column[:] = [instead.get(card, card) for card in column]
    twin.down = {instead.get(card, card) for card in twin.down}
    twin.seen = {instead.get(card, card): seats for card, seats in twin.seen.items()}
    for seat in rivals:
        twin.hands[seat] = canonical(rest.pop() for _ in twin.hands[seat])
    twin.deck = rest
    rng.shuffle(twin.pile)
    return twin


@pytest.mark.parametrize("seed", range(8))
def test_hidden_cards_change_nothing(seed: int) -> None:
    rng = Random(seed)
    for number, (state, _) in enumerate(playout(chicago_poker, [ENGLISH, FRENCH][seed % 2], 2 + seed % 4, seed)):
        if number % 15 == 0 and state.to_move == {state.active}:
            seat = state.active
            twin = redealt(state, seat, rng)
            assert twin.view(seat) == state.view(seat)
            assert steady(twin.view(seat)) == steady(state.view(seat))


def choices() -> str:
    game = enumerate(playout(chicago_poker, ENGLISH, 3, 5))
    return ",".join(steady(state.view(seat)) for number, (state, _) in game if not number % 9 for seat in state.to_move)


def test_same_view_same_move_in_another_process() -> None:
    """Choices do not depend on the clock, the global random state or string hashing."""
    program = "from tests.rules.chicago_poker.test_steady import choices; print(choices())"
    root = Path(__file__).parents[3]
    other = subprocess.run([sys.executable, "-c", program], cwd=root, capture_output=True, text=True, check=True)
    assert other.stdout.strip() == choices()


def choice(state: State, seat: Seat = 0) -> str:
    return steady(state.view(seat))


def test_beats_a_marked_column_while_it_can() -> None:
    street = {"brewery1": ["5C", WEAK], "jazz1": ["", ""]}
    assert choice(table(["5R 5M 13S 2C", "1C 2M"], street, due=2)) in {"play 5R brewery1", "play 5M brewery1"}


def test_fires_the_revolver_when_three_actions_are_too_few() -> None:
    street = {"brewery1": ["", "6R 6M 6S 1C 2F"], "jazz1": ["", ""]}
    state = table(["5R 5M 5S 5C revolver", "1S"], street, controlled=["", "brewery2 brewery3"])
    assert choice(state) == "revolver"


def test_liquidates_what_would_win_the_game() -> None:
    street = {"brewery1": ["", "9R 9M 9S 9C"], "jazz1": ["", "2C"]}
    state = table(["1R 3M 8S liquidation", "1S 4S 7M"], street, controlled=["", "brewery2 brewery3"])
    assert choice(state) == "liquidation brewery1 1"


def test_moves_a_hand_where_it_wins() -> None:
    street = {"brewery1": ["", PAIR], "jazz1": ["5R 5M 5S", ""]}
    state = table(["1R 3M limousine", "1S"], street, due=1, controlled=["", "brewery2 brewery3"])
    assert choice(state).startswith("limousine jazz1 brewery1")


def test_bribes_for_the_card_that_is_missing() -> None:
    street = {"brewery1": ["7R 7M 7S", "9R 9M 9S 1C 2F"], "jazz1": ["", ""]}
    state = table(["1R 3M bribery", "1S"], street, due=2, discard="4C 7C 11F", controlled=["", "brewery2 brewery3"])
    assert choice(state) == "bribery 7C"


def tied(own: str, other: str, options: dict[str, Any]) -> State:
    street = {"brewery1": ["9R 9M 2R 3R 4M", "9S 9C 2S 3S 4C"], "jazz1": ["", ""]}
    state = table([own, other], street, options=options, active=1, due=0)
    do(state, "end")
    return state


def test_declines_a_hopeless_tie_where_it_may() -> None:
    assert choice(tied("1R 2M", "10C 11F 12S", FRENCH)) == "decline"
    assert choice(tied("1R 2M", "10C 11F 12S", ENGLISH)) == "send 2M"


def test_sends_the_lowest_card_that_probably_wins() -> None:
    assert choice(tied("5R 13R 15R", "1C", ENGLISH)) == "send 13R"
    assert choice(tied("5R 13R 15R", "1C 3C 5F 6F", ENGLISH)) == "send 15R"


def test_a_spectator_has_nothing_to_choose() -> None:
    with pytest.raises(ValueError, match="no move"):
        steady(tied("1R", "2M", ENGLISH).view(None))
