"""A game's rules as data, for the rules page and the API; ``<b>`` and ``<code>`` are the only markup."""

from collections.abc import Mapping
from itertools import starmap
from typing import NamedTuple

OPTIONS = "options"
"""The figure that lists the options of the game, with their choices."""

HAND_RANKINGS = "hand_rankings"
"""The figure that lists the hands, the best first, each with an example."""


class Item(NamedTuple):
    name: str
    text: str = ""


class Paragraph(NamedTuple):
    """A paragraph with a number such as "6.4"; a paragraph without a number is not referred to.

    ``title`` and ``icon`` are the name and symbol of the card that the paragraph describes; ``code`` is a move as
    written. ``figure`` names the template that draws ``items`` below the text.
    """

    number: str = ""
    text: str = ""
    title: str = ""
    icon: str = ""
    code: str = ""
    items: tuple[Item, ...] = ()
    figure: str = ""


class Section(NamedTuple):
    """Paragraphs under a heading. A game with a single section has neither number nor heading."""

    number: str
    heading: str
    paragraphs: tuple[Paragraph, ...]


def section(number: str, heading: str, *parts: Mapping[str, str] | Paragraph) -> Section:
    """Return a section; plain paragraphs are mappings from number to text."""
    paragraphs: list[Paragraph] = []
    for part in parts:
        paragraphs += [part] if isinstance(part, Paragraph) else starmap(Paragraph, part.items())
    return Section(number, heading, tuple(paragraphs))


def move(code: str, text: str) -> Paragraph:
    return Paragraph(text=text, code=code)


def short(*texts: str) -> tuple[Section, ...]:
    """Return the rules of a game without headings: the texts, numbered from 1, and the options."""
    numbered = [Paragraph(str(number), text) for number, text in enumerate(texts, 1)]
    return (Section("", "", (*numbered, Paragraph(figure=OPTIONS))),)
