"""Style sheets are divided by component and assigned to layers."""

from __future__ import annotations

import re
from pathlib import Path

from tests.site import ROOT

MOST = 300

SHEETS = sorted(ROOT.glob("*/static/**/*.css"))
UNLAYERED = ("accounts/static/staff", "games/static/moderation")
"""Folders of the back office, which also loads Django's unlayered style sheets. These would override any layer."""

IMPORT = re.compile(r'^@import url\("(?P<path>[^"]+)"\)(?: layer\((?P<layer>\w+)\))?;$', re.MULTILINE)
LAYER = re.compile(r"^@layer (\w+) \{$", re.MULTILINE)
BASE = ROOT / "chicago" / "static" / "css" / "base.css"


def imports(sheet: Path) -> list[tuple[Path, str]]:
    found = IMPORT.finditer(sheet.read_text())
    return [(_component(sheet, each["path"]), each["layer"] or "") for each in found]


def _component(sheet: Path, path: str) -> Path:
    """Return the file of an imported path, which may be in another app, as all files are served from one folder."""
    statics, _static, name = (sheet.parent / path).resolve().as_posix().partition("/static/")
    assert statics.startswith(ROOT.as_posix())
    return next(each for each in SHEETS if each.as_posix().endswith(f"/static/{name}"))


def test_a_sheet_is_as_long_as_its_block() -> None:
    assert SHEETS
    assert not [path for path in SHEETS if path.read_text().count("\n") > MOST]


def test_every_rule_is_in_a_layer_of_the_order() -> None:
    order = set(re.findall(r"\w+", re.search(r"^@layer (.*);$", BASE.read_text(), re.MULTILINE)[1]))
    layered = {path: layer for sheet in SHEETS for path, layer in imports(sheet) if layer}
    assert set(layered.values()) <= order
    for path in SHEETS:
        text = re.sub(r"/\*.*?\*/", "", path.read_text(), flags=re.DOTALL)
        is_entry = not re.sub(r"@(import|layer) [^{]*?;", "", text).strip()
        if is_entry or path in layered or path.relative_to(ROOT).as_posix().startswith(UNLAYERED):
            continue
        assert set(LAYER.findall(text)) <= order, path
        assert re.fullmatch(r"\s*@(layer \w+|font-face) \{.*\}\s*", text, re.DOTALL), path


def test_every_component_is_on_some_page() -> None:
    imported = {path for sheet in SHEETS for path, _layer in imports(sheet)}
    linked = "".join(path.read_text() for path in (ROOT / "templates").rglob("*.html"))
    alone = [path.as_posix().partition("/static/")[2] for path in SHEETS if path not in imported]
    assert not [name for name in alone if f"static '{name}'" not in linked]
