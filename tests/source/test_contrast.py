"""The colours of both schemes: text is readable on every surface, and boxes stand out from the page."""

from __future__ import annotations

import re
from itertools import product
from pathlib import Path

import pytest

TOKENS = Path("chicago/static/css/base/tokens.css").read_text(encoding="utf-8").partition("}")[0]
PAIR = re.compile(r"--([\w-]+): light-dark\((#[0-9a-f]{6}), (#[0-9a-f]{6})\)")
SCHEMES = {"light": 2, "dark": 3}
SURFACES = ("ground", "panel", "raised", "well", "glow-bg", "alert-bg", "good-bg")
TEXTS = ("ink", "ink-2", "gilt-ink", "alert", "good")


def colours(scheme: str) -> dict[str, str]:
    return {pair[1]: pair[SCHEMES[scheme]] for pair in PAIR.finditer(TOKENS)}


def luminance(colour: str) -> float:
    parts = (int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5))
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    darker, lighter = sorted(map(luminance, (one, other)))
    return (lighter + 0.05) / (darker + 0.05)


@pytest.mark.parametrize("scheme", SCHEMES)
def test_text_is_readable_on_every_surface(scheme: str) -> None:
    of = colours(scheme)
    assert {pair for pair in product(TEXTS, SURFACES) if contrast(of[pair[0]], of[pair[1]]) < 4.5} == set()
    assert {surface for surface in SURFACES if contrast(of["focus"], of[surface]) < 3} == set()
    assert contrast(of["glow"], of["glow-bg"]) > 4.5


def test_boxes_part_from_the_page_in_light() -> None:
    of = colours("light")
    assert contrast(of["panel"], of["ground"]) > 1.5
    assert contrast(of["rule"], of["panel"]) > 3
