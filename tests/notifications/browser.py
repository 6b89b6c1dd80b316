"""A browser with a push subscription, which decrypts messages as in RFC 8291."""

from __future__ import annotations

import base64
import json
import struct
from typing import Any

from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from games.notifications.channels import web_push
from tests.notifications.internet import NAME


def encoded(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def decoded(text: str) -> bytes:
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def derived(length: int, salt: bytes, info: bytes, secret: bytes) -> bytes:
    return HKDF(hashes.SHA256(), length, salt, info).derive(secret)


class Browser:
    """A browser that has subscribed at ``endpoint`` and decrypts messages as in RFC 8291."""

    def __init__(self, endpoint: str = f"https://{NAME}/push/abc") -> None:
        self.key = ec.generate_private_key(ec.SECP256R1())
        self.public = self.key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        self.auth = bytes(range(16))
        self.endpoint = endpoint

    def json(self) -> dict[str, Any]:
        keys = {"p256dh": encoded(self.public), "auth": encoded(self.auth)}
        return {"endpoint": self.endpoint, "expirationTime": None, "keys": keys}

    def subscription(self) -> web_push.Subscription:
        return web_push.Subscription.parse(self.json())

    def read(self, body: bytes) -> dict[str, Any]:
        salt, (size, length) = body[:16], struct.unpack("!LB", body[16:21])
        assert size == 4096 >= len(body)
        sender, sealed = body[21 : 21 + length], body[21 + length :]
        shared = self.key.exchange(ec.ECDH(), ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), sender))
        secret = derived(32, self.auth, b"WebPush: info\x00" + self.public + sender, shared)
        key = derived(16, salt, b"Content-Encoding: aes128gcm\x00", secret)
        nonce = derived(12, salt, b"Content-Encoding: nonce\x00", secret)
        return json.loads(AESGCM(key).decrypt(nonce, sealed, None).rstrip(b"\x00").removesuffix(b"\x02"))
