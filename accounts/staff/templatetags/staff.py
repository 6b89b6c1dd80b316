"""Template tags for the lists of the back office."""

import re
from collections.abc import Iterable, Mapping
from typing import Any

from django import template
from django.contrib.admin.views.main import ChangeList
from django.core.exceptions import FieldDoesNotExist
from django.db.models import EmailField
from django.utils.html import conditional_escape, escape, format_html, strip_tags
from django.utils.safestring import SafeString, mark_safe
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

register = template.Library()

NOTHING = ("", "-", "–")
YES_OR_NO = re.compile(r'<img src="[^"]*/icon-(yes|no|unknown)[^"]*" alt="[^"]*">')


@register.simple_tag
def labelled(cl: ChangeList, row: Iterable[str], headers: Iterable[Mapping[str, Any]]) -> list[SafeString]:
    """Return a row's cells with their column's name in ``data-label``, because phones show rows without table headers.

    ``data-bare`` marks values that are unclear without that label, such as a number or a date.
    """
    return [
        mark_safe(f"{cell[:3]}{_attributes(cl, cell, header)}{cell[3:]}")
        for cell, header in zip([YES_OR_NO.sub(_in_words, cell) for cell in row], headers, strict=True)
    ]


@register.filter
def without_icons(contents: str) -> SafeString:
    return mark_safe(YES_OR_NO.sub(lambda icon: escape(_word(icon[1])), str(conditional_escape(contents))))


def _in_words(icon: re.Match[str]) -> str:
    word = escape(_word(icon[1]))
    mark = '<span class="list__yes" aria-hidden="true">✓</span>' if icon[1] == "yes" else ""
    return f'{mark}<span class="vh">{word}</span>'


def _said(icon: re.Match[str]) -> str:
    mark = '<span class="list__yes" aria-hidden="true">✓</span> ' if icon[1] == "yes" else ""
    return f"{mark}{escape(_word(icon[1]))}"


def _word(answer: str) -> str:
    return {"yes": _("yes"), "no": pgettext("not yes", "no"), "unknown": "–"}[answer]


def _attributes(cl: ChangeList, cell: str, header: Mapping[str, Any]) -> str:
    if "action-checkbox" in header["class_attrib"]:
        return ""
    text = strip_tags(cell).strip()
    found = [f'data-label="{escape(capfirst(header["text"]))}"']
    if "list__yes" in cell:
        found.append("data-yes")
    elif text in NOTHING or 'class="vh"' in cell:
        found.append("data-empty")
    elif not cell.startswith("<th") and not _says_itself(cl, header):
        found.append("data-bare")
    return f" {' '.join(found)}"


def _says_itself(cl: ChangeList, header: Mapping[str, Any]) -> bool:
    """Return whether a column's values are clear without its name, as choices and addresses are."""
    name = next(iter(re.findall(r"column-(\w+)", header["class_attrib"])), "")
    if name in getattr(cl.model_admin, "says_itself", ()):
        return True
    try:
        field = cl.lookup_opts.get_field(name)
    except FieldDoesNotExist:
        return False
    return bool(getattr(field, "choices", None)) or isinstance(field, EmailField)


@register.filter
def row_cell(field: Any) -> SafeString:
    """Return a cell of an inline table, with the column's name for phones."""
    contents = str(conditional_escape(field.contents()))
    label = capfirst(field.field["label"])
    shown = YES_OR_NO.sub(_said, contents)
    if strip_tags(contents).strip() in NOTHING and shown == contents:
        return format_html('<td data-label="{}" data-empty>–</td>', label)
    return format_html('<td data-label="{}" data-bare>{}</td>', label, mark_safe(shown))


@register.filter
def row_classes(line: Any) -> str:
    """Return the CSS classes that Django's own style sheets and scripts expect on a form row."""
    states = [name for name, holds in (("errors", line.errors()), ("hidden", not line.has_visible_field)) if holds]
    names = [f"field-{field.field['name']}" for field in line if field.is_readonly]
    names += [f"field-{field.field.name}" for field in line if not field.is_readonly]
    return " ".join(["form-row", *states, *names])


@register.filter
def chosen(choices: list[Mapping[str, Any]]) -> str:
    """Return the label of the selected filter choice, or an empty string for the first one, which does not filter."""
    return next((str(each["display"]) for each in choices[1:] if each["selected"]), "")
