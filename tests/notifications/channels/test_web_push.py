"""Web push: encryption for the browser only, headers for the push service, and invalid endpoints."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from typing import Any

import jwt
import pytest
import time_machine
from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from django.utils import timezone
from pytest_django import Settings

from games.notifications.channels import web_push
from games.notifications.channels.message import Message
from games.notifications.errors import BadAddress, DeliveryRejected, Gone, TemporaryFailure
from tests.notifications.browser import Browser, decoded, encoded
from tests.notifications.internet import NAME, Internet, answer

KEY = "q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94"
"""The private key of RFC 8291's example, used here as the site's key."""

ICON = "http://testserver/static/icon-192.png"


def pushed(service: Internet, told: Message, browser: Browser | None = None) -> dict[str, str]:
    web_push.push((browser or Browser()).subscription(), told, service.network)
    return service.requests[-1].headers


def test_the_browser_can_read_it(service: Internet, told: Message) -> None:
    browser = Browser()
    headers = pushed(service, told, browser)
    assert browser.read(service.requests[-1].body) == {
        "web_push": 8030,
        "notification": {
            "title": "Your move at Duel",
            "body": "bob has ended their turn.",
            "navigate": "https://room.example.org/games/table1/",
            "tag": "table-table1",
            "icon": ICON,
            "lang": "en",
        },
    }
    assert headers["content-encoding"] == "aes128gcm"
    assert service.requests[-1].line == "POST /push/abc HTTP/1.1"


def test_another_browser_can_not(service: Internet, told: Message) -> None:
    pushed(service, told)
    with pytest.raises(InvalidTag):
        Browser().read(service.requests[-1].body)
    assert b"Duel" not in service.requests[-1].body


def test_the_site_signs_for_this_service_alone(service: Internet, told: Message, settings: Settings) -> None:
    settings.VAPID_PRIVATE_KEY = KEY
    scheme, _, rest = pushed(service, told)["authorization"].partition(" ")
    fields = dict(each.strip().split("=", 1) for each in rest.split(","))
    assert (scheme, fields["k"]) == ("vapid", web_push.public_key())
    public = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), decoded(fields["k"]))
    claims = jwt.decode(fields["t"], public, algorithms=["ES256"], audience=f"https://{NAME}")
    assert claims["sub"] == "mailto:table@backroom.invalid"
    assert claims["aud"] == f"https://{NAME}"
    assert claims["exp"] <= timezone.now().timestamp() + 24 * 3600


def test_the_key_is_the_one_that_is_set(settings: Settings) -> None:
    settings.VAPID_PRIVATE_KEY = KEY
    expected = ec.derive_private_key(int.from_bytes(decoded(KEY), "big"), ec.SECP256R1()).public_key()
    assert decoded(web_push.public_key()) == expected.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)


def test_without_one_it_follows_from_the_secret_key(settings: Settings) -> None:
    settings.VAPID_PRIVATE_KEY = ""
    first = web_push.public_key()
    settings.SECRET_KEY = "another one, which is long enough as well"
    other = web_push.public_key()
    assert len(decoded(first)) == len(decoded(other)) == 65
    assert first != other


def test_ttl_and_urgency_headers(service: Internet, told: Message) -> None:
    with time_machine.travel(told.deadline - timedelta(hours=5), tick=False):
        far = pushed(service, told)
    with time_machine.travel(told.deadline - timedelta(minutes=30), tick=False):
        near = pushed(service, told)
    with time_machine.travel(told.deadline + timedelta(minutes=30), tick=False):
        late = pushed(service, told)
    never = pushed(service, replace(told, deadline=None))
    distant = pushed(service, replace(told, deadline=timezone.now() + timedelta(days=400)))
    handling = [(each["ttl"], each["urgency"]) for each in (far, near, late, never, distant)]
    assert handling == [
        ("18000", "normal"),
        ("1800", "high"),
        ("0", "high"),
        ("86400", "normal"),
        ("2419200", "normal"),
    ]


def test_a_newer_notice_takes_the_place_of_the_same_tables(service: Internet, told: Message) -> None:
    first = pushed(service, told)["topic"]
    assert pushed(service, replace(told, title="Later"))["topic"] == first
    assert pushed(service, replace(told, tag="table-table2"))["topic"] != first
    assert len(first) == 32
    assert set(first) <= set("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_")


def test_the_longest_text_fits(service: Internet, told: Message) -> None:
    browser = Browser()
    pushed(service, replace(told, title="🂡" * 5000, text="🂡" * 5000), browser)
    read = browser.read(service.requests[-1].body)["notification"]
    assert (len(read["title"]), len(read["body"])) == (100, 500)


@pytest.mark.parametrize("status", ["404 Not Found", "410 Gone"])
def test_a_browser_that_has_unsubscribed(service: Internet, told: Message, status: str) -> None:
    service.answers = [answer(status, "unsubscribed")]
    with pytest.raises(Gone) as gone:
        pushed(service, told)
    assert (gone.value.status, gone.value.response) == (int(status[:3]), "unsubscribed")


@pytest.mark.parametrize(
    ("status", "failure"),
    [
        ("403 No", DeliveryRejected),
        ("413 Big", DeliveryRejected),
        ("429 Slow", TemporaryFailure),
        ("503 Away", TemporaryFailure),
    ],
)
def test_a_service_that_does_not_take_it(
    service: Internet, told: Message, status: str, failure: type[Exception]
) -> None:
    service.answers = [answer(status)]
    with pytest.raises(failure) as caught:
        pushed(service, told)
    assert not isinstance(caught.value, Gone)


@pytest.mark.parametrize(
    "endpoint",
    [
        "http://hooks.example.org/push",
        "https://127.0.0.1/push",
        "https://localhost/push",
        "https://[::1]/push",
        "https://user@hooks.example.org/push",
        "https://hooks.example.org:8443/push",
        "https://hooks.example.org/" + "a" * 1000,
        "",
    ],
)
def test_an_invalid_endpoint_is_not_stored(endpoint: str) -> None:
    with pytest.raises(BadAddress):
        Browser(endpoint).subscription()


def test_an_endpoint_of_a_private_machine_is_refused(outer: Internet, told: Message) -> None:
    outer.names[NAME] = ["10.0.0.1"]
    with pytest.raises(BadAddress):
        web_push.push(Browser().subscription(), told, outer.network)
    assert outer.connections == 0


def other_keys(**keys: Any) -> dict[str, Any]:
    data = Browser().json()
    return data | {"keys": data["keys"] | keys}


@pytest.mark.parametrize(
    "data",
    [
        None,
        [],
        "https://hooks.example.org/push",
        {},
        {"endpoint": None, "keys": {}},
        {"endpoint": "https://hooks.example.org/push"},
        {"endpoint": "https://hooks.example.org/push", "keys": ["p256dh", "auth"]},
        other_keys(auth=None),
        other_keys(auth=5),
        other_keys(auth=""),
        other_keys(auth=encoded(bytes(15))),
        other_keys(auth="ü" * 22),
        other_keys(auth="a" * 10_000),
        other_keys(p256dh=""),
        other_keys(p256dh="*" * 87),
        other_keys(p256dh=encoded(bytes(65))),
        other_keys(p256dh=encoded(b"\x04" + bytes(64))),
        other_keys(p256dh=encoded(b"\x04" + b"\xff" * 64)),
    ],
)
def test_invalid_subscriptions_are_refused(data: Any) -> None:
    with pytest.raises(BadAddress) as refused:
        web_push.Subscription.parse(data)
    assert str(refused.value.message).endswith(".")


def test_compressed_points_are_refused() -> None:
    browser = Browser()
    compressed = browser.key.public_key().public_bytes(Encoding.X962, PublicFormat.CompressedPoint)
    with pytest.raises(BadAddress):
        web_push.Subscription.parse(
            browser.json() | {"keys": {"p256dh": encoded(compressed), "auth": encoded(bytes(16))}}
        )
