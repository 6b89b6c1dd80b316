"""The form for a new table asks for the game's own options."""

from __future__ import annotations

from dataclasses import replace

import pytest
from django.template.loader import render_to_string

from games.lessons.templatetags.lessons import has_lessons
from games.lobby.forms import OpenTableForm
from games.lobby.short_terms import terms_to_come
from games.rules import RULES
from games.rules.vocabulary import Choice, Option
from tests.crazy_eights import GAME as crazy_eights
from tests.crazy_eights import CrazyEightsEngine


class WithHook(CrazyEightsEngine):
    """A game with a yes/no option."""

    OPTIONS = (
        Option("hook", "The dealer’s hook", "", (Choice(True, "On"), Choice(False, "Off")), True),
        Option("longest", "Longest hand", "", (Choice(5, "5 cards"), Choice(8, "8 cards")), 5),
    )


@pytest.mark.parametrize("variant", ["chicago_poker", "swedish_chicago"])
def test_games_with_hands_to_rank_offer_labels_and_odds(variant: str) -> None:
    assert {"hand_labels", "odds"} <= set(OpenTableForm(RULES[variant], "Duel").fields)


def test_a_game_without_hand_rankings_and_odds_offers_neither() -> None:
    assert not {"hand_labels", "odds"} & set(OpenTableForm(crazy_eights, "Duel").fields)


def test_the_usual_rules_name_what_is_only_on_or_off() -> None:
    assert terms_to_come(replace(crazy_eights, engine=WithHook())).usual == ["The dealer’s hook: On", "5 cards"]


def test_a_game_without_lessons_leads_to_its_rules() -> None:
    assert has_lessons(RULES["chicago_poker"]) and not has_lessons(crazy_eights)
    card = render_to_string("lobby/_what_is_it.html", {"rules": crazy_eights})
    assert "/rules/crazy_eights/" in card and "/lessons/" not in card
