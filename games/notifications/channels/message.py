"""The interface between the outbox and the channels.

A channel is a function ``send(delivery, message) -> Sent`` that raises a `DeliveryError` if it fails
(games/notifications/errors.py). games/notifications/outbox.py lists the channels in ``SENDERS`` and records the result
in the delivery. ``delivery.target`` is the key of the user's PushSubscription or Webhook as text, or empty for mails.
If the row no longer exists, the channel raises `Gone`.
"""

import hashlib
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime

from games.models import Delivery, Game, NotificationKind


@dataclass(frozen=True, slots=True)
class Note:
    """The texts of one notice, in the recipient's language. A message combines one or more notes."""

    delivery: Delivery
    kind: NotificationKind
    title: str
    text: str
    url: str
    """The absolute URL of the table or of the notice's subject; it grants no access."""
    button: str
    game: Game | None = None
    deadline: datetime | None = None


@dataclass(frozen=True, slots=True)
class Message:
    """A message to one user on one channel, in their language. It never names a card.

    ``kind`` is None if it combines several notices. In browsers, a newer message replaces an older one with the same
    ``tag``.
    """

    title: str
    text: str
    url: str
    tag: str
    kind: NotificationKind | None = None
    game: Game | None = None
    deadline: datetime | None = None
    notes: list[Note] = field(default_factory=list)

    @property
    def id(self) -> str:
        """An ID that is stable across retries: the notice's key, or a hash of the keys of several notices."""
        keys = [str(note.delivery.notice_id) for note in self.notes]
        return keys[0] if len(keys) == 1 else hashlib.sha256(" ".join(keys).encode()).hexdigest()[:32]


@dataclass(frozen=True, slots=True)
class Sent:
    """A successful delivery: the address or the browser's name, and the receiver's response.

    ``status`` is a webhook's HTTP status, or None. ``problem`` is an untranslated error in the response, or empty.
    """

    address: str = ""
    response: str = ""
    status: int | None = None
    problem: str = ""


Sender = Callable[[Delivery, Message], Sent]


def shortened(text: str, most: int) -> str:
    """Return the text, truncated to ``most`` characters with an ellipsis if it is longer."""
    return text if len(text) <= most else text[: most - 1].rstrip() + "…"
