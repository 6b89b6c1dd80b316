"""The headline: the largest change for the viewer, otherwise the largest at the table, but never "nothing changed"."""

from __future__ import annotations

from typing import Any

import pytest

from games.presentation.headline import largest_change
from games.presentation.narration import Narrator
from games.rules import RULES
from games.rules.contract import CLOSES, OPENS, Event, redact
from games.rules.game import Rules
from tests.rules.games import ALL
from tests.rules.playout import playout


def _narrator(rules: Rules, seats: int, viewer: int | None) -> Narrator:
    return Narrator(rules, {seat: f"Player {seat}" for seat in range(seats)}, viewer)


@pytest.mark.parametrize("named", [True, False], ids=["named", "unnamed"])
@pytest.mark.parametrize("rules", ALL.values(), ids=ALL)
def test_after_every_move_of_a_random_game_everybody_reads_something(rules: Rules, named: bool) -> None:
    """Each player's headline depends only on their own view and redacted events, and not on later events."""
    options = {option.name: option.default for option in rules.engine.OPTIONS}
    seats = min(3, rules.engine.SEATS[-1])
    since: list[Event] = []
    for state, events in playout(rules, options, seats, seed=41):
        since = [*since, *events][-12:]
        for viewer in (None, *range(seats)):
            news = largest_change(since, _narrator(rules, seats, viewer), state.view(viewer), named=named)
            assert news is not None
            assert news.html
            redacted = [redact(event, viewer) for event in since]
            assert largest_change(redacted, _narrator(rules, seats, viewer), state.view(viewer), named=named) == news


def told(*events: Event, viewer: int | None = 0, variant: str = "chicago_poker") -> str:
    rules = RULES[variant]
    options: dict[str, Any] = {option.name: option.default for option in rules.engine.OPTIONS}
    state, _events = rules.engine.state_class.new(options, 3, list)
    news = largest_change(events, _narrator(rules, 3, viewer), state.view(viewer), named=True)
    return "" if news is None else {"alert": "! ", "good": "+ ", "plain": ""}[news.tone] + news.html


DREW = Event("drew", "4.1", 1, {}, {1: {"card": "9M"}})
MINE = Event("drew", "4.1", 0, {}, {0: {"card": "1R"}})
ENDED = Event(CLOSES, "3.5", 2)
TURN = Event(OPENS, "3.2", 0, {"turn": 5, "actions": 3})
RAIDED = Event("raided", "5.3", 2, {"business": "jazz1", "target": 0, "count": 0, "index": []}, {2: {"cards": []}})
PLAYED = Event("played", "4.2", 1, {"business": "jazz1", "up": False}, {1: {"card": "9M"}})
RAIDED_OTHER = Event(
    "raided", "5.3", 2, {"business": "jazz1", "target": 1, "count": 0, "index": []}, {2: {"cards": []}}
)


def test_events_against_the_viewer_are_hot() -> None:
    assert told(RAIDED, DREW, TURN) == "! Player 2 raided you at Club Marmalade and found nothing face down."
    assert told(RAIDED_OTHER, DREW, TURN).startswith("Player 2 raided Player 1 at Club Marmalade")
    assert told(PLAYED, DREW, DREW, TURN) == "Player 1 played a card face down at Club Marmalade."


def test_what_brings_a_rival_nearer_to_winning_is_an_alarm_and_other_news_are_none() -> None:
    assert told(took(1)).startswith("! Player 1 took")
    assert told(took(0)).startswith("+ You took")
    assert told(took(1), viewer=None).startswith("Player 1 took")
    assert told(Event("resigned", "8.5", 1)) == "Player 1 resigned."
    silent = Event("silent", "3.1", None, {"part": 3})
    assert told(silent, variant="swedish_chicago") == "Nobody announced four of a kind or better."


def took(seat: int) -> Event:
    return Event("took", "6.3", seat, {"business": "jazz1"})


def test_what_the_viewer_gains_is_no_alarm() -> None:
    changes = ((0, 15), (1, 15), (0, -15))
    mine, rivals, lost = (told(scored(seat, points), variant="swedish_chicago") for seat, points in changes)
    assert mine.startswith("+ You ")
    assert rivals.startswith("! Player 1 ")
    assert lost.startswith("! You ")


def scored(seat: int, points: int) -> Event:
    why = "chicago" if points > 0 else "broken"
    return Event("scored", "5.2", seat, {"why": why, "points": points, "score": 30 + points, "from": 30})


def test_otherwise_the_headline_is_the_last_event_by_another_player() -> None:
    assert told(DREW, ENDED, TURN) == "Player 1 drew a card."
    assert told(DREW, DREW, ENDED, TURN) == "Player 1 drew 2 cards."
    assert told(DREW, MINE) == "Player 1 drew a card."
    assert told(MINE, ENDED, TURN).startswith("You drew")


def test_a_waiting_player_reads_when_their_turn_comes() -> None:
    began = Event(OPENS, "3.2", 1, {"turn": 5, "actions": 3})
    assert told(began, viewer=2) == "You’re next after Player 1."
    assert told(MINE, began, viewer=1) == "Player 0 drew a card."
    assert told(ENDED, TURN) == "Player 2 ended their turn."
    assert told() == ""
