"""Fixtures for the channels other than mail."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
import trustme

from games.notifications.channels import web_push
from games.notifications.channels.message import Message
from games.notifications.net.safe_http import Network
from tests.notifications.internet import NAME, Internet, internet
from tests.notifications.sample_messages import alone, note


@pytest.fixture(scope="session")
def authority() -> trustme.CA:
    """The certificate authority that signs the test servers' certificates."""
    return trustme.CA()


@pytest.fixture
def outer(authority: trustme.CA) -> Iterator[Internet]:
    """A server on the external network."""
    with internet(authority) as running:
        yield running


@pytest.fixture
def told() -> Message:
    """A notice about a turn with a deadline."""
    return alone(note(417))


@pytest.fixture
def service(outer: Internet, monkeypatch: pytest.MonkeyPatch) -> Internet:
    """The push service of the tests, which listens on a free port, though the URLs have port 443."""
    real = web_push.post

    def post(url: str, body: bytes, headers: dict[str, str], _network: Network) -> Any:
        return real(url.replace(f"{NAME}/", f"{NAME}:{outer.port}/"), body, headers, outer.network)

    monkeypatch.setattr(web_push, "post", post)
    return outer
