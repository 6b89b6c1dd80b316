"""The final page of Chicago Poker explains the last shootout and its meaning once each."""

from __future__ import annotations

import re

import pytest

from tests.review.samples import POKER, finished_game
from tests.table.pages import page

pytestmark = pytest.mark.django_db


def test_the_final_page_tells_once_why_and_how_the_game_ended() -> None:
    shown = page(None, finished_game(POKER, "Lakeshore Nights"))
    main = shown[shown.index("Why: the last shootout") :]
    assert len(re.findall("Why", shown)) == 1
    assert "What it means" not in shown
    assert len(re.findall(r"The winner has a pair of 11s, the next best high card 15\.", main)) == 1
