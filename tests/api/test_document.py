"""The API's document: the committed file matches the export, is complete, and only grows within version 1."""

from __future__ import annotations

import json
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings as site
from django.db.models import TextChoices
from django.urls import resolve

from accounts.models import Token
from games.api.description import document
from games.lobby.practice import level_choices
from games.lobby.time_controls import OWN, PACES, PRESETS
from games.models import Game, Message, Move, Player, Vote
from games.rules import RULES
from tests.api.caller import Caller
from tests.api.compatibility import breaks, operations

pytestmark = pytest.mark.django_db

COMMITTED = Path(__file__).parents[2] / "docs" / "api" / "openapi.json"
PROMISED = Path(__file__).parent / "v1.json"
"""The promises of version 1 to clients. Additions to the API are added here, and nothing is removed."""


def written() -> str:
    return json.dumps(document(), indent=2, ensure_ascii=False, default=str) + "\n"


def test_the_committed_description_is_the_export() -> None:
    assert COMMITTED.read_text() == written(), "make openapi writes it"


def test_the_document_is_served(alice) -> None:
    assert Caller(None).get("/openapi.json").json() == json.loads(written()) | {"servers": [{"url": site.SITE_URL}]}


def test_nothing_that_clients_rely_on_has_changed_within_version_1() -> None:
    assert breaks(json.loads(PROMISED.read_text()), json.loads(written())) == []


def test_what_has_come_later_is_promised_too() -> None:
    assert breaks(json.loads(written()), json.loads(PROMISED.read_text())) == [], "make openapi adds it"


TABLES, MOVES = "paths /api/v1/tables get", "paths /api/v1/tables/{table}/moves post"
SCHEMAS = "components schemas"

BREAKING: dict[str, tuple[str, Any]] = {
    "GET /api/v1/me is gone": ("paths /api/v1/me", None),
    "GET /api/v1/tables: the parameter wait is gone": (f"{TABLES} parameters 1", None),
    "GET /api/v1/tables: the parameter wait is in another place": (f"{TABLES} parameters 1 in", "header"),
    "GET /api/v1/tables: the parameter wait is needed now": (f"{TABLES} parameters 1 required", True),
    "GET /api/v1/tables: the parameter wait is another": (f"{TABLES} parameters 1 schema type", "string"),
    "GET /api/v1/tables: the parameter wait has a narrower maximum": (f"{TABLES} parameters 1 schema maximum", 30),
    "GET /api/v1/tables: the parameter wait has a narrower minimum": (f"{TABLES} parameters 1 schema minimum", 1),
    "GET /api/v1/tables: another scope is needed": (f"{TABLES} security", []),
    "GET /api/v1/tables: the answer 200 is gone": (f"{TABLES} responses 200", None),
    "GET /api/v1/tables: the answer 200 comes as application/json no longer": (
        f"{TABLES} responses 200 content",
        {"text/plain": {"schema": {"type": "string"}}},
    ),
    "GET /api/v1/tables: the answer 200 as application/json (items) is another": (
        f"{TABLES} responses 200 content application/json schema items $ref",
        "#/components/schemas/Table",
    ),
    "POST /api/v1/tables/{table}/leave: the answer 204 is no longer empty": (
        "paths /api/v1/tables/{table}/leave post responses 204 content",
        {"application/json": {"schema": {"type": "string"}}},
    ),
    "POST /api/v1/tables/{table}/leave: a body is needed now": (
        "paths /api/v1/tables/{table}/leave post requestBody",
        {"required": True, "content": {"application/json": {"schema": {"type": "string"}}}},
    ),
    "POST /api/v1/tables/{table}/moves: the body is gone": (f"{MOVES} requestBody", None),
    "POST /api/v1/tables/{table}/moves: the body as application/json is another": (
        f"{MOVES} requestBody content application/json schema $ref",
        "#/components/schemas/VersionIn",
    ),
    "Table.legal is gone": (f"{SCHEMAS} Table properties legal", None),
    "Problem.code may be missing now": (f"{SCHEMAS} Problem required", []),
    "Seat.seat is another": (f"{SCHEMAS} Seat properties seat type", "string"),
    "Kind is 'cancel' no longer": (f"{SCHEMAS} Kind enum", ["pause", "resume", "extend"]),
    "MoveIn.move is one of a few now": (f"{SCHEMAS} MoveIn properties move enum", ["draw"]),
    "StreamEvent is gone": (f"{SCHEMAS} StreamEvent", None),
    "MoveIn.reason is needed now": (f"{SCHEMAS} MoveIn required", ["version", "move", "reason"]),
    "MoveIn.move has a narrower maxLength": (f"{SCHEMAS} MoveIn properties move maxLength", 99),
    "MoveIn.move has a narrower minLength": (f"{SCHEMAS} MoveIn properties move minLength", 2),
    "MoveIn.move has a narrower pattern": (f"{SCHEMAS} MoveIn properties move pattern", "^[a-z]+$"),
    "MoveIn is another": (f"{SCHEMAS} MoveIn additionalProperties", False),
    "TableIn.size (anyOf 0) has a narrower maximum": (f"{SCHEMAS} TableIn properties size anyOf 0 maximum", 5),
    "TableIn.size is another": (f"{SCHEMAS} TableIn properties size anyOf 1", None),
}
"""Changes that must be detected: a place in the document and its new value, or None to remove it."""


