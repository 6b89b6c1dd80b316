"""The steady computer player: legal, repeatable, blind to hidden cards, sensible, better than chance."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from random import Random
from typing import Any

import pytest

from games.rules.contract import Seat
from games.rules.swedish_chicago import GAME as swedish_chicago
from games.rules.swedish_chicago.bot.guesses import Tricks
from games.rules.swedish_chicago.bot.numbers import NUMBER
from games.rules.swedish_chicago.pieces import canonical
from games.rules.swedish_chicago.state import State
from tests.needs import EVERYTHING
from tests.rules.playout import kinds_of_games, match, or_resign, playout, steady_wins
from tests.rules.swedish_chicago.situations import dealt, in_tricks
from tests.rules.swedish_chicago.tables import PLAIN

steady = swedish_chicago.automation.policy

LONGEST = 5000
"""The maximum number of moves in any game of these players; the longest so far had 3100."""

MANY = 100 if EVERYTHING else 15
"""The number of games against random players, with the same seeds each time."""

KINDS = kinds_of_games(swedish_chicago)
TOGETHER = PLAIN | {"together": True}
MUST = PLAIN | {"must_chicago": True}
RESET = PLAIN | {"four_of_a_kind": "reset"}
OPEN = PLAIN | {"open_card": True}

PAIR, LOW = "2c 2d 9h Ts Ks", "3c 4d 8c 9d Qs"


@pytest.mark.slow
def test_beats_chance_in_4_of_5_games() -> None:
    assert steady_wins(swedish_chicago, PLAIN, 2, games=MANY, longest=LONGEST) >= 0.8 * MANY


@pytest.mark.whole
@pytest.mark.parametrize(("seats", "options"), [(3, MUST), (4, PLAIN), (6, TOGETHER), (2, TOGETHER), (4, TOGETHER)])
def test_beats_chance_among_many_and_together(seats: int, options: dict[str, Any]) -> None:
    assert steady_wins(swedish_chicago, options, seats, games=4, longest=LONGEST) >= 3


@pytest.mark.slow
@pytest.mark.parametrize(("options", "seats"), KINDS[:: 1 if EVERYTHING else 3], ids=str)
def test_games_among_steady_players_end(options: dict[str, Any], seats: int) -> None:
    assert match(swedish_chicago, options, [steady] * seats, seed=3, longest=LONGEST).winners


@pytest.mark.parametrize(("options", "seats"), KINDS, ids=str)
def test_moves_are_legal_in_every_position_of_random_games(options: dict[str, Any], seats: int) -> None:
    for number, (state, _) in enumerate(playout(swedish_chicago, options, seats, 7, or_resign(0.002), patience=300)):
        for seat in state.to_move:
            view = state.view(seat)
            if number % 5 == 0 or view.phase in ("open", "quads", "choose", "chicago"):
                assert steady(view) in view.legal


def redealt(state: State, viewer: Seat, rng: Random) -> State:
    """Return the table with everything hidden from ``viewer`` exchanged: stock, discards, the others' hands."""
    twin = state.copy()
    rivals = [seat for seat in range(twin.seats) if seat != viewer]
    hidden = [*twin.stock, *twin.discards, *(card for seat in rivals for card in twin.hands[seat])]
    rng.shuffle(hidden)
    for seat in rivals:
        twin.hands[seat] = canonical(hidden.pop() for _ in twin.hands[seat])
    twin.discards = [hidden.pop() for _ in twin.discards]
    twin.stock = hidden
    return twin


@pytest.mark.parametrize("options", [PLAIN, OPEN], ids=["plain", "open"])
def test_hidden_cards_change_nothing(options: dict[str, Any]) -> None:
    rng, compared = Random(3), 0
    for number, (state, _) in enumerate(playout(swedish_chicago, options, 3, 5, patience=400)):
        for seat in state.to_move:
            twin = redealt(state, seat, rng)
            if number % 4 == 0 and twin.view(seat) == state.view(seat):
                compared += 1
                assert steady(twin.view(seat)) == steady(state.view(seat))
    assert compared > 50


def choices() -> str:
    game = enumerate(playout(swedish_chicago, PLAIN, 3, 5, patience=300))
    return ",".join(steady(state.view(seat)) for number, (state, _) in game if not number % 9 for seat in state.to_move)


def test_same_view_same_move_in_another_process() -> None:
    """Choices do not depend on the clock, the global random state or string hashing."""
    program = "from tests.rules.swedish_chicago.test_steady import choices; print(choices())"
    root = Path(__file__).parents[3]
    other = subprocess.run([sys.executable, "-c", program], cwd=root, capture_output=True, text=True, check=True)
    assert other.stdout.strip() == choices()


def choice(state: State, seat: Seat = 0) -> str:
    return steady(state.view(seat))


@pytest.mark.parametrize(
    ("hand", "thrown"),
    [
        (PAIR, "9h Ts Ks"),
        ("2c 2d 9h 9s Ks", "Ks"),
        ("2h 6h 9h Jh Ks", "Ks"),
        ("5c 6d 7h 8s Ks", "Ks"),
        ("5c 6d 7h 8s 9s", ""),
        ("2h 6h 9h Jh Kh", ""),
        ("7c 7d 7h 9s 9c", ""),
    ],
)
@pytest.mark.parametrize("part", [1, 2])
def test_2_1_discards_cards_that_do_not_score(part: int, hand: str, thrown: str) -> None:
    assert choice(dealt((hand, LOW), part=part)) == " ".join(["exchange", *canonical(thrown.split())])


