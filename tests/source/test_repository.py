"""The committed files: no local paths, no registries, consistent lock files, and a correct README."""

from __future__ import annotations

import re
import subprocess
import tomllib
from pathlib import Path

from tests.site import ROOT

REGISTRY = re.compile(
    rb"pypi\.org|pythonhosted\.org|npmjs\.(org|com)|yarnpkg\.com|crates\.io|registry\.", re.IGNORECASE
)
MACHINE = re.compile(rb"(?<![\w.])/(work|root|home|Users)/\w")
PIN = re.compile(r"^([a-z0-9._-]+)(?:\[[a-z,]+\])?==(\S+)", re.MULTILINE)


def committed() -> list[Path]:
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, check=True).stdout.decode()
    return [path for line in listed.split("\0") if line and (path := ROOT / line).is_file()]


def test_no_file_names_a_registry_or_a_path_of_one_machine() -> None:
    found = [
        f"{path.relative_to(ROOT)}: {match[0].decode()}"
        for path in committed()
        for pattern in (REGISTRY, MACHINE)
        if (match := pattern.search(path.read_bytes()))
    ]
    assert not found, found


def pins(lock: str) -> dict[str, str]:
    return dict(PIN.findall((ROOT / lock).read_text()))


def test_the_locks_agree() -> None:
    site, telemetry = pins("requirements.txt").items(), pins("requirements-telemetry.txt").items()
    assert site <= telemetry <= pins("requirements-dev.txt").items()


def test_every_locked_package_has_hashes() -> None:
    for lock in ("requirements.txt", "requirements-telemetry.txt", "requirements-dev.txt", "requirements-lock.txt"):
        text = (ROOT / lock).read_text()
        assert len(PIN.findall(text)) == len(re.findall(r"== ?\S+.*\\\n    --hash=sha256:", text)), lock


def test_lock_files_include_all_requirements() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    asked = {re.split(r"[^a-z0-9-]", line)[0] for line in project["dependencies"]}
    assert asked <= pins("requirements.txt").keys()
    for extra, names in project["optional-dependencies"].items():
        own = f"requirements-{extra}.txt"
        locked = pins(own if (ROOT / own).exists() else "requirements-dev.txt")  # the site itself needs no other extra
        assert {re.split(r"[^a-z0-9-]", line)[0] for line in names} <= locked.keys()


def papers() -> list[Path]:
    found = [*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")]
    assert len(found) > 20
    return found


def test_every_setting_is_explained_and_no_other() -> None:
    asks = re.compile(r'(?:\benv\.\w+|_required|environ\.get)\(\s*"([A-Z_]+)"')
    read = {name for path in (ROOT / "chicago").rglob("*.py") for name in asks.findall(path.read_text())}
    text = (ROOT / "docs" / "reference" / "settings.md").read_text()
    assert set(re.findall(r"^\| `([A-Z_]+)`", text, re.MULTILINE)) == read


def test_what_the_papers_name_is_there() -> None:
    makefile = (ROOT / "Makefile").read_text()
    missing = []
    for paper in papers():
        text = paper.read_text()
        for target in re.findall(r"(?:^|`)make ([a-z-]+)", text, re.MULTILINE):
            if not re.search(rf"^{target}:", makefile, re.MULTILINE):
                missing.append(f"{paper.name}: make {target}")
        for path in re.findall(r"`((?:accounts|chicago|docs|games|lab|templates|tests|tools|\.ci)/[\w./]*)`", text):
            if "old_maid" not in path and not (ROOT / path).exists():
                missing.append(f"{paper.name}: {path}")
        for link in re.findall(r"\]\(([\w./-]+)\)", text):
            if not (paper.parent / link).exists():
                missing.append(f"{paper.name}: {link}")
    assert not missing, missing


def test_commands_in_the_makefile_exist() -> None:
    started = re.findall(r"\$\(python\) (?:-m ([\w.]+)|([\w/]+\.py))", (ROOT / "Makefile").read_text())
    assert len(started) > 8
    ours = [name or file for name, file in started if not name.startswith(("ruff", "mypy", "venv"))]
    missing = [each for each in ours if not _module(each).exists() and not (ROOT / each).exists()]
    assert not missing, missing


def _module(name: str) -> Path:
    path = ROOT / name.replace(".", "/")
    return path / "__main__.py" if path.is_dir() else path.with_suffix(".py")


def test_the_readme_is_short() -> None:
    assert (ROOT / "README.md").read_text().count("\n") <= 90


SECRET = re.compile(
    rb"-----BEGIN [A-Z ]*PRIVATE KEY-----\n|\bSECRET_KEY *= *[\"'][^\"']{20}|postgres://\w+:[^@$ ]{8,}@(?!host)"
)


def test_no_secret_is_committed() -> None:
    tests = ROOT / "tests"
    found = [path for path in committed() if not path.is_relative_to(tests) and SECRET.search(path.read_bytes())]
    assert not found
    assert not [path for path in committed() if path.name == ".env" or path.suffix in {".pem", ".key"}]


def test_the_image_holds_no_history_no_tests_and_no_secrets() -> None:
    left_out = set((ROOT / ".dockerignore").read_text().split())
    assert {".git", ".env", "tests", "var"} <= left_out
