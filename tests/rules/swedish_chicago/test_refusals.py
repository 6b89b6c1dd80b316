"""Refusals of Swedish Chicago: every code of the rules has a sentence with advice."""

from __future__ import annotations

from pathlib import Path

import pytest

from games.rules.contract import Illegal
from games.rules.swedish_chicago import GAME, legal, pieces
from games.rules.swedish_chicago.text import refusals
from tests.rules.plain_text import text_of
from tests.rules.sources import constants

presentation = GAME.presentation

PACKAGE = Path(pieces.__file__).parent


def test_every_refusal_of_the_rules_has_words() -> None:
    """Covers the codes in the package's source, and the two codes for moves of another phase."""
    assert {*constants(PACKAGE, "Illegal"), "no_choice", "wrong_phase"} == refusals.CODES


REFUSALS = [
    (Illegal("not_your_turn", "3.1", asked=[1, 2]), "It’s not your turn. Wait for 1, 2."),
    (Illegal("not_your_card", "4.2", card="Qh"), "You don’t hold Qh. Choose a card from your hand."),
    (Illegal("twice", "2.1", card="Qh"), "Qh is named twice. Name each card once."),
    (
        Illegal("too_many", "7", limit=1),
        "At this table you can throw at most one card per exchange. Choose fewer.",
    ),
    (
        Illegal("too_many", "7", limit=3),
        "At this table you can throw at most 3 cards per exchange. Choose fewer.",
    ),
    (
        Illegal("nothing_to_say", "3.1", type=None, highest="pair"),
        "You have no combination to announce. Pass.",
    ),
    (
        Illegal("nothing_to_say", "3.1", type="pair", highest="flush"),
        "You have a pair, but you need a flush or better. Pass.",
    ),
    (
        Illegal("too_low", "3.1", type="pair", highest="trips"),
        "To name a pair isn’t enough: you need three of a kind or better.",
    ),
    (
        Illegal("not_contained", "7.8", type="flush"),
        "You don’t hold a flush. Announce a combination that your cards make.",
    ),
    (
        Illegal("below_15", "5.1", score=14),
        "You need 15 points to declare Chicago, and you have 14. Play on.",
    ),
    (Illegal("follow", "4.2", suit="h"), "Hearts were led and you hold some. Play a heart."),
]


@pytest.mark.parametrize(("illegal", "text"), REFUSALS, ids=lambda value: getattr(value, "code", ""))
def test_every_refusal_has_a_sentence_with_advice(illegal: Illegal, text: str) -> None:
    assert text_of(presentation.refusal(illegal)) == text


def test_a_move_of_another_phase_is_refused_with_the_current_prompt() -> None:
    said = {text_of(presentation.refusal(Illegal("wrong_phase", "8", phase=phase))) for phase in legal.PARAGRAPHS}
    assert len(said) == len(legal.PARAGRAPHS)
    assert {text_of(presentation.refusal(Illegal("follow", "4.2", suit=suit))) for suit in pieces.SUITS} == {
        f"{suit}s were led and you hold some. Play a {suit.lower()}." for suit in ("Club", "Diamond", "Heart", "Spade")
    }
