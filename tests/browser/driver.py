"""Make any move of the games through the page, as a user does."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from playwright.sync_api import Locator, Page, expect

LIMITS = {"raid": 3, "liquidation": 3, "bribery": 3, "resign": 3}
"""The maximum number of taps for a move, by verb. Other verbs take two, or as many as the move has cards."""

MOST_TABS = 60
"""Presses of Tab that are enough to reach any control up to and in the tray."""

POLL = 15_000
"""Milliseconds after which a page without a socket polls (wait.poll in socket.js)."""

MENU = "Menu of this table"

Steps = Iterator[Locator]


def main(page: Page) -> Locator:
    """Return the part of a table's page that changes."""
    return page.locator("#main")


def card(page: Page, code: str) -> Locator:
    return page.locator(f"label:has(input[name=card][value='{code}'])")


def button(page: Page, move: str) -> Locator:
    """Return the visible button of a move in the tray."""
    return page.locator(
        f".tray button[name=move][value='{move}'], .reinforcement button[name=move][value='{move}']"
    ).locator("visible=true")


def version(page: Page) -> str:
    """Return the version that the page shows, which changes with every move and draft."""
    return main(page).get_attribute("data-version") or ""


def open_menu(page: Page) -> Locator:
    """Open the table's menu, unless it is open, and return it."""
    menu = page.get_by_role("group", name="This table")
    if not menu.is_visible():
        page.get_by_role("button", name=MENU).click()
    expect(menu).to_be_visible()
    return menu


def without_socket(page: Page) -> None:
    """Reload the page without its socket, and with a clock that the test can advance."""
    page.route_web_socket(re.compile("/ws/"), lambda socket: socket.close())
    page.clock.install()
    page.reload()


def tap(_page: Page, target: Locator) -> None:
    target.first.click()


def press(page: Page, target: Locator) -> None:
    """Press by keyboard only: Tab moves there, arrows choose a card in hand, Enter presses."""
    field = target.locator("input") if target.first.evaluate("each => each.tagName") == "LABEL" else target
    kind = field.get_attribute("type")
    if kind == "radio":
        _choose(page, field)
    elif kind == "checkbox":
        tab_to(page, field)
        page.keyboard.press("Space")
    else:
        tab_to(page, field)
        page.keyboard.press("Enter")


def tab_to(page: Page, target: Locator) -> None:
    """Press Tab until the target has a visible focus. Raise `AssertionError` if it never has."""
    for _ in range(MOST_TABS):
        if target.first.evaluate("each => each === document.activeElement"):
            assert target.first.evaluate("each => each.matches(':focus-visible')")
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"Tab does not lead to {target}")


def _choose(page: Page, field: Locator) -> None:
    """Choose a card by keyboard. An update may redraw the hand between two presses and swallow one of them."""
    group = page.locator("input[name=card]:enabled")
    _tab_into(page, group)
    page.keyboard.press("Space")
    for _ in range(2 * group.count()):
        if field.is_checked():
            return
        _tab_into(page, group)
        page.keyboard.press("ArrowRight")
    raise AssertionError(f"the arrows do not lead to {field}")


def _tab_into(page: Page, group: Locator) -> None:
    """Press Tab until one of the group has the focus."""
    for _ in range(MOST_TABS):
        if group.evaluate_all("all => all.includes(document.activeElement)"):
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"Tab does not lead to {group}")


STAGE = "#playback-stage[open]"


def leave_stages(page: Page) -> None:
    """Press *Continue* at each stage from now on.

    Click without waiting: the stage may have closed in the meantime, and Playwright would wait for its button.
    """
    stage = page.locator(STAGE)
    press_all = "found => found.forEach(each => each.click())"
    go_on = stage.locator("[data-playback=go-on]")
    page.add_locator_handler(stage, lambda: go_on.evaluate_all(press_all), no_wait_after=True)


def read_stages(page: Page) -> None:
    expect(page.locator("body:not([data-playing=stages])")).to_be_attached()


def make(page: Page, move: str, way: Callable[[Page, Locator], None] = tap) -> None:
    read_stages(page)
    _plan_nothing(page)
    before, taps = version(page), 0
    verb, *words = move.split()
    for target in _STEPS[verb](page, words):
        way(page, target)
        taps += 1
    assert taps <= _limit(page, verb, words, taps), f"{move} took {taps} taps"
    expect(main(page)).not_to_have_attribute("data-version", before)


