"""The examples of the API's document: each operation has one, and all match the responses of a site."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from accounts.models import User
from games.api.description import document
from tests.api.caller import Caller
from tests.api.compatibility import operations
from tests.api.examples import collect

JSON = "application/json"
Named = tuple[str, Any, dict[str, Any]]


def examples() -> Iterator[Named]:
    """Yield every example of an operation with its name and schema, or None where an operation has no example."""
    for name, operation in operations(document()):
        for parameter in operation["parameters"]:
            if parameter["in"] == "path":
                yield f"{name} {parameter['name']}", parameter.get("example"), parameter["schema"]
        bodies = [operation["requestBody"]] if "requestBody" in operation else []
        answers = [answer for status, answer in operation["responses"].items() if str(status).startswith("2")]
        for each in [*bodies, *answers]:
            if content := each.get("content", {}).get(JSON):
                yield name, _example(content), content["schema"]


def _example(content: dict[str, Any]) -> Any:
    reference = content.get("examples", {}).get("example", {}).get("$ref", "").rpartition("/")[2]
    return document()["components"]["examples"].get(reference, {}).get("value")


def wrong(value: Any, schema: dict[str, Any]) -> list[str]:
    checked = Draft202012Validator(schema | {"components": document()["components"]})
    return [f"{error.json_path}: {error.message[:200]}" for error in checked.iter_errors(value)]


# Ninja keeps methods in a set; all workers need the same order.
SORTED = sorted(examples(), key=lambda each: each[0])


@pytest.mark.parametrize(("name", "example", "schema"), [pytest.param(*each, id=each[0]) for each in SORTED])
def test_every_operation_has_an_example_that_fits_its_schema(name: str, example: Any, schema: dict[str, Any]) -> None:
    assert example is not None, "python -m tests.api.examples writes them; tests/api/story.py tells what"
    assert wrong(example, schema) == []


def test_every_problem_has_an_example_that_fits() -> None:
    for name, response in document()["components"]["responses"].items():
        content = response["content"]["application/problem+json"]
        assert wrong(content["example"], content["schema"]) == [], name


@pytest.mark.django_db
def test_what_a_site_sends_and_answers_today_fits_too() -> None:
    found, described = collect(), document()["components"]
    written = {name: each["value"] for name, each in described["examples"].items()}
    assert {f"{kind}.{name}" for kind in ("requests", "answers") for name in found[kind]} == set(written)
    for kind in ("requests", "answers"):
        for name, value in found[kind].items():
            if name in described["schemas"]:
                assert wrong(value, {"$ref": f"#/components/schemas/{name}"}) == [], name
            assert type(value) is type(written[f"{kind}.{name}"])


@pytest.mark.django_db
def test_a_table_is_opened_by_the_example(alice: User) -> None:
    answer = Caller(alice).post("/tables", document()["components"]["examples"]["requests.TableIn"]["value"])
    assert answer.status_code == 200


def test_what_is_never_answered_does_not_fit() -> None:
    table = document()["components"]["examples"]["answers.Table"]["value"]
    schema = {"$ref": "#/components/schemas/Table"}
    assert wrong(table | {"status": "finished"}, schema) and wrong(table | {"legal": None}, schema)
    del (less := dict(table))["pieces"]
    assert wrong(less, schema)
