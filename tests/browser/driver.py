"""Any move of the games made through the real page, the way a person does it."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from playwright.sync_api import Locator, Page, expect

LIMITS = {"raid": 3, "liquidation": 3, "bribery": 3}
"""How many taps an action may take; two where it is not said, and where cards are counted as few as it can be."""

MOST_TABS = 60
"""So many presses of Tab lead to everything of the table that is before or in the tray."""

Steps = Iterator[Locator]


def main(page: Page) -> Locator:
    """The part of a table's page that changes."""
    return page.locator("#main")


def card(page: Page, code: str) -> Locator:
    """A card in hand, as one sees it."""
    return page.locator(f"label:has(input[name=card][value='{code}'])")


def button(page: Page, move: str) -> Locator:
    """The button of a move in the tray, that one of two which this screen shows."""
    return page.locator(f".tray button[name=move][value='{move}'], .sendoff button[name=move][value='{move}']").locator(
        "visible=true"
    )


def version(page: Page) -> str:
    """Which table the page shows: changes with every move and draft."""
    return main(page).get_attribute("data-version") or ""


def tap(_page: Page, target: Locator) -> None:
    """With a finger or a mouse."""
    target.first.click()


def press(page: Page, target: Locator) -> None:
    """By keyboard alone: Tab leads there, the arrows choose among the cards in hand, Enter presses."""
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
    """Press Tab until the target has the focus, which then can be seen."""
    for _ in range(MOST_TABS):
        if target.first.evaluate("each => each === document.activeElement"):
            assert target.first.evaluate("each => each.matches(':focus-visible')")
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"Tab does not lead to {target}")


def _choose(page: Page, field: Locator) -> None:
    """Tab leads to one card of the hand, the arrows to the others."""
    group = page.locator("input[name=card]:enabled")
    for _ in range(MOST_TABS):
        if group.evaluate_all("all => all.includes(document.activeElement)"):
            break
        page.keyboard.press("Tab")
    page.keyboard.press("Space")
    for _ in range(group.count()):
        if field.is_checked():
            return
        page.keyboard.press("ArrowRight")
    raise AssertionError(f"the arrows do not lead to {field}")


def make(page: Page, move: str, way: Callable[[Page, Locator], None] = tap) -> None:
    """Make a move and wait until the page shows what came of it."""
    before, taps = version(page), 0
    verb, *words = move.split()
    for target in _STEPS[verb](page, words):
        way(page, target)
        taps += 1
    assert taps <= _limit(page, verb, words, taps), f"{move} took {taps} taps"
    expect(main(page)).not_to_have_attribute("data-version", before)


def undo(page: Page, way: Callable[[Page, Locator], None] = tap) -> None:
    """Take the last draft back."""
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
    """A gangster at a business, or a card to a trick."""
    code, *tile = words
    yield card(page, code)
    yield button(page, " ".join(["play *", *tile]))


def _exchange(page: Page, words: list[str]) -> Steps:
    """Cards are marked; the button knows how many."""
    cards = [word for word in words if word != "open"]
    for code in cards:
        yield card(page, code)
    yield button(page, "exchange open **" if "open" in words else "exchange **")


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
    yield page.locator(f"#{tile} a[href$='card={verb}&at={tile}&of={seat}']")
    yield button(page, f"{verb} {tile} {seat}")


def _limousine(page: Page, words: list[str]) -> Steps:
    """Where there is but one choice it is made already."""
    source, onto, *load = words
    yield page.locator("a.hc[href$='card=limousine']")
    expect(page.locator(".limo__from")).to_be_visible()
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
    yield page.locator("a.hc[href$='card=bribery']")
    yield page.locator(f"#d-{words[0]}")
    yield button(page, f"bribery {words[0]}")


def _resign(page: Page, words: list[str]) -> Steps:
    """In the log's dock, where nobody does it by mistake."""
    yield page.locator("#log summary").filter(has_text="Resign")
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