def _plan_nothing(page: Page) -> None:
    """Choose to be asked about what follows the move, so that every later move is made on the page."""
    to_be_asked = page.locator(".plan-then label:has([value=''])")
    if to_be_asked.count():
        to_be_asked.click()


def undo(page: Page, way: Callable[[Page, Locator], None] = tap) -> None:
    before = version(page)
    way(page, page.locator("button.undo"))
    expect(main(page)).not_to_have_attribute("data-version", before)


def _limit(page: Page, verb: str, words: list[str], taps: int) -> int:
    if verb == "exchange":
        return 1 + len(words)
    return 4 + len(words[2:]) if verb == "limousine" else LIMITS.get(verb, 2)


def _at_once(verb: str) -> Callable[[Page, list[str]], Steps]:
    def steps(page: Page, words: list[str]) -> Steps:
        yield button(page, verb)

    return steps


def _play(page: Page, words: list[str]) -> Steps:
    code, *tile = words
    yield card(page, code)
    yield button(page, " ".join(["play *", *tile]))


def _exchange(page: Page, words: list[str]) -> Steps:
    """Choose the cards and press the button, which counts them."""
    cards = [word for word in words if word != "open"]
    for code in cards:
        yield card(page, code)
    yield button(page, "exchange open **" if "open" in words else "exchange **" if cards else "exchange")


def _send(page: Page, words: list[str]) -> Steps:
    yield card(page, words[0])
    yield button(page, "send *")


def _revolver(page: Page, words: list[str]) -> Steps:
    yield card(page, "revolver")
    yield button(page, "revolver")


def _raid(page: Page, words: list[str]) -> Steps:
    yield card(page, "raid1").or_(card(page, "raid2")).first
    yield from _aimed(page, "raid", words)


def _liquidation(page: Page, words: list[str]) -> Steps:
    yield card(page, "liquidation")
    yield from _aimed(page, "liquidation", words)


def _aimed(page: Page, verb: str, words: list[str]) -> Steps:
    tile, seat = words
    target = page.locator(f"#{tile} .play-target--{verb}:is([href$='&of={seat}'], [value$=' {seat}'])")
    if target.get_attribute("href"):
        yield target
    yield button(page, f"{verb} {tile} {seat}")


def _limousine(page: Page, words: list[str]) -> Steps:
    """Yield the steps of a limousine. The page makes choices that have a single option."""
    source, onto, *load = words
    yield page.locator("a.hand-card[href$='card=limousine']")
    expect(page.locator(".limousine__from")).to_be_visible()
    yield from _unless_chosen(page, f"#from-{source}")
    for code in load:
        yield from _unless_chosen(page, f"#car-{code}")
    yield from _unless_chosen(page, f"#to-{onto}")
    yield button(page, f"limousine {source} {onto} {' '.join(load)}")


def _unless_chosen(page: Page, step: str) -> Steps:
    if page.locator(f"{step}[aria-current]").count() == 0:
        yield page.locator(step)
    expect(page.locator(f"{step}[aria-current]")).to_be_visible()


def _bribery(page: Page, words: list[str]) -> Steps:
    yield page.locator("a.hand-card[href$='card=bribery']")
    yield page.locator(f"#d-{words[0]}")
    yield button(page, f"bribery {words[0]}")


def _resign(page: Page, words: list[str]) -> Steps:
    """Yield the steps to resign, which the table's menu folds away to prevent mistakes."""
    yield page.get_by_role("button", name=MENU)
    yield page.locator("#menu summary").filter(has_text="Resign")
    yield page.get_by_role("button", name="Resign for good")


_STEPS: dict[str, Callable[[Page, list[str]], Steps]] = {
    "draw": _at_once("draw"),
    "end": _at_once("end"),
    "decline": _at_once("decline"),
    **{verb: _at_once(verb) for verb in ("take", "refuse", "announce", "pass", "score", "reset", "declare")},
    "exchange": _exchange,
    "play": _play,
    "send": _send,
    "revolver": _revolver,
    "raid": _raid,
    "liquidation": _liquidation,
    "limousine": _limousine,
    "bribery": _bribery,
    "resign": _resign,
}
