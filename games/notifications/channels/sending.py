"""What the outbox hands to a channel, and what a channel answers.

A channel is a function ``send(delivery, message) -> Sent`` that raises DeliveryRejected or TryAgain
(games/notifications/errors.py); games/notifications/outbox.py lists them in ``SENDERS``. It writes nothing about the
delivery: that is the outbox's business. ``delivery.target`` is the key of the person's PushSubscription or Webhook, as
text; one that is gone is DeliveryRejected.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime

from games.models import Delivery, Game, Kind


@dataclass(frozen=True, slots=True)
class Note:
    """One notice in words, in the reader's language: what a message of several tables is made of."""

    delivery: Delivery
    kind: Kind
    title: str
    text: str
    url: str
    """Absolute, of the table or what it is about; opens nothing that its reader may not see."""
    button: str
    game: Game | None = None
    deadline: datetime | None = None


@dataclass(frozen=True, slots=True)
class Message:
    """What a person is told at one time by one channel, in his language. Never a card.

    ``kind`` is None where several tables are told in one; ``tag`` is what a newer message replaces the older one by.
    """

    title: str
    text: str
    url: str
    tag: str
    kind: Kind | None = None
    game: Game | None = None
    deadline: datetime | None = None
    notes: list[Note] = field(default_factory=list)

    @property
    def id(self) -> str:
        """The same when it is sent again: its notice's key, or for several what follows from all of theirs."""
        keys = [str(note.delivery.notice_id) for note in self.notes]
        return keys[0] if len(keys) == 1 else hashlib.sha256(" ".join(keys).encode()).hexdigest()[:32]


@dataclass(frozen=True, slots=True)
class Sent:
    """It went out: where to (an address, or the name of a browser), and what the other side said to it."""

    address: str = ""
    said: str = ""


Sender = Callable[[Delivery, Message], Sent]


def shortened(text: str, most: int) -> str:
    """At most so many characters of a text; an ellipsis shows that there was more."""
    return text if len(text) <= most else text[: most - 1].rstrip() + "…"
