"""The facts that a good player would name for a move, in forty positions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from random import Random
from typing import NamedTuple

import pytest

from games.rules import RULES
from games.rules.chicago_poker.state import State
from tests.rules.chicago_poker.tables import ENGLISH, FRENCH, SHORT, do, table
from tests.rules.plain_text import text_of
from tests.rules.playout import random_shuffle


class Position(NamedTuple):
    """A position with seat 0 to move, a move, and the facts that its reasons must name or omit."""

    name: str
    state: Callable[[], State]
    move: str
    facts: tuple[str, ...]
    never: tuple[str, ...] = ()


def tie() -> State:
    """Return a tie at Halvorsen & Sons that would win the game for seat 0."""
    street = {"brewery1": ["1R 3M 5S 9C 13F", "1M 3R 5C 9S 13R"], "jazz1": ["", ""]}
    hands = ["12R 2M 7C", "1C"]
    state = table(hands, street, options=FRENCH, active=1, due=0, controlled=["brewery2 brewery3", ""])
    do(state, "end")
    return state


HEADING = (
    Position(
        "three stars lie and a fourth is advised: the flush, though a pair is in hand",
        lambda: table(["14S 4C", "1F"], {"brewery1": ["4S 3S 2S", ""]}),
        "play 14S brewery1",
        ("One more Star makes a flush at brewery1", "11 of the"),
        ("pair",),
    ),
    Position(
        "the fifth star is in hand",
        lambda: table(["14S 9S", "1F"], {"brewery1": ["4S 3S 2S", ""]}),
        "play 14S brewery1",
        ("With 9S added from hand, it becomes a flush, 14 high",),
    ),
    Position(
        "two stars lie, two are in hand",
        lambda: table(["14S 9S", "1F"], {"brewery1": ["4S 3S", ""]}),
        "play 14S brewery1",
        ("With 9S added from hand, one more Star makes a flush",),
    ),
    Position(
        "two stars lie and a third comes: a flush two cards away",
        lambda: table(["14S 7C", "1F"], {"brewery1": ["4S 9S", ""]}),
        "play 14S brewery1",
        ("A flush at brewery1 is two cards away (Star)", "12 of the"),
    ),
    Position(
        "an off-gang card among three stars costs the flush",
        lambda: table(["4C 7M", "1F"], {"brewery1": ["4S 9S 12S", ""]}),
        "play 4C brewery1",
        ("That makes a pair of 4s right away", "But it rules out a flush there"),
    ),
    Position(
        "a straight with a hole in the middle",
        lambda: table(["9C 2M", "1F"], {"brewery1": ["6R 7M 10F", ""]}),
        "play 9C brewery1",
        ("One 8 would complete a straight at brewery1", "5 of the"),
    ),
    Position(
        "a straight open at both ends",
        lambda: table(["9C 2M", "1F"], {"brewery1": ["6R 7M 8F", ""]}),
        "play 9C brewery1",
        ("A straight at brewery1 is one card away: 10 of the",),
    ),
    Position(
        "a straight that is all in hand",
        lambda: table(["9C 10M", "1F"], {"brewery1": ["6R 7M 8M", ""]}),
        "play 9C brewery1",
        ("With 10M added from hand, it becomes a straight, 10 high",),
    ),
    Position(
        "a row of three: two cards short",
        lambda: table(["8C 1M", "1F"], {"brewery1": ["6R 7M", ""]}),
        "play 8C brewery1",
        ("A straight at brewery1 is two cards away",),
    ),
    Position(
        "a fourth of a kind for the column",
        lambda: table(["9C", "1F"], {"brewery1": ["9R 9M 4S", ""]}),
        "play 9C brewery1",
        ("three 9s", "full house"),
    ),
    Position(
        "a pair now, and three with the card in hand",
        lambda: table(["9C 9M", "1F"], {"brewery1": ["9R 4S", ""]}),
        "play 9C brewery1",
        ("That makes a pair of 9s right away", "With 9M added from hand, it becomes three 9s"),
    ),
    Position(
        "a full house out of the hand",
        lambda: table(["9C 4M 4R", "1F"], {"brewery1": ["9R 9S", ""]}),
        "play 4M brewery1",
        ("With 4R 9C added from hand, it becomes a full house of 9s over 4s",),
    ),
    Position(
        "a second pair with the card in hand, though another was possible without this one",
        lambda: table(["13F 13M 9M", "1F"], {"brewery1": ["9S 15S 15C", ""]}),
        "play 13F brewery1",
        ("With 13M added from hand, it becomes two pairs, 15s and 13s",),
    ),
    Position(
        "a Chicago Poker one card away",
        lambda: table(["9C", "1F"], {"brewery1": ["9R 9S 9M", ""]}),
        "play 9C brewery1",
        ("four 9s", "One 9 would complete a Chicago Poker", "1 of the"),
    ),
    Position(
        "a rainbow straight, one card of one gang short",
        lambda: table(["9C 2M", "1F"], {"brewery1": ["6R 7M 8F", ""]}),
        "play 9C brewery1",
        ("straight",),
        ("flush",),
    ),
)

RIVALS = (
    Position(
        "the rival is ahead and stays ahead",
        lambda: table(["12C 4M", "1F"], {"brewery1": ["9R", "14S 14M"]}),
        "play 12C brewery1",
        ("1 is ahead there with a pair of 14s",),
    ),
    Position(
        "the rival is overtaken",
        lambda: table(["9C 4M", "1F"], {"brewery1": ["9R", "14S"]}),
        "play 9C brewery1",
        ("pair of 9s", "That beats what 1 shows there: high card 14"),
    ),
    Position(
        "the rival may be after a flush",
        lambda: table(["9C 4M", "1F"], {"brewery1": ["9R", "14S 2S 7S"]}),
        "play 9C brewery1",
        ("1 may be after a flush there with 14S 2S 7S",),
    ),
    Position(
        "the rival may be after a straight",
        lambda: table(["9C 4M", "1F"], {"brewery1": ["9R", "10S 12M 13C"]}),
        "play 9C brewery1",
        ("1 may be after a straight there with 10S 12M 13C",),
    ),
    Position(
        "no straight can beat a flush that lies",
        lambda: table(["9C 4M", "1F"], {"brewery1": ["1C 3C 5C 8C", "10S 12M 13F"]}),
        "play 9C brewery1",
        ("a flush, 9 high", "calls the shootout"),
        ("may be after",),
    ),
    Position(
        "one more card, and the rival calls",
        lambda: table(["9C 4M", "1F"], {"brewery1": ["9R", "14S 2M 7F 5R"]}),
        "play 9C brewery1",
        ("1 needs only one more card there to call the shootout",),
    ),
    Position(
        "level with the rival",
        lambda: table(["9C 4M", "1F"], {"brewery1": ["9R", "9S 9M"]}),
        "play 9C brewery1",
        ("1 ties you there with a pair of 9s",),
    ),
    Position(
        "the most dangerous of two rivals",
        lambda: table(["9C 4M", "1F", "2F"], {"brewery1": ["9R", "3S 3M", "11S 11M"]}),
        "play 9C brewery1",
        ("2 is ahead there with a pair of 11s",),
    ),
    Position(
        "a rival's shootout, and cards that lie face down",
        lambda: table(["9M 15R", "1F"], {"jazz1": ["6R 6S 9F 9C", "8F 8M 8S 3C 11C"], "brewery1": ["", ""]}),
        "play 9M jazz1",
        ("Before the shootout, it completes a full house of 9s over 6s", "2 cards are hidden"),
    ),
    Position(
        "a rival's shootout that one card does not decide",
        lambda: table(["9M 15R", "1F"], {"brewery1": ["6R 9F 9C", "8F 8M 8S 3C 11C"]}),
        "play 9M brewery1",
        ("three 9s", "The shootout there comes at 1’s next turn", "It beats the best hand there: 1 has three 8s"),
    ),
    Position(
        "a shootout called while the rival has room",
        lambda: table(["9M", "1F"], {"brewery1": ["6R 6S 9F 9C", "12F 12M 3S"]}),
        "play 9M brewery1",
        ("a full house of 9s over 6s and calls the shootout", "1 shows a pair of 12s there and has room for 2 more"),
    ),
)

STAKES = (
    Position(
        "the business that wins the game",
        lambda: table(["5C", "1F"], {"jazz3": ["5R", ""]}, controlled=["jazz1 jazz2", ""]),
        "play 5C jazz3",
        ("jazz3 would win the game",),
    ),
    Position(
        "the business with which a rival wins",
        lambda: table(["5C", "1F"], {"jazz3": ["5R", "9M"]}, controlled=["", "jazz1 jazz2"]),
        "play 5C jazz3",
        ("1 would win the game with jazz3",),
    ),
    Position(
        "a second of a kind",
        lambda: table(["5C", "1F"], {"jazz3": ["5R", ""]}, controlled=["jazz1", ""]),
        "play 5C jazz3",
        ("With jazz3, one more business wins the game",),
    ),
    Position(
        "the short game needs only a second",
        lambda: table(["5C", "1F"], {"jazz3": ["5R", ""]}, controlled=["jazz1", ""], options=SHORT),
        "play 5C jazz3",
        ("jazz3 would win the game",),
    ),
    Position(
        "the price: the card was wanted elsewhere",
        lambda: table(["9C 9F", "1F"], {"brewery1": ["9R 9M", ""], "jazz1": ["4F 2F", ""]}),
        "play 9F jazz1",
        ("But it can’t go towards four of a kind at brewery1 any more",),
    ),
    Position(
        "the price of a broken row",
        lambda: table(["13C", "1F"], {"brewery1": ["6R 7M 8F", ""]}),
        "play 13C brewery1",
        ("But it rules out a straight there",),
    ),
)

OTHERS = (
    Position(
        "a draw for the fifth star",
        lambda: table(["14S 4C 2M", "1F"], {"brewery1": ["4S 3S 2S", ""], "jazz1": ["7R", ""]}),
        "draw",
        ("With 14S added from hand, one more Star makes a flush at brewery1", "11 of the"),
    ),
    Position(
        "a draw while a finished hand waits",
        lambda: table(["9C 9M 4C 1F", "1M"], {"brewery1": ["9R 9S", ""]}),
        "draw",
        ("Playing 9M 9C for four 9s at brewery1 can wait: nobody has called a shootout there",),
    ),
    Position(
        "a draw when no card in hand saves the shootout",
        lambda: table(["2C 4M 1R", "1F"], {"brewery1": ["9R", "8F 8M 8S 3C 11C"]}),
        "draw",
        ("1 has three 8s at brewery1, and nothing in hand beats that before the shootout",),
        ("would make",),
    ),
    Position(
        "a draw with a small hand",
        lambda: table(["2C", "1F"], {"brewery1": ["9R", ""]}),
        "draw",
        ("With only 1 gangster in hand there’s little to choose from",),
    ),
    Position(
        "a revolver that makes a whole hand possible this turn",
        lambda: table(["revolver 9C 9M 4C 4M", "1F"], {"brewery1": ["9R", ""]}),
        "revolver",
        ("two more actions", "That’s enough for a full house of 9s over 4s at brewery1 this turn"),
    ),
    Position(
        "a raid before a shootout that decides the game",
        lambda: table(
            ["raid1 9M", "1F"],
            {"jazz1": ["6R 6S 9F 9C", "8F 8M 3S 11F 11C"]},
            controlled=["jazz2 jazz3", ""],
        ),
        "raid jazz1 1",
        ("1’s 2 hidden cards", "comes at 1’s next turn", "jazz1 would win the game"),
    ),
    Position(
        "a liquidation that breaks a pair and delays the shootout",
        lambda: table(["liquidation 9M", "1F"], {"brewery1": ["6R", "3S 8F 11C 8M"]}),
        "liquidation brewery1 1",
        ("high card 11 instead of a pair of 8s", "Then 1 needs two more cards to call the shootout there"),
    ),
    Position(
        "a bribery for the missing card",
        lambda: table(["bribery 9M 2C", "1F"], {"brewery1": ["9R 4S", ""]}, discard="revolver 9C"),
        "bribery 9C",
        ("It puts three of a kind within reach at brewery1",),
    ),
    Position(
        "a limousine to where it wins",
        lambda: table(
            ["limousine", "1F"],
            {"jazz1": ["9R 4C", ""], "brewery1": ["9S", "3C"]},
            controlled=["brewery2 brewery3", ""],
        ),
        "limousine jazz1 brewery1 9R",
        ("a pair of 9s at brewery1", "leaves high card 4 at jazz1", "brewery1 would win the game"),
    ),
    Position(
        "a reinforcement in the tie that wins the game",
        tie,
        "send 12R",
        ("this is the highest in hand", "brewery1 would win the game"),
    ),
)

POSITIONS = (*HEADING, *RIVALS, *STAKES, *OTHERS)


@pytest.mark.parametrize("position", POSITIONS, ids=lambda position: position.name)
def test_the_reasons_name_the_facts_that_a_good_player_would(position: Position) -> None:
    view = position.state().full_view(0)
    assert position.move in view.legal
    told = " ".join(map(text_of, RULES["chicago_poker"].presentation.reasons(view, position.move)))
    assert [fact for fact in position.facts if fact not in told] == [], told
    assert [fact for fact in position.never if fact in told] == [], told


def test_no_sentence_is_in_every_third_explanation() -> None:
    rules, told = RULES["chicago_poker"], list[set[str]]()
    for seed in range(4):
        rng = Random(seed)
        shuffle = random_shuffle(rng)
        state, _events = rules.engine.state_class.new(ENGLISH, 2, shuffle)
        for _ in range(90):
            seat = min(state.to_move)
            view, move = state.full_view(seat), rules.automation.quick_policy(state, seat, rng)
            if len(view.legal) > 1:
                told.append({line.text for line in rules.presentation.reasons(view, move)})
            state.make(seat, move, shuffle)
    counts = Counter(sentence for sentences in told for sentence in sentences)
    assert len(told) > 200 and len(counts) > 20
    assert [(sentence, count) for sentence, count in counts.most_common(3) if count > len(told) / 3] == []
