"""The format of a data export: ``data.json`` and ``index.html`` in a zip file.

Both contain the same rows: the JSON as stored, the page as readable text.
"""

import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date, datetime, time
from decimal import Decimal
from io import TextIOWrapper
from shutil import copyfileobj
from tempfile import SpooledTemporaryFile
from typing import IO, Any
from zipfile import ZIP_DEFLATED, ZipFile

from django.db.models import Model, QuerySet
from django.template.defaultfilters import yesno
from django.template.loader import render_to_string
from django.utils import timezone
from django.utils.formats import localize
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.text import capfirst

from accounts.i18n.dates import localized_date
from accounts.models import User

CHUNK_SIZE = 500


@dataclass(frozen=True, slots=True)
class Column:
    """A column, named ``key`` in the JSON and ``label`` on the page.

    ``value`` returns a row's value; ``shown`` returns it for the page, if it differs there.
    """

    key: str
    label: Any
    value: Callable[[Any], Any]
    shown: Callable[[Any], Any] | None = None


@dataclass(frozen=True, slots=True)
class Part:
    """A section of the export. ``rows`` is called only when the section is written.

    If ``vertical``, each column is a row of the page, for sections with a single database row.
    """

    key: str
    title: Any
    columns: Sequence[Column]
    rows: Callable[[], Iterable[Any]]
    vertical: bool = False


def part(
    key: str, title: Any, rows: QuerySet[Any], *columns: str | tuple[str, str] | Column, vertical: bool = False
) -> Part:
    """Build a part from an ordered queryset. Columns given by name are model fields, labelled by their verbose names.

    For a renamed field that keeps its JSON key, pass the key and the field's name as a pair. Raise `ValueError` for
    an unordered queryset, whose order would reveal the last updated row.
    """
    if not rows.ordered:
        raise ValueError(f"the rows of {key} have no order")
    described = [column if isinstance(column, Column) else _field(rows.model, column) for column in columns]
    return Part(key, title, described, lambda: rows.iterator(chunk_size=CHUNK_SIZE), vertical)


_KEYS = {"created_at": "made_at", "finished_at": "made_at"}
"""The former names of renamed fields, which remain their JSON keys."""


def _field(model: type[Model], column: str | tuple[str, str]) -> Column:
    key, name = (_KEYS.get(column, column), column) if isinstance(column, str) else column
    field: Any = model._meta.get_field(name)
    shown = (lambda row: getattr(row, f"get_{name}_display")()) if field.choices else None
    return Column(key, field.verbose_name, lambda row: getattr(row, name), shown)


def write(file: IO[bytes], person: User, parts: Sequence[Part]) -> Iterator[Part]:
    """Write the zip file in the active language and time zone, and yield each part once it is written."""
    facts = {"person": person, "made_at": timezone.now(), "parts": parts}
    with ZipFile(file, "w", ZIP_DEFLATED) as archive, SpooledTemporaryFile(1024 * 1024) as page:
        page.write(render_to_string("privacy/export/head.html", facts).encode())
        # One pass over the rows: an archive can write only one file at a time, so the page is buffered separately.
        with archive.open("data.json", "w", force_zip64=True) as raw, TextIOWrapper(raw, "utf-8") as data:
            data.write(json.dumps({"made_at": facts["made_at"]}, default=_json_default)[:-1])
            for each in parts:
                data.write(f",\n{json.dumps(each.key)}: [")
                page.write(render_to_string("privacy/export/part_head.html", {"part": each}).encode())
                _write_rows(each, data, page)
                data.write("]")
                page.write(b"</tbody></table></div></section>\n")
                yield each
            data.write("}\n")
        page.write(render_to_string("privacy/export/foot.html", facts).encode())
        page.seek(0)
        with archive.open("index.html", "w", force_zip64=True) as html:
            copyfileobj(page, html)


def _write_rows(each: Part, data: IO[str], page: IO[bytes]) -> None:
    between = "\n"
    for row in each.rows():
        values = {column.key: column.value(row) for column in each.columns}
        data.write(between + json.dumps(values, default=_json_default, ensure_ascii=False))
        shown = [column.shown(row) if column.shown else values[column.key] for column in each.columns]
        page.write(_html_rows(each, [_text(value) for value in shown]).encode())
        between = ",\n"
    if between == "\n":
        page.write(render_to_string("privacy/export/empty.html", {"part": each}).encode())


def _html_rows(each: Part, cells: Sequence[str]) -> SafeString:
    """Render a row of the page, or a row per cell if the part is vertical."""
    if not each.vertical:
        return format_html("<tr>{}</tr>\n", format_html_join("", "<td>{}</td>", ((cell,) for cell in cells)))
    labelled = [(capfirst(column.label), cell) for column, cell in zip(each.columns, cells, strict=True)]
    return format_html_join("", '<tr><th scope="row">{}</th><td>{}</td></tr>\n', labelled)


def _json_default(value: Any) -> Any:
    """Serialize a value for JSON. Raise `TypeError` for types without an unambiguous representation."""
    match value:
        case datetime() | date() | time():
            return value.isoformat()
        case Decimal() | Model():
            return str(value)
    raise TypeError(f"{type(value).__name__} in a download of data")


def _text(value: Any) -> str:
    match value:
        case None | "":
            return ""
        case bool():
            return str(yesno(value))
        case datetime():
            return localized_date(value, "d MMM y, HH:mm:ss")
        case date():
            return localized_date(value, "d MMM y")
        case dict() | list():
            return json.dumps(value, default=_json_default, ensure_ascii=False) if value else ""
    return str(localize(value))
