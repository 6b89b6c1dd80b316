"""Visual details: unbroken words and numbers, forced colours, print, alignment of capitals."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from games.rules import RULES
from tests.browser.driver import card
from tests.browser.layout_faults import layout_faults
from tests.browser.recorded_game import RecordedGame
from tests.browser.themes import NARROWEST, VIEWPORTS
from tests.combinations import every
from tests.site import Site

Visit = Callable[..., Page]
Shot = Callable[[Page, str], Path]

PHONE = VIEWPORTS["390-light"] | {"is_mobile": True}

LINES = """(element) => {
  const range = document.createRange();
  range.selectNodeContents(element);
  return new Set([...range.getClientRects()].filter((box) => box.width).map((box) => Math.round(box.top))).size;
}"""

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
"""For each element, by how many pixels the middle of its capitals is above the middle of its box."""

DEEP = """() => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(`@font-face {
    font-family: Futura; src: local("Liberation Sans Bold"), local("DejaVu Sans Bold"), local("Arial Bold");
    ascent-override: 80%; descent-override: 60%;
  }`);
  document.adoptedStyleSheets = [sheet];
  return document.fonts.load("800 16px Futura").then((faces) => faces.length);
}"""
"""Replaces the first font of the stack by one with a tall descent, like URW Gothic."""


def in_one_line(numbers: Locator) -> None:
    """Assert that the number at the end of each element is on one line."""
    for number in numbers.all():
        lines = number.evaluate(f"(each) => ({LINES})(each.lastChild)")
        assert lines == 1, f"{number.inner_text()!r} stands on {lines} lines"


def test_a_refusal_in_the_tray_and_scores_of_two_digits(site: Site, visit: Visit, shot: Shot) -> None:
    recorded = RecordedGame(site, "swedish-short")
    move = recorded.advance_to(lambda move: move.verb == "play")
    page = visit(recorded.address, recorded.record.seats[move.seat], locale="sv-SE", **PHONE)
    play = page.locator(".swedish-tray button[value='play *']")
    pale = play.evaluate("each => getComputedStyle(each).backgroundColor")
    play.tap()
    expect(page.locator(".tray .refused")).to_be_in_viewport(ratio=1)
    shot(page, "craft-refused-in-tray")
    card(page, move.text.split()[1]).tap()
    assert play.evaluate("each => getComputedStyle(each).backgroundColor") != pale
    recorded.advance_to(lambda move: max(recorded.state.scores) >= 10)
    page.goto(recorded.address)
    scores_stay_in_one_line(page)
    shot(page, "craft-scores")


def scores_stay_in_one_line(page: Page) -> None:
    page.locator(".player__name b").evaluate_all("all => all.forEach((each) => { each.textContent = 'W'.repeat(30); })")
    for width in (390, NARROWEST):
        page.set_viewport_size({"width": width, "height": 844})
        expect(page.locator(".player__name .num")).to_have_count(2)
        in_one_line(page.locator(".player__name .num"))
        in_one_line(page.locator(".track .num"))


@pytest.mark.whole
def test_words_stay_whole(site: Site, visit: Visit, shot: Shot) -> None:
    """Check buttons, table headers and seats in languages with long words."""
    poker = RecordedGame(site)
    poker.advance_to(lambda move: move.number > SHOT)
    found = {}
    for locale in LOCALES:
        page = visit(poker.address, poker.record.seats[poker.state.active], locale=locale, **PHONE)
        found |= broken(page, f"poker in {locale}")
        page.goto(f"{poker.address}?shown={SHOT}")
        named(page, ".reveal-row__who > span:last-child")
        found |= broken(page, f"the shootout in {locale}", DESK_WIDTH)
    swedish = RecordedGame(site, "swedish-six")
    swedish.advance_to(lambda move: move.verb == "play")
    pages = {locale: visit(swedish.address, swedish.record.seats[0], locale=locale, **PHONE) for locale in LOCALES}
    for locale, page in pages.items():
        found |= broken(page, f"swedish in {locale}")
    swedish.advance()
    for locale, page in pages.items():
        page.goto(f"{swedish.address}?shown={COMPARED}")
        named(page, ".reveal-row__who > span:last-child")
        found |= broken(page, f"the stage in {locale}", DESK_WIDTH)
        shot(page, f"craft-stage-{locale}")
    assert not found, found


LOCALES = every(("pl-PL", "en-GB", "fr-FR", "sv-SE"), 2)
COMPARED = 66
"""The move of swedish-six after which hands are compared in stages."""

SHOT = 63
"""The move of two-people after which a shootout is staged."""

DESK_WIDTH = 1280
NAMED = """(all) => all.forEach((each) => {
  each.innerHTML = `<span class="computer"><span class="computer__name">Dora</span>
    <svg class="computer__mark"></svg><span class="computer__strength">Débutant</span></span>`;
})"""


def named(page: Page, places: str) -> None:
    found = page.locator(places)
    expect(found).not_to_have_count(0)
    found.evaluate_all(NAMED)


def broken(page: Page, name: str, *more: int) -> dict[str, list[str]]:
    """Return the page's broken words, by name and width: a phone's, the narrowest, and ``more``."""
    found = {}
    for width in (*more, 390, NARROWEST):
        page.set_viewport_size({"width": width, "height": 844})
        if words := layout_faults(page, "broken"):
            found[f"{name} at {width}"] = words
    return found


def test_a_tie_on_a_phone(site: Site, visit: Visit, shot: Shot) -> None:
    """The hand stays in the lower half, and a refusal appears beside the button, also without JavaScript."""
    recorded = RecordedGame(site)
    move = recorded.advance_to(lambda move: move.verb == "send")
    code = next(each.split()[1] for each in recorded.state.legal_moves(move.seat) if each.startswith("send "))
    for scripts in (False, True):
        page = visit(recorded.address, recorded.record.seats[move.seat], **PHONE, java_script_enabled=scripts)
        send = page.locator(".reinforcement button[value='send *']")
        expect(send).to_be_in_viewport(ratio=1)
        expect(page.locator(".reinforcement .hand")).to_be_in_viewport(ratio=1)
        for part in (send, page.locator(".reinforcement .hand")):
            box = part.bounding_box()
            assert box and box["y"] > PHONE["height"] / 2
        expect(send).to_have_accessible_name("Choose a gangster to send")
        pale = send.evaluate("each => getComputedStyle(each).backgroundColor")
        send.tap()
        refusal = page.locator(".reinforcement .refused")
        expect(refusal).to_be_in_viewport(ratio=1)
        expect(send).to_be_in_viewport(ratio=1)
        shot(page, f"craft-tie-{scripts}")
        card(page, code).tap()
        expect(send).to_have_accessible_name("Send the chosen gangster")
        assert send.evaluate("each => getComputedStyle(each).backgroundColor") != pale
        shot(page, f"craft-tie-chosen-{scripts}")
    send.tap()
    expect(send).to_have_count(0)


OUTLINES = """all => all.map((each) => parseFloat(getComputedStyle(each).outlineWidth) *
  (getComputedStyle(each).outlineStyle !== "none"))"""

LOOK = """(each) => {
  const style = getComputedStyle(each);
  return [style.borderStyle, style.backgroundImage, style.backgroundColor].join();
}"""


def test_forced_colours_print_and_capitals(site: Site, visit: Visit, shot: Shot) -> None:
    recorded = RecordedGame(site)
    recorded.advance_to(lambda move: move.number > 60)
    page = visit(recorded.address, recorded.record.seats[recorded.state.active], color_scheme="dark")
    page.emulate_media(media="print")
    print_is_the_table_on_white(page)
    shot(page, "craft-print")
    page.emulate_media(forced_colors="active", media="screen")
    hidden_is_not_empty(page)
    chosen_is_outlined(page)
    shot(page, "craft-forced-colours")
    page.emulate_media(forced_colors="none")
    capitals_are_centred(page)
    shot(page, "craft-capitals")


@pytest.mark.parametrize("variant", every(list(RULES), 2))
def test_the_rules_are_printed_whole_on_white(visit: Visit, shot: Shot, variant: str) -> None:
    page = visit(f"/rules/{variant}/", color_scheme="dark")
    paragraphs = page.locator(".paragraph[id]").count()
    page.emulate_media(media="print")
    for hidden in (".nav", ".foot", ".toc"):
        expect(page.locator(hidden)).to_be_hidden()
    assert paragraphs == page.locator(".paragraph[id]:visible").count() > 0
    assert page.evaluate("() => getComputedStyle(document.body).backgroundColor") == "rgb(255, 255, 255)"
    assert page.locator(".paragraph").first.evaluate("each => getComputedStyle(each).breakInside") == "avoid"
    shot(page, f"craft-print-{variant}")


def hidden_is_not_empty(page: Page) -> None:
    """Check that a back, the player's own face-down card, an open card and an empty place look different."""
    rivals = page.locator(".rail:not(.rail--you)")
    kinds = (
        rivals.locator(".playing-card--back").first,
        page.locator(".rail--you .playing-card--peek").first,
        page.locator(".rail--you .playing-card:not(.playing-card--peek)").first,
        page.locator(".slot--empty").first,
    )
    assert len({kind.evaluate(LOOK) for kind in kinds}) == 4
    content = "each => getComputedStyle(each, '::before').content.replaceAll('\"', '')"
    assert rivals.locator(".playing-card--back").first.evaluate(content) == "hidden"
    up, down = (page.locator(f".facing i.{way}").first.evaluate(LOOK) for way in "ud")
    assert up != down
    expect(rivals.locator(".playing-card--back").first).to_have_css("background-image", re.compile("gradient|url"))
    expect(kinds[2]).to_have_css("background-image", "none")
    expect(kinds[3]).to_have_css("border-style", "dashed")


