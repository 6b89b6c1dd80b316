"""The hints in a newcomer's first turn: they follow the player's actions, and end with the turn (rules 3.2–3.5)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from games.rules import RULES
from games.rules.contract import Event, State
from tests.rules.chicago_poker.tables import do, table
from tests.rules.plain_text import text_of

POKER = RULES["chicago_poker"].presentation
ME, BOB = 0, 1
BEGIN = "Your first turn: choose a card, then one of the glowing places."
DREW = "The card you drew is marked."
LIES = "Played; you can still undo it."
LAID_OUT = "Nobody sees your turn until you end it. You can still undo."
PLAYED = ("play 1R jazz1",)


def a_turn(hand: str = "1R 2R 3R 4R", **facts: Any) -> State:
    """Return the player's view of a turn with three actions, with these ``facts``."""
    return table([hand, "5R 6R"], {"jazz1": ["", ""]}, **facts)


def hinted(
    state: State, events: Sequence[Event] = (), drafts: Sequence[str] = (), seat: int = ME, first_turn: bool = True
) -> str:
    line = POKER.hint(state.view(seat), events, drafts, first_turn=first_turn)
    return text_of(line) if line else ""


def test_the_first_hint_stands_until_the_newcomer_acts() -> None:
    """Earlier moves of others and the beginning of the turn don't count as the player's actions."""
    before = [Event("turn", "3.1", ME), Event("drew", "3.3", BOB), Event("bribed", "5.2", BOB)]
    assert hinted(a_turn()) == BEGIN
    assert hinted(a_turn(), before) == BEGIN


def test_after_drawing_the_hint_is_about_the_card_that_came() -> None:
    """The hint also gives the number of actions left: three at first (3.2), one later."""
    state = a_turn()
    events = do(state, "draw")
    assert hinted(state, events) == f"{DREW} 2 actions left: play a card, or draw again."
    events += do(state, "draw")
    assert hinted(state, events) == f"{DREW} One action left: play a card, or draw again."


def test_a_bribe_brings_a_card_as_a_draw_does() -> None:
    state = a_turn("1R bribery", discard="9R", extra=1)
    events = do(state, "bribery 9R")
    assert hinted(state, events).startswith(DREW)


def test_after_playing_the_hint_is_about_the_card_that_lies_there() -> None:
    state = a_turn()
    do(state, *PLAYED)
    assert hinted(state, (), PLAYED) == f"{LIES} 2 actions left: play another card, or draw one."
    do(state, "play 2R jazz1")
    assert hinted(state, (), (*PLAYED, "play 2R jazz1")) == f"{LIES} One action left: play another card, or draw one."


def test_what_was_played_after_a_draw_comes_before_the_draw() -> None:
    state = a_turn()
    events = do(state, "draw")
    events += do(state, *PLAYED)
    assert hinted(state, events, PLAYED).startswith(LIES)


def test_without_an_action_left_the_hint_is_how_to_end() -> None:
    """The last action may be to play or to draw; optional actions count as actions left."""
    state = a_turn(due=1)
    events = do(state, *PLAYED)
    assert hinted(state, events, PLAYED) == LAID_OUT
    assert hinted(a_turn(due=0), [Event("drew", "3.3", ME)]) == LAID_OUT
    optional = a_turn(due=0, extra=1)
    assert hinted(optional, (), PLAYED).startswith(LIES)


def test_hints_stop() -> None:
    """They stop with the first turn, and no hint suggests drawing when drawing is impossible."""
    state = a_turn()
    assert not hinted(state, first_turn=False)
    events = do(state, "draw")
    assert not hinted(state, events, first_turn=False)
    assert not hinted(state, (), PLAYED, first_turn=False)
    no_deck = a_turn(deck="")
    do(no_deck, *PLAYED)
    assert not hinted(no_deck, (), PLAYED)


def test_required_and_optional_actions_are_distinguished() -> None:
    state = table(["8S", "9S"], {"jazz1": ["", ""]}, due=1, extra=2)
    assert text_of(POKER.prompt(state.view(ME))) == "You have one action to take, and 2 more if you like."
    assert [text_of(line) for line in POKER.announcements([], state.view(ME), named=True)] == [
        "1 action required, 2 optional."
    ]
