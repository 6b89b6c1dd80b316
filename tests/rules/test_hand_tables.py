"""The tables of hands are filled on first use, possibly by two threads at the same time."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest

from games.rules.chicago_poker import hands as gangsters
from games.rules.swedish_chicago import hands as cards

THREADS = 6


@pytest.fixture
def switching_often() -> Iterator[None]:
    interval = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    yield
    sys.setswitchinterval(interval)


def at_once(look_up: Callable[[], object]) -> set[object]:
    """Return the results of several threads that look up a hand at the same moment."""
    together = Barrier(THREADS)

    def look() -> object:
        together.wait()
        return look_up()

    with ThreadPoolExecutor(THREADS) as pool:
        return {future.result() for future in [pool.submit(look) for _ in range(THREADS)]}


@pytest.mark.parametrize("_time", range(5))
def test_gangsters(monkeypatch: pytest.MonkeyPatch, switching_often: None, _time: int) -> None:
    hand = ["15R", "15F", "15M", "15S", "14R"]
    expected = gangsters.strength(hand)
    monkeypatch.setattr(gangsters, "_BY_VALUES", gangsters._ByValues())
    assert at_once(lambda: gangsters.strength(hand)) == {expected}


@pytest.mark.parametrize("_time", range(5))
def test_playing_cards(monkeypatch: pytest.MonkeyPatch, switching_often: None, _time: int) -> None:
    weight = sum(5 ** (value - 2) for value in (14, 14, 14, 14, 13))
    expected = cards._FORMS[weight]
    forms = cards._Forms()
    assert at_once(lambda: forms[weight]) == {expected}


def test_what_is_no_hand_is_refused() -> None:
    for no_hand in ([], ["15R"] * 6, ["1X"]):
        with pytest.raises(KeyError):
            gangsters.strength(no_hand)
