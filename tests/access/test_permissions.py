"""The table of permissions (permissions.txt), line by line: every URL of the site, for every kind of answer.

`make test-all` asks as every role.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import product
from typing import Any

import pytest
from django.db import transaction
from django.urls import get_resolver, resolve, reverse

from games.lobby.front.film import films
from tests.access import cast, permissions
from tests.access.permissions import Line, Site

pytestmark = pytest.mark.django_db

LINES = permissions.lines()
REFUSED = ("401", "403", "404", "405", "login")
WITHOUT_TOKEN = {"stop-notices", "idp:oidc:token", "idp:oidc:revoke", "idp:oidc:device_code"}
"""POSTs that need no CSRF token of ours.

A mail program unsubscribes at a secret URL (RFC 8058), and OAuth programs' cookies don't count.
"""

READ_ONLY = re.compile(r"/(history/|<path:object_id>/)?$")
"""Matches Django's own read-only admin pages: lists, histories, old URLs."""


OPEN = ("api:", "idp:oidc:configuration", "idp:oidc:oauth-metadata", "idp:oidc:jwks")
"""Pages that programs of other origins may read."""

OF_THE_BROWSER = "close-link"
"""A view that revokes this browser's grant, if it has one, for any table."""


def _undrawn(_template: Any, _context: Any) -> str:
    """Replace the rendering of a page: pages have their own tests, and permissions are checked earlier."""
    return ""


@pytest.fixture(scope="module")
def site(django_db_setup: None, django_db_blocker: Any) -> Iterator[Site]:
    """A site that is built once. The changes of each request are rolled back."""
    films()  # Cached once per process, and must not be cached as empty.
    with pytest.MonkeyPatch.context() as patch, django_db_blocker.unblock(), transaction.atomic():
        patch.setattr("django.template.base.Template.render", _undrawn)
        patch.setattr("django.conf.settings.ACCOUNT_REAUTHENTICATION_TIMEOUT", 3600, raising=False)
        yield cast.build()
        transaction.set_rollback(True)


@pytest.mark.parametrize("line", LINES, ids=str)
def test_every_role_gets_the_expected_answer(site: Site, line: Line) -> None:
    asked = line.asked()
    assert {role: site.answer(role, line) for role in asked} == asked


def test_every_address_has_a_line(site: Site) -> None:
    lines = [line for line in LINES if line.page not in permissions.PROBES]
    told = {(line.method, resolve(site.path(line)).route.removeprefix("^")) for line in lines}
    routes = set(permissions.routes(get_resolver().url_patterns))
    reading = {route for route in routes if route.startswith(reverse("admin:index")[1:]) and READ_ONLY.search(route)}
    wanted = {("GET", route) for route in routes} | {("POST", route) for route in routes - reading}
    assert not sorted(wanted - told)


def test_a_private_table_is_not_there_for_strangers(site: Site) -> None:
    seen = []
    for name, arguments in permissions.of_tables():
        for table, method, role in product(("private", "secret"), ("GET", "POST"), ("spectator", "staff")):
            words = tuple(table if word == "table" else "1" for word in arguments)
            answer = site.answer(role, Line(method, name, words, "", ()))
            if name != OF_THE_BROWSER and answer not in ("404", "405"):
                seen.append((method, name, table, role, answer))
    assert not seen, seen


def test_a_post_from_another_site_changes_nothing(site: Site) -> None:
    posts = {line.page: line for line in LINES if line.method == "POST" and set(line.answers) != {"405"}}
    taken = [page for page, line in posts.items() if site.forged("staff", line) not in REFUSED]
    assert set(taken) <= WITHOUT_TOKEN | set(permissions.PROBES)


def test_responses_are_private_and_declare_their_type(site: Site) -> None:
    looks = [
        line for line in LINES if line.method == "GET" and not line.body and "200" in line.expected().get("player", "")
    ]
    assert len(looks) > 40
    for line in looks:
        answer = site.looked_at("player", line)
        assert ("Access-Control-Allow-Origin" in answer.headers) == line.page.startswith(OPEN), line
        kind = answer.headers["Content-Type"]
        assert not kind.startswith("text/") or "charset=utf-8" in kind, line
        if line.expected()["visitor"] != "200":
            assert re.search("no-store|private", answer.headers.get("Cache-Control", "")), line


def test_trace_is_not_answered(site: Site) -> None:
    for line in {line.page: line for line in LINES if line.page not in permissions.PROBES}.values():
        answer = site.looked_at("visitor", line, "TRACE")
        assert answer.status_code < 500, line
        assert b"evil.example" not in answer.content
