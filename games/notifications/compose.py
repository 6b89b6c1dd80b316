"""Notices in words, the same for every channel, in the language and time zone that are active. Never a card."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from django.conf import settings
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import ngettext

from games.access import may_see
from games.models import Delivery, Kind, Notice
from games.notifications.channels.sending import Message, Note
from games.notifications.messages import WORDS

ORDER = (
    Kind.CONDUCT,
    Kind.TURN,
    Kind.NEAR,
    Kind.ACTED,
    Kind.STARTED,
    Kind.OVER,
    Kind.MENTION,
    Kind.INVITED,
    Kind.FRIEND,
    Kind.VOTE,
    Kind.TEST,
)
"""In what order one message tells of several things; among your moves and reminders the earliest deadline leads."""


def message(deliveries: Sequence[Delivery]) -> Message:
    """One message of these deliveries, which are one person's; there is at least one."""
    notes = sorted(_without_repeats([note(delivery) for delivery in deliveries]), key=_place)
    if len(notes) > 1:
        return _together(notes)
    (only,) = notes
    tag = f"table-{only.game.table}" if only.game else f"notice-{only.delivery.notice_id}"
    return Message(only.title, only.text, only.url, tag, only.kind, only.game, only.deadline, notes)


def _without_repeats(notes: list[Note]) -> list[Note]:
    """A reminder of a deadline says too that it is your move."""
    reminded = {note.game for note in notes if note.kind == Kind.NEAR}
    return [note for note in notes if note.kind != Kind.TURN or note.game not in reminded]


def _place(note: Note) -> tuple[int, bool, datetime, int]:
    return ORDER.index(note.kind), note.deadline is None, note.deadline or timezone.now(), note.delivery.pk


def _together(notes: list[Note]) -> Message:
    moves = len({note.game for note in notes if note.kind in (Kind.TURN, Kind.NEAR)})
    if moves:
        title = ngettext("%(count)d table waits for you", "%(count)d tables wait for you", moves) % {"count": moves}
    else:
        title = ngettext("%(count)d notice for you", "%(count)d notices for you", len(notes)) % {"count": len(notes)}
    deadlines = [note.deadline for note in notes if note.deadline is not None]
    text = "\n".join(note.title for note in notes)
    url = settings.SITE_URL + reverse("home")
    return Message(title, text, url, "together", deadline=min(deadlines, default=None), notes=notes)


def note(delivery: Delivery) -> Note:
    """What one delivery says."""
    notice = delivery.notice
    kind = Kind(notice.kind)
    words = WORDS[kind](notice)
    return Note(
        delivery=delivery,
        kind=kind,
        title=words.title,
        text=words.text,
        url=settings.SITE_URL + (words.path or _path(notice)),
        button=words.button,
        game=notice.game,
        deadline=notice.player.deadline if notice.player and kind in (Kind.TURN, Kind.NEAR) else None,
    )


def _path(notice: Notice) -> str:
    """The table, for whoever may still see it."""
    game = notice.game
    return game.get_absolute_url() if game is not None and may_see(game, notice.user) else reverse("home")
