"""Additions to Ninja's OpenAPI document: descriptions of parameters, the errors of each operation, and examples."""

import json
from functools import cache
from pathlib import Path
from typing import Any

from ninja.openapi.schema import REF_TEMPLATE

from games.api.problems import MEDIA_TYPE
from games.rules import RULES

PARAMETERS: dict[str, tuple[str, Any]] = {
    "table": ("The table’s id, the last part of its address.", "98syy6"),
    "game": ("The game’s code, as listed by `GET /games`.", next(iter(RULES))),
    "username": ("The user name.", "alice"),
    "order": ("The `name` of the standing order.", "only_move"),
    "vote": ("The `id` of the table’s `vote`.", 7),
}
"""The description and an example value for each path parameter."""

PROBLEMS: dict[int, tuple[str, str]] = {
    400: ("Unreadable", "The request can’t be read."),
    401: ("NoToken", "The token is missing, expired or revoked."),
    403: ("Forbidden", "The token lacks the scope, or the account is suspended."),
    404: ("NotFound", "The object does not exist, or this user may not see it."),
    409: ("Conflict", "The table has changed, it is not your turn, or the key was used for another request."),
    413: ("TooLarge", "The request is too long."),
    421: ("Elsewhere", "The site’s proxy has sent the request to a process that can’t hold responses back."),
    422: ("Refused", "The rules or the site refuse the request, or a value does not match this document."),
    429: ("TooMany", "A limit is exceeded; `retry_after` is the number of seconds to wait."),
}
"""The name and meaning of each problem status."""

_ALWAYS, _OF_CHANGES = {401, 403, 429}, {400, 409, 413, 422}


def _problem(description: str, **more: Any) -> dict[str, Any]:
    schema = {"$ref": REF_TEMPLATE.format(model="Problem")}
    return {"description": description, "content": {MEDIA_TYPE: {"schema": schema} | more}}


OTHER = _problem("Any other problem: an error on the site, or a part of the site is unavailable.")


def problem_responses() -> dict[str, Any]:
    """Return the reusable responses: one per problem, each with an example."""
    told = examples()["problems"]
    return {name: _problem(description, example=told[str(status)]) for status, (name, description) in PROBLEMS.items()}


def problems_of(details: dict[str, Any], *, changes: bool) -> dict[str, Any]:
    """Return references to the problem responses of an operation, by status."""
    parameters = details["parameters"]
    found = _ALWAYS | (_OF_CHANGES if changes else set())
    if any(each["in"] == "path" for each in parameters):
        found = found | {404}
    if any(each["in"] == "query" for each in parameters):
        found = found | {422}
    if details["operationId"] == "open_stream" or any(each["name"] == "wait" for each in parameters):
        found = found | {421}
    return {str(status): {"$ref": f"#/components/responses/{PROBLEMS[status][0]}"} for status in sorted(found)}


def describe_parameter(parameter: dict[str, Any]) -> None:
    """Give a path parameter its description and example; move other parameters' descriptions out of their schemas."""
    if parameter["in"] == "path":
        parameter["description"], parameter["example"] = PARAMETERS[parameter["name"]]
    elif "description" in parameter["schema"]:
        parameter["description"] = parameter["schema"].pop("description")


@cache
def examples() -> dict[str, Any]:
    """Return the examples: real requests and responses, recorded by tests/api/test_examples.py.

    ``requests`` has the names of schemas as keys, ``answers`` the names of schemas or operations, and ``problems`` the
    statuses.
    """
    found: dict[str, Any] = json.loads(Path(__file__).with_name("examples.json").read_text(encoding="utf-8"))
    return found


def add_examples(details: dict[str, Any]) -> None:
    """Add references to the examples of the operation's request body and responses."""
    known = examples()
    for content in details.get("requestBody", {}).get("content", {}).values():
        _refer(content, known["requests"], "requests", details["operationId"])
    for status, response in details["responses"].items():
        for kind, content in response.get("content", {}).items():
            if str(status).startswith("2") and kind == "application/json":
                _refer(content, known["answers"], "answers", details["operationId"])


def _refer(content: dict[str, Any], known: dict[str, Any], group: str, operation: str) -> None:
    name = content["schema"].get("$ref", operation).rpartition("/")[2]
    if name in known:
        content["examples"] = {"example": {"$ref": f"#/components/examples/{group}.{name}"}}


def reusable_examples() -> dict[str, Any]:
    """Return all examples, keyed by the names that operations use."""
    return {
        f"{group}.{name}": {"value": value}
        for group in ("requests", "answers")
        for name, value in examples()[group].items()
    }
