"""HTML of a card inside a sentence: with the sprite's symbol on pages, with a text character in mails."""

from typing import NamedTuple

from django.utils.html import format_html
from django.utils.safestring import SafeString


class LocalizedFace(NamedTuple):
    """A `games.rules.contract.Face` in the active language."""

    rank: str
    suit: str
    name: str
    sign: str
    ink: str
    icons: str


_TEXT_STYLE = "\ufe0e"
"""Variation selector: renders the character before it as text, not as an emoji."""
_NO_BREAK = "\u2060"
"""Word joiner: keeps the comma or bracket after a card on its line."""


def page_chip(face: LocalizedFace, name: str) -> SafeString:
    """Return a card as HTML for a sentence on a page. A card without a suit becomes its name in bold."""
    if not face.suit:
        return format_html("<b>{}</b>", name)
    return format_html(
        '<span class="mini-card {}" role="img" aria-label="{}">'
        '{}<svg aria-hidden="true"><use href="{}#s-{}"/></svg>{}</span>',
        face.suit,
        name,
        face.rank,
        face.icons,
        face.suit,
        _NO_BREAK,
    )


def mail_chip(face: LocalizedFace, name: str) -> SafeString:
    """Return a card as HTML for a sentence in a mail, framed by the mail's CSS class ``c``.

    A card without a suit becomes its name in bold.
    """
    if not face.suit:
        return format_html("<b>{}</b>", name)
    return format_html(
        '<span class="c" role="img" aria-label="{}" style="background:#fffdf6;color:{}">{}{}{}</span>',
        name,
        face.ink,
        face.rank,
        face.sign,
        _TEXT_STYLE,
    )
