"""A card inside a sentence: on a page with the sprite's symbol, in a mail with a character that needs no picture."""

from __future__ import annotations

from typing import NamedTuple

from django.templatetags.static import static
from django.utils.html import format_html
from django.utils.safestring import SafeString


class Printed(NamedTuple):
    """How a card is shown in the language that is active; as :class:`~games.rules.contract.Face`."""

    rank: str
    suit: str
    name: str
    sign: str
    ink: str


_TEXT_STYLE = "\ufe0e"
"""Asks for the character as text where a mail program would make a picture of it."""


def page_chip(face: Printed, name: str) -> SafeString:
    """A card in the line on a page; a card without a suit is its name alone."""
    if not face.suit:
        return format_html("<b>{}</b>", name)
    return format_html(
        '<span class="mc {}" role="img" aria-label="{}">{}<svg aria-hidden="true"><use href="{}#s-{}"/></svg></span>',
        face.suit,
        name,
        face.rank,
        static("sprite.svg"),
        face.suit,
    )


def mail_chip(face: Printed, name: str) -> SafeString:
    """A card in a line of a mail; its frame comes from the mail's class ``c``."""
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
