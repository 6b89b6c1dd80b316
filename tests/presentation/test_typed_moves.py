"""Moves typed as text: the accepted ways, in every language, and the answers to the player."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from random import Random
from typing import Any

import pytest
from django.utils import translation

from games.presentation.narration import Narrator
from games.presentation.typed_moves import Reading, read
from games.rules import RULES
from games.rules.contract import BadOption
from games.rules.game import Rules
from tests.combinations import combined
from tests.needs import EVERYTHING
from tests.rules.chicago_poker.tables import table
from tests.rules.playout import random_shuffle
from tests.rules.swedish_chicago.tables import table as swedish

LANGUAGES = ("en", "fr", "pl", "sv")
PLAYERS = ("Alice", "Bob", "Carol")


def names(rules: Rules, size: int) -> list[str]:
    personas = rules.presentation.PERSONAS
    return [personas[seat].short if personas else PLAYERS[seat] for seat in range(size)]


def ask(rules: Rules, view: Any, text: str) -> Reading:
    shown = names(rules, len(view.seats))
    known = [(name, seat) for seat, name in enumerate(shown)] + [(name, seat) for seat, name in enumerate(PLAYERS)]
    return read(text, view, Narrator(rules, dict(enumerate(shown)), view.seat), known)


def sentence(rules: Rules, view: Any, move: str, way: int = 0) -> str:
    narrator = Narrator(rules, dict(enumerate(names(rules, len(view.seats)))), view.seat)
    return narrator.line(rules.presentation.move_texts(move, view)[way])


def positions(variant: str, games: int, every: int) -> Iterator[Any]:
    """Yield the view of the player to move at every ``every``-th move, with options of all kinds."""
    rules, rng = RULES[variant], Random(7)
    for game in range(games):
        options = {option.name: rng.choice(option.choices).value for option in rules.engine.OPTIONS}
        shuffle = random_shuffle(Random(game))
        try:
            rules.engine.check_options(options, 3)
        except BadOption:
            continue
        state, _events = rules.engine.state_class.new(options, 3, shuffle)
        for number in range(160):
            if not state.to_move:
                break
            seat = min(state.to_move)
            if number % every == 0:
                yield state.view(seat)
            state.apply(seat, rng.choice(list(state.legal_moves(seat))), shuffle)


def some(rng: Random, moves: Any) -> list[str]:
    """Return at most a dozen moves, at least one of each verb."""
    each = {move.split()[0]: move for move in moves}
    return sorted({*each.values(), *rng.sample(list(moves), min(5, len(moves)))})


@pytest.mark.parametrize(("language", "variant"), combined(LANGUAGES, ["chicago_poker", "swedish_chicago"]))
def test_a_moves_own_sentence_is_that_move(variant: str, language: str) -> None:
    rules, rng = RULES[variant], Random(1)
    with translation.override(language):
        for view in positions(variant, 3, 9 if EVERYTHING else 27):
            for move in some(rng, view.legal):
                says = sentence(rules, view, move)
                for text in (says, says.upper(), " ".join(reversed(says.split())) if len(says.split()) < 3 else says):
                    heard = ask(rules, view, text)
                    found = heard.move or (heard.offers[0].move if len(heard.offers) == 1 else "")
                    assert found and sentence(rules, view, found) == says, (text, heard)
                    assert bool(heard.move) is not rules.presentation.asks_first(move, view)


@pytest.mark.parametrize("variant", ["chicago_poker", "swedish_chicago"])
def test_the_notation_is_understood_in_every_language(variant: str) -> None:
    rules, rng = RULES[variant], Random(2)
    for language, view in zip(LANGUAGES * 9, positions(variant, 2, 16), strict=False):
        with translation.override(language):
            for move in some(rng, view.legal):
                heard = ask(rules, view, f" {move.upper()} ")
                assert (heard.move or heard.offers[0].move) == move


def scene() -> Any:
    """Return a scene of Chicago Poker.

    The hand has two gangsters, a Raid and a Liquidation; rivals have cards at two jazz clubs.
    """
    level = {"jazz1": ["1M", "3C", ""], "jazz2": ["2M", "4C", "5C"], "gambling2": ["", "", "6C"]}
    return table(["8S 8M raid1 liquidation", "9R", "9S"], level, active=0, due=3).view(0)


@pytest.mark.parametrize(
    ("text", "move"),
    [
        ("play star 8 at the Policy Wheel", "play 8S gambling2"),
        ("Star 8, Policy Wheel!", "play 8S gambling2"),
        ("put my 8 moon at the gambling house", "play 8M gambling2"),
        ("at the Brass Canary play the Moon 8", "play 8M jazz2"),
        ("8s at brass canary", "play 8S jazz2"),
        ("DRAW", "draw"),
        ("draw a card", "draw"),
        ("liquidate weiss at the policy wheel", "liquidation gambling2 2"),
    ],
)
def test_a_move_may_be_said_in_many_ways(text: str, move: str) -> None:
    assert ask(RULES["chicago_poker"], scene(), text).move == move


@pytest.mark.parametrize(
    ("text", "moves"),
    [
        ("star 8 at the jazz club", {"play 8S jazz1", "play 8S jazz2"}),
        ("raid Torrio at the Brass Canary", {"raid jazz2 1"}),
        ("police raid on bob at brass canary", {"raid jazz2 1"}),
        ("raid johnny torrio", {"raid jazz1 1", "raid jazz2 1"}),
    ],
)
def test_ambiguous_or_final_moves_need_a_confirmation(text: str, moves: set[str]) -> None:
    heard = ask(RULES["chicago_poker"], scene(), text)
    assert heard.move == ""
    assert moves <= {offer.move for offer in heard.offers}
    assert heard.says


@pytest.mark.parametrize(
    ("text", "move"),
    [
        ("play fan 3 at the Policy Wheel", "play 3F gambling2"),
        ("play star 8 at the coat check", "play 8S speakeasy1"),
        ("end turn", "end"),
        ("fire the revolver", "revolver"),
        ("play 3F jazz1", "play 3F jazz1"),
    ],
)
def test_an_illegal_move_is_refused_by_the_rules(text: str, move: str) -> None:
    assert ask(RULES["chicago_poker"], scene(), text) == Reading(move)


@pytest.mark.parametrize("text", ["", "xyzzy", "🂡🂡🂡", "'; drop table", "resign", "the the the", "%(card)s", "9" * 200])
def test_nonsense_is_answered_by_what_can_be_typed(text: str) -> None:
    heard = ask(RULES["chicago_poker"], scene(), text)
    assert (heard.move, heard.offers) == ("", ())
    assert "You can type, for example: “Draw a card”, “Play Moon 8 at Club Marmalade”" in heard.says


@pytest.mark.parametrize(
    ("language", "quoted"), [("fr", "«\xa0Piocher une carte\xa0»"), ("pl", "„Dobierz kartę”"), ("sv", "”Dra ett kort”")]
)
def test_examples_have_the_quotation_marks_of_the_language(language: str, quoted: str) -> None:
    with translation.override(language):
        assert quoted in ask(RULES["chicago_poker"], scene(), "xyzzy").says


def test_names_of_cards_and_characters_are_refused_for_users() -> None:
    rules, view = RULES["chicago_poker"], scene()
    narrator = Narrator(rules, dict(enumerate(names(rules, 3))), 0)
    known = [("O’Bannion", 0), ("Torrio", 1), ("Weiss", 2), ("Star 8", 1), ("Torrio", 2), ("draw", 2)]
    assert read("star 8 at the policy wheel", view, narrator, known).move == "play 8S gambling2"
    assert [offer.move for offer in read("raid torrio at the brass canary", view, narrator, known).offers] == [
        "raid jazz2 1"
    ]
    assert read("draw", view, narrator, known).move == "draw"


def test_in_a_stalled_moment_nothing_is_suggested() -> None:
    view = replace(scene(), legal=())
    answer = ask(RULES["chicago_poker"], view, "hello")
    assert answer == Reading(says="I don’t understand this move, and it’s not your turn.")


@pytest.mark.parametrize(
    ("language", "text", "move"),
    [
        ("en", "7 of hearts", "play 7h"),
        ("en", "Seven hearts", "play 7h"),
        ("en", "K of spades", "play Ks"),
        ("fr", "7 de cœur", "play 7h"),
        ("fr", "roi de pique", "play Ks"),
        ("pl", "siódemkę kier", "play 7h"),
        ("pl", "SIODEMKA KIER", "play 7h"),
        ("sv", "hjärter sju", "play 7h"),
        ("sv", "spader K", "play Ks"),
        ("sv", "hjarter 7", "play 7h"),
    ],
)
def test_cards_have_their_names_in_every_language(language: str, text: str, move: str) -> None:
    rules = RULES["swedish_chicago"]
    options = {option.name: option.default for option in rules.engine.OPTIONS}
    state, _events = rules.engine.state_class.new(options, 2, random_shuffle(Random(1)))
    view = replace(state.view(0), legal=("play 7h", "play Ks"), phase="play")
    with translation.override(language):
        assert ask(rules, view, text).move == move


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", ("announce full house", "announce a full house", "Full house", "a full house")),
        ("en", ("full house, three sixes and two tens", "announce a hand", "announce my hand")),
        ("fr", ("annoncer un full", "full", "un full")),
        ("pl", ("ful", "zapowiedz ful")),
        ("sv", ("kåk", "melda kåk")),
    ],
)
def test_a_combination_is_announced_by_its_name(language: str, said: tuple[str, ...]) -> None:
    rules = RULES["swedish_chicago"]
    view = swedish(["6c 6d 6h Ts Tc", "2h 7d 9d Jc Kh"], "announce").view(0)
    with translation.override(language):
        assert [ask(rules, view, text).move for text in said] == ["announce"] * len(said)


def test_what_cannot_be_announced_is_refused_by_the_rules() -> None:
    """Covers a combination in hand outside an announcement, and the button of a combination that is too low."""
    rules = RULES["swedish_chicago"]
    early = swedish(["6c 6d 6h Ts Tc", "2h 7d 9d Jc Kh"], "exchange").view(0)
    nothing = swedish(["2h 7d 9d Jc Kh", "6c 6d 6h Ts Tc"], "announce").view(0)
    assert ask(rules, early, "full house") == Reading("announce")
    assert ask(rules, nothing, "announce a hand") == Reading("announce")
    assert ask(rules, early, "keep").move == "exchange"
