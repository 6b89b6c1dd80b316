"""No page loads anything from other sites: served files name no other host that a browser would contact."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.contrib.staticfiles.finders import get_finders

from tests.site import ROOT

HOST = re.compile(
    r"""(?:\b(?:https?|wss?):)?//(?P<host>[\w-]+(?:\.[\w-]+)*\.[a-z]{2,}|\[[0-9a-f:]+\]|\d+(?:\.\d+){3})""", re.I
)
NAMES_ALONE = {"www.w3.org"}
"""Hosts in XML namespaces, which look like URLs but are never fetched."""

LEADS_AWAY = re.compile(r"""<a\s[^>]*href=["']https?://[^"']*["'][^>]*>""", re.I)
"""Matches a link, which causes no request until it is opened."""

COMMENT = re.compile(r"{#.*?#}|{% comment %}.*?{% endcomment %}|<!--.*?-->|/\*.*?\*/|(?<![:\"'])//[^\n]*", re.DOTALL)
LIVE = {".html", ".css", ".js", ".json", ".svg", ".webmanifest"}


def templates() -> list[Path]:
    """Return the pages of the site, without mails and the contents of downloads."""
    found = [path for path in (ROOT / "templates").rglob("*.html") if "mail" not in path.relative_to(ROOT).parts]
    return [*found, *(ROOT / "accounts" / "templates").rglob("*.html")]


def served() -> list[Path]:
    """Return our own static files, without Django's for the admin."""
    found = [Path(storage.path(name)) for finder in get_finders() for name, storage in finder.list([])]
    return [path for path in found if ROOT in path.parents and ".venv" not in path.parts and path.suffix in LIVE]


def foreign(text: str) -> Iterator[str]:
    text = LEADS_AWAY.sub("", COMMENT.sub("", text))
    yield from (match["host"] for match in HOST.finditer(text) if match["host"].lower() not in NAMES_ALONE)


@pytest.mark.parametrize("files", [templates, served])
def test_nothing_names_another_host(files) -> None:
    paths = files()
    assert len(paths) > 10
    found = {path.relative_to(ROOT).as_posix(): hosts for path in paths if (hosts := list(foreign(path.read_text())))}
    assert not found, found


@pytest.mark.parametrize(
    "bad",
    [
        '<script src="https://cdn.example.com/x.js">',
        '<img src="//pixel.example.com/1.gif">',
        '<link href="http://fonts.example.com/a.css">',
        "a{background:url(https://pics.example.com/a.png)}",
        "@import '//fonts.example.com/a.css'",
        'fetch("https://count.example.com/")',
        'new WebSocket("wss://tell.example.com")',
        '<img src="http://192.0.2.1/x">',
    ],
)
def test_foreign_hosts_are_detected(bad: str) -> None:
    assert list(foreign(bad))


def test_a_link_and_a_vocabulary_are_no_requests() -> None:
    assert not list(foreign('<a href="https://example.com/">There</a><svg xmlns="http://www.w3.org/2000/svg">'))
