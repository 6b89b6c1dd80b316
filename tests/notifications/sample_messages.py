"""Messages as the outbox hands them to a channel."""

from __future__ import annotations

from datetime import UTC, datetime

from games.models import Delivery, Game, NotificationKind
from games.notifications.channels.message import Message, Note
from games.rules import RULES

TITLE = next(iter(RULES.values())).engine.NAME


def note(notice: int) -> Note:
    """Return a note about a move at a table, with a deadline."""
    return Note(
        delivery=Delivery(notice_id=notice),
        kind=NotificationKind.TURN,
        title="Your move at Duel",
        text="bob has ended their turn.",
        url="https://room.example.org/games/table1/",
        button="Play your turn",
        game=Game(public_id="table1", name="Duel", variant=next(iter(RULES))),
        deadline=datetime(2026, 11, 22, 18, 30, tzinfo=UTC),
    )


def alone(only: Note) -> Message:
    return Message(only.title, only.text, only.url, "table-table1", only.kind, only.game, only.deadline, [only])


def together(*notes: Note) -> Message:
    deadline = notes[0].deadline
    url = "https://room.example.org/tables/"
    return Message("2 tables are waiting for you", "Two lines", url, "together", deadline=deadline, notes=list(notes))
