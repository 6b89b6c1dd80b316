"""The paragraphs of a game's rules: the context of the template that shows them, and their plain text for programs."""

from __future__ import annotations

from html.parser import HTMLParser
from typing import Any, NamedTuple

from django.template.loader import render_to_string

from games.presentation.narration import Narrator, hand_rankings
from games.rules.game import Rules

_EMPTY = {"br", "hr", "img", "path", "use", "wbr"}
"""Elements without content, which have no end tag."""


class Paragraph(NamedTuple):
    """A paragraph of the rules: its number such as "6.4", the heading of its section, and its text.

    Each item of a list is a line of the text. A section without numbered paragraphs is one, with the section's number.
    """

    number: str
    section: str
    text: str


def template_names(name: str, rules: Rules) -> list[str]:
    """The game's own template of that name, and the one of games without it."""
    return [f"games/{rules.engine.SLUG}/{name}", f"games/default/{name}"]


def context(rules: Rules) -> dict[str, Any]:
    """The context of ``_paragraphs.html`` of a game."""
    narrator = Narrator(rules, {}, None)
    return {"rules": rules, "narrator": narrator, "hand_rankings": hand_rankings(narrator)}


def paragraphs(rules: Rules) -> list[Paragraph]:
    """All paragraphs in the language of the request, in their order."""
    reader = _Reader()
    reader.feed(render_to_string(template_names("_paragraphs.html", rules), context(rules)))
    reader.close()
    return reader.found


class _Reader(HTMLParser):
    """Collects the paragraphs of the sections of a rules page. A list or an example belongs to the one before it."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[Paragraph] = []
        self._section = self._section_number = self._number = ""
        self._left_out: list[bool] = []
        """Of each element that is open within a section: whether its text is left out."""
        self._lines: list[list[str]] = []
        self._closed = self._is_heading = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        facts = dict(attrs)
        classes = (facts.get("class") or "").split()
        if tag == "section":
            self._left_out = [False]
        elif tag in _EMPTY or not self._left_out:
            return
        elif len(self._left_out) == 1:
            self._begin(tag, facts.get("id") or "")
        else:
            shown_apart = "paragraph__number" in classes or (self._is_heading and tag == "span")
            self._left_out.append(self._left_out[-1] or shown_apart or "aria-hidden" in facts)
            if tag == "li":
                self._lines.append([])
            elif self._closed:
                self._lines[-1].append(" ")  # two elements that touch are words apart

    def _begin(self, tag: str, found_id: str) -> None:
        self._is_heading = tag == "h2"
        self._number = found_id.removeprefix("p-").replace("-", ".")
        self._left_out.append(False)
        self._lines = [[]]

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """An element without content says nothing."""

    def handle_data(self, data: str) -> None:
        self._closed = False
        if len(self._left_out) > 1 and not self._left_out[-1]:
            self._lines[-1].append(data)

    def handle_endtag(self, tag: str) -> None:
        if tag in _EMPTY or not self._left_out:
            return
        self._left_out.pop()
        self._closed = True
        if len(self._left_out) == 1:
            lines = [" ".join("".join(line).split()) for line in self._lines]
            self._end("\n".join(filter(None, lines)))

    def _end(self, text: str) -> None:
        if self._is_heading:
            self._section, self._section_number = text, self._number
        elif self._number:
            self.found.append(Paragraph(self._number, self._section, text))
        elif self.found and self.found[-1].section == self._section:
            before = self.found[-1]
            self.found[-1] = before._replace(text=f"{before.text}\n{text}")
        else:
            self.found.append(Paragraph(self._section_number, self._section, text))
