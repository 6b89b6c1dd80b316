"""Scripts are small modules, and no module with state runs twice on a page."""

from __future__ import annotations

import re
from pathlib import Path

from tests.site import ROOT

MOST = 200

STATELESS = {"js/dom.js", "notifications/push.js"}
"""Stateless modules, of which several scripts of a page may have a copy."""

STATIC = {
    path.as_posix().partition("/static/")[2]: path
    for path in sorted(ROOT.glob("*/static/**/*.js"))
    if "/vendor/" not in path.as_posix()
}
TEMPLATES = sorted((ROOT / "templates").rglob("*.html"))
WORKER = "notifications/service_worker.js"
LATER = {
    "js/notices.js": "notifications/contact/tell_device.js",
    "table/playback_loader.js": "table/playback.js",
    "table/sound_switch.js": "table/sounds.js",
}
"""The scripts that load another one on demand by `import(address)`, and that one."""

LINKED = re.compile(r"""<script\b(?P<attributes>[^>]*?)src="\{% static '(?P<name>[^']+)' %\}"(?P<more>[^>]*)""")
IMPORT = re.compile(r'^import (?:\{[^}]+\} from )?"(?P<path>\.[^"]+)";$', re.MULTILINE)


def imported(name: str) -> set[str]:
    folder = Path("/", name).parent
    direct = {(folder / each["path"]).resolve().as_posix()[1:] for each in IMPORT.finditer(STATIC[name].read_text())}
    return direct.union(*map(imported, direct))


def linked(template: Path) -> set[str]:
    return {each["name"] for each in LINKED.finditer(template.read_text())} & STATIC.keys()


ENTRIES = set().union(*map(linked, TEMPLATES), LATER.values())


def test_a_module_is_as_long_as_its_idea() -> None:
    assert len(STATIC) > 30
    assert not [name for name, path in STATIC.items() if path.read_text().count("\n") > MOST]


def test_every_script_is_a_module() -> None:
    for template in TEMPLATES:
        for each in LINKED.finditer(template.read_text()):
            is_ours = each["name"] in STATIC
            assert is_ours == ('type="module"' in each["attributes"] + each["more"]), (template, each["name"])


def test_every_module_is_on_some_page() -> None:
    assert ENTRIES.union(*map(imported, ENTRIES), {WORKER}) == STATIC.keys()


def test_no_module_that_remembers_anything_is_twice_on_a_page() -> None:
    for template in TEMPLATES:
        found: list[str] = []
        scripts = linked(template) | {"js/base.js"}
        modules = scripts.union(*map(imported, scripts))
        for script in scripts | {later for loader, later in LATER.items() if loader in modules}:
            found += imported(script) | {script}
        assert {name for name in found if found.count(name) > 1} <= STATELESS, template


def test_imports_and_exports_are_those_that_are_joined() -> None:
    """The storage of static files supports no other kinds (chicago/web/static_files.py)."""
    for name, path in STATIC.items():
        text = path.read_text()
        assert len(re.findall(r"^import\b", text, re.MULTILINE)) == len(IMPORT.findall(text)), name
        assert not re.search(r"^export (?!const [\w$]+ =|(async )?function \w)|^import \{[^}]*\bas\b", text, re.M), name
        assert not re.search(r"^let |^var |^await |import\.meta", text, re.MULTILINE), name
