"""The site itself compresses its responses exactly once, with any server."""

from __future__ import annotations

import gzip
from pathlib import Path
from urllib.request import Request, urlopen

import brotli
import pytest
from django.conf import settings
from django.urls import reverse

from accounts.models import User
from games.models import FeedKey
from tests.cast import client_of, table_of
from tests.databases import started_before
from tests.site import Site

GZIP = {"Accept-Encoding": "gzip"}


def fetched(url: str, **headers: str) -> tuple[dict[str, str], bytes]:
    """Return the headers, in lower case, and the body as transmitted."""
    with urlopen(Request(url, headers=headers), timeout=20) as answer:
        return {name.lower(): value for name, value in answer.headers.items()}, answer.read()


def is_compressed(base: str) -> None:
    """Check a page for clients that accept compression, and for clients that don't."""
    headers, body = fetched(f"{base}/lobby/", **GZIP)
    assert headers["content-encoding"] == "gzip" and "accept-encoding" in headers["vary"].lower()
    assert int(headers["content-length"]) == len(body)
    assert gzip.decompress(body).lstrip().lower().startswith(b"<!doctype html>")
    headers, plain = fetched(f"{base}/lobby/", **{"Accept-Encoding": "identity"})
    assert "content-encoding" not in headers and "accept-encoding" in headers["vary"].lower()
    assert len(body) < len(plain) / 2


def file_is_compressed(url: str) -> bytes:
    """Return the content of a static file, which each browser gets in the best format that it accepts."""
    headers, small = fetched(url, **{"Accept-Encoding": "gzip, deflate, br, zstd"})
    assert headers["content-encoding"] == "br"
    plain = brotli.decompress(small)
    headers, larger = fetched(url, **GZIP)
    assert headers["content-encoding"] == "gzip"
    assert gzip.decompress(larger) == plain and len(small) < len(larger)
    return plain


def test_static_files_pass_by_what_compresses_pages() -> None:
    names = [name.rpartition(".")[2] for name in settings.MIDDLEWARE]
    assert names.index("WhiteNoiseMiddleware") < names.index("GZipMiddleware") < names.index("CommonMiddleware")
    # A file loads nothing: policies about sources are only for pages.
    assert names.index("WhiteNoiseMiddleware") < names.index("SecurityHeadersMiddleware")


def test_make_play_sends_pages_and_static_files_compressed_once(tmp_path: Path) -> None:
    site = Site(started_before(tmp_path / "var"))
    site.open()
    try:
        is_compressed(site.url)
        _, page = fetched(f"{site.url}/lobby/", **{"Accept-Encoding": "identity"})
        sheet = next(part.split(b'"')[0] for part in page.split(b'href="') if b".css" in part.split(b'"')[0]).decode()
        plain = file_is_compressed(f"{site.url}{sheet}")
        assert b"{" in plain
        headers, worker = fetched(f"{site.url}/service-worker.js", **GZIP)
        assert b"addEventListener" in (gzip.decompress(worker) if "content-encoding" in headers else worker)
    finally:
        site.close()


@pytest.mark.django_db
def test_a_feed_that_has_not_changed_is_not_sent_again(alice: User, bob: User) -> None:
    """The ETag of a compressed response is weak, but still recognised."""
    table_of(alice, bob)
    browser = client_of(alice)
    browser.post(reverse("renew-feeds"))
    address = reverse("turns-feed", args=[FeedKey.objects.get(user=alice).key])
    first = browser.get(address, headers=GZIP)
    assert first.status_code == 200 and first["ETag"]
    assert browser.get(address, headers=GZIP | {"If-None-Match": first["ETag"]}).status_code == 304
    assert browser.get(address, headers={"If-None-Match": first["ETag"]}).status_code == 304
