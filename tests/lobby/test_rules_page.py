"""The rules page, where the log's links lead, and the about page."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.test import Client
from django.urls import reverse
from django.utils.html import escape

from games import rules
from games.rules import RULES
from games.table import narration
from tests.table.narrators import ended, narrator

PARAGRAPHS = {
    "chicago_poker": {1: 6, 2: 2, 3: 6, 4: 4, 5: 7, 6: 4, 7: 5, 8: 6, 9: 0, 10: 0},
    "swedish_chicago": {1: 5, 2: 4, 3: 5, 4: 3, 5: 4, 6: 4, 7: 6, 8: 0},
}
"""Per game: its rules' sections, each with the number of its paragraphs."""

every_game = pytest.mark.parametrize("slug", RULES)


def rules_page(client: Client, slug: str) -> str:
    return client.get(reverse("rules", args=[slug])).content.decode()


def rules_ids(client: Client, slug: str) -> list[str]:
    return re.findall(r'id="(p-[0-9-]+)"', rules_page(client, slug))


def cited(package: Path) -> Iterator[str]:
    """Every paragraph that the rules' source gives to an event, a refusal or a function that passes it on.

    The numbers that may be chosen as an option are none.
    """
    for path in package.glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and ast.unparse(node.func) not in ("Option", "Choice"):
                for argument in node.args:
                    value = argument.value if isinstance(argument, ast.Constant) else None
                    if isinstance(value, str) and re.fullmatch(r"\d+(\.\d+)?", value):
                        yield value


@every_game
def test_every_paragraph_that_is_cited_is_on_the_rules_page(client: Client, slug: str) -> None:
    """The log's links lead somewhere."""
    package = Path(rules.__file__ or "").parent / slug
    anchors = {narration.Entry("", narrator().html(ended(0)), False, paragraph).anchor for paragraph in cited(package)}
    assert {"p-4-2", "p-6-4"} <= anchors <= set(rules_ids(client, slug))


@every_game
def test_the_rules_page_has_every_paragraph_once_and_in_order(client: Client, slug: str) -> None:
    wanted = []
    for section, count in PARAGRAPHS[slug].items():
        wanted += [f"p-{section}", *(f"p-{section}-{number + 1}" for number in range(count))]
    assert rules_ids(client, slug) == wanted


@every_game
def test_the_contents_lead_to_every_section(client: Client, slug: str) -> None:
    page = rules_page(client, slug)
    assert re.findall(r'<li><a href="#p-(\d+)">', page) == [str(section) for section in PARAGRAPHS[slug]]


@pytest.mark.parametrize(
    ("slug", "rungs", "cards", "help"),
    [
        ("chicago_poker", 11, "Moon 8, Moon 9, Moon 10, Moon 11, and Moon 12", "Five of one value."),
        ("swedish_chicago", 9, "two of diamonds, three of spades", "7 points. Four of one rank."),
    ],
)
def test_the_rules_page_shows_the_ladder(client: Client, slug: str, rungs: int, cards: str, help: str) -> None:
    """What beats what, each with a picture in words too."""
    response = client.get(reverse("rules", args=[slug]))
    page = response.content.decode()
    assert len(response.context["ladder"]) == rungs == page.count('class="rh__c"')
    assert cards in page
    assert help in page


def test_the_rules_of_swedish_chicago_explain_each_option(client: Client) -> None:
    """7: in the words of the form that opens a table, with what may be chosen."""
    page = rules_page(client, "swedish_chicago")
    for option in RULES["swedish_chicago"].OPTIONS:
        assert f"<b>{escape(option.label)}.</b> {escape(option.help)}" in page
        assert all(escape(choice.label) in page for choice in option.choices)


def test_there_are_no_rules_of_a_game_that_is_not_here(client: Client) -> None:
    """The address holds a slug that anybody can type."""
    assert client.get(reverse("rules", args=["bridge"])).status_code == 404


def test_the_about_page_says_whose_the_game_is(client: Client) -> None:
    """Unofficial; the names belong to their owners."""
    page = client.get(reverse("about")).content.decode()
    assert "Bruno Cathala and Bruno Faidutti" in page
    assert "unofficial" in page
    assert "Nobody owns it" in page
