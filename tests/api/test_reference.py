"""The page that describes the API: all of it is there."""

from __future__ import annotations

import re
from html import unescape

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


@pytest.mark.django_db
def test_the_limits_on_the_page_are_the_sites_own(client: Client, settings) -> None:
    settings.RATE_LIMITS = settings.RATE_LIMITS | {"open_table": "7/m/key,41/h/key"}
    page = client.get(reverse("api-reference")).content.decode()
    assert "7 a minute · 41 an hour" in page


@pytest.mark.django_db
def test_the_player_on_the_page_is_a_program(client: Client) -> None:
    page = unescape(client.get(reverse("api-reference")).content.decode())
    player = re.search(r"(import json, random.*?)</pre>", page, re.DOTALL)
    assert player
    compile(player[1], "player", "exec")
