"""Browsers parse the processed style sheets and scripts as their sources, and the title font has all our letters."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page

from chicago.web.static_files import joined, minified
from tests.site import ROOT

SOURCES = sorted(path for path in ROOT.glob("*/static/**/*") if path.suffix in (".css", ".js"))

COMMENT = re.compile(r"^\s*(//[^\n]*$|/\*.*?\*/)", re.MULTILINE | re.DOTALL)
"""A line comment in our scripts."""

RULES = """(css) => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(css);
  return [...sheet.cssRules].map((rule) => rule.cssText.replace(/\\s+/g, " ").replace(/([(,:]) | (?=[,)])/g, "$1"));
}"""
"""Each rule as parsed by the browser; spaces are normalized, because values with variables keep them."""

TOKENS = """(script) => {
  const body = script.replace(/\\bexport (?=const|async|function)/g, "");
  return Function(body).toString().replace(/\\s+/g, "");
}"""
"""The script as parsed by the browser, without white space and `export`; a syntax error is thrown."""

MISSING = """async (letters) => {
  await document.fonts.load("40px 'Back Room Deco'", letters);
  const pen = document.createElement("canvas").getContext("2d");
  const width = (letter, after) => {
    pen.font = `40px "Back Room Deco", ${after}`;
    return pen.measureText(letter).width;
  };
  return [...letters].filter((each) => width(each, "monospace") !== width(each, "serif")).join("");
}"""
"""The letters that are drawn by a fallback font."""


@pytest.fixture(scope="module")
def blank(browser: Browser) -> Iterator[Page]:
    page = browser.new_page()
    yield page
    page.close()


def test_every_rule_of_every_minified_style_sheet_is_the_source_s(blank: Page) -> None:
    sheets = {path.as_posix().partition("/static/")[2]: path for path in SOURCES if path.suffix == ".css"}
    assert len(sheets) > 10
    for name, path in sheets.items():
        source = joined(name, lambda each: sheets[each].read_bytes())
        sent = minified(name, source)
        assert len(sent) < len(source) * 0.9, path
        rules = blank.evaluate(RULES, source.decode())
        assert rules, path
        assert blank.evaluate(RULES, sent.decode()) == rules, path


def test_every_minified_script_is_the_source_without_comments_and_spaces(blank: Page) -> None:
    scripts = {path.as_posix().partition("/static/")[2]: path for path in SOURCES if path.suffix == ".js"}
    assert len(scripts) > 10
    for name, path in scripts.items():
        if ".min." in name:
            continue
        whole = joined(name, lambda each: scripts[each].read_bytes())
        source = COMMENT.sub("", whole.decode())
        sent = minified(name, whole).decode()
        assert len(sent) < len(source), path
        assert blank.evaluate(TOKENS, sent) == blank.evaluate(TOKENS, source), path


def test_minified_libraries_are_left_unchanged() -> None:
    vendored = next(Path(ROOT, "chicago/static/vendor").glob("*.min.js"))
    assert minified(vendored.name, vendored.read_bytes()) == vendored.read_bytes()


def test_the_face_of_titles_has_every_capital_of_our_languages(visit: Callable[..., Page]) -> None:
    texts = "".join(path.read_text() for path in ROOT.glob("chicago/locale/*/LC_MESSAGES/*.po"))
    letters = {letter for letter in texts.upper() if letter.isalnum()}
    assert {"A", "Z", "7", "Ś", "Ą", "Œ", "Ç", "Å", "Ö"} <= letters
    page = visit("/about/")
    assert page.evaluate(MISSING, "".join(sorted(letters))) == ""
    assert page.evaluate(MISSING, "ČЖ") == "Ж"
