"""What only the eye finds: numbers and words in one piece, what is hidden under forced colours, print, capitals."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.driver import card
from tests.browser.sentences import Telling
from tests.browser.themes import LOOKS, NARROWEST
from tests.site import Site

Visit = Callable[..., Page]
Shot = Callable[[Page, str], Path]

PHONE = LOOKS["390-light"] | {"is_mobile": True}

LINES = """(element) => {
  const range = document.createRange();
  range.selectNodeContents(element);
  return new Set([...range.getClientRects()].filter((box) => box.width).map((box) => Math.round(box.top))).size;
}"""

BROKEN = """() => {
  const found = [], range = document.createRange();
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const text = texts.currentNode;
    if (text.parentElement.closest(".vh, script, textarea") || !text.parentElement.checkVisibility()) continue;
    for (const word of text.data.matchAll(/[\\p{L}\\p{N}()]+/gu)) {
      range.setStart(text, word.index);
      range.setEnd(text, word.index + word[0].length);
      const tops = new Set([...range.getClientRects()].map((box) => Math.round(box.top)));
      if (tops.size > 1) found.push(word[0]);
    }
  }
  return found;
}"""
"""Words of which one part stands on another line than the rest."""


HIGH = """([selector, letter]) => [...document.querySelectorAll(selector)].filter(
  (each) => each.checkVisibility()
).map((each) => {
  const range = document.createRange(), style = getComputedStyle(each), box = each.getBoundingClientRect();
  const pen = document.createElement("canvas").getContext("2d");
  range.selectNodeContents(each.firstChild);
  pen.font = `${style.fontWeight} ${style.fontSize} ${style.fontFamily}`;
  const drawn = pen.measureText(letter), line = range.getClientRects()[0];
  const baseline = line.top + (line.height - drawn.fontBoundingBoxAscent - drawn.fontBoundingBoxDescent) / 2
    + drawn.fontBoundingBoxAscent;
  return (box.top + box.bottom) / 2 - (baseline - drawn.actualBoundingBoxAscent / 2);
})"""
"""How many pixels the middle of the capitals is above the middle of each of their boxes."""

DEEP = """() => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(`@font-face {
    font-family: Futura; src: local("Liberation Sans Bold"), local("DejaVu Sans Bold"), local("Arial Bold");
    ascent-override: 80%; descent-override: 60%;
  }`);
  document.adoptedStyleSheets = [sheet];
  return document.fonts.load("800 16px Futura").then((faces) => faces.length);
}"""
"""A deco face with a tall descent, as URW Gothic has it: the first of our list is that."""


def in_one_line(numbers: Locator) -> None:
    """Each of the numbers, which are the last text of their elements, stands on one line."""
    for number in numbers.all():
        lines = number.evaluate(f"(each) => ({LINES})(each.lastChild)")
        assert lines == 1, f"{number.inner_text()!r} stands on {lines} lines"


def test_a_score_of_two_digits_is_one_number(site: Site, visit: Visit, shot: Shot) -> None:
    """Beside a name of any length, on a phone."""
    telling = Telling(site, "swedish-short")
    telling.skip_to(lambda move: max(telling.state.scores) >= 10)
    page = visit(telling.address, telling.record.seats[0], locale="sv-SE", **PHONE)
    page.locator(".tp__who b").evaluate_all("all => all.forEach((each) => { each.textContent = 'W'.repeat(30); })")
    for width in (390, NARROWEST):
        page.set_viewport_size({"width": width, "height": 844})
        expect(page.locator(".tp__who .num")).to_have_count(2)
        in_one_line(page.locator(".tp__who .num"))
        in_one_line(page.locator(".track .num"))
    shot(page, "craft-scores")


def test_words_stay_whole(site: Site, visit: Visit, shot: Shot) -> None:
    """On buttons, in the heads of tables and on the seats, in languages with long words."""
    poker = Telling(site)
    poker.skip_to(lambda move: move.number > 60)
    found = {}
    for locale in LOCALES:
        page = visit(poker.address, poker.record.seats[poker.state.active], locale=locale, **PHONE)
        found |= broken(page, f"poker in {locale}")
    swedish = Telling(site, "swedish-six")
    swedish.skip_to(lambda move: move.verb == "play")
    pages = {locale: visit(swedish.address, swedish.record.seats[0], locale=locale, **PHONE) for locale in LOCALES}
    for locale, page in pages.items():
        found |= broken(page, f"swedish in {locale}")
    swedish.skip()
    for locale, page in pages.items():
        page.goto(f"{swedish.address}?shown={COMPARED}")
        page.locator(".stairs thead th:not(:first-child)").evaluate_all(NAMED)
        found |= broken(page, f"the stage in {locale}")
        shot(page, f"craft-stage-{locale}")
    assert not found, found


LOCALES = ("en-GB", "pl-PL", "fr-FR")
COMPARED = 66
"""The move of the game of six after which hands are compared stage by stage."""

NAMED = "all => all.forEach((each, n) => { each.textContent = `computer ${n} (steady)`; })"


def broken(page: Page, name: str) -> dict[str, list[str]]:
    """What is broken there, by name and width."""
    found = {}
    for width in (390, NARROWEST):
        page.set_viewport_size({"width": width, "height": 844})
        if words := page.evaluate(BROKEN):
            found[f"{name} at {width}"] = words
    return found


@pytest.fixture
def tie(site: Site) -> tuple[str, str, list[str]]:
    """A table at which a reinforcement is asked: its address, who is asked, and what that player may send."""
    telling = Telling(site)
    move = telling.skip_to(lambda move: move.verb == "send")
    sends = [each.split()[1] for each in telling.state.legal_moves(move.seat) if each.startswith("send ")]
    return telling.address, telling.record.seats[move.seat], sends


@pytest.mark.parametrize("scripts", [True, False])
def test_a_tie_on_a_phone(tie: tuple[str, str, list[str]], visit: Visit, shot: Shot, scripts: bool) -> None:
    """The hand stays within the thumb's reach; a refusal stands beside the button that was pressed."""
    address, name, sends = tie
    page = visit(address, name, **PHONE, java_script_enabled=scripts)
    send = page.locator(".sendoff button[value='send *']")
    expect(send).to_be_in_viewport(ratio=1)
    expect(page.locator(".sendoff .hc").first).to_be_in_viewport(ratio=1)
    expect(send).to_have_accessible_name("Choose a gangster to send")
    pale = send.evaluate("each => getComputedStyle(each).backgroundColor")
    send.tap()
    refusal = page.locator(".sendoff .refused")
    expect(refusal).to_be_in_viewport(ratio=1)
    expect(send).to_be_in_viewport(ratio=1)
    expect(send).to_have_accessible_description(refusal.inner_text())
    shot(page, f"craft-tie-{scripts}")
    card(page, sends[0]).tap()
    expect(send).to_have_accessible_name("Send the chosen gangster")
    assert send.evaluate("each => getComputedStyle(each).backgroundColor") != pale
    shot(page, f"craft-tie-chosen-{scripts}")
    send.tap()
    expect(send).to_have_count(0)


