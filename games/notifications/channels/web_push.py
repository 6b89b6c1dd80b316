"""Web push: notices on the screen of a browser that somebody has asked to be told by, even while the site is closed.

Only that browser can read one: it is encrypted for its keys (RFC 8291). The push service, whose address comes from
the browser and so from a stranger, is told that the site sends it (VAPID, RFC 8292), and posted to like any address
that somebody typed.
"""

from __future__ import annotations

import base64
import json
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import timedelta
from email.utils import parseaddr
from functools import lru_cache
from typing import Any, Self

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat, PublicFormat
from django.conf import settings
from django.templatetags.static import static
from django.utils import timezone
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext_lazy as _
from webpush import VAPID, WebPush, WebPushSubscription

from games.notifications.channels.sending import Message, shortened
from games.notifications.errors import BadAddress, DeliveryRejected, Gone
from games.notifications.net.public_urls import HTTPS, Address
from games.notifications.net.safe_http import INTERNET, Answer, Network, post

CURVE = ec.SECP256R1()
UNCOMPRESSED_POINT, AUTH_SECRET = 65, 16
"""Bytes of a browser's keys, as RFC 8291 has them."""

LONGEST_TITLE, LONGEST_TEXT = 100, 500
"""Characters; with the address they stay below the 3993 bytes that a push message can hold."""

WITHOUT_DEADLINE = timedelta(days=1)
LONGEST_WAIT = timedelta(days=28)
"""How long push services keep a message for a browser that is away; most of them no longer than this."""

SOON = timedelta(hours=1)
"""With so little time left a message may wake a sleeping phone."""

FORGOTTEN = {404, 410}
"""Statuses by which a push service says that a subscription has ended."""


@dataclass(frozen=True, slots=True)
class Subscription:
    """Where a browser is told and the keys it reads with, as the Push API has them."""

    endpoint: str
    p256dh: str
    auth: str

    @classmethod
    def parse(cls, data: Any) -> Self:
        """What a browser's ``PushSubscription.toJSON()`` gave. Raises BadAddress if it can't be one."""
        match data:
            case {"endpoint": str(endpoint), "keys": {"p256dh": str(p256dh), "auth": str(auth)}}:
                subscription = cls(endpoint, p256dh, auth)
                subscription.check()
                return subscription
        raise BadAddress(_("This browser has sent no address to push to."))

    def check(self) -> None:
        """Raises BadAddress where nothing may or can be sent."""
        if not self.endpoint.isascii():
            raise BadAddress(_("This browser has sent no address to push to."))
        if Address.parse(self.endpoint).port != HTTPS:
            # The library leaves the port out of what it signs, so that such a service would refuse it.
            raise BadAddress(_("Push services are only posted to at port 443."))
        try:
            point, secret = _decoded(self.p256dh), _decoded(self.auth)
            ec.EllipticCurvePublicKey.from_encoded_point(CURVE, point)
        except ValueError:
            point = secret = b""
        if (len(point), len(secret)) != (UNCOMPRESSED_POINT, AUTH_SECRET):
            raise BadAddress(_("This browser has sent keys that can't be used."))


def public_key() -> str:
    """What a browser needs to subscribe (``applicationServerKey``), in base64url."""
    return VAPID.get_application_server_key(_sender(_private_key()).vapid.public_key)


def send(subscription: Subscription, message: Message, network: Network = INTERNET) -> Answer:
    """Push a notice. Raises Gone where the browser has unsubscribed, else what ``outside.post`` raises."""
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
            raise Gone(_("This browser no longer wants to be told."), refused.status, refused.said) from refused
        raise


def _shown(message: Message) -> Mapping[str, str]:
    """What worker.js reads."""
    return {
        "title": shortened(message.title, LONGEST_TITLE),
        "body": shortened(message.text, LONGEST_TEXT),
        "url": message.url,
        "tag": message.tag,
        "icon": settings.SITE_URL + static("icon-192.png"),
    }


def _handling(message: Message) -> Mapping[str, str]:
    """How the push service is to treat it (RFC 8030). The topic tells it nothing of the table."""
    left = WITHOUT_DEADLINE if message.deadline is None else message.deadline - timezone.now()
    topic = salted_hmac("games.notices.push", message.tag, algorithm="sha256").digest()[:24]
    return {
        "ttl": str(max(int(min(left, LONGEST_WAIT).total_seconds()), 0)),
        "urgency": "high" if message.deadline is not None and left <= SOON else "normal",
        "topic": base64.urlsafe_b64encode(topic).decode(),
        "content-type": "application/octet-stream",
    }


def _private_key() -> bytes:
    """The site's own, or one that follows from its SECRET_KEY, so that none has to be set."""
    if settings.VAPID_PRIVATE_KEY:
        return _decoded(settings.VAPID_PRIVATE_KEY)
    return salted_hmac("games.notices.push.key", "", algorithm="sha256").digest()


@lru_cache(maxsize=1)
def _sender(private_key: bytes) -> WebPush:
    """Signs with these 32 bytes of a P-256 private key."""
    key = ec.derive_private_key(int.from_bytes(private_key, "big"), CURVE)
    return WebPush(
        private_key=key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()),
        public_key=key.public_key().public_bytes(Encoding.PEM, PublicFormat.SubjectPublicKeyInfo),
        subscriber=parseaddr(settings.DEFAULT_FROM_EMAIL)[1],
    )


def _decoded(text: str) -> bytes:
    """Base64url without its padding. Raises ValueError."""
    return base64.b64decode(text + "=" * (-len(text) % 4), altchars=b"-_", validate=True)