def changed(found: dict[str, Any], place: str, value: Any) -> dict[str, Any]:
    new = deepcopy(found)
    *way, last = [int(key) if key.isdecimal() and len(key) == 1 else key for key in place.split()]
    inner: Any = new
    for key in way:
        inner = inner[key]
    if value is None:
        del inner[last]
    else:
        inner[last] = value
    return new


@pytest.mark.parametrize("what", BREAKING)
def test_a_breaking_change_is_noticed(what: str) -> None:
    old = json.loads(PROMISED.read_text())
    assert what in breaks(old, changed(old, *BREAKING[what]))
    assert breaks(old, old) == []


def test_a_body_that_was_not_needed_is_not_needed_later() -> None:
    new = json.loads(PROMISED.read_text())
    old = changed(new, f"{MOVES} requestBody required", False)
    assert breaks(old, new) == ["POST /api/v1/tables/{table}/moves: a body is needed now"]


MORE: list[tuple[str, Any]] = [
    ("paths /api/v1/more", {}),
    (f"{TABLES} parameters 1 schema maximum", 120),
    (f"{TABLES} responses 200 content text/plain", {"schema": {"type": "string"}}),
    (f"{MOVES} requestBody required", False),
    (f"{SCHEMAS} More", {"type": "string"}),
    (f"{SCHEMAS} Table properties more", {"type": "string"}),
    (f"{SCHEMAS} Kind enum", ["pause", "resume", "extend", "cancel", "undo"]),
    (f"{SCHEMAS} MoveIn properties why", {"type": "string"}),
    (f"{SCHEMAS} MoveIn properties move maxLength", 200),
    (f"{SCHEMAS} MoveIn required", ["move"]),
    (f"{SCHEMAS} TableIn properties size anyOf 0 minimum", None),
]


@pytest.mark.parametrize(("place", "value"), MORE, ids=[place for place, _value in MORE])
def test_additions_are_compatible(place: str, value: Any) -> None:
    old = json.loads(PROMISED.read_text())
    assert breaks(old, changed(old, place, value)) == []


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


def test_everything_is_described() -> None:
    found = document()
    bare = [
        f"{name}.{field}"
        for name, schema in found["components"]["schemas"].items()
        for field, described in schema.get("properties", {}).items()
        if len(described.get("description", "")) < 8
    ]
    bare += [
        f"{name} {parameter['name']}"
        for name, operation in operations(found)
        for parameter in operation["parameters"]
        if len(parameter.get("description", "")) < 8
    ]
    assert bare == []


CLOSED = {
    "MyTable.status": ["open", "running"],
    "Table.status": Game.Status.values,
    "Clock.kind": Game.Clock.values,
    "OpenVote.kind": Vote.Kind.values,
    "Piece.kind": ["card", "tile"],
    "MadeMove.by": Move.By.values,
    "Seat.stand_in": ["", *Player.StandIn.values],
    "Seat.computer": ["", *Player.Bot.values],
    "FinishedGame.how": ["won", "lost", "drawn", "stopped"],
    "TableIn.quick": [*PRESETS, OWN],
    "TableIn.pace": [*PACES],
    "TableIn.level": [value for value, _label in level_choices()],
    "TableIn.least_reliable": [0, *Game.RELIABILITIES],
    "TableIn.game": [*RULES],
    "MessageIn.phrase": ["", *Message.Phrase.values],
}
"""The permitted values of each property with a closed set of values."""


@pytest.mark.parametrize("name", CLOSED)
def test_a_closed_set_is_an_enumeration(name: str) -> None:
    schema, _dot, field = name.partition(".")
    described = document()["components"]["schemas"][schema]["properties"][field]
    found = described.get("enum") or next(each["enum"] for each in described["anyOf"] if "enum" in each)
    assert found == CLOSED[name]


@pytest.mark.parametrize(("field", "kind"), [("absence", Game.Absence), ("away", Game.Away)])
def test_what_happens_in_absence_is_an_enumeration(field: str, kind: type[TextChoices]) -> None:
    described = document()["components"]["schemas"]
    assert f"#/components/schemas/{kind.__name__}" in str(described["TableIn"]["properties"][field])
    assert described[kind.__name__]["enum"] == kind.values


def test_every_zone_of_a_game_is_in_the_enumeration() -> None:
    described = document()["components"]["schemas"]
    for schema in ("Piece", "HiddenPieces"):
        assert described[schema]["properties"]["zone"]["enum"] == sorted(
            {zone for rules in RULES.values() for zone in rules.engine.ZONES}
        )


def test_nothing_of_a_request_has_to_be_there_that_may_be_left_out() -> None:
    """openapi-typescript treats a property with a default as always present."""
    for name, schema in document()["components"]["schemas"].items():
        if name.endswith("In"):
            assert not [field for field, described in schema["properties"].items() if "default" in described], name
    assert document()["components"]["schemas"]["TableIn"]["required"] == ["game"]


def test_the_document_names_the_site_that_serves_it(settings) -> None:
    settings.SITE_URL = "https://room.example.org"
    assert Caller(None).get("/openapi.json").json()["servers"] == [{"url": "https://room.example.org"}]
    assert json.loads(COMMITTED.read_text())["servers"] == [{"url": "/"}]


def test_every_operation_names_its_problems() -> None:
    for name, operation in operations(document()):
        named = {status for status, answer in operation["responses"].items() if "$ref" in answer}
        assert {"401", "403", "429"} <= named, name
        assert ("404" in named) == ("{" in name), name
        assert ({"400", "409", "413", "422"} <= named) == (not name.startswith("GET")), name
        assert ("421" in named) == any(each["name"] in ("wait", "Last-Event-ID") for each in operation["parameters"])


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
