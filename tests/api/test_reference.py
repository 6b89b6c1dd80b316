"""The page that describes the API: all of it is there."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from games.api.description import document
from games.api.reference import type_of


@pytest.mark.django_db
def test_every_operation_and_schema_is_on_the_page(client: Client) -> None:
    page = client.get(reverse("api-reference")).content.decode()
    described = document()
    operations = [each for methods in described["paths"].values() for each in methods.values()]
    assert len(operations) > 30
    assert not [each["operationId"] for each in operations if f'id="{each["operationId"]}"' not in page]
    assert not [name for name in described["components"]["schemas"] if f'id="schema-{name}"' not in page]


@pytest.mark.parametrize(
    ("schema", "text"),
    [
        ({"type": "array", "items": {"$ref": "#/components/schemas/MyTable"}}, "MyTable[]"),
        ({"anyOf": [{"type": "string"}, {"type": "null"}]}, "string | null"),
        ({"enum": ["a", 1]}, '"a" | 1'),
        ({}, ""),
    ],
)
def test_a_type_is_written_briefly(schema: dict[str, object], text: str) -> None:
    assert type_of(schema) == text
