"""A long recap in a turn mail: small, complete as text, and without a rival's cards."""

from __future__ import annotations

import re
from types import SimpleNamespace
from typing import Any
from zoneinfo import ZoneInfo

from django.template.loader import render_to_string
from django.utils import timezone

from games.presentation.card_html import mail_chip
from games.presentation.headline import most_important
from games.presentation.log import LoggedMove, recap
from games.presentation.standing import standing
from games.rules import RULES
from games.rules.chicago_poker import GAME as chicago_poker
from games.rules.chicago_poker.pieces import VALUE
from tests.presentation.narrators import NAMES, NOON, narrator, random_game

MAIL_LIMIT = 20_000


def mail_context(state: Any, moves: list[LoggedMove], viewer: int) -> dict[str, Any]:
    teller = narrator(viewer, chip=mail_chip)
    view = state.view(viewer)
    chief = most_important([event for move in moves for event in move.events], teller)
    return {
        "game": SimpleNamespace(name="Tom & Ann’s <table>"),
        "rules": RULES["chicago_poker"],
        "player_name": "Ann",
        "boss": NAMES[viewer],
        "url": "https://example.org/games/abc234/",
        "actions_line": teller.line(chicago_poker.presentation.prompt(view)),
        "deadline": NOON,
        "headline": teller.text(chief) if chief else "",
        "recap": recap(moves, teller),
        "replay_url": "https://example.org/games/abc234/replay/?at=3",
        "standing": standing(view, teller),
        "show_hand": True,
        "settings_url": "https://example.org/settings/",
    }


def longest_recap() -> tuple[Any, list[LoggedMove], int]:
    """Return a table of six at the turn with the longest recap: its state, its moves and the seat."""
    moves: list[LoggedMove] = []
    best: tuple[Any, list[LoggedMove], int] | None = None
    for state, seat, events in random_game(3, 6, "english"):
        moves.append(LoggedMove(len(moves), seat, events, NOON))
        if state.phase == "turn":
            since = moves[max((move.number for move in moves if move.seat == state.active), default=0) :]
            if best is None or events_in(since) > events_in(best[1]):
                best = (state.copy(), since, state.active)
    assert best is not None
    return best


def events_in(moves: list[LoggedMove]) -> int:
    return sum(len(move.events) for move in moves)


def test_a_turn_mail_is_small_and_plain() -> None:
    """The mail has no pictures or scripts, an equivalent text part and local times, and stays under 20 kB."""
    state, moves, me = longest_recap()
    with timezone.override(ZoneInfo("Europe/Warsaw")):
        context = mail_context(state, moves, me)
        html, text = (
            render_to_string("notifications/mail/turn.html", context),
            render_to_string("notifications/mail/turn.txt", context),
        )
    assert len(html.encode()) < MAIL_LIMIT
    assert not re.search(r"<img|<script|<svg|url\(", html)
    assert "<table>" not in re.sub(r"<table role", "", html)
    for body in (html, text):
        assert "Tuesday 3 November, 13:00" in body
        assert "(Warsaw time)" in body
        assert context["url"] in body
        assert context["actions_line"] in body
    assert f"Your move, {NAMES[me]}" in text
    assert context["standing"].hand_text in text


def test_a_recap_mail_hides_the_hand_by_preference() -> None:
    """The hand is shown only if its holder has chosen to."""
    state, _moves, me = longest_recap()
    context = mail_context(state, [], me) | {"show_hand": False}
    assert "Your hand" in render_to_string("notifications/mail/turn.txt", context | {"show_hand": True})
    for template in ("notifications/mail/turn.html", "notifications/mail/turn.txt"):
        page = render_to_string(template, context)
        assert "Your hand" not in page
        assert "Since your last turn" not in page


def test_a_mail_shows_no_rival_s_hidden_card() -> None:
    """The mail shows only public cards, the recipient's own cards, and events the recipient has seen."""
    state, _moves, me = longest_recap()
    context = mail_context(state, [], me)
    text = render_to_string("notifications/mail/turn.txt", context)
    own = {code for business in state.street if business for code in business.columns[me]} | set(state.hands[me])
    for code in (state.down | {card for hand in state.hands for card in hand}) - own:
        assert code not in VALUE or not re.search(rf"\b{narrator().card(code)}\b", text)
