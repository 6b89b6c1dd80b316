"""Every URL that accepts POST has a rate limit: ours, or one of allauth's."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver

from tests.cast import client_of, table_of

pytestmark = pytest.mark.django_db
ARGUMENTS = {"table": "table1", "username": "bob", "variant": "chicago_poker"}
ALLAUTHS = {"delete-account", "upgrade"}
"""Our views that confirm by password or sign up, which allauth's limits protect."""

VIEWS = re.compile(r"(games|accounts)\.\w+\.views\b")

LOOKED_AT = {"staff-mail", "staff-mail-item", "download-data"}
"""Views that accept no POST, and whose first response has another status."""


def addresses(patterns: list, prefix: str = "") -> Iterator[tuple[str, URLPattern]]:
    for pattern in patterns:
        route = prefix + str(pattern.pattern)
        if isinstance(pattern, URLResolver):
            yield from addresses(pattern.url_patterns, route)
        elif VIEWS.match(pattern.callback.__module__):
            yield "/" + re.sub(r"<(?:\w+:)?(\w+)>", lambda found: ARGUMENTS.get(found[1], "1"), route), pattern


def is_allauths(pattern: URLPattern) -> bool:
    classes = getattr(getattr(pattern.callback, "view_class", None), "__mro__", ())
    return pattern.name in ALLAUTHS or any(each.__module__.startswith("allauth.") for each in classes)


def test_every_view_that_takes_a_post_is_rate_limited(alice, bob) -> None:
    table_of(alice, bob)
    browser: Client = client_of(alice)
    free, ours = [], list(addresses(get_resolver().url_patterns))
    assert len(ours) > 80
    for address, pattern in ours:
        if not hasattr(pattern.callback, "limited") and pattern.name not in LOOKED_AT and not is_allauths(pattern):
            status = browser.post(address).status_code
            if status != 405:
                free.append((address, status))
    assert not free
