"""The rules pages, which the log links to, and the about page."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from itertools import groupby
from pathlib import Path

import pytest
from django.test import Client
from django.urls import reverse
from django.utils.html import escape

from games import rules
from games.presentation import log, narration
from games.rules import RULES
from tests.presentation.narrators import ended, narrator

every_game = pytest.mark.parametrize("variant", RULES)
POKER = {"chicago_poker", "swedish_chicago"}
"""Games of poker hands, whose rules pages rank them."""


def rules_page(client: Client, variant: str) -> str:
    return client.get(reverse("rules", args=[variant])).content.decode()


def rules_ids(client: Client, variant: str) -> list[str]:
    return re.findall(r'id="(p-[0-9-]+)"', rules_page(client, variant))


def cited(package: Path) -> Iterator[str]:
    """Yield the paragraphs cited in the rules' source: all numeric strings passed to a call.

    Values of Option and Choice are excluded.
    """
    for path in package.glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and ast.unparse(node.func) not in ("Option", "Choice"):
                for argument in node.args:
                    value = argument.value if isinstance(argument, ast.Constant) else None
                    if isinstance(value, str) and re.fullmatch(r"\d+(\.\d+)?", value):
                        yield value


@every_game
def test_every_cited_paragraph_is_on_the_rules_page(client: Client, variant: str) -> None:
    package = Path(rules.__file__ or "").parent / variant
    anchors = {log.LogEntry("", narrator().html(ended(0)), False, paragraph).anchor for paragraph in cited(package)}
    assert anchors
    assert anchors <= set(rules_ids(client, variant))


@every_game
def test_the_rules_page_has_every_paragraph_once_and_in_order(client: Client, variant: str) -> None:
    """Sections are numbered from 1 without gaps, and so are the paragraphs of each section."""
    ids = rules_ids(client, variant)
    sections = [list(each) for _, each in groupby(ids, lambda id: id.split("-")[1])]
    assert ids == [id for number, section in enumerate(sections, 1) for id in numbered(number, len(section))]


def numbered(section: int, size: int) -> list[str]:
    return [f"p-{section}", *(f"p-{section}-{paragraph}" for paragraph in range(1, size))]


@every_game
def test_the_contents_link_to_every_section(client: Client, variant: str) -> None:
    sections = [id for id in rules_ids(client, variant) if id.count("-") == 1]
    assert re.findall(r'<li>\s*<a href="#(p-\d+)">', rules_page(client, variant)) == sections


@every_game
def test_the_rules_page_shows_the_hand_rankings(client: Client, variant: str) -> None:
    """Each hand of the ranking has an example in pictures and in words."""
    page = rules_page(client, variant)
    rankings = narration.hand_rankings(narration.Narrator(RULES[variant], {}, None))
    assert rankings or variant not in POKER
    assert len(rankings) == page.count('class="hand-rank__cards"')
    for ranking in rankings:
        assert escape(ranking.name) in page
        assert escape(ranking.help) in page
        assert f'aria-label="{escape(ranking.label)}"' in page


def test_the_rules_of_swedish_chicago_explain_each_option(client: Client) -> None:
    """Rule 7 has the same texts and choices as the form that opens a table."""
    page = rules_page(client, "swedish_chicago")
    for option in RULES["swedish_chicago"].engine.OPTIONS:
        assert f"<b>{escape(option.label)}.</b> {escape(option.help)}" in page
        assert all(escape(choice.label) in page for choice in option.choices)


def test_the_rules_of_an_unknown_game_are_not_found(client: Client) -> None:
    """The variant in the URL is user input, and may be unknown."""
    assert client.get(reverse("rules", args=["bridge"])).status_code == 404


def test_the_about_page_names_the_authors(client: Client) -> None:
    """The page also states that the site is unofficial."""
    page = client.get(reverse("about")).content.decode()
    assert "Bruno Cathala and Bruno Faidutti" in page
    assert "unofficial" in page
    assert "Nobody owns it" in page
