"""The font of titles: small, free, complete in our languages, and served by this site."""

from __future__ import annotations

import re

import pytest
from django.test import Client
from django.urls import reverse

from tests.site import ROOT

FONTS = ROOT / "chicago" / "static" / "fonts"
STYLES = ROOT / "chicago" / "static" / "css" / "font.css"
MOST = 9_000


def test_the_face_is_small_and_its_licence_lies_beside_it() -> None:
    face = (FONTS / "deco.woff2").read_bytes()
    assert face.startswith(b"wOF2")
    assert len(face) <= MOST
    assert "SIL OPEN FONT LICENSE Version 1.1" in (FONTS / "OFL.txt").read_text()


def test_the_face_and_the_one_before_it_stand_equally_high() -> None:
    """The line height and the baseline are the same relative to the font size, so nothing moves when the font loads."""

    def room(block: str) -> tuple[float, float]:
        shares = {name: float(share) / 100 for name, share in re.findall(r"([\w-]+): ([\d.]+)%", block)}
        size, above, below = (shares[name] for name in ("size-adjust", "ascent-override", "descent-override"))
        return size * (above + below), size * (above - below)

    ours, before = (room(block) for block in re.findall(r"@font-face \{(.*?)\}", STYLES.read_text(), re.DOTALL))
    assert ours == pytest.approx(before, abs=0.01)


@pytest.mark.django_db
def test_pages_load_it_from_the_site_alone() -> None:
    answer = Client().get(reverse("front"))
    assert re.search(r'<link rel="preload" href="/static/fonts/deco[^"]*" as="font"', answer.content.decode())
    assert "font-src 'self'" in answer.headers["Content-Security-Policy"]
