"""The solver of tricks agrees exactly with trying everything (rules 4.2, 5.2)."""

from __future__ import annotations

from random import Random

import pytest

from games.rules.swedish_chicago.bot import solve
from games.rules.swedish_chicago.bot.numbers import ALL, NUMBER

Hand = tuple[int, ...]


def _replies(card: int, hand: Hand) -> list[int]:
    return [each for each in hand if each >> 4 == card >> 4] or list(hand)


def _beats(reply: int, card: int) -> bool:
    return reply >> 4 == card >> 4 and reply > card


def _without(hand: Hand, card: int) -> Hand:
    return tuple(each for each in hand if each != card)


def last_by_trying_all(leader: Hand, other: Hand) -> bool:
    """Return whether the leader takes the last trick, by trying all plays."""
    if len(leader) == 1:
        return not _beats(other[0], leader[0])

    def after(card: int, reply: int) -> bool:
        left, rest = _without(leader, card), _without(other, reply)
        return not last_by_trying_all(rest, left) if _beats(reply, card) else last_by_trying_all(left, rest)

    return any(all(after(card, reply) for reply in _replies(card, other)) for card in leader)


def all_by_trying_all(declarer: Hand, other: Hand, leads: bool) -> bool:
    """Return whether the declarer takes every trick, by trying all plays."""
    if not declarer:
        return True
    if leads:
        return any(
            all(
                not _beats(reply, card) and all_by_trying_all(_without(declarer, card), _without(other, reply), True)
                for reply in _replies(card, other)
            )
            for card in declarer
        )
    return all(
        any(
            _beats(reply, card) and all_by_trying_all(_without(declarer, reply), _without(other, card), True)
            for reply in _replies(card, declarer)
        )
        for card in other
    )


@pytest.mark.parametrize("size", [1, 2, 3, 4])
def test_the_last_trick_and_all_tricks_are_those_found_by_trying_everything(size: int) -> None:
    rng = Random(size)
    for _ in range(120):
        cards = rng.sample(ALL, 2 * size)
        one, two = tuple(sorted(cards[:size])), tuple(sorted(cards[size:]))
        assert solve.takes_last(one, two) == last_by_trying_all(one, two)
        assert solve.takes_all(one, two) == all_by_trying_all(one, two, True)
        assert solve.takes_all_from(one, two) == all_by_trying_all(one, two, False)
        replies = [last_by_trying_all_after(one, two, reply) for reply in _replies(one[0], two)]
        assert solve.leads_well(one[0], one[1:], two) == all(replies)


def last_by_trying_all_after(leader: Hand, other: Hand, reply: int) -> bool:
    """Return whether the leader takes the last trick after leading the first card and getting this reply."""
    card, left, rest = leader[0], leader[1:], _without(other, reply)
    if not left:
        return not _beats(reply, card)
    return not last_by_trying_all(rest, left) if _beats(reply, card) else last_by_trying_all(left, rest)


def numbers(codes: str) -> Hand:
    return tuple(sorted(NUMBER[code] for code in codes.split()))


def test_four_aces_and_a_king_take_every_trick() -> None:
    aces, lower = numbers("Ac Ad Ah As Ks"), numbers("Kc Kd Kh Qs Js")
    assert solve.takes_all(aces, lower)
    assert solve.takes_all_from(aces, lower)
    assert not solve.takes_all(lower, aces)


def test_a_declarer_who_has_led_holds_if_the_rest_is_high_too() -> None:
    assert solve.holds_after(NUMBER["Ac"], numbers("Ad"), numbers("Kc Kd"))
    assert not solve.holds_after(NUMBER["Qc"], numbers("Ad"), numbers("Kc Kd"))
    assert not solve.holds_after(NUMBER["Ac"], numbers("Qd"), numbers("Kc Kd"))


def test_among_three_the_highest_card_of_the_suit_led_takes_the_last_trick() -> None:
    hands = [list(numbers("2c Kc")), list(numbers("3c Ac")), list(numbers("4c As"))]
    assert solve.plainly(hands, [0, 1, 2], [], None) == 1
    assert hands == [[], [], []]


def test_among_three_the_first_trick_of_another_breaks_a_chicago() -> None:
    hands = [list(numbers("Ac Qd 2d")), list(numbers("3c Kd 5h")), list(numbers("4c 3d 6h"))]
    assert solve.plainly(hands, [0, 1, 2], [], 0) == 1
    assert [len(hand) for hand in hands] == [1, 1, 1]
