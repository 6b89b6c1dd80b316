"""Odds: a player's possible hands, compared with a count over every card."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from math import comb
from random import Random
from typing import Any

import pytest

from accounts.models import User
from games.presentation.narration import Narrator
from games.rules import RULES
from games.rules.chicago_poker.bot.prospects import drawable, draws, open_businesses
from games.rules.chicago_poker.hands import NAMES, describe
from games.rules.chicago_poker.pieces import COLUMN, VALUE
from games.rules.contract import State
from games.rules.swedish_chicago.bot.draw_odds import outcomes, undrawn
from games.rules.swedish_chicago.hands import combination
from tests.cast import client_of, table_of
from tests.lobby.test_lobby import filled

KEPT_WHOLE = {"straight", "flush", "full house", "straight flush"}
"""Combinations in which no card is worth exchanging."""

poker, swedish = RULES["chicago_poker"], RULES["swedish_chicago"]


def states(variant: str, seed: int, moves: int) -> Any:
    """Return the positions of a game of quick players."""
    rules, rng = RULES[variant], Random(seed)
    options = {option.name: option.default for option in rules.engine.OPTIONS}

    def shuffle(pieces: Any) -> list[str]:
        return rng.sample(pieces, len(pieces))

    state, _events = rules.engine.state_class.new(options, 3, shuffle)
    for _ in range(moves):
        if not state.to_move:
            return
        yield state
        seat = min(state.to_move)
        state.make(seat, rules.automation.quick_policy(state, seat, rng), shuffle)


def best_name(laid: tuple[str, ...], hand: list[str]) -> int:
    """Return the best hand of the laid cards with any cards in hand, by trying all combinations."""
    choices = [(*laid, *more) for size in range(COLUMN - len(laid) + 1) for more in combinations(hand, size)]
    return max((NAMES.index(describe(cards)[0]) for cards in choices if cards), default=-1)


@pytest.mark.parametrize("seed", range(3))
def test_the_cards_that_bring_a_hand_into_reach_are_those_of_trying_each(seed: int) -> None:
    for state in list(states("chicago_poker", seed, 60))[::12]:
        seat = min(state.to_move)
        view = state.full_view(seat)
        hand = [card for card in view.seats[seat].hand if card in VALUE]
        for business in open_businesses(view):
            laid = tuple(card.code for card in business.columns[seat])
            found = draws(view, business)
            if len(laid) == COLUMN:
                assert not found
                continue
            now = best_name(laid, hand)
            then = [best_name(laid, [*hand, card]) if card in VALUE else now for card in drawable(view)]
            for draw in found:
                assert draw.name > now and draw.cards == sum(name >= draw.name for name in then)
            assert max(then) == max([draw.name for draw in found], default=now)


def test_cards_the_player_sees_are_not_expected_from_the_deck() -> None:
    for state in states("chicago_poker", 4, 40):
        view = state.full_view(min(state.to_move))
        assert set(state.deck) <= set(drawable(view)) or not view.deck
        assert set(drawable(view)).isdisjoint(view.seats[view.seat].hand)


def test_the_odds_of_an_exchange_match_all_possible_draws() -> None:
    pool = ["2c", "3c", "4c", "Tc", "Ac", "2d", "7d", "Ad", "Kh", "Qh", "9s", "As"]
    for kept in (("5c", "6c"), ("Ks", "Kd"), ("Qs",), (), ("2h", "3h", "4h", "5h")):
        number = 5 - len(kept)
        counted = Counter(combination((*kept, *more)) for more in combinations(pool, number))
        expected = {kind: count / comb(len(pool), number) for kind, count in counted.items()}
        assert outcomes(kept, pool) == pytest.approx(expected)


def test_the_chances_of_an_exchange_are_all_there_are() -> None:
    for state in states("swedish_chicago", 2, 60):
        view = state.full_view(min(state.to_move))
        if view.phase == "exchange":
            hand = view.seats[view.seat].hand
            assert sum(outcomes(hand[:2], undrawn(view)).values()) == pytest.approx(1)
            assert swedish.presentation.odds(view) or combination(hand) in KEPT_WHOLE


@pytest.mark.parametrize("variant", ["chicago_poker", "swedish_chicago"])
def test_odds_are_the_same_whatever_lies_hidden(variant: str) -> None:
    rules = RULES[variant]
    for state in list(states(variant, 1, 50))[::7]:
        seat = min(state.to_move)
        view = state.full_view(seat)
        twin: State = rules.automation.determinize(view, Random(3))
        odds = rules.presentation.odds
        assert odds(view) == odds(twin.full_view(seat)) == odds(state.view(seat))


@pytest.mark.parametrize("variant", ["chicago_poker", "swedish_chicago"])
def test_a_spectator_has_none(variant: str) -> None:
    for state in states(variant, 1, 3):
        assert not RULES[variant].presentation.odds(state.view(None))


@pytest.mark.parametrize("variant", ["chicago_poker", "swedish_chicago"])
def test_every_legal_move_has_reasons_in_whole_sentences(variant: str) -> None:
    rules = RULES[variant]
    narrator = Narrator(rules, {0: "Alice", 1: "Bob", 2: "Carol"}, None)
    for state in list(states(variant, 6, 120))[::5]:
        view = state.full_view(min(state.to_move))
        for move in list(view.legal)[:40]:
            said = [narrator.line(line) for line in rules.presentation.reasons(view, move)]
            assert said and all(text[0].isupper() or text[0].isdigit() for text in said), (move, said)
            assert all(text.endswith(".") for text in said)


@pytest.mark.django_db
@pytest.mark.both
def test_a_table_shows_them_if_its_host_wishes(alice: User, bob: User) -> None:
    pages = []
    for odds in (True, False):
        game = table_of(alice, bob, odds=odds)
        pages.append(client_of(alice).get(game.get_absolute_url()).content.decode())
    assert "a draw finds one" in pages[0] and 'class="odd' not in pages[1]


@pytest.mark.django_db
@pytest.mark.both
def test_the_host_chooses_them_in_the_form_and_the_terms_say_so(alice: User, bob: User) -> None:
    answer = client_of(alice).post("/lobby/open/?game=chicago_poker", filled("chicago_poker", odds="on", size="2"))
    assert answer.status_code == 302
    assert "<b>Odds</b> are on" in client_of(bob).get(answer.headers["Location"]).content.decode()
