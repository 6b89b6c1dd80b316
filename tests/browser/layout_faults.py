"""Faults in the layout of a page: it scrolls sideways, something is cut, outside, broken, too wide or covered."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import Page

FAULTS = (Path(__file__).parent / "layout_faults.js").read_text(encoding="utf-8")
BREAKABLE = (
    *("alice", "bob", "carol", "dora", "emil", "fred"),
    *("Wolfeschlegelsteinhausenberger", "Maximiliana", "Oberwinter"),
)
"""Names of players, which may be broken: they may be of any length, and give way to the site's own words."""


def layout_faults(page: Page, *kinds: str) -> list[str]:
    """Describe the faults of the page as it stands, of these kinds (all).

    ``sideways``: the page scrolls. ``cut``: a control or a word, by an element that does not say that it goes on.
    ``outside``: a control that is not on the screen. ``broken``: a word on two lines. ``wider``: a word that
    leaves its box. ``overlap``: two texts in one place.
    """
    found: list[str] = page.evaluate(FAULTS.rstrip().rstrip(";"), list(BREAKABLE))
    return [fault for fault in found if not kinds or fault.partition(":")[0] in kinds]
