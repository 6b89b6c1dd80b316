"""The events of Swedish Chicago that must have a record."""

from __future__ import annotations

from games.rules import record
from games.rules.swedish_chicago import GAME as swedish_chicago
from tests.rules.test_golden import FILES, load

TOLD_OF_A_HAND = {
    "reshuffled", "showed", "opened", "took", "refused", "sealed", "revealed", "level", "silent", "fell", "choosing",
    "chose", "reset", "declared", "made", "broken", "hands", "best", "hand over", "won", "resigned", "over",
}  # fmt: skip


def test_everything_that_can_happen_in_swedish_chicago_is_on_record() -> None:
    """The records include every ending of rounds and hands, and every reason to score."""
    kinds: set[str] = set()
    reasons: set[str] = set()
    for file in FILES:
        if file.parent.name == swedish_chicago.engine.VARIANT:
            written = load(file)
            state, dealer = record.opening(written)
            for move in written.moves:
                events = state.apply(int(move[0]), move[2:], dealer)
                kinds |= {event.kind for event in events}
                reasons |= {event.details["why"] for event in events if event.kind in ("scored", "level")}
    assert kinds >= TOLD_OF_A_HAND
    scored = {"announcement", "chicago", "broken", "breaker", "last trick", "best hand", "quads"}
    assert reasons == scored | {"equal", "none"}
