"""What every test about people needs."""

import re
from collections.abc import Callable

import pytest
from django.core import mail
from django.test import Client


@pytest.fixture
def visitor(client_of: Callable[..., Client]) -> Client:
    """The browser of somebody nobody knows."""
    return client_of()


@pytest.fixture
def link_in_mail() -> Callable[[], str]:
    """``link_in_mail()``: the path to which the latest mail's first link leads."""

    def found() -> str:
        return re.search(r"https?://[^/\s]+(/\S+)", mail.outbox[-1].body).group(1)

    return found
