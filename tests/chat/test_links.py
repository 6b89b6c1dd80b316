"""What is written at a table is kept as plain text, and its links lead to the web and pass for no others."""

from __future__ import annotations

import re
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from accounts.profile.names import BLANK
from games import play
from games.chat import rooms
from games.chat.template_tags import spoken
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
    assert spoken(text) == html


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
def test_a_host_is_shown_so_that_it_passes_for_no_other(typed: str, seen: str | None) -> None:
    link = re.search(r">([^<]*)</a>", spoken(typed))
    assert link is not None
    assert link[1] == seen if seen else link[1].isascii()


@pytest.mark.parametrize(
    "text",
    ["https://bank.example@evil.example/", "https://user:pass@evil.example", "http://a\\@evil.example", "me@b.com"],
)
def test_what_hides_where_it_leads_is_no_link(text: str) -> None:
    assert "<a" not in spoken(text)


@given(st.text(alphabet=st.sampled_from("ab:/.@\\<>\"'&#?=%()[] \n;хо1javscriptdw-"), max_size=60))
def test_whatever_is_typed_is_shown_and_leads_to_the_web_at_most(text: str) -> None:
    html = spoken(text)
    assert all(re.match(r"https?://", href) for href in re.findall(r'href="([^"]*)"', html))
    assert not re.sub(
        r'<a href="[^"<>]*" rel="nofollow ugc noopener noreferrer" target="_blank">|</a>', "", html
    ).count("<")


@given(st.text(max_size=600))
def test_what_is_kept_is_seen_and_kept_so_again(text: str) -> None:
    try:
        kept = rooms.cleaned(text)
    except play.Refused:
        return
    assert rooms.cleaned(kept) == kept
    assert 0 < len(kept) <= Message.LENGTH
    assert not [c for c in kept if c != "\n" and (unicodedata.category(c) in rooms.STRIPPED or c in BLANK)]


def test_links_lead_to_the_web_and_nowhere_else() -> None:
    linked = spoken("https://a.example http://b.example www.c.example javascript:x//y.com file:///etc vbscript:d.com")
    assert all(href.startswith(("http://", "https://")) for href in re.findall(r'href="([^"]*)"', linked))
    assert linked.count("<a ") == linked.count('rel="nofollow ugc noopener noreferrer"') >= 3
