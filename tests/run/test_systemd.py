"""The units in docs/operate/systemd: systemd accepts them, and each starts its process of the Procfile."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.needs import skip_or_fail
from tests.processes import COMMANDS
from tests.site import ROOT

UNITS = ROOT / "docs" / "operate" / "systemd"


def test_the_target_wants_every_process_of_the_procfile() -> None:
    wanted = set(re.findall(r"back-room@([a-z]+)\.service", (UNITS / "back-room.target").read_text()))
    assert wanted == set(COMMANDS)


@pytest.mark.parametrize("name", COMMANDS)
def test_a_unit_starts_the_command_of_its_process(name: str, tmp_path: Path) -> None:
    (line,) = re.findall(r"^ExecStart=/bin/sh -c '(.+)'$", (UNITS / "back-room@.service").read_text(), re.MULTILINE)
    command = COMMANDS[name]
    program = tmp_path / command.split()[0]
    program.write_text('#!/bin/sh\necho "${0##*/}" "$@"\n')
    program.chmod(0o755)
    environment = {"PATH": f"{tmp_path}:/usr/bin:/bin", "PORT": "8001"}
    script = line.replace("$$", "$").replace("%i", name)
    ran = subprocess.run(["sh", "-c", script], cwd=ROOT, env=environment, capture_output=True, text=True, check=True)
    assert ran.stdout.strip() == command.replace("${HOST:-127.0.0.1}", "127.0.0.1").replace("${PORT:-8000}", "8001")


def test_systemd_accepts_the_units(tmp_path: Path) -> None:
    if shutil.which("systemd-analyze") is None:
        skip_or_fail("needs systemd-analyze")
    for unit in UNITS.iterdir():
        text = unit.read_text().replace("/srv/back-room/.venv/bin/python", "/bin/true")
        (tmp_path / unit.name).write_text(text)
    shutil.copy(tmp_path / "back-room@.service", tmp_path / "back-room@web.service")
    files = [str(tmp_path / name) for name in ("back-room@web.service", "back-room-backup.service", "back-room.target")]
    answer = subprocess.run(["systemd-analyze", "verify", *files], capture_output=True, text=True, check=False)
    assert (answer.returncode, answer.stderr) == (0, "")
