"""The API's reference page is complete."""

from __future__ import annotations

import re
from html import unescape
from html.parser import HTMLParser

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


class English(HTMLParser):
    """Collects the text that a page marks as English."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[tuple[str, bool]] = []
        self.text = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag not in VOID:
            self.open.append((tag, dict(attrs).get("lang") == "en" or bool(self.open and self.open[-1][1])))

    def handle_endtag(self, tag: str) -> None:
        while self.open and self.open.pop()[0] != tag:
            pass

    def handle_data(self, data: str) -> None:
        self.text += data if self.open and self.open[-1][1] else ""


VOID = {"input", "br", "meta", "link", "wbr", "hr", "img"}


def plain(text: str) -> str:
    return "".join(text.replace("`", "").split())


@pytest.mark.django_db
def test_descriptions_are_marked_as_english_in_every_language(client: Client) -> None:
    page = client.get(reverse("api-reference"), headers={"Accept-Language": "fr"}).content.decode()
    assert 'lang="fr"' in page.partition("<head>")[0]
    reader = English()
    reader.feed(page.partition("<body")[2])
    marked, described = plain(reader.text), document()
    operations = [each for methods in described["paths"].values() for each in methods.values()]
    said = [operation["summary"] for operation in operations]
    said += [sentence for operation in operations for sentence in operation["description"].split("\n\n")[1:]]
    said += [each["description"] for operation in operations for each in operation["parameters"]]
    schemas = described["components"]["schemas"].values()
    said += [each["description"] for schema in schemas for each in schema.get("properties", {}).values()]
    assert len(said) > 300
    assert [text for text in said if plain(text) not in marked] == []


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
