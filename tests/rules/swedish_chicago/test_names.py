"""The names of cards and combinations in Swedish Chicago, and the ladder (rules 1.1, 1.4)."""

from __future__ import annotations

import pytest

from games.rules.playing_cards import face
from games.rules.swedish_chicago import GAME as swedish_chicago
from games.rules.swedish_chicago import hands, pieces
from games.rules.swedish_chicago.text import names
from tests.rules.plain_text import text_of

DEFAULTS = {option.name: option.default for option in swedish_chicago.engine.OPTIONS}


def test_every_card_has_a_name_and_a_rank_in_print() -> None:
    """A ten is printed as a number, although its code is a letter (1.1)."""
    faces = [face(code) for code in pieces.CARDS]
    assert len({text_of(face.name) for face in faces}) == len(pieces.CARDS)
    queen, ten = face("Qh"), face("Tc")
    assert queen.rank is not None
    assert ten.rank is not None
    assert (text_of(queen.rank), queen.suit, text_of(queen.name), queen.sign) == (
        "Q",
        "heart",
        "queen of hearts",
        "♥",
    )
    assert (text_of(ten.rank), ten.suit, text_of(ten.name), ten.sign) == ("10", "club", "ten of clubs", "♣")


@pytest.mark.parametrize(
    ("cards", "text"),
    [
        ("Ts Js Qs Ks As", "a royal straight flush"),
        ("5d 6d 7d 8d 9d", "a straight flush, nine high"),
        ("8c 8d 8h 8s 2c", "four eights"),
        ("4c Kd Kh Ks 4d", "a full house, three kings and two fours"),
        ("2h 6h 9h Jh Kh", "a flush, king high"),
        ("Ac 2d 3s 4h 5c", "a straight, five high"),
        ("Qc Qd Qs 3c 2h", "three queens"),
        ("6c 6s Jd Jh Ac", "two pairs, jacks and sixes"),
        ("9d 9s 2c 3c Td", "a pair of nines"),
    ],
)
def test_a_hand_is_called_by_what_sets_it_apart(cards: str, text: str) -> None:
    name = names.hand_name(cards.split())
    assert name is not None
    assert text_of(name) == text


def test_a_high_card_is_no_hand() -> None:
    """High cards are no combination (1.4), and neither are four cards."""
    assert names.hand_name(["2c", "4d", "7h", "9s", "Kh"]) is None
    assert names.hand_name(["9d", "9s", "2c", "3c"]) is None


def test_the_ladder_is_that_of_the_rules() -> None:
    """Each example is the combination that it illustrates, with any other cards; the best one is first (1.4)."""
    shown = [hands.combination(_filled(rung.cards)) for rung in names.HAND_RANKINGS]
    assert shown == list(reversed(hands.TYPES)) == list(names.HANDS) == list(names.NOUNS)
    for kind, rung in zip(reversed(hands.TYPES), names.HAND_RANKINGS, strict=True):
        assert text_of(rung.name) == names.HANDS[kind]
        assert text_of(rung.help).startswith(f"{hands.points(kind, DEFAULTS)} point")


def _filled(cards: tuple[str, ...]) -> tuple[str, ...]:
    """Add cards that make no combination, up to five."""
    others = (code for code in ("2c", "3d", "5h", "7s") if code[0] not in {card[0] for card in cards})
    return (*cards, *others)[:5] if len(cards) < 5 else cards
