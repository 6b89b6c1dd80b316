"""Posts a notice to an address that a person typed, in one of three forms (docs/reference/webhooks.md)."""

from __future__ import annotations

import base64
import json
import re
from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from typing import Any

from django.utils.translation import gettext
from standardwebhooks import Webhook

from games.notifications.channels.sending import Message, Note, shortened
from games.notifications.net.safe_http import INTERNET, Answer, Network, post

VERSION = 1
"""Of the generic form: it grows only when a field goes or changes its meaning."""

SEVERAL = "several"
"""The kind of a post that tells of more than one thing."""

LONGEST_CHAT = 700
"""Characters of a text in a chat. Discord takes 2000, and escaping may double them."""

DISCORD_MARKUP = re.compile(r"([\\*_~`|>#\[\]()<:@-])")
SLACK_MARKUP = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;"})


def generic(message: Message) -> dict[str, Any]:
    """The documented form, for receivers that people write themselves."""
    several = message.notes if len(message.notes) > 1 else []
    return {
        "version": VERSION,
        "id": message.id,
        **_facts(message),
        "notices": [{"id": str(note.delivery.notice_id), **_facts(note)} for note in several],
    }


def _facts(told: Message | Note) -> dict[str, str | None]:
    game, deadline = told.game, told.deadline
    return {
        "kind": told.kind or SEVERAL,
        "table": game.table if game else None,
        "name": game.name if game else None,
        "game": gettext(game.rules.NAME) if game else None,
        "title": told.title,
        "text": told.text,
        "url": told.url,
        "deadline": deadline.astimezone(UTC).isoformat(timespec="seconds") if deadline else None,
    }


def discord(message: Message) -> dict[str, Any]:
    """For Discord: nobody is called up, names can't pass for links, and no preview of the table is fetched."""
    text = DISCORD_MARKUP.sub(r"\\\1", _chat(message))
    return {"content": f"{text}\n<{message.url}>", "allowed_mentions": {"parse": []}}


def slack(message: Message) -> dict[str, Any]:
    """For Slack, and for chats that take what it takes."""
    text = _chat(message).translate(SLACK_MARKUP)
    return {"text": f"{text}\n{message.url}", "mrkdwn": False, "unfurl_links": False, "unfurl_media": False}


FORMS: Mapping[str, Callable[[Message], dict[str, Any]]] = {"json": generic, "discord": discord, "slack": slack}
"""How a body is made, by the form that a webhook has."""


def send(form: str, address: str, secret: str, message: Message, network: Network = INTERNET) -> Answer:
    """Post a notice; ``secret`` is the hook's own, in hexadecimal. Raises what ``outside.post`` raises."""
    body = json.dumps(FORMS[form](message), ensure_ascii=False).encode()
    headers = {"Content-Type": "application/json", **signature(secret, message.id, body)}
    return post(address, body, headers, network)


def signature(secret: str, identity: str, body: bytes) -> dict[str, str]:
    """The headers by which a receiver knows that a post is ours and new, as Standard Webhooks has them."""
    now = datetime.now(UTC)
    return {
        "Webhook-Id": identity,
        "Webhook-Timestamp": str(int(now.timestamp())),
        "Webhook-Signature": Webhook(bytes.fromhex(secret)).sign(identity, now, body.decode()),
    }


def shown_secret(secret: str) -> str:
    """A hook's secret as libraries for Standard Webhooks take it."""
    return f"whsec_{base64.b64encode(bytes.fromhex(secret)).decode()}"


def _chat(message: Message) -> str:
    return shortened(f"{message.title}\n{message.text}" if message.text else message.title, LONGEST_CHAT)