@pytest.mark.parametrize("part", [1, 2, 3])
def test_2_1_never_breaks_three_of_a_kind(part: int) -> None:
    thrown = choice(dealt(("7c 7d 7h 9s Ks", LOW), part=part)).split()[1:]
    assert thrown and set(thrown) <= {"9s", "Ks"}


def test_2_1_in_the_third_phase_high_cards_are_worth_more_than_low_pairs() -> None:
    """The last trick is worth 5 points, a pair 1 point."""
    assert choice(dealt(("2c 2d 9h Ts As", LOW), part=3)) == "exchange 2c 2d 9h Ts"
    assert choice(dealt(("7c 7d 7h 7s 2s", LOW), part=3)) == "exchange 2s"


def test_7_6_exchanges_openly_and_takes_a_matching_card() -> None:
    state = dealt(("2c 2d 9h 9s Ks", LOW), OPEN)
    assert choice(state) == "exchange open Ks"
    for card, answer in (("9d", "take"), ("Jd", "refuse")):
        opened = state.copy()
        opened.stock = [*(each for each in opened.stock if each != card), card]
        opened.apply(0, "exchange open Ks", list)
        assert choice(opened) == answer


def test_3_1_announces_if_possible() -> None:
    assert choice(dealt((PAIR, LOW), phase="announce")) == "announce"
    assert choice(dealt((LOW, PAIR), phase="announce")) == "pass"


def test_7_4_announces_nothing_that_would_lose_all() -> None:
    for score, move in ((50, "announce"), (51, "pass")):
        assert choice(dealt((PAIR, LOW, "3d 5h 6s 8d Jc"), MUST, "announce", scores=(score, 0, 0))) == move
    made = dealt((PAIR, LOW, "3d 5h 6s 8d Jc"), MUST, "announce", scores=(51, 0, 0))
    made.made = [0]
    assert choice(made) == "announce"


@pytest.mark.parametrize(
    ("scores", "answer"), [((20, 30), "reset"), ((20, 3), "score"), ((45, 30), "score"), ((5, 51), "reset")]
)
def test_7_1_resets_when_others_have_much_to_lose(scores: tuple[int, int], answer: str) -> None:
    assert choice(dealt(("7c 7d 7h 7s 2s", LOW), RESET, "choose", scores=scores)) == answer


def test_7_1_names_four_of_a_kind_before_the_tricks_for_a_reset_alone() -> None:
    fours = "7c 7d 7h 7s 2s"
    options = PLAIN | {"four_of_a_kind": "reset_ends", "straight_flush": "wins"}
    assert choice(dealt((fours, LOW), options, "quads", scores=(20, 30))) == "announce"
    assert choice(dealt((fours, LOW), options, "quads", scores=(20, 3))) == "pass"
    assert choice(dealt(("5d 6d 7d 8d 9d", LOW), options, "quads", scores=(20, 3))) == "announce"


@pytest.mark.parametrize(
    ("hand", "dealer", "move"),
    [
        ("As Ks Qs Js Ts", 1, "declare"),
        ("As Ks Qs Ah Kh", 1, "declare"),
        ("Ts 9c 8d 7h 2s", 1, "pass"),
        ("As Kh 9d 7c 2s", 1, "pass"),
        ("Ts 9s 8s 7s 6s", 0, "pass"),
    ],
)
def test_5_1_declares_with_good_chances_alone(hand: str, dealer: int, move: str) -> None:
    state = dealt((hand, "3c 4d 8c 9d 5s"), phase="chicago", scores=(20, 20))
    state.dealer = dealer
    assert choice(state) == move


def test_5_3_breaks_the_chicago_of_another_while_it_can() -> None:
    """The ten can only be beaten in this trick."""
    assert choice(in_tricks("Qc 2c Ah", "Tc", scores=(20, 20), declarer=1)) == "play Qc"


def test_5_2_as_declarer_takes_the_trick_with_what_holds() -> None:
    assert choice(in_tricks("As Ks 3s", "", scores=(20, 20), declarer=0)) in ("play As", "play Ks")


def test_4_2_keeps_the_ace_for_the_last_trick() -> None:
    assert choice(in_tricks("Ac 3c 4d", "5h")) != "play Ac"
    assert choice(in_tricks("As 3c", "5s")) == "play As"


def test_a_spectator_has_nothing_to_choose() -> None:
    with pytest.raises(ValueError, match="no move"):
        steady(dealt((PAIR, LOW)).view(None))


def test_4_2_guesses_exclude_suits_a_player_did_not_follow() -> None:
    """Neither of the other players had a diamond for the first trick."""
    state = dealt(["Ad Kd Qh 3c 4c", "2c 5c 7s 9h Th", "6c 6s 6h 8h Js"], phase="play")
    for seat, card in ((0, "Ad"), (1, "2c"), (2, "8h")):
        state.apply(seat, f"play {card}", list)
    tricks = Tricks(state.view(0), None, 0)
    diamonds = set(range(NUMBER["2d"], NUMBER["Ad"] + 1))
    for _ in range(50):
        mine, *others = tricks.deal()
        assert len(mine) == len(others[0]) == len(others[1]) == 4
        assert not diamonds.intersection(others[0] + others[1])
