"""A game's rules in the requested language: for the rules page, and as plain text for programs."""

from collections.abc import Iterator
from typing import NamedTuple

from django.utils.html import strip_tags
from django.utils.translation import gettext as _

from games.presentation.narration import Narrator, hand_rankings
from games.rules import rulebook
from games.rules.game import Rules


class PlainParagraph(NamedTuple):
    """A paragraph for programs: its number, such as "6.4", its section's heading, and its text, one line per list item.

    A section without numbered paragraphs counts as one paragraph, with the section's number.
    """

    number: str
    section: str
    text: str


def plain_paragraphs(rules: Rules) -> list[PlainParagraph]:
    return [found for section in rules.presentation.RULEBOOK for found in _plain_section(rules, section)]


def _plain_section(rules: Rules, section: rulebook.Section) -> list[PlainParagraph]:
    """Return the paragraphs of a section; each paragraph without a number is appended to the previous one."""
    heading = _translated(section.heading)
    found: list[PlainParagraph] = []
    for paragraph in section.paragraphs:
        text = "\n".join(_lines(rules, paragraph))
        if paragraph.number or not found:
            found.append(PlainParagraph(paragraph.number or section.number, heading, text))
        else:
            found[-1] = found[-1]._replace(text=f"{found[-1].text}\n{text}")
    return found


def _lines(rules: Rules, paragraph: rulebook.Paragraph) -> Iterator[str]:
    parts = [_translated(paragraph.title), paragraph.code, strip_tags(_translated(paragraph.text))]
    if any(parts):
        yield " ".join(filter(None, parts))
    if paragraph.figure == rulebook.OPTIONS:
        yield from option_lines(rules)
    elif paragraph.figure == rulebook.HAND_RANKINGS:
        for rank, ranking in enumerate(hand_rankings(Narrator(rules, {}, None)), 1):
            yield f"{rank} {ranking.name} {ranking.help}"
    for item in paragraph.items:
        yield " ".join(filter(None, [_translated(item.name), _translated(item.text)]))


def option_lines(rules: Rules) -> Iterator[str]:
    """Yield lines for each option: its name, its help, its default, and its choices."""
    for option in rules.engine.OPTIONS:
        yield _(option.label)
        yield _(option.help)
        for choice in option.choices:
            if choice.value == option.default:
                yield _("Default: %(usual)s.") % {"usual": _(choice.label)}
        for choice in option.choices:
            yield _(choice.label)


def _translated(text: str) -> str:
    return _(text) if text else ""
