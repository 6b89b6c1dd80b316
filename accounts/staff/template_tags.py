"""For the lists of the back office."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from django import template
from django.utils.html import escape, strip_tags
from django.utils.safestring import SafeString, mark_safe
from django.utils.text import capfirst

register = template.Library()

NOTHING = ("-", "–")


@register.filter
def labelled(row: Iterable[str], headers: Iterable[Mapping[str, Any]]) -> Iterator[SafeString]:
    """A row's cells, each with its column's name in ``data-label``: on phones a row is a card, without the head."""
    for cell, header in zip(row, headers, strict=True):
        yield mark_safe(f"{cell[:3]}{_attributes(cell, header)}{cell[3:]}")


def _attributes(cell: str, header: Mapping[str, Any]) -> str:
    if "action-checkbox" in header["class_attrib"]:
        return ""
    empty = " data-empty" if strip_tags(cell).strip() in NOTHING else ""
    return f' data-label="{escape(capfirst(header["text"]))}"{empty}'


@register.filter
def chosen(choices: list[Mapping[str, Any]]) -> str:
    """The label of a filter's choice; empty for the first one, which filters nothing."""
    return next((str(each["display"]) for each in choices[1:] if each["selected"]), "")
