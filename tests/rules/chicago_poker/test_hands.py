"""The ranking of hands (rules 7): examples, and a comparison with a simple implementation of the text."""

from __future__ import annotations

from collections import Counter
from itertools import combinations, combinations_with_replacement
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.rules.chicago_poker.hands import _VALUE_WEIGHTS, NAMES, describe, strength
from games.rules.chicago_poker.pieces import GANGSTERS, VALUE

HAND_RANKINGS = [
    ("chicago poker", "1R 1M 1S 1C 1F"),
    ("straight flush", "11M 12M 13M 14M 15M"),
    ("straight flush", "1F 2F 3F 4F 5F"),
    ("rainbow straight", "2R 3M 4S 5C 6F"),
    ("four of a kind", "2R 2M 2S 2C 1R"),
    ("four of a kind", "1R 1M 1S 1C"),
    ("full house", "2R 2M 2S 15C 15F"),
    ("flush", "1R 3R 5R 7R 10R"),
    ("flush", "1M 3M 5M 7M 9M"),
    ("straight", "11R 12M 13S 14C 15C"),
    ("straight", "1R 2M 3S 4C 5C"),
    ("three of a kind", "2R 2M 2S"),
    ("three of a kind", "1R 1M 1S 15F 14F"),
    ("two pairs", "15R 15M 14R 14M 1S"),
    ("two pairs", "15S 15C 14S 14C"),
    ("two pairs", "15R 15M 13R 13M 14S"),
    ("pair", "15R 15M 14R 12R 1S"),
    ("pair", "15S 15C 14S"),
    ("pair", "15S 15C"),
    ("pair", "2R 2M 15R 14R 13R"),
    ("high card", "15R 14R 13R 12R 10M"),
    ("high card", "15R 14R 1M"),
    ("high card", "15R"),
    ("high card", "14R 13R 12R 11R"),
    ("high card", "1R"),
]


@pytest.mark.parametrize(("name", "cards"), HAND_RANKINGS)
def test_7_1_names(name: str, cards: str) -> None:
    assert describe(cards.split())[0] == name


def test_7_1_to_7_4_order() -> None:
    strengths = [strength(cards.split()) for _, cards in HAND_RANKINGS]
    assert strengths == sorted(strengths, reverse=True)
    assert len(set(strengths)) == len(strengths)


def test_7_2_three_twos_beat_a_five_card_two_pairs() -> None:
    assert strength(["2R", "2M", "2S"]) > strength(["15R", "15M", "14R", "14M", "13S"])


def test_7_2_four_in_a_row_or_of_a_colour_are_nothing() -> None:
    assert describe(["1R", "2R", "3R", "4R"]) == ("high card", (4, 3, 2, 1))


def test_7_3_no_wrap() -> None:
    assert describe(["15R", "1M", "2S", "3C", "4F"])[0] == "high card"
    assert describe(["15R", "1R", "2R", "3R", "4R"])[0] == "flush"


def test_7_4_ranks_in_the_order_in_which_they_count() -> None:
    assert describe(["3R", "9M", "3S", "9C", "15F"]) == ("two pairs", (9, 3, 15))
    assert describe(["3R", "9M", "3S", "9C", "3F"]) == ("full house", (3, 9))


def test_7_4_equal_hands_tie() -> None:
    assert strength(["1M", "3M", "5M", "7M", "9M"]) == strength(["9C", "7C", "5C", "3C", "1C"])
    assert strength(["3R", "3M", "5M"]) == strength(["5C", "3S", "3C"])


def plainly(cards: list[str]) -> tuple[int, list[int]]:
    """Return the value of a hand by section 7, computed in the slow, simple way."""
    values = sorted((VALUE[card] for card in cards), reverse=True)
    counts = Counter(values)
    sizes = sorted(counts.values(), reverse=True)
    colours = {card[-1] for card in cards}
    five = len(cards) == 5
    straight = five and len(counts) == 5 and values[0] - values[4] == 4
    checks = [
        ("chicago poker", sizes == [5]),
        ("straight flush", straight and len(colours) == 1),
        ("rainbow straight", straight and len(colours) == 5),
        ("four of a kind", sizes[0] == 4),
        ("full house", sizes == [3, 2]),
        ("flush", five and len(colours) == 1),
        ("straight", straight),
        ("three of a kind", sizes[0] == 3),
        ("two pairs", sizes[:2] == [2, 2]),
        ("pair", sizes[0] == 2),
        ("high card", True),
    ]
    name = next(name for name, holds in checks if holds)
    return NAMES.index(name), sorted(counts, key=lambda value: (counts[value], value), reverse=True)


def agree(one: list[str], other: list[str]) -> None:
    plain, packed = (plainly(one), plainly(other)), (strength(one), strength(other))
    assert (plain[0] > plain[1], plain[0] == plain[1]) == (packed[0] > packed[1], packed[0] == packed[1])
    assert describe(one) == (NAMES[plain[0][0]], tuple(plain[0][1]))


hands = st.lists(st.sampled_from(GANGSTERS), min_size=1, max_size=5, unique=True)


@given(hands, hands)
def test_agrees_with_the_plain_reading(one: list[str], other: list[str]) -> None:
    agree(one, other)


def test_agrees_with_the_plain_reading_on_close_calls() -> None:
    rng = Random(1)
    few = [card for card in GANGSTERS if 4 <= VALUE[card] <= 9]
    for _ in range(20_000):
        agree(rng.sample(few, rng.randint(1, 5)), rng.sample(few, 5))


def test_every_choice_of_values_has_a_weight_of_its_own() -> None:
    sums = [sum(choice) for size in range(6) for choice in combinations_with_replacement(_VALUE_WEIGHTS, size)]
    assert len(set(sums)) == len(sums)


def test_how_many_hands_of_each_name_there_are() -> None:
    """Checked for all five-card hands of a pack reduced to six values; the numbers were counted by hand."""
    pack = [card for card in GANGSTERS if VALUE[card] <= 6]
    found = Counter(describe(cards)[0] for cards in combinations(pack, 5))
    assert found["chicago poker"] == 6
    assert found["four of a kind"] == 6 * 5 * 25
    assert found["full house"] == 6 * 10 * 5 * 10
    assert found["straight flush"] == 2 * 5
    assert found["rainbow straight"] == 2 * 120
    assert found["straight"] == 2 * (5**5 - 5 - 120)
    assert found["flush"] == 5 * (6 - 2)


@pytest.mark.parametrize("cards", [[], ["9M", "raid1"], ["1R", "2R", "3R", "4R", "5R", "7R"]])
def test_what_is_no_hand(cards: list[str]) -> None:
    with pytest.raises(KeyError):
        strength(cards)
