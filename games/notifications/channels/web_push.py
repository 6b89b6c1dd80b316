"""The web push channel: subscribed browsers show notifications even while the site is closed.

Messages are encrypted for the browser's keys (RFC 8291), and signed by the site for the push service (VAPID,
RFC 8292). The service's address comes from the browser, so it is trusted no more than a typed address.
"""

from __future__ import annotations

import base64
import json
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import timedelta
from email.utils import parseaddr
from functools import lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple, Self

from django.conf import settings
from django.db import transaction
from django.templatetags.static import static
from django.utils import timezone
from django.utils.crypto import salted_hmac
from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _

from accounts.access.account_lock import hold_account
from accounts.models import User
from accounts.profile.user_agents import name_of
from games.models import Delivery, PushSubscription
from games.notifications.channels.message import Message, Sent, shortened
from games.notifications.errors import BadAddress, DeliveryRejected, Gone
from games.notifications.net.public_urls import HTTPS, Address
from games.notifications.net.safe_http import INTERNET, Network, Response, post

if TYPE_CHECKING:
    from webpush import WebPush

UNCOMPRESSED_POINT, AUTH_SECRET = 65, 16
"""Lengths of a browser's keys in bytes (RFC 8291)."""

LONGEST_TITLE, LONGEST_TEXT = 100, 500
"""Maximum numbers of characters; together with the address they fit into the 3993 bytes of a push message."""

WITHOUT_DEADLINE = timedelta(days=1)
LONGEST_WAIT = timedelta(days=28)
"""The longest time that push services are asked to keep a message for an offline browser; most allow no more."""

SOON = timedelta(hours=1)
"""Messages about deadlines nearer than this have high urgency and may wake a phone."""

DECLARATIVE = 8030
"""The number that marks a declarative payload."""

FORGOTTEN = {404, 410}

MAX_BROWSERS = 10


@dataclass(frozen=True, slots=True)
class Subscription:
    endpoint: str
    p256dh: str
    auth: str

    @classmethod
    def parse(cls, data: Any) -> Self:
        """Parse the result of a browser's ``PushSubscription.toJSON()``. Raise `BadAddress` if it is invalid."""
        match data:
            case {"endpoint": str(endpoint), "keys": {"p256dh": str(p256dh), "auth": str(auth)}}:
                subscription = cls(endpoint, p256dh, auth)
                subscription.check()
                return subscription
        raise BadAddress(_("This browser didn’t say where to send notifications."))

    def check(self) -> None:
        """Raise `BadAddress` if the endpoint or the keys are invalid."""
        from cryptography.hazmat.primitives.asymmetric import ec  # as in public_key

        if not self.endpoint.isascii():
            raise BadAddress(_("This browser didn’t say where to send notifications."))
        if Address.parse(self.endpoint).port != HTTPS:
            # The library omits the port from the signed audience, so the service would reject the message.
            raise BadAddress(_("Notifications to browsers can only be sent to port 443."))
        try:
            point, secret = _decoded(self.p256dh), _decoded(self.auth)
            ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), point)
        except ValueError:
            point = secret = b""
        if (len(point), len(secret)) != (UNCOMPRESSED_POINT, AUTH_SECRET):
            raise BadAddress(_("This browser’s keys don’t work."))


def public_key() -> str:
    """Return the site's public key (``applicationServerKey``) in base64url."""
    from webpush import VAPID  # with pydantic and cryptography 20 MB, for processes that push

    return VAPID.get_application_server_key(_sender(_private_key()).vapid.public_key)


def push(subscription: Subscription, message: Message, network: Network = INTERNET) -> Response:
    """Push a message. Raise `Gone` if the browser has unsubscribed, and the same errors as ``safe_http.post``."""
    from webpush import WebPushSubscription  # as in public_key

    subscription.check()
    sealed = _sender(_private_key()).get(
        json.dumps(_shown(message), ensure_ascii=False),
        WebPushSubscription.model_validate(
            {"endpoint": subscription.endpoint, "keys": {"auth": subscription.auth, "p256dh": subscription.p256dh}}
        ),
    )
    try:
        return post(subscription.endpoint, sealed.encrypted, {**sealed.headers, **_handling(message)}, network)
    except DeliveryRejected as refused:
        if refused.status in FORGOTTEN:
            raise Gone(
                _("This browser no longer accepts notifications."), refused.status, refused.response
            ) from refused
        raise


