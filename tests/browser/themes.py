"""Viewports and colour schemes of the browser tests: a desktop in dark mode, a phone in light mode."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from playwright.sync_api import Locator, Page

CheckPage = Callable[[Page, str], None]
"""``check_page(page, name)``: see the fixture."""

VIEWPORTS: dict[str, dict[str, Any]] = {
    "1280-dark": {"width": 1280, "height": 900, "color_scheme": "dark", "reduced_motion": "reduce"},
    "390-light": {"width": 390, "height": 844, "color_scheme": "light", "reduced_motion": "reduce", "has_touch": True},
}
"""Options of ``visit`` by the suffix of their screenshots. Motion is reduced, so that screenshots are stable."""

DESKTOP = VIEWPORTS["1280-dark"]

NARROWEST = 320
TAP = 44
"""The smallest size of a touch target, in pixels."""

SCROLLS = "() => [document.documentElement.scrollWidth, document.documentElement.clientWidth]"


def emulate(page: Page, how: dict[str, Any]) -> None:
    """Switch an open page to one of VIEWPORTS."""
    page.set_viewport_size({"width": how["width"], "height": how["height"]})
    page.emulate_media(color_scheme=how["color_scheme"], reduced_motion=how["reduced_motion"])


def assert_fits(page: Page) -> None:
    """Assert that the page does not scroll sideways; a phone's page also at NARROWEST."""
    size = page.viewport_size
    assert size is not None
    narrower = [NARROWEST] if size["width"] < 700 else []
    for width in [size["width"], *narrower]:
        if narrower:
            page.set_viewport_size({"width": width, "height": size["height"]})
        inside, room = page.evaluate(SCROLLS)
        assert inside <= room, f"{page.url} is {inside} wide at {room}"
    if narrower:
        page.set_viewport_size(size)


def too_small(targets: Locator) -> list[str]:
    """Return descriptions of the visible targets that are smaller than TAP."""
    found = []
    for target in targets.locator("visible=true").all():
        box = target.bounding_box()
        if box is not None and (box["width"] < TAP - 0.5 or box["height"] < TAP - 0.5):
            found.append(f"{target.inner_text()!r}: {box['width']:.0f} × {box['height']:.0f}")
    return found
