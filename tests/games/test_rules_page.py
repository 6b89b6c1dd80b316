"""The rules page, where the log's links lead, and the about page."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

from django.test import Client
from django.urls import reverse

from games import narrate
from games.rules import chicago_poker
from tests.games.telling import ended, narrator


def rules_ids(client: Client) -> set[str]:
    page = client.get(reverse("rules", args=["chicago_poker"])).content.decode()
    return set(re.findall(r'id="(p-[0-9-]+)"', page))


def cited(package: Path) -> Iterator[str]:
    """Every paragraph that the rules' source gives to an event, a refusal or a function that passes it on."""
    for path in package.glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call):
                for argument in node.args:
                    value = argument.value if isinstance(argument, ast.Constant) else None
                    if isinstance(value, str) and re.fullmatch(r"\d+(\.\d+)?", value):
                        yield value


def test_every_paragraph_that_is_cited_is_on_the_rules_page(client: Client) -> None:
    """The log's links lead somewhere."""
    package = Path(chicago_poker.__file__).parent
    anchors = {narrate.Entry("", narrator().html(ended(0)), False, paragraph).anchor for paragraph in cited(package)}
    assert {"p-4-1", "p-6-4", "p-10"} <= anchors <= rules_ids(client)


def test_the_rules_page_has_every_paragraph_once(client: Client) -> None:
    """Sections 1–10 with as many paragraphs as the rules have."""
    paragraphs = {1: 6, 2: 2, 3: 6, 4: 4, 5: 7, 6: 4, 7: 5, 8: 6, 9: 0, 10: 0}
    wanted = {f"p-{section}" for section in paragraphs}
    wanted |= {f"p-{section}-{number + 1}" for section, count in paragraphs.items() for number in range(count)}
    assert rules_ids(client) == wanted


def test_the_rules_page_shows_the_ladder(client: Client) -> None:
    """7.1: eleven hands, pictured."""
    response = client.get(reverse("rules", args=["chicago_poker"]))
    assert len(response.context["ladder"]) == 11
    assert 'aria-label="Moon 8, Moon 9, Moon 10, Moon 11, and Moon 12"' in response.content.decode()


def test_there_are_no_rules_of_a_game_that_is_not_here(client: Client) -> None:
    """The address holds a slug that anybody can type."""
    assert client.get(reverse("rules", args=["bridge"])).status_code == 404


def test_the_about_page_says_whose_the_game_is(client: Client) -> None:
    """Unofficial; the names belong to their owners."""
    page = client.get(reverse("about")).content.decode()
    assert "Bruno Cathala and Bruno Faidutti" in page
    assert "unofficial" in page
