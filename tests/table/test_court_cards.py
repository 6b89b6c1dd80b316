"""Jacks, queens and kings in a hand of Swedish Chicago: drawn figures."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from django.contrib.staticfiles import finders

from accounts.models import User
from games.models import Card
from tests.cast import table_of
from tests.table.pages import page

COURT = re.compile(r"#court-([JQK])")


@pytest.mark.django_db
def test_each_court_card_in_the_hand_has_its_figure(alice: User, bob: User) -> None:
    game = table_of(alice, bob, variant="swedish_chicago")
    for user in (alice, bob):
        seat = game.players.get(user=user).seat
        hand = Card.objects.filter(game=game, zone="hand", seat=seat).values_list("code", flat=True)
        drawn = COURT.findall(page(user, game))
        assert sorted(drawn) == sorted(code[0] for code in hand if code[0] in "JQK")
        assert drawn, "the deal should give both a court card"


def test_the_figures_are_in_a_sprite_of_their_game() -> None:
    drawn = Path(str(finders.find("swedish_chicago/court.svg"))).read_text()
    assert re.findall(r'<symbol id="court-(\w)" viewBox="0 0 40 72">', drawn) == ["J", "Q", "K"]
