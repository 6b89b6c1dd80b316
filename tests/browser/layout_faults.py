"""Layout faults of a page: sideways scrolling; elements that are cut, off the screen, broken, too wide or covered."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import Page

FAULTS = (Path(__file__).parent / "layout_faults.js").read_text(encoding="utf-8")
BREAKABLE = (
    *("alice", "bob", "carol", "dora", "emil", "fred"),
    *("Wolfeschlegelsteinhausenberger", "Maximiliana", "Oberwinter"),
)
"""Elements with players' names, which may break because they may have any length."""


def layout_faults(page: Page, *kinds: str) -> list[str]:
    """Describe the layout faults of the page, of these kinds (by default all).

    ``sideways``: the page scrolls. ``cut``: a control or a word cut by an element without an ellipsis or scroll shadow.
    ``outside``: a control off the screen. ``broken``: a word on two lines. ``wider``: a word wider than its box.
    ``overlap``: two texts in one place.
    """
    found: list[str] = page.evaluate(FAULTS.rstrip().rstrip(";"), list(BREAKABLE))
    return [fault for fault in found if not kinds or fault.partition(":")[0] in kinds]
