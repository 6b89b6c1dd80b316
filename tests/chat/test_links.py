"""Messages are plain text; links lead to web pages and are not deceptive."""

from __future__ import annotations

import re
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from accounts.validators.characters import SEQUENCES, is_invisible
from games import play
from games.chat import rooms
from games.chat.templatetags.chat import linked
from games.models import Message


@pytest.mark.parametrize(
    ("text", "html"),
    [
        (
            "see https://example.org/a?b=1&c=2.",
            'see <a href="https://example.org/a?b=1&amp;c=2" rel="nofollow ugc noopener noreferrer" target="_blank">'
            "https://example.org/a?b=1&amp;c=2</a>.",
        ),
        ("javascript:alert(1)", "javascript:alert(1)"),
        ("data:text/html,x file:///etc/passwd", "data:text/html,x file:///etc/passwd"),
        ('"><b rel="nofollow">', "&quot;&gt;&lt;b rel=&quot;nofollow&quot;&gt;"),
    ],
)
def test_links_are_safe(text: str, html: str) -> None:
    assert linked(text) == html


@pytest.mark.parametrize(
    ("typed", "seen"),
    [
        ("https://пример.example/a", "https://пример.example/a"),
        ("https://müller.example/a", "https://müller.example/a"),
        ("https://山田.example:8080/a?b#c", "https://山田.example:8080/a?b#c"),
        ("https://аррӏе.com/login", "https://xn--80ak6aa92e.com/login"),
        ("https://pаypal.com", "https://xn--pypal-4ve.com"),
        ("https://pаypal.com:443/x", "https://xn--pypal-4ve.com:443/x"),
        ("https://" + "а" * 80 + ".com", None),
    ],
)
def test_a_deceptive_host_is_shown_in_punycode(typed: str, seen: str | None) -> None:
    link = re.search(r">([^<]*)</a>", linked(typed))
    assert link is not None
    assert link[1] == seen if seen else link[1].isascii()


@pytest.mark.parametrize(
    "text",
    ["https://bank.example@evil.example/", "https://user:pass@evil.example", "http://a\\@evil.example", "me@b.com"],
)
def test_addresses_with_a_user_name_are_no_links(text: str) -> None:
    assert "<a" not in linked(text)


@given(st.text(alphabet=st.sampled_from("ab:/.@\\<>\"'&#?=%()[] \n;хо1javscriptdw-"), max_size=60))
def test_any_text_is_shown_with_web_links_only(text: str) -> None:
    html = linked(text)
    assert all(re.match(r"https?://", href) for href in re.findall(r'href="([^"]*)"', html))
    assert not re.sub(
        r'<a href="[^"<>]*" rel="nofollow ugc noopener noreferrer" target="_blank">|</a>', "", html
    ).count("<")


@given(st.text(max_size=600))
def test_cleaning_a_message_is_idempotent_and_leaves_visible_text(text: str) -> None:
    try:
        kept = rooms.clean_text(text)
    except play.Refused:
        return
    assert rooms.clean_text(kept) == kept
    assert 0 < len(kept) <= Message.LENGTH
    invisible = {c for c in SEQUENCES.sub("", kept) if is_invisible(c) and unicodedata.category(c) != "Cn"}
    assert invisible <= {"\n", "\u200c", "\u200d"}


def test_only_web_addresses_become_links() -> None:
    html = linked("https://a.example http://b.example www.c.example javascript:x//y.com file:///etc vbscript:d.com")
    assert all(href.startswith(("http://", "https://")) for href in re.findall(r'href="([^"]*)"', html))
    assert html.count("<a ") == html.count('rel="nofollow ugc noopener noreferrer"') >= 3
