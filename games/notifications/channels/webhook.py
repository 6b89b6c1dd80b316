"""Webhooks: adding, testing and posting to them (docs/reference/webhooks.md), and stopping them after a refusal."""

import base64
import json
import re
from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from functools import partial
from typing import Any

import standardwebhooks
from django.core.checks import Error, register
from django.core.serializers.json import DjangoJSONEncoder
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts.access.account_lock import hold_account
from accounts.models import User
from games.models import Delivery, DeliveryChannel, Notice, NotificationKind, Webhook
from games.models.notifications import translated
from games.notifications.channels.message import Message, Note, Sent, shortened
from games.notifications.errors import DeliveryError, DeliveryRejected, Gone
from games.notifications.net.public_urls import Address
from games.notifications.net.safe_http import INTERNET, Network, Response, post

VERSION = 1
"""The version of the generic format; raised only when a field is removed or changes its meaning."""

SEVERAL = "several"

MAX_CHAT_TEXT = 700
"""The maximum number of characters of a chat message. Discord's limit is 2000, and escaping may double them."""

DISCORD_MARKUP = re.compile(r"([\\*_~`|>#\[\]()<:@-])")
SLACK_MARKUP = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;"})

MAX_WEBHOOKS = 5

TEST_INTERVAL = timedelta(seconds=30)
"""The minimum interval between tests: the receiver may not have agreed to them."""

Post = Callable[[str, dict[str, Any]], Response]
"""A function that posts a body with an ID that is the same for every try. Raises `DeliveryError` if it fails."""

Ask = Callable[[Delivery, Post], Sent]
"""A function that requests an external computer player's moves for a turn. Raises `DeliveryError` if it fails."""

_askers: dict[str, Ask] = {}


def asks_for_moves(ask: Ask) -> Ask:
    """Register the function with which ``games.bots`` requests moves from external computer players."""
    _askers[Webhook.Form.PLAYER] = ask
    return ask


@register()
def check_forms(**_options: Any) -> list[Error]:
    """Check that every form of webhook has a function that posts to it; ``games.bots`` registers one of them."""
    missing = [form for form in Webhook.Form.values if form not in FORMS and form not in _askers]
    return [Error(f"Nothing posts to webhooks of the form {form!r}.", id="games.E002") for form in missing]


def generic(message: Message) -> dict[str, Any]:
    """Return the body in the documented format, for receivers that users write themselves."""
    several = message.notes if len(message.notes) > 1 else []
    return {
        "version": VERSION,
        "id": message.id,
        **_content(message),
        "notices": [{"id": str(note.delivery.notice_id), **_content(note)} for note in several],
    }


def _content(told: Message | Note) -> dict[str, str | None]:
    game, deadline = told.game, told.deadline
    return {
        "kind": told.kind or SEVERAL,
        "table": game.public_id if game else None,
        "name": game.name if game else None,
        "game": gettext(game.rules.engine.NAME) if game else None,
        "title": told.title,
        "text": told.text,
        "url": told.url,
        "deadline": deadline.astimezone(UTC).isoformat(timespec="seconds") if deadline else None,
    }


def discord(message: Message) -> dict[str, Any]:
    """Return the body for Discord, without mentions, links in names, or a link preview."""
    text = DISCORD_MARKUP.sub(r"\\\1", _chat(message))
    return {"content": f"{text}\n<{message.url}>", "allowed_mentions": {"parse": []}}


def slack(message: Message) -> dict[str, Any]:
    text = _chat(message).translate(SLACK_MARKUP)
    return {"text": f"{text}\n{message.url}", "mrkdwn": False, "unfurl_links": False, "unfurl_media": False}


FORMS: Mapping[str, Callable[[Message], dict[str, Any]]] = {"json": generic, "discord": discord, "slack": slack}
"""The functions that build the body of a notice, by the webhook's form."""


def post_message(form: str, address: str, secret: str, message: Message, network: Network = INTERNET) -> Response:
    """Post a message; ``secret`` is the webhook's key in hexadecimal. Raise the same errors as ``safe_http.post``."""
    return _post_json(address, secret, message.id, FORMS[form](message), network)


def _post_json(
    address: str, secret: str, identity: str, content: dict[str, Any], network: Network = INTERNET
) -> Response:
    body = json.dumps(content, ensure_ascii=False, cls=DjangoJSONEncoder).encode()
    headers = {"Content-Type": "application/json", **signature(secret, identity, body)}
    return post(address, body, headers, network)


