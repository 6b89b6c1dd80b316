"""How pages are looked at: on a desk in the dark, on a phone by day."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from playwright.sync_api import Locator, Page

Look = Callable[[Page, str], None]
"""Look at a page in each of the ways below, and call it so."""

LOOKS: dict[str, dict[str, Any]] = {
    "1280-dark": {"width": 1280, "height": 900, "color_scheme": "dark", "reduced_motion": "reduce"},
    "390-light": {"width": 390, "height": 844, "color_scheme": "light", "reduced_motion": "reduce", "has_touch": True},
}
"""By what their pictures are called after: the options of ``visit``. Nothing moves, so that no picture is half-way."""

AT_FIRST = LOOKS["1280-dark"]

NARROWEST = 320
TAP = 44
"""Pixels that a finger needs."""

SCROLLS = "() => [document.documentElement.scrollWidth, document.documentElement.clientWidth]"


def seen_as(page: Page, how: dict[str, Any]) -> None:
    """From now on the page is seen in one of those ways."""
    page.set_viewport_size({"width": how["width"], "height": how["height"]})
    page.emulate_media(color_scheme=how["color_scheme"], reduced_motion=how["reduced_motion"])


def fits(page: Page) -> None:
    """Nothing has to be scrolled sideways; on a phone not even on the narrowest."""
    size = page.viewport_size
    assert size is not None
    for width in {size["width"], NARROWEST if size["width"] < 700 else size["width"]}:
        page.set_viewport_size({"width": width, "height": size["height"]})
        inside, room = page.evaluate(SCROLLS)
        assert inside <= room, f"{page.url} is {inside} wide at {room}"
    page.set_viewport_size(size)


def too_small(targets: Locator) -> list[str]:
    """Those of the targets that can be seen, but not well be hit with a finger."""
    found = []
    for target in targets.locator("visible=true").all():
        box = target.bounding_box()
        if box is not None and (box["width"] < TAP - 0.5 or box["height"] < TAP - 0.5):
            found.append(f"{target.inner_text()!r}: {box['width']:.0f} × {box['height']:.0f}")
    return found
