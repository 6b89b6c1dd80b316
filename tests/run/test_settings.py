"""Settings from the environment: locally all are optional, and production refuses to start without required ones."""

from __future__ import annotations

import json
import stat
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

import pytest

from chicago.__main__ import is_alone
from tests.site import ROOT, inherited

SHOW = """
import json
import sys
from django.conf import settings
sys.stdout.write(json.dumps({name: getattr(settings, name) for name in sys.argv[1:]}, default=str))
"""
COOKIES = """
import json
import sys
import django
django.setup()
from django.conf import settings
from django.contrib.messages.storage import default_storage
from django.test import RequestFactory
from accounts.profile import context_processors; from accounts.auth import connection_traces
from games.table import hand_order
request = RequestFactory().get("/")
request.session = {}
cookies = [storage.cookie_name for storage in default_storage(request).storages if hasattr(storage, "cookie_name")]
cookies += [settings.SESSION_COOKIE_NAME, settings.CSRF_COOKIE_NAME, settings.LANGUAGE_COOKIE_NAME]
sys.stdout.write(json.dumps([*cookies, context_processors.THEME_COOKIE, connection_traces.COOKIE, hand_order.COOKIE]))
"""
REAL = {
    "DATABASE_URL": "postgres://somebody@127.0.0.1:5432/room",
    "REDIS_URL": "redis://127.0.0.1:6379/0",
    "SECRET_KEY": "a key for a test, long enough and of no use to anybody elsewhere",
    "ALLOWED_HOSTS": "room.example.org",
    "SITE_URL": "https://room.example.org",
}


def start(data: Path, environment: Mapping[str, str], *names: str) -> subprocess.CompletedProcess[str]:
    return tell(SHOW, data, environment, *names)


def tell(script: str, data: Path, environment: Mapping[str, str], *arguments: str) -> subprocess.CompletedProcess[str]:
    variables = inherited() | {"DATA_DIR": str(data), "DJANGO_SETTINGS_MODULE": "chicago.settings"} | environment
    command = [sys.executable, "-c", script, *arguments]
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


@pytest.mark.parametrize(
    ("name", "value", "said"),
    [
        ("SECRET_KEY", "too short", "SECRET_KEY must be 50 random characters"),
        ("SECRET_KEY", "a" * 60, "SECRET_KEY must be 50 random characters"),
        ("ALLOWED_HOSTS", "*", "ALLOWED_HOSTS must name this site's host"),
        ("SITE_URL", "room.example.org", "SITE_URL must be like https://"),
        ("SITE_URL", "https://room.example.org/cards/", "SITE_URL must be like https://"),
        ("DEBUG", "1", "DEBUG must be off"),
    ],
)
def test_a_real_site_does_not_start_with(name: str, value: str, said: str, tmp_path: Path) -> None:
    done = start(tmp_path, REAL | {name: value}, "DEBUG")
    assert done.returncode != 0
    assert f"ImproperlyConfigured: {said}" in done.stderr


def test_a_real_site_is_strict(tmp_path: Path) -> None:
    expected = {
        "SESSION_COOKIE_NAME": "__Host-session",
        "CSRF_COOKIE_NAME": "__Host-csrf",
        "SESSION_COOKIE_HTTPONLY": True,
        "CSRF_COOKIE_HTTPONLY": True,
        "SESSION_COOKIE_SAMESITE": "Lax",
        "SECURE_SSL_REDIRECT": True,
        "SECURE_HSTS_SECONDS": 365 * 24 * 3600,
        "SECURE_HSTS_INCLUDE_SUBDOMAINS": True,
        "SECURE_HSTS_PRELOAD": False,
    }
    assert json.loads(start(tmp_path, REAL, *expected).stdout) == expected
    preload = json.loads(start(tmp_path, REAL | {"HSTS_PRELOAD": "1"}, "SECURE_HSTS_PRELOAD").stdout)
    assert preload == {"SECURE_HSTS_PRELOAD": True}


def test_every_cookie_of_a_real_site_is_of_its_host_alone(tmp_path: Path) -> None:
    cookies = json.loads(tell(COOKIES, tmp_path, REAL).stdout)
    assert sorted(cookies) == [
        f"__Host-{name}" for name in ("csrf", "device", "hand-order", "language", "messages", "session", "theme")
    ]
    assert "theme" in json.loads(tell(COOKIES, tmp_path, {}).stdout)


def test_passwords_are_hashed_with_argon2(tmp_path: Path) -> None:
    shown = json.loads(start(tmp_path, REAL, "PASSWORD_HASHERS", "DEBUG").stdout)
    assert shown["PASSWORD_HASHERS"][0] == "django.contrib.auth.hashers.Argon2PasswordHasher"
    assert shown["DEBUG"] is False


