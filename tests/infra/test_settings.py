"""Settings from the environment: none are needed at home, and a real site lacks none without saying so."""

from __future__ import annotations

import json
import stat
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

import pytest

from tests.site import ROOT, inherited

SHOW = """
import json
import sys
from django.conf import settings
sys.stdout.write(json.dumps({name: getattr(settings, name) for name in sys.argv[1:]}, default=str))
"""
REAL = {
    "DATABASE_URL": "postgres://somebody@127.0.0.1:5432/room",
    "REDIS_URL": "redis://127.0.0.1:6379/0",
    "SECRET_KEY": "a key for a test, of no use to anybody elsewhere",
    "ALLOWED_HOSTS": "room.example.org",
    "SITE_URL": "https://room.example.org",
}


def start(data: Path, environment: Mapping[str, str], *names: str) -> subprocess.CompletedProcess[str]:
    """Load the settings in a process of their own and print some of them."""
    variables = inherited() | {"DATA_DIR": str(data), "DJANGO_SETTINGS_MODULE": "chicago.settings"} | environment
    command = [sys.executable, "-c", SHOW, *names]
    return subprocess.run(command, cwd=ROOT, env=variables, capture_output=True, text=True, check=False)


def test_at_home_nothing_has_to_be_set(tmp_path: Path) -> None:
    first = json.loads(start(tmp_path, {}, "SECRET_KEY", "EMBEDDED", "SECURE", "DEBUG").stdout)
    assert (first["EMBEDDED"], first["SECURE"], first["DEBUG"]) == (True, False, False)
    assert len(first["SECRET_KEY"]) > 50
    assert json.loads(start(tmp_path, {}, "SECRET_KEY").stdout)["SECRET_KEY"] == first["SECRET_KEY"]
    assert stat.S_IMODE((tmp_path / "secret-key").stat().st_mode) == 0o600


@pytest.mark.parametrize("name", ["SECRET_KEY", "ALLOWED_HOSTS", "SITE_URL"])
@pytest.mark.parametrize("service", ["DATABASE_URL", "REDIS_URL"])
def test_a_real_site_does_not_start_without(name: str, service: str, tmp_path: Path) -> None:
    other = ({"DATABASE_URL", "REDIS_URL"} - {service}).pop()
    environment = {key: value for key, value in REAL.items() if key not in {name, other}}
    done = start(tmp_path, environment, "DEBUG")
    assert done.returncode != 0
    assert f"ImproperlyConfigured: {name} must" in done.stderr


def test_a_real_site(tmp_path: Path) -> None:
    shown = json.loads(start(tmp_path, REAL, "SESSION_COOKIE_SECURE", "ALLOWED_HOSTS", "CELERY_BROKER_URL").stdout)
    assert shown == {
        "SESSION_COOKIE_SECURE": True,
        "ALLOWED_HOSTS": ["room.example.org"],
        "CELERY_BROKER_URL": REAL["REDIS_URL"],
    }


def test_mails_go_where_email_url_says(tmp_path: Path) -> None:
    names = ("EMAIL_BACKEND", "EMAIL_HOST", "EMAIL_PORT", "EMAIL_USE_TLS")
    shown = json.loads(start(tmp_path, {"EMAIL_URL": "smtp+tls://me:secret@mail.example.org:587"}, *names).stdout)
    assert shown == dict(
        zip(names, ("django.core.mail.backends.smtp.EmailBackend", "mail.example.org", 587, True), strict=True)
    )


@pytest.mark.parametrize("key", ["short", "a" * 44, "+" * 43, "-----BEGIN PRIVATE KEY-----"])
def test_a_key_for_push_that_is_none_stops_the_start(key: str, tmp_path: Path) -> None:
    done = start(tmp_path, {"VAPID_PRIVATE_KEY": key}, "DEBUG")
    assert done.returncode != 0
    assert "ImproperlyConfigured: VAPID_PRIVATE_KEY must" in done.stderr