def test_a_refusal_stands_in_the_tray(site: Site, visit: Visit, shot: Shot) -> None:
    """In the game with tricks a card must be chosen too."""
    telling = Telling(site, "swedish-short")
    move = telling.skip_to(lambda move: move.verb == "play")
    page = visit(telling.address, telling.record.seats[move.seat], **PHONE)
    play = page.locator(".swtray button[value='play *']")
    pale = play.evaluate("each => getComputedStyle(each).backgroundColor")
    play.tap()
    expect(page.locator(".tray .refused")).to_be_in_viewport(ratio=1)
    shot(page, "craft-refused-in-tray")
    card(page, move.text.split()[1]).tap()
    assert play.evaluate("each => getComputedStyle(each).backgroundColor") != pale


LOOK = """(each) => {
  const style = getComputedStyle(each);
  return [style.borderStyle, style.backgroundImage, style.backgroundColor].join();
}"""


def test_hidden_is_not_empty_under_forced_colours(site: Site, visit: Visit, shot: Shot) -> None:
    """A back, one's own face-down card, an open card and an empty place look different from each other."""
    telling = Telling(site)
    telling.skip_to(lambda move: move.number > 60)
    page = visit(telling.address, telling.record.seats[telling.state.active], forced_colors="active")
    rivals = page.locator(".rail:not(.rail--you)")
    kinds = (
        rivals.locator(".pc--back").first,
        page.locator(".rail--you .pc--peek").first,
        page.locator(".rail--you .pc:not(.pc--peek)").first,
        page.locator(".slot--empty").first,
    )
    assert len({kind.evaluate(LOOK) for kind in kinds}) == 4
    said = "each => getComputedStyle(each, '::before').content.replaceAll('\"', '')"
    assert rivals.locator(".pc--back").first.evaluate(said) == "hidden"
    up, down = (page.locator(f".rule i.{way}").first.evaluate(LOOK) for way in "ud")
    assert up != down
    shot(page, "craft-forced-colours")


def test_print_is_the_table_on_white(site: Site, visit: Visit, shot: Shot) -> None:
    """Whatever the screen's colours: no tray, no navigation, no ground."""
    telling = Telling(site)
    telling.skip_to(lambda move: move.number > 60)
    page = visit(telling.address, telling.record.seats[telling.state.active], color_scheme="dark")
    page.emulate_media(media="print")
    for hidden in (".tray", ".nav", ".foot"):
        expect(page.locator(hidden)).to_be_hidden()
    style = "() => ['backgroundColor', 'color'].map((each) => getComputedStyle(document.body)[each])"
    ground, ink = page.evaluate(style)
    assert ground == "rgb(255, 255, 255)"
    assert ink == "rgb(0, 0, 0)"
    assert page.evaluate("() => getComputedStyle(document.body).backgroundImage") == "none"
    shot(page, "craft-print")


def test_capitals_stand_in_the_middle(site: Site, visit: Visit, shot: Shot) -> None:
    """In round monograms, on the ladder's cards and in the banner, whatever the face's descent."""
    telling = Telling(site)
    telling.skip_to(lambda move: move.number > 60)
    page = visit(telling.address, telling.record.seats[telling.state.active])
    assert page.evaluate(DEEP) == 1
    for selector, letter in ((".mono", "T"), (".ladder .eg i", "9")):
        high: list[Any] = page.evaluate(HIGH, [selector, letter])
        assert high, selector
        assert max(map(abs, high)) < 1, (selector, high)
    banner = page.locator(".status")
    middle = banner.evaluate("each => { const box = each.getBoundingClientRect(); return (box.top + box.bottom) / 2; }")
    (high,) = page.evaluate(HIGH, [".status h1", "M"])
    box = page.locator(".status h1").bounding_box()
    assert box is not None
    assert abs(middle - (box["y"] + box["height"] / 2) + high) < 1.5
    shot(page, "craft-capitals")