def chosen_is_outlined(page: Page) -> None:
    page.locator(".tray label:has(input[data-kind])").first.click()
    outlines = sorted(page.locator(".tray .hand-card__face").evaluate_all(OUTLINES))
    assert outlines[-1] >= 3 and not any(outlines[:-1])


def print_is_the_table_on_white(page: Page) -> None:
    """Check that only the board is printed, on white, in either colour scheme."""
    expect(page.locator(".board")).to_be_visible()
    assert page.locator("main :is(button, summary)").locator("visible=true").count() == 0
    for hidden in (".tray", ".nav", ".foot"):
        expect(page.locator(hidden)).to_be_hidden()
    style = "() => ['backgroundColor', 'color'].map((each) => getComputedStyle(document.body)[each])"
    background, ink = page.evaluate(style)
    assert background == "rgb(255, 255, 255)"
    assert ink == "rgb(0, 0, 0)"
    assert page.evaluate("() => getComputedStyle(document.body).backgroundImage") == "none"


def capitals_are_centred(page: Page) -> None:
    """Check capitals in monograms, on the ladder's cards and in the banner, with fonts of any descent."""
    assert page.evaluate(DEEP) == 1
    for selector, letter in ((".avatar", "T"), (".hand-rankings .example i", "9")):
        high: list[Any] = page.evaluate(HIGH, [selector, letter])
        assert high, selector
        assert max(map(abs, high)) < 1, (selector, high)
    banner = page.locator(".status")
    middle = banner.evaluate("each => { const box = each.getBoundingClientRect(); return (box.top + box.bottom) / 2; }")
    (high,) = page.evaluate(HIGH, [".status h1", "M"])
    box = page.locator(".status h1").bounding_box()
    assert box is not None
    assert abs(middle - (box["y"] + box["height"] / 2) + high) < 1.5
