"""For what people write to each other: shown as they wrote it, with links that can be followed."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from confusable_homoglyphs.categories import alias
from confusable_homoglyphs.confusables import is_confusable, is_mixed_script
from django import template
from django.utils.html import Urlizer, escape
from django.utils.safestring import SafeString, mark_safe

from games.models import Message

register = template.Library()

_HOST = re.compile(r"(?P<before>(?:\w+://)?)(?P<host>[^/?#:]*)(?P<after>.*)", re.DOTALL)
_WITH_NAME = re.compile(r"://[^/?#]*@")
"""An address with a user name before its host, which serves to be taken for another host."""


class _SafeLinks(Urlizer):
    """Links to the web alone, which pass on nothing of ours and show where they lead, whole."""

    url_template = '<a href="{href}" rel="nofollow ugc noopener noreferrer" target="_blank">{url}</a>'

    def handle_word(self, word: str, **kwargs: Any) -> str:
        """A word as HTML."""
        return escape(word) if _WITH_NAME.search(word) else super().handle_word(word, **kwargs)

    def trim_url(self, x: str, *, limit: int | None) -> str:
        """The whole address; a host that could be taken for another as it is written in the network."""
        found = _HOST.match(x)
        if found is None or not _deceives(found["host"]):
            return x
        return f"{found['before']}{_in_network(found['host'])}{found['after']}"

    @staticmethod
    def is_email_simple(value: str) -> bool:
        """No links to mail programs."""
        return False


def _deceives(host: str) -> bool:
    return any(is_mixed_script(label) or _passes_for_latin(label) for label in host.split(".") if not label.isascii())


def _passes_for_latin(label: str) -> bool:
    """Whether each of its letters that is not Latin is drawn like one that is."""
    foreign = [letter for letter in label if alias(letter) not in ("LATIN", "COMMON")]
    return bool(foreign) and all(is_confusable(letter, preferred_aliases=["latin"]) for letter in foreign)


def _in_network(host: str) -> str:
    try:
        return host.encode("idna").decode("ascii")
    except UnicodeError:
        # No host of that name can exist.
        return host.encode("ascii", "backslashreplace").decode("ascii")


_linked = _SafeLinks()


@register.filter
def last_key(messages: Sequence[Message]) -> int:
    """The key of the newest of them; 0 of none."""
    return max((message.pk for message in messages), default=0)


@register.filter
def spoken(text: str) -> SafeString:
    """Plain text as HTML: escaped, with addresses in it as links."""
    return mark_safe(_linked(text, autoescape=True))
