"""The turn mail of every game: small, complete as text, and without the hand if the recipient prefers."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from types import SimpleNamespace
from typing import Any, NamedTuple

import pytest
from django.template.loader import render_to_string

from games.presentation.card_html import mail_chip
from games.presentation.log import LoggedMove, recap
from games.presentation.narration import Narrator
from games.presentation.standing import standing
from games.rules import RULES
from games.rules.contract import CLOSES, OPENS, Seat
from games.rules.game import Rules
from tests.rules.playout import playout

NOON = datetime(2026, 11, 3, 12, 0, tzinfo=UTC)
MAIL_LIMIT = 20_000
NAMES = dict(enumerate(("anna", "bertil", "cecilia", "david", "emma", "fredrik")))

every_rules = pytest.mark.parametrize("rules", RULES.values(), ids=RULES)


class Asked(NamedTuple):
    """A player to move: their current view, and the moves since their last one."""

    seat: Seat
    view: Any
    since: list[LoggedMove]


def asked_after_most(rules: Rules) -> Asked:
    """Return the player to move at a full table with the most events since their last move."""
    moves: list[LoggedMove] = []
    best, most = None, 0
    options = {option.name: option.default for option in rules.engine.OPTIONS}
    for number, (state, events) in enumerate(playout(rules, options, rules.engine.SEATS[-1], seed=4)):
        moves.append(LoggedMove(number, events[0].seat if number else None, events, NOON))
        for seat in state.to_move:
            last = max((move.number for move in moves if _moved(move, seat)), default=0)
            happened = sum(len(move.events) for move in moves[last:])
            if happened > most:
                best, most = Asked(seat, state.view(seat), moves[last:]), happened
        if number > 400:
            break
    assert best is not None
    return best


def _moved(move: LoggedMove, seat: Seat) -> bool:
    """Return whether the move ended the seat's turn, by an event or because another turn began."""
    begun = any(event.kind in (OPENS, CLOSES) for event in move.events)
    return begun and next((event.seat for event in move.events if event.seat is not None), None) == seat


def context(rules: Rules, asked: Asked, **more: Any) -> dict[str, Any]:
    teller = Narrator(rules, NAMES, asked.seat, mail_chip)
    return {
        "game": SimpleNamespace(name="Söndagskort"),
        "rules": rules,
        "player_name": NAMES[asked.seat],
        "boss": "",
        "url": "https://example.org/games/abc234/",
        "actions_line": teller.line(rules.presentation.prompt(asked.view)),
        "deadline": NOON,
        "recap": recap(asked.since, teller),
        "replay_url": "https://example.org/games/abc234/?watch=3",
        "standing": standing(asked.view, teller),
        "show_hand": True,
    } | more


@every_rules
def test_a_turn_mail_holds_all_and_is_small(rules: Rules) -> None:
    """The mail stays under 20 kB with all seats taken and a long recap; text and HTML have the same content."""
    asked = asked_after_most(rules)
    given = context(rules, asked)
    html, text = (
        render_to_string("notifications/mail/turn.html", given),
        render_to_string("notifications/mail/turn.txt", given),
    )
    assert len(html.encode()) < MAIL_LIMIT
    assert not re.search(r"<img|<script|<svg|url\(", html)
    assert f"Your move, {NAMES[asked.seat]}" in text
    for place in given["standing"].places:
        assert all(part in text for part in (place.heading, place.name, place.warning, place.own, *place.others_text))
    assert given["standing"].hand_text in text
    assert given["standing"].note in text
    assert given["actions_line"] in text


@every_rules
def test_a_turn_mail_hides_the_hand_by_preference(rules: Rules) -> None:
    """The prompt and the position name no card of the hand."""
    asked = asked_after_most(rules)
    given = context(rules, asked, show_hand=False, recap=None)
    teller = Narrator(rules, NAMES, asked.seat)
    for template in ("notifications/mail/turn.html", "notifications/mail/turn.txt"):
        page = render_to_string(template, given)
        assert given["standing"].note not in page
        hand = rules.presentation.standing(asked.view).hand
        assert not [code for code in hand if re.search(rf"\b{teller.card(code)}\b", page)]
