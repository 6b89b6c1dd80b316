"""The default sentences, refusals and hiding of a game that lists its texts in tables and keeps its cards in zones."""

from __future__ import annotations

from random import Random

import pytest

from games.rules.automation import Automation
from games.rules.contract import Event, Illegal, Piece
from games.rules.phrases import card, cards, number, say, seat, seats, text
from games.rules.plain_state import PlainState
from games.rules.vocabulary import Line
from tests.crazy_eights import GAME as rules
from tests.crazy_eights import CrazyEightsAutomation, CrazyEightsPresentation
from tests.crazy_eights.state import State
from tests.rules.playout import random_shuffle

SHUFFLE = random_shuffle(Random(1))


def dealt(seats: int) -> State:
    """Return a game before its first move."""
    return State.new({}, seats, SHUFFLE)[0]


def test_a_sentence_speaks_to_its_player_and_of_them_to_the_others() -> None:
    event = Event("passed", "3", 1)
    assert rules.presentation.sentence(event, 1) == say("You passed.")
    assert rules.presentation.sentence(event, 0) == say("%(seat)s passed.", seat=seat(1))


def test_details_of_an_event_are_named_by_what_they_are() -> None:
    class Told(CrazyEightsPresentation):
        SENTENCES = {"told": "%(card)s %(count)s %(word)s %(several)s"}

    details = {"card": "8c", "count": 3, "word": "hearts", "several": ["8c", "As"], "parts": [["8c", 1]]}
    terms = {"card": card("8c"), "count": number(3), "word": text("hearts"), "several": cards(["8c", "As"])}
    assert Told(rules.engine).sentence(Event("told", "1", None, details), None) == say(Told.SENTENCES["told"], **terms)


@pytest.mark.parametrize(
    ("reason", "sentence"),
    [("first out", "%(winners)s won: played the last card."), ("no reason that has a sentence", "%(winners)s won.")],
)
def test_the_end_has_the_sentence_of_its_reason_or_that_of_every_game(reason: str, sentence: str) -> None:
    line = rules.presentation.sentence(Event("over", "4", None, {"winners": [0, 2], "reason": reason}), None)
    assert isinstance(line, Line)
    assert (line.text, line.terms["winners"]) == (sentence, seats([0, 2]))


@pytest.mark.parametrize(
    ("code", "sentence"),
    [
        ("not_legal", "That can’t be played now: match the suit or the rank."),
        ("not_your_turn", "It’s not your turn."),
        ("a code without a sentence", "That can’t be played now: match the suit or the rank."),
    ],
)
def test_a_refusal_has_the_sentence_of_the_game_or_that_of_every_game(code: str, sentence: str) -> None:
    assert rules.presentation.refusal(Illegal(code, "1")) == say(sentence)


def test_a_move_is_refused_with_its_reason_and_paragraph_before_anything_changes() -> None:
    state = dealt(3)
    before = state.position()
    for who, move, code, paragraph in (
        (1, "draw", "not_your_turn", "2"),
        (0, "play nothing", "not_legal", "3"),
        (7, "draw", "not_playing", "1"),
    ):
        with pytest.raises(Illegal) as refused:
            state.make(who, move, SHUFFLE)
        assert (refused.value.code, refused.value.paragraph) == (code, paragraph)
    assert state.position() == before


def test_the_last_one_left_wins_whatever_the_scores() -> None:
    state = dealt(3)
    state.make(0, "resign", SHUFFLE)
    assert state.to_move == {1}
    *_others, end = state.make(1, "resign", SHUFFLE)
    assert end[3]["winners"] == [2]
    assert state.outcome is not None
    assert (state.outcome.winners, state.outcome.reason) == ((2,), "resignation")
    with pytest.raises(Illegal, match="over"):
        state.make(2, "draw", SHUFFLE)


def test_who_waits_on_while_another_resigns_has_no_second_turn() -> None:
    state = dealt(3)
    assert [event[0] for event in state.make(1, "resign", SHUFFLE)] == ["resigned"]
    assert [event[0] for event in state.make(0, "resign", SHUFFLE)] == ["resigned", "over"]


def test_a_word_of_a_move_that_its_events_do_not_tell_is_hidden() -> None:
    told = [Event("played", "2", 0, {"card": "8c", "suit": "d", "left": [3]})]
    assert rules.presentation.hide("play 8c d 3", told, 1) == "play 8c d 3"
    assert rules.presentation.hide("play 8c d 3", [Event("sealed", "2", 0, {}, {0: {"bid": 3}})], 1) == "play ? ? ?"
    assert rules.presentation.hide("play 8c d 3", [Event("sealed", "2", 0)], 0) == "play 8c d 3"


def test_zones_of_players_lie_open_beside_hidden_hands() -> None:
    class Tricks(State):
        OWN = ("trick",)

    state = Tricks.new({}, 2, SHUFFLE)[0]
    state.own["trick"][1] = ["8c", "As"]
    assert [piece for piece in state.pieces() if piece.zone == "trick"] == [
        Piece("card", "8c", "trick", 1, index=0, face_up=True),
        Piece("card", "As", "trick", 1, index=1, face_up=True),
    ]
    assert Tricks.restore({}, 2, state.pieces()[::-1], state.facts()).own["trick"] == [[], ["8c", "As"]]


def test_a_restored_state_shares_no_lists_with_the_facts() -> None:
    state: PlainState = dealt(3)
    facts = state.facts()
    state.make(1, "resign", SHUFFLE)
    assert facts["out"] == []
    assert State.restore({}, 3, state.pieces(), facts).out is not facts["out"]


def test_a_game_without_a_quick_policy_has_no_policy() -> None:
    class Silent(CrazyEightsAutomation):
        quick_policy = Automation.quick_policy

    assert rules.automation.has_policy
    silent = Silent(rules.engine)
    assert not silent.has_policy
    view = dealt(2).view(0)
    assert silent.policy(view) in view.legal
