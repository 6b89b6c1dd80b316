"""The measurement of the sockets: how many tables it includes."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from lab.bench import sockets
from lab.bench.sockets import MOVES


@pytest.mark.parametrize("before", [0, MOVES])
def test_a_move_is_measured_at_as_many_tables_wherever_the_public_one_comes(
    before: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """``before`` is the number of tables for two whose pages come before the pages of the public table."""
    measured: list[int] = []
    monkeypatch.setattr(sockets, "_last_heard", lambda game, _pages: measured.append(game) or 0.1)
    monkeypatch.setattr(sockets, "_bursts", lambda _pages: [0.1, 0.1])
    order = [*range(1, before + 1), *[0] * 3, *range(before + 1, MOVES + 2)]
    pages: list[Any] = [SimpleNamespace(game=SimpleNamespace(pk=game)) for game in order]
    list(sockets._events(pages))
    assert sorted(measured) == [0] * MOVES + [*range(1, MOVES + 1)]