def subscribe(user: User, data: Any, replaces: str, agent: str) -> None:
    """Subscribe a browser to ``user``'s notifications instead of those of any previous user.

    ``data`` is the result of the browser's ``PushSubscription.toJSON()``, ``replaces`` its previous endpoint, ``agent``
    its User-Agent. Raise `BadAddress` if the data are invalid, or `DeliveryRejected` if the user would have more than
    MAX_BROWSERS.
    """
    told = Subscription.parse(data)
    facts = {"user": user, "p256dh": told.p256dh, "auth": told.auth, "name": name_of(agent), "ended_at": None}
    with transaction.atomic():
        hold_account(user)
        mine = PushSubscription.objects.filter(user=user)
        # Databases reject NULs and lone surrogates; endpoints contain neither.
        if replaces.isprintable() and not PushSubscription.objects.filter(endpoint=told.endpoint).exists():
            # Keep the row, so that pending deliveries still reach this browser.
            mine.filter(endpoint=replaces).update(endpoint=told.endpoint)
        if mine.filter(ended_at=None).exclude(endpoint=told.endpoint).count() >= MAX_BROWSERS:
            raise DeliveryRejected(
                _("You already get notifications on %(count)d browsers. Remove one of them first.")
                % {"count": MAX_BROWSERS}
            )
        PushSubscription.objects.update_or_create(endpoint=told.endpoint, defaults=facts)


class Renewed(NamedTuple):
    """Whether the user has subscribed this browser, and whether its push service has ended the subscription."""

    known: bool
    ended: bool


def renew(user: User, data: Any, replaces: str) -> Renewed:
    """Update one of the user's own browsers; ``data`` and ``replaces`` as in ``subscribe``.

    Ignore browsers that were removed or belong to another user: a mere visit must not subscribe. Raise `BadAddress` if
    the data are invalid.
    """
    told = Subscription.parse(data)
    facts = {"p256dh": told.p256dh, "auth": told.auth}
    mine = PushSubscription.objects.filter(user=user)
    # Databases reject NULs and lone surrogates; endpoints contain neither.
    if replaces and replaces.isprintable():
        if not PushSubscription.objects.filter(endpoint=told.endpoint).exclude(endpoint=replaces).exists():
            mine.filter(endpoint=replaces).update(endpoint=told.endpoint, ended_at=None, **facts)
    else:
        mine.filter(endpoint=told.endpoint, ended_at=None).update(**facts)
    row = mine.filter(endpoint=told.endpoint).first()
    return Renewed(row is not None, row is not None and row.ended_at is not None)


def send(delivery: Delivery, message: Message) -> Sent:
    """Push the message, and record the time of success, or that the subscription has ended.

    Raise `Gone` if the subscription was removed or has ended, and the same errors as ``push``.
    """
    browser = PushSubscription.objects.filter(pk=int(delivery.target), user_id=delivery.user_id).first()
    if browser is None or browser.ended_at is not None:
        raise Gone(_("This browser has been removed."))
    try:
        answer = push(Subscription(browser.endpoint, browser.p256dh, browser.auth), message)
    except Gone:
        PushSubscription.objects.filter(pk=browser.pk, endpoint=browser.endpoint).update(ended_at=timezone.now())
        raise
    PushSubscription.objects.filter(pk=browser.pk).update(last_at=timezone.now())
    return Sent(browser.name, answer.text)


def _shown(message: Message) -> Mapping[str, Any]:
    """Return the payload in the format of Declarative Web Push, which some browsers show without the service worker.

    Other browsers pass it to the service worker, which reads the same format.
    """
    return {
        "web_push": DECLARATIVE,
        "notification": {
            "title": shortened(message.title, LONGEST_TITLE),
            "body": shortened(message.text, LONGEST_TEXT),
            "navigate": message.url,
            "tag": message.tag,
            "icon": settings.SITE_URL + static("icon-192.png"),
            "lang": get_language() or settings.LANGUAGE_CODE,
        },
    }


def _handling(message: Message) -> Mapping[str, str]:
    """Return the headers for the push service (RFC 8030). The topic reveals nothing about the table."""
    left = WITHOUT_DEADLINE if message.deadline is None else message.deadline - timezone.now()
    topic = salted_hmac("games.notices.push", message.tag, algorithm="sha256").digest()[:24]
    return {
        "ttl": str(max(int(min(left, LONGEST_WAIT).total_seconds()), 0)),
        "urgency": "high" if message.deadline is not None and left <= SOON else "normal",
        "topic": base64.urlsafe_b64encode(topic).decode(),
        "content-type": "application/octet-stream",
    }


def _private_key() -> bytes:
    if settings.VAPID_PRIVATE_KEY:
        return _decoded(settings.VAPID_PRIVATE_KEY)
    return salted_hmac("games.notices.push.key", "", algorithm="sha256").digest()


@lru_cache(maxsize=1)
def _sender(private_key: bytes) -> WebPush:
    """Return a sender that signs with this P-256 private key of 32 bytes."""
    from cryptography.hazmat.primitives.asymmetric import ec  # as in public_key
    from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat, PublicFormat
    from webpush import WebPush

    key = ec.derive_private_key(int.from_bytes(private_key, "big"), ec.SECP256R1())
    return WebPush(
        private_key=key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()),
        public_key=key.public_key().public_bytes(Encoding.PEM, PublicFormat.SubjectPublicKeyInfo),
        subscriber=parseaddr(settings.DEFAULT_FROM_EMAIL)[1],
    )


def _decoded(text: str) -> bytes:
    """Decode base64url without padding. Raise `ValueError` for anything else."""
    return base64.b64decode(text + "=" * (-len(text) % 4), altchars=b"-_", validate=True)
