"""The interactive API reference page: every operation with its fields, and a form for trying it."""

import json
import re
from collections.abc import Iterator, Mapping
from itertools import groupby
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.html import format_html, format_html_join
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_safe

from accounts.access.rate_limits import HOUR, MINUTE, Rate, rates
from games.api.description import document
from games.api.documentation import examples
from games.api.long_poll import MOST_POLLS
from games.api.stream import MOST_STREAMS
from games.play.core.admission import MOST_TABLES
from games.rules import RULES

Schema = Mapping[str, Any]

ROOT = "/api/v1"
GROUPS = {
    "catalogue": _("Games and rules"),
    "people": _("People"),
    "tables": _("Tables"),
    "events": _("Events"),
    "stream": _("Events"),
    "moves": _("Moves, standing orders and plans"),
    "orders": _("Moves, standing orders and plans"),
    "plans": _("Moves, standing orders and plans"),
    "seats": _("Seats"),
    "invitations": _("Invitations"),
    "votes": _("Votes"),
    "notices": _("Notifications"),
    "chat": _("Talk"),
    "records": _("Records and open data"),
    "open_data": _("Records and open data"),
}
"""The heading for each tag; tags with the same heading follow each other."""
COUNTED = {
    "api": _("Requests"),
    "move": _("Moves"),
    "open_table": _("Tables opened"),
    "join": _("Seats taken"),
    "chat": _("Messages"),
    "invite": _("Invitations"),
    "stream": _("Streams opened"),
}
"""The counted actions shown on the page, by the name of their limit in ``RATE_LIMITS``."""
FIRST_SENTENCE = re.compile(r"(.*?\.)(?:\s+|$)(.*)", re.DOTALL)


@require_safe
def api_reference(request: HttpRequest) -> HttpResponse:
    """Show all operations of the API with the schemas that they use."""
    described = document()
    schemas = [
        {"name": name, "about": _with_code(schema.get("description", "")), "fields": _fields(schema)}
        for name, schema in described["components"]["schemas"].items()
    ]
    groups = [
        (heading, list(group)) for heading, group in groupby(_operations(described), lambda one: GROUPS[one["tag"]])
    ]
    context = {
        "groups": [(f"of-{operations[0]['tag']}", heading, operations) for heading, operations in groups],
        "limits": [*_limits()],
        "schemas": schemas,
        "game": next(iter(RULES)),
        "root": ROOT,
        "origin": request.build_absolute_uri(ROOT),
    }
    return render(request, "api/reference.html", context)


def _limits() -> Iterator[tuple[Any, str]]:
    for name, what in COUNTED.items():
        yield what, " · ".join(_written(rate) for rate in rates(settings.RATE_LIMITS[name]))
    yield _("Streams open at a time"), str(MOST_STREAMS)
    yield _("Polls open at a time"), str(MOST_POLLS)
    yield _("Unfinished tables"), str(MOST_TABLES)


def _written(rate: Rate) -> str:
    count, seconds = rate.item.amount, rate.item.get_expiry()
    if seconds == MINUTE:
        return gettext("%(count)s a minute") % {"count": count}
    if seconds == HOUR:
        return gettext("%(count)s an hour") % {"count": count}
    return gettext("%(count)s a day") % {"count": count}


def _operations(described: Schema) -> Iterator[dict[str, Any]]:
    for path, methods in described["paths"].items():
        for method, operation in methods.items():
            first = FIRST_SENTENCE.fullmatch(operation.get("description", ""))
            body = operation.get("requestBody", {}).get("content", {}).get("application/json", {}).get("schema", {})
            yield {
                "id": operation["operationId"],
                "method": method.upper(),
                "path": path,
                "steps": path.removeprefix(f"{ROOT}/").split("/"),
                "tag": operation["tags"][0],
                "summary": operation["summary"],
                "lead": _with_code(first[1]) if first else "",
                "about": _with_code(first[2] if first else operation.get("description", "")),
                "scopes": [scope for each in operation["security"] for scope in each.get("token", [])],
                "is_public": {} in operation["security"],
                "parameters": [_parameter(each) for each in operation["parameters"]],
                "body": type_of(body),
                "example": json.dumps(examples()["requests"][type_of(body)], indent=2) if body else "",
                "answers": [_answer(status, each) for status, each in operation["responses"].items()],
            }


def _with_code(text: str) -> str:
    parts = enumerate(text.split("`"))
    return format_html_join(
        "", "{}", ((format_html("<code>{}</code>", each) if at % 2 else each,) for at, each in parts)
    )


def _parameter(parameter: Schema) -> dict[str, Any]:
    schema = parameter["schema"]
    about = parameter.get("description", "") or schema.get("description", "")
    facts = {key: parameter[key] for key in ("name", "in", "required")}
    return facts | {"type": type_of(schema), "about": _with_code(about)}


def _answer(status: int | str, response: Schema) -> dict[str, Any]:
    contents = response.get("content", {}).values()
    return {"status": status, "type": next((type_of(each.get("schema", {})) for each in contents), "")}


def _fields(schema: Schema) -> list[dict[str, Any]]:
    needed = schema.get("required", [])
    return [
        {"name": name, "type": type_of(field), "required": name in needed, "about": _with_code(field["description"])}
        for name, field in schema.get("properties", {}).items()
    ]


def type_of(schema: Schema) -> str:
    """Return a schema's type as text, such as "string | null" or "MyTable[]", or "" if the schema has no type."""
    if "$ref" in schema:
        return str(schema["$ref"]).rpartition("/")[2]
    if choices := schema.get("anyOf") or schema.get("allOf"):
        return " | ".join(type_of(each) for each in choices)
    if "enum" in schema:
        return " | ".join(json.dumps(value) for value in schema["enum"])
    if schema.get("type") == "array":
        return f"{type_of(schema.get('items', {}))}[]"
    return str(schema.get("type", ""))