def signature(secret: str, identity: str, body: bytes) -> dict[str, str]:
    """Return the headers that let a receiver verify a post and its age (Standard Webhooks)."""
    now = datetime.now(UTC)
    return {
        "Webhook-Id": identity,
        "Webhook-Timestamp": str(int(now.timestamp())),
        "Webhook-Signature": standardwebhooks.Webhook(bytes.fromhex(secret)).sign(identity, now, body.decode()),
    }


def shown_secret(secret: str) -> str:
    """Return a webhook's secret in the format of Standard Webhooks."""
    return f"whsec_{base64.b64encode(bytes.fromhex(secret)).decode()}"


def add(user: User, form: str, address: str) -> Webhook:
    """Create a webhook without posting to it.

    Raise `BadAddress` if the address is not allowed, or `DeliveryRejected` if the user already has a webhook with this
    address or MAX_WEBHOOKS webhooks.
    """
    place = str(Address.parse(address.strip()))
    with transaction.atomic():
        hold_account(user)
        mine = Webhook.objects.filter(user=user)
        if mine.filter(address=place).exists():
            raise DeliveryRejected(_("You already have a webhook with this address."))
        if mine.count() >= MAX_WEBHOOKS:
            raise DeliveryRejected(
                _("You already have %(count)d webhooks. Remove one of them first.") % {"count": MAX_WEBHOOKS}
            )
        return Webhook.objects.create(user=user, form=form, address=place)


def send_test(hook: Webhook) -> bool:
    """Reactivate this webhook and enqueue a test. Do nothing and return False within TEST_INTERVAL of the last test."""
    now = timezone.now()
    recent = Notice.objects.filter(user=hook.user, key__startswith=f"test:hook:{hook.pk}:")
    if recent.filter(created_at__gt=now - TEST_INTERVAL).exists():
        return False
    key = f"test:hook:{hook.pk}:{now:%y%m%d%H%M%S}"
    with transaction.atomic():
        facts = {"kind": NotificationKind.TEST, "state": Notice.State.DONE, "due_at": now}
        notice, new = Notice.objects.get_or_create(user=hook.user, key=key, defaults=facts)
        if new:
            target = {"channel": DeliveryChannel.HOOK, "target": str(hook.pk)}
            Delivery.objects.create(notice=notice, user=hook.user, due_at=now, **target)
            Webhook.objects.filter(pk=hook.pk).update(stopped=False)
    return new


def send(delivery: Delivery, message: Message) -> Sent:
    """Post the message, or ask a computer player for its moves, and store the result with the webhook.

    Raise `Gone` if the webhook was removed or stopped, or another `DeliveryError` if posting fails; `DeliveryRejected`
    stops the webhook.
    """
    hooks = Webhook.objects.filter(pk=int(delivery.target), user_id=delivery.user_id, stopped=False)
    if (hook := hooks.first()) is None:
        raise Gone(_("This webhook has been removed or stopped."))
    try:
        sent = _sent(hook, delivery, message)
    except DeliveryError as problem:
        _record_outcome(
            hook,
            _status_line(problem.status, problem.response),
            problem.untranslated,
            stopped=isinstance(problem, DeliveryRejected),
        )
        raise
    _record_outcome(hook, _status_line(sent.status, sent.response), sent.problem, stopped=False)
    return sent


def _sent(hook: Webhook, delivery: Delivery, message: Message) -> Sent:
    """Post the message. Return the result with only the host of the address: the rest is secret."""
    if ask := _askers.get(hook.form):
        return replace(ask(delivery, partial(_post_json, hook.address, hook.secret)), address=host(hook))
    answer = post_message(hook.form, hook.address, hook.secret, message)
    return Sent(host(hook), answer.text, answer.status)


def host(hook: Webhook) -> str:
    """Return the host of the hook's address; the rest is secret."""
    return Address.parse(hook.address).host


def outcome(hook: Webhook) -> str:
    facts = {"problem": translated(hook.problem), "answer": hook.response}
    if not hook.problem:
        return gettext("It worked. The answer was: %(answer)s.") % facts
    return gettext("%(problem)s The answer was: %(answer)s.") % facts if hook.response else facts["problem"]


def _record_outcome(hook: Webhook, response: str, problem: str, *, stopped: bool) -> None:
    # update(), not save(): the webhook may have been deleted during the request.
    facts = {"response": response, "problem": problem, "stopped": stopped}
    Webhook.objects.filter(pk=hook.pk).update(last_at=timezone.now(), **facts)


def _status_line(status: int | None, response: str) -> str:
    return "" if status is None else f"{status} {response}".rstrip()


def _chat(message: Message) -> str:
    return shortened(f"{message.title}\n{message.text}" if message.text else message.title, MAX_CHAT_TEXT)
