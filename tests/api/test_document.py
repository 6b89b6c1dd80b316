"""The API's description: the committed one is the export, it is whole, and within version 1 it only grows."""

from __future__ import annotations

import json
from collections.abc import Iterator
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest
from django.urls import resolve

from accounts.models import Token
from games.api.description import document
from tests.api.caller import Caller

pytestmark = pytest.mark.django_db

COMMITTED = Path(__file__).parents[2] / "docs" / "api" / "openapi.json"
FIRST = Path(__file__).parent / "v1.json"
"""The description with which version 1 was published; it is never written again."""

METHODS = {"get", "post", "put", "patch", "delete"}


def written() -> str:
    """The export as it is committed."""
    return json.dumps(document(), indent=2, ensure_ascii=False, default=str) + "\n"


def operations(found: dict[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    for path, methods in found["paths"].items():
        for method in METHODS & methods.keys():
            yield f"{method.upper()} {path}", methods[method]


def breaks(old: dict[str, Any], new: dict[str, Any]) -> list[str]:
    """What a client written for ``old`` could no longer rely on."""
    now, broken = dict(operations(new)), []
    for name, before in operations(old):
        if name not in now:
            broken.append(f"{name} is gone")
            continue
        broken += [f"{name}: {what}" for what in _operation_breaks(before, now[name])]
    for name, before in old["components"]["schemas"].items():
        after = new["components"]["schemas"].get(name)
        broken += [f"{name} is gone"] if after is None else _schema_breaks(name, before, after)
    return broken


def _operation_breaks(before: dict[str, Any], after: dict[str, Any]) -> Iterator[str]:
    known = {parameter["name"] for parameter in before["parameters"]}
    left = {parameter["name"] for parameter in after["parameters"]}
    yield from (f"the parameter {name} is gone" for name in known - left)
    needed = {parameter["name"] for parameter in after["parameters"] if parameter["required"]}
    yield from (f"the parameter {name} is needed now" for name in needed - known)
    yield from (f"the answer {status} is gone" for status in before["responses"].keys() - after["responses"].keys())
    if any(way not in after.get("security", []) for way in before.get("security", [])):
        yield "another scope is needed"
    for status in before["responses"].keys() & after["responses"].keys():
        if before["responses"][status].get("content") != after["responses"][status].get("content"):
            yield f"the answer {status} is another"


def _schema_breaks(name: str, before: dict[str, Any], after: dict[str, Any]) -> list[str]:
    broken = []
    for field, was in before.get("properties", {}).items():
        now = after.get("properties", {}).get(field)
        if now is None:
            broken.append(f"{name}.{field} is gone")
        elif {key: was.get(key) for key in SHAPE} != {key: now.get(key) for key in SHAPE}:
            broken.append(f"{name}.{field} is another")
    new = set(after.get("required", [])) - set(before.get("required", []))
    return broken + [f"{name}.{field} is needed now" for field in sorted(new) if name.endswith("In")]


SHAPE = ("type", "anyOf", "items", "enum", "$ref", "additionalProperties")


def test_the_committed_description_is_the_export() -> None:
    assert COMMITTED.read_text() == written(), "python -m tests.api.export writes it"


def test_it_is_served(alice) -> None:
    assert Caller(None).get("/openapi.json").json() == json.loads(written())


def test_nothing_that_clients_rely_on_has_changed_within_version_1() -> None:
    assert breaks(json.loads(FIRST.read_text()), json.loads(written())) == []


def test_a_breaking_change_is_noticed() -> None:
    old = json.loads(written())
    new = deepcopy(old)
    del new["paths"]["/api/v1/me"]
    del new["components"]["schemas"]["Table"]["properties"]["legal"]
    new["components"]["schemas"]["Seat"]["properties"]["seat"] = {"type": "string"}
    new["components"]["schemas"]["MoveIn"]["required"].append("reason")
    new["paths"]["/api/v1/lobby"]["get"]["parameters"].pop()
    new["paths"]["/api/v1/tables"]["get"]["security"] = []
    assert len(breaks(old, new)) == 6
    assert breaks(old, old) == []


def test_what_is_added_breaks_nothing() -> None:
    old = json.loads(written())
    new = deepcopy(old)
    new["paths"]["/api/v1/more"] = new["paths"]["/api/v1/me"]
    new["components"]["schemas"]["Table"]["properties"]["more"] = {"type": "string"}
    new["components"]["schemas"]["MoveIn"]["properties"]["why"] = {"type": "string"}
    assert breaks(old, new) == []


def test_every_operation_says_what_it_needs_and_what_goes_wrong() -> None:
    found = dict(operations(document()))
    assert len(found) > 30
    names = [operation["operationId"] for operation in found.values()]
    assert len(names) == len(set(names))
    for name, operation in found.items():
        scopes = {scope for way in operation["security"] for scopes in way.values() for scope in scopes}
        assert scopes and scopes <= {*Token.Scope.values, Token.BOT}, name
        assert "application/problem+json" in operation["responses"]["default"]["content"], name
        keyed = any(parameter["name"] == "Idempotency-Key" for parameter in operation["parameters"])
        assert keyed == (not name.startswith("GET")), name
        assert operation["summary"] and operation["description"], name


def test_every_way_to_come_by_a_token_is_described() -> None:
    found = document()
    schemes = found["components"]["securitySchemes"]
    for name, operation in operations(found):
        for way in operation["security"]:
            assert way.keys() <= schemes.keys(), name
    assert schemes["token"] == {"type": "http", "scheme": "bearer"}
    flows = schemes["oauth"]["flows"]
    for flow in flows.values():
        assert list(flow["scopes"]) == Token.Scope.values
        assert resolve(flow["tokenUrl"]).view_name == "idp:oidc:token"
    assert resolve(flows["authorizationCode"]["authorizationUrl"]).view_name == "idp:oidc:authorization"