def test_django_finds_nothing_to_warn_of_in_a_real_site(tmp_path: Path) -> None:
    """The check makes no queries, so it needs no services."""
    variables = inherited() | REAL | {"DATA_DIR": str(tmp_path), "DJANGO_SETTINGS_MODULE": "chicago.settings"}
    command = [sys.executable, "-W", "error::UserWarning", "manage.py", "check", "--deploy", "--fail-level", "WARNING"]
    done = subprocess.run(command, cwd=ROOT, env=variables, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert "no issues" in done.stdout


def test_email_url_sets_the_mail_backend(tmp_path: Path) -> None:
    names = ("EMAIL_BACKEND", "EMAIL_HOST", "EMAIL_PORT", "EMAIL_USE_TLS")
    shown = json.loads(start(tmp_path, {"EMAIL_URL": "smtp+tls://me:secret@mail.example.org:587"}, *names).stdout)
    assert shown == dict(zip(names, ("accounts.mail.smtp.EmailBackend", "mail.example.org", 587, True), strict=True))


@pytest.mark.parametrize("key", ["short", "a" * 44, "+" * 43, "-----BEGIN PRIVATE KEY-----"])
def test_an_invalid_push_key_stops_the_start(key: str, tmp_path: Path) -> None:
    done = start(tmp_path, {"VAPID_PRIVATE_KEY": key}, "DEBUG")
    assert done.returncode != 0
    assert "ImproperlyConfigured: VAPID_PRIVATE_KEY must" in done.stderr


def test_oauth_needs_a_key_on_a_real_site_and_is_off_without_one(tmp_path: Path) -> None:
    done = start(tmp_path, REAL | {"OAUTH": "1"}, "DEBUG")
    assert done.returncode != 0 and "ImproperlyConfigured: OAUTH_PRIVATE_KEY must be set" in done.stderr
    assert json.loads(start(tmp_path, REAL, "OAUTH").stdout) == {"OAUTH": False}
    assert json.loads(start(tmp_path, {}, "OAUTH").stdout) == {"OAUTH": True}
    key = "-----BEGIN PRIVATE KEY-----\\nMII\\n"
    shown = json.loads(start(tmp_path, REAL | {"OAUTH_PRIVATE_KEY": key}, "OAUTH", "OAUTH_PRIVATE_KEY").stdout)
    assert shown == {"OAUTH": True, "OAUTH_PRIVATE_KEY": "-----BEGIN PRIVATE KEY-----\nMII\n"}


@pytest.mark.parametrize("key", ["short", "-----BEGIN EC PRIVATE KEY-----\\n", "-----BEGIN PUBLIC KEY-----\\n"])
def test_an_invalid_oauth_key_stops_the_start(key: str, tmp_path: Path) -> None:
    done = start(tmp_path, {"OAUTH_PRIVATE_KEY": key}, "DEBUG")
    assert done.returncode != 0
    assert "ImproperlyConfigured: OAUTH_PRIVATE_KEY must be an RSA key" in done.stderr


@pytest.mark.parametrize("path", ["", "admin", "/admin/"])
def test_an_invalid_back_office_path_stops_the_start(path: str, tmp_path: Path) -> None:
    done = start(tmp_path, {"ADMIN_PATH": path}, "DEBUG")
    assert done.returncode != 0
    assert "ImproperlyConfigured: ADMIN_PATH must" in done.stderr


@pytest.mark.parametrize("name", ["DATABASE_URL", "REDIS_URL", "SITE_URL"])
def test_no_site_that_others_reach_posts_to_its_own_machine(tmp_path: Path, name: str) -> None:
    assert json.loads(start(tmp_path, REAL, "LOCAL_WEBHOOKS").stdout) == {"LOCAL_WEBHOOKS": False}
    some = {"SITE_URL": REAL["SITE_URL"]} if name == "SITE_URL" else {**REAL, "SITE_URL": "http://127.0.0.1:8000"}
    some = {each: value for each, value in some.items() if each in (name, "SECRET_KEY", "ALLOWED_HOSTS", "SITE_URL")}
    refused = start(tmp_path, some | {"LOCAL_WEBHOOKS": "on"}, "LOCAL_WEBHOOKS")
    assert refused.returncode and "LOCAL_WEBHOOKS must be off" in refused.stderr


@pytest.mark.parametrize(
    ("host", "given", "alone"),
    [
        ("127.0.0.1", {}, True),
        ("::1", {}, True),
        ("localhost", {}, True),
        ("0.0.0.0", {}, False),
        ("192.168.1.7", {}, False),
        ("127.0.0.1", {"DATABASE_URL": REAL["DATABASE_URL"]}, False),
        ("127.0.0.1", {"REDIS_URL": REAL["REDIS_URL"]}, False),
    ],
)
def test_a_site_of_this_machine_alone_is_known_as_such(
    monkeypatch: pytest.MonkeyPatch, host: str, given: dict[str, str], alone: bool
) -> None:
    for name in ("DATABASE_URL", "REDIS_URL"):
        monkeypatch.delenv(name, raising=False)
    for name, value in given.items():
        monkeypatch.setenv(name, value)
    assert is_alone(host) == alone
