"""``make admin``, ``make backup`` and ``make restore`` work on the site that ``make play`` or ``make serve`` runs."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from tests.site import ROOT, inherited

SHOW = "from django.conf import settings; print(settings.EMBEDDED, settings.DATA_DIR, settings.SITE_URL)"


def shown(tmp_path: Path, **environment: str) -> list[str]:
    command = [sys.executable, "-m", "chicago.run.manage", "shell", "--verbosity", "0", "--command", SHOW]
    variables = inherited() | {"DATA_DIR": str(tmp_path)} | environment
    ran = subprocess.run(command, cwd=ROOT, env=variables, capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stderr
    return ran.stdout.split()


def test_without_services_it_is_the_site_of_make_play(tmp_path: Path) -> None:
    assert shown(tmp_path) == ["True", str(tmp_path), "http://127.0.0.1:8000"]


def test_with_them_it_is_that_of_make_serve_with_its_key(tmp_path: Path) -> None:
    (tmp_path / "secret-key").write_text("k3y-of-the-site-of-make-serve-which-has-fifty-letters")
    services = {"DATABASE_URL": "postgres://postgres@127.0.0.1:5432/back_room", "REDIS_URL": "redis://127.0.0.1:6379/0"}
    assert shown(tmp_path, PORT="9000", **services) == ["False", str(tmp_path), "http://127.0.0.1:9000"]
