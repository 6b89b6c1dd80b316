"""Template filters for messages: plain text with safe links."""

import re
from collections.abc import Sequence
from typing import Any

from django import template
from django.utils.html import Urlizer, escape
from django.utils.safestring import SafeString, mark_safe

from games.models import Message

register = template.Library()

_HOST = re.compile(r"(?P<before>(?:\w+://)?)(?P<host>[^/?#:]*)(?P<after>.*)", re.DOTALL)
_WITH_NAME = re.compile(r"://[^/?#]*@")
"""An address with a user name before its host, which could be mistaken for the host."""


class _SafeLinks(Urlizer):
    """A urlizer that links only to web pages, without referrer and with the whole address as the text."""

    url_template = '<a href="{href}" rel="nofollow ugc noopener noreferrer" target="_blank">{url}</a>'

    def handle_word(self, word: str, **kwargs: Any) -> str:
        return escape(word) if _WITH_NAME.search(word) else super().handle_word(word, **kwargs)

    def trim_url(self, x: str, *, limit: int | None) -> str:
        """Return the whole address, never shortened; a deceptive host is shown in Punycode."""
        found = _HOST.match(x)
        if found is None or not _is_deceptive(found["host"]):
            return x
        return f"{found['before']}{_punycode(found['host'])}{found['after']}"

    @staticmethod
    def is_email_simple(value: str) -> bool:
        """Return False, so that e-mail addresses are not linked."""
        return False


def _is_deceptive(host: str) -> bool:
    from confusable_homoglyphs.confusables import is_mixed_script  # as in accounts/validators/names.py

    return any(is_mixed_script(label) or _looks_latin(label) for label in host.split(".") if not label.isascii())


def _looks_latin(label: str) -> bool:
    """Return whether the label contains non-Latin letters, and all of them look like Latin ones."""
    from confusable_homoglyphs.categories import alias  # as in _is_deceptive
    from confusable_homoglyphs.confusables import is_confusable

    foreign = [letter for letter in label if alias(letter) not in ("LATIN", "COMMON")]
    return bool(foreign) and all(is_confusable(letter, preferred_aliases=["latin"]) for letter in foreign)


def _punycode(host: str) -> str:
    try:
        return host.encode("idna").decode("ascii")
    except UnicodeError:
        # No host of that name can exist.
        return host.encode("ascii", "backslashreplace").decode("ascii")


_link_addresses = _SafeLinks()


@register.filter
def newest_key(messages: Sequence[Message]) -> int:
    return max((message.pk for message in messages), default=0)


@register.filter
def linked(text: str) -> SafeString:
    """Return plain text as HTML, escaped and with web addresses as links."""
    html: str = _link_addresses(text, autoescape=True)
    return mark_safe(html)
