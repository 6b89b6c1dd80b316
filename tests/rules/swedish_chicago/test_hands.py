"""Combinations (rules 1.4, 1.5, 2.4, 3.3, 7.2): examples, and a comparison with a simple implementation of the text."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.rules.swedish_chicago.hands import (
    STAGE_NAMES,
    TYPES,
    combination,
    form,
    high_suit,
    keeping,
    points,
    stages,
)
from games.rules.swedish_chicago.pieces import CARDS, RANKS, VALUE
from tests.rules.swedish_chicago.tables import PLAIN

five_cards = st.permutations(CARDS).map(lambda cards: cards[:5])

EXAMPLES = [
    ("royal", "Th Jh Qh Kh Ah", "", "Th Jh Qh Kh Ah"),
    ("straight flush", "9h Th Jh Qh Kh", "K", "9h Th Jh Qh Kh"),
    ("straight flush", "Ac 2c 3c 4c 5c", "5", "Ac 2c 3c 4c 5c"),
    ("four of a kind", "2c 2d 2h 2s Ah", "2", "2c 2d 2h 2s"),
    ("full house", "2c 2d 2h As Ah", "2", "2c 2d 2h As Ah"),
    ("flush", "2d 4d 6d 8d Td", "T 8 6 4 2", "2d 4d 6d 8d Td"),
    ("straight", "Tc Jh Qh Kh Ah", "A", "Tc Jh Qh Kh Ah"),
    ("straight", "Ad 2c 3c 4c 5c", "5", "Ad 2c 3c 4c 5c"),
    ("trips", "9c 9d 9h 2s Ah", "9", "9c 9d 9h"),
    ("two pairs", "9c 9d 4h 4s Ah", "9 4 A", "9c 9d 4h 4s"),
    ("pair", "9c 9d 3h 4s Ah", "9 A 4 3", "9c 9d"),
    (None, "9c Td 3h 4s Ah", "A T 9 4 3", ""),
    (None, "Ac Kd 2h 3s 4h", "A K 4 3 2", ""),
    (None, "Qc Kd Ah 2s 3h", "A K Q 3 2", ""),
]


@pytest.mark.parametrize(("kind", "cards", "ranks", "kept"), EXAMPLES)
def test_1_4_what_cards_make_and_what_is_named_of_it(kind: str | None, cards: str, ranks: str, kept: str) -> None:
    hand = cards.split()
    assert combination(hand) == kind
    assert stages(hand) == tuple(ranks.split())
    assert keeping(hand) == tuple(kept.split())
    assert kind is None or len(stages(hand)) == len(STAGE_NAMES[kind])


def test_1_4_points() -> None:
    assert [points(kind, PLAIN) for kind in TYPES] == [1, 2, 3, 4, 5, 6, 7, 8, 52]
    assert points("straight flush", PLAIN | {"straight_flush": "10"}) == 10
    assert points("royal", PLAIN | {"straight_flush": "10"}) == 52


def _plainly(cards: list[str]) -> str | None:
    """Return the combination as rules 1.4 and 1.5 describe it."""
    sizes = sorted(Counter(card[0] for card in cards).values(), reverse=True)
    runs = ["A2345", *(RANKS[start : start + 5] for start in range(9))]
    straight = any({card[0] for card in cards} == set(run) for run in runs)
    flush = len({card[1] for card in cards}) == 1
    if straight and flush:
        return "royal" if {card[0] for card in cards} == set("TJQKA") else "straight flush"
    return {(4, 1): "four of a kind", (3, 2): "full house"}.get(tuple(sizes)) or (
        "flush"
        if flush
        else "straight"
        if straight
        else {(3, 1, 1): "trips", (2, 2, 1): "two pairs", (2, 1, 1, 1): "pair"}.get(tuple(sizes))
    )


@given(five_cards)
def test_1_4_any_hand_matches_a_plain_implementation(cards: list[str]) -> None:
    assert combination(cards) == _plainly(cards)
    assert combination(sorted(cards)) == combination(cards)


def test_1_5_every_run_and_every_suit() -> None:
    for high, run in enumerate(("A2345", *(RANKS[start : start + 5] for start in range(9))), 5):
        for suit in "cdhs":
            cards = [rank + suit for rank in run]
            assert combination(cards) == ("royal" if high == 14 else "straight flush")
            assert combination([*cards[:4], cards[4][0] + ("c" if suit != "c" else "d")]) == "straight"


def test_only_five_cards_make_anything() -> None:
    assert combination([]) is None
    assert combination(["2c", "2d", "2h", "2s"]) is None


@given(five_cards)
def test_2_4_discarding_part_of_a_combination_breaks_it(cards: list[str]) -> None:
    kept = keeping(cards)
    ranks = Counter(card[0] for card in kept)
    assert bool(kept) == (combination(cards) is not None)
    assert set(kept) <= set(cards)
    assert len(kept) in (0, 2, 3, 4, 5)
    assert len(kept) == 5 or all(size > 1 for size in ranks.values())


def test_ties_combination_leaves_odd_cards_out() -> None:
    assert stages(["9c", "9d", "3h", "4s", "Ah"], "combination") == ("9",)
    assert stages(["9c", "9d", "4h", "4s", "Ah"], "combination") == ("9", "4")
    assert stages(["2d", "4d", "6d", "8d", "Td"], "combination") == ("T", "8", "6", "4", "2")


def test_7_2_the_suit_of_the_highest_card() -> None:
    def order(*hands: str, ties: str = "full") -> list[int]:
        return [high_suit(hand.split(), ties, combination(hand.split()) or "") for hand in hands]

    hearts, diamonds, spades, clubs = order(*(f"9c 9d 3h 4s A{suit}" for suit in "hdsc"))
    assert hearts > diamonds > spades > clubs
    assert order("Ah 2c 3c 4c 5c", "As 2h 3h 4h 5d", "2c 3c 4c 5c 7s") == [clubs, diamonds, spades]
    assert order("9c 9d 3h 4s Ah", "9s 9h 3h 4s Ac", ties="combination") == [diamonds, hearts]
    assert order("Tc Jc Qc Kc Ac", "Th Jh Qh Kh Ah", ties="combination") == [clubs, hearts]


def test_7_2_no_two_level_hands_have_the_same_suit() -> None:
    rng = Random(1)
    met = 0
    for _ in range(30_000):
        cards = rng.sample([card for card in CARDS if card[0] in "45679A"], 10)
        one, other = cards[:5], cards[5:]
        for ties in ("full", "combination"):
            same = combination(one) is not None and combination(one) == combination(other)
            if same and stages(one, ties) == stages(other, ties):
                met += 1
                kind = combination(one) or ""
                assert high_suit(one, ties, kind) != high_suit(other, ties, kind)
    assert met > 50


def test_top_is_the_highest_rank_but_in_a_low_straight() -> None:
    for cards in combinations(CARDS[::3], 5):
        low = {card[0] for card in cards} == set("A2345")
        assert form(cards).top == (5 if low else max(VALUE[card] for card in cards))
