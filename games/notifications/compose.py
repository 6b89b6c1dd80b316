"""Composition of messages from notices, in the active language and time zone. Messages never name a card."""

from collections.abc import Sequence
from datetime import datetime

from django.conf import settings
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import ngettext

from games.core.access import may_see
from games.models import Delivery, Notice, NotificationKind
from games.notifications.channels.message import Message, Note
from games.notifications.text import BUILDERS

ORDER = (
    NotificationKind.CONDUCT,
    NotificationKind.TURN,
    NotificationKind.NEAR,
    NotificationKind.CALL,
    NotificationKind.NEXT,
    NotificationKind.ACTED,
    NotificationKind.STARTED,
    NotificationKind.OVER,
    NotificationKind.MENTION,
    NotificationKind.INVITED,
    NotificationKind.FRIEND,
    NotificationKind.VOTE,
    NotificationKind.TEST,
)
"""The order of kinds in one message. Within a kind, the earliest deadline comes first."""


def message(deliveries: Sequence[Delivery]) -> Message:
    """Return one message for one or more deliveries to the same user."""
    notes = sorted(_without_duplicates([note(delivery) for delivery in deliveries]), key=_sort_key)
    if len(notes) > 1:
        return _combined(notes)
    (only,) = notes
    tag = f"table-{only.game.public_id}" if only.game else f"notice-{only.delivery.notice_id}"
    return Message(only.title, only.text, only.url, tag, only.kind, only.game, only.deadline, notes)


def _without_duplicates(notes: list[Note]) -> list[Note]:
    """Omit turn notices of tables that also have a reminder."""
    reminded = {note.game for note in notes if note.kind == NotificationKind.NEAR}
    return [note for note in notes if note.kind != NotificationKind.TURN or note.game not in reminded]


def _sort_key(note: Note) -> tuple[int, bool, datetime, int]:
    return ORDER.index(note.kind), note.deadline is None, note.deadline or timezone.now(), note.delivery.pk


def _combined(notes: list[Note]) -> Message:
    moves = len({note.game for note in notes if note.kind in (NotificationKind.TURN, NotificationKind.NEAR)})
    if moves:
        title = ngettext("%(count)d table is waiting for you", "%(count)d tables are waiting for you", moves) % {
            "count": moves
        }
    else:
        title = ngettext("%(count)d notification for you", "%(count)d notifications for you", len(notes)) % {
            "count": len(notes)
        }
    deadlines = [note.deadline for note in notes if note.deadline is not None]
    text = "\n".join(note.title for note in notes)
    url = settings.SITE_URL + reverse("home")
    return Message(title, text, url, "together", deadline=min(deadlines, default=None), notes=notes)


def note(delivery: Delivery) -> Note:
    notice = delivery.notice
    kind = NotificationKind(notice.kind)
    words = BUILDERS[kind](notice)
    return Note(
        delivery=delivery,
        kind=kind,
        title=words.title,
        text=words.text,
        url=settings.SITE_URL + (words.path or _path(notice)),
        button=words.button,
        game=notice.game,
        deadline=notice.player.deadline
        if notice.player and kind in (NotificationKind.TURN, NotificationKind.NEAR)
        else None,
    )


def _path(notice: Notice) -> str:
    game = notice.game
    return game.get_absolute_url() if game is not None and may_see(game, notice.user) else reverse("home")
