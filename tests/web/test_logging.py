"""The content and format of log entries, and the data that is never logged."""

from __future__ import annotations

import logging
import re
from typing import Any
from urllib.parse import quote, urlencode

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from accounts.staff import error_counter
from chicago.web.logging import JsonFormatter, NoTracebackFormatter, RedactingFormatter, RequestFilter
from tests.cast import PASSWORD, client_of
from tests.web.malformed import routes


def written(message: str, *parts: object, level: int = logging.INFO, status: int = 0) -> str:
    record = logging.LogRecord("games.chat.rooms", level, "talk.py", 1, message, parts, None)
    record.status_code = status
    return RedactingFormatter("%(asctime)s %(levelname)s %(name)s: %(message)s", "%Y-%m-%dT%H:%M:%SZ").format(record)


def test_a_log_entry_has_time_logger_and_message() -> None:
    stamp = r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ"
    assert re.fullmatch(rf"{stamp} INFO games\.chat\.rooms: said by 7", written("said by %d", 7))
    record = logging.makeLogRecord({"created": 0.0})
    assert RedactingFormatter("%(asctime)s", "%H:%M").format(record) == "00:00"


@pytest.mark.parametrize("end", ["\n", "\r", "\r\n", "\v", "\f", "\x1b[2J", "\x85", "\u2028", "\u2029", "\0"])
def test_line_breaks_in_texts_make_no_log_line(end: str) -> None:
    entry = written("no table %s", f"a{end}00:00:00 INFO games: all is well")
    assert end not in entry
    assert len(entry.splitlines()) == 1


def test_a_traceback_has_its_lines() -> None:
    record = logging.LogRecord("x", logging.ERROR, "x.py", 1, "broke", (), about(ValueError("of two\nlines")))
    entry = RedactingFormatter("%(message)s").format(record)
    assert entry.startswith("broke\nTraceback")


def about(broken: ValueError) -> Any:
    try:
        raise broken
    except ValueError as error:
        return type(error), error, error.__traceback__


@pytest.mark.django_db
def test_malformed_requests_are_not_counted_as_errors(client: Client, capsys: pytest.CaptureFixture[str]) -> None:
    """A wrong host is logged in one line, and not as an error."""
    before = error_counter.errors_last_day()
    assert client.get("/", headers={"host": "elsewhere.example.org"}).status_code == 400
    assert error_counter.errors_last_day() == before
    logging.getLogger("games").error("broke", exc_info=about(ValueError("us")))
    assert error_counter.errors_last_day() == (before or 0) + 1


def test_malformed_requests_are_logged_without_traceback() -> None:
    record = logging.LogRecord("django.security.x", logging.ERROR, "x.py", 1, "no", (), about(ValueError("us")))
    assert NoTracebackFormatter("%(message)s").format(record) == "no"
    assert "Traceback" in RedactingFormatter("%(message)s").format(record)


@pytest.mark.parametrize(("status", "told"), [(200, False), (404, False), (405, False), (403, True), (429, True)])
def test_refusals_are_logged(status: int, told: bool) -> None:
    record = logging.LogRecord("django.request", logging.WARNING, "x.py", 1, "x", (), None)
    record.status_code = status
    assert RequestFilter().filter(record) == told


def test_server_errors_are_logged() -> None:
    assert RequestFilter().filter(logging.LogRecord("django.request", logging.ERROR, "x.py", 1, "x", (), None))


@pytest.mark.django_db
def test_a_refusal_is_logged_with_its_user_and_path(alice: User, bob: User, caplog: pytest.LogCaptureFixture) -> None:
    browser = Client(enforce_csrf_checks=True)
    browser.force_login(alice)
    browser.post(reverse("play-now"))
    assert any(reverse("play-now") in record.getMessage() for record in caplog.records)


@pytest.mark.django_db
def test_sign_in_and_out_are_logged_without_input(alice: User, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO, "accounts")
    browser = Client()
    browser.post(reverse("account_login"), {"login": "my-secret-word", "password": "another-word"})
    browser.post(reverse("account_login"), {"login": "alice", "password": PASSWORD})
    browser.post(reverse("account_logout"))
    told = [record.getMessage() for record in caplog.records if record.name == "accounts.auth.auth_log"]
    assert told == ["a sign-in was refused", f"signed in: person {alice.pk}", f"signed out: person {alice.pk}"]
    assert "word" not in caplog.text


@pytest.mark.django_db
def test_a_password_change_is_logged(alice: User, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO, "accounts")
    new = {"oldpassword": PASSWORD, "password1": "an-altogether-new-8"}
    client_of(alice).post(reverse("account_change_password"), new)
    assert f"password changed: person {alice.pk}" in caplog.text
    assert "altogether" not in caplog.text


def secret_routes() -> list[str]:
    """Return every route of the site with a part that grants access, other than primary keys."""
    return [route for route in routes() if re.search(r"<((str|slug):)?(key|token|invitation)>", route)]


@pytest.mark.parametrize("formatter", [RedactingFormatter("%(message)s"), JsonFormatter()])
def test_no_secret_part_of_a_url_is_logged(formatter: logging.Formatter) -> None:
    assert len(secret_routes()) >= 7
    for route in secret_routes():
        path = "/" + re.sub(r"\(\?P<[^)]*\)|<[^>]+>", "s3cret-part", route).strip("^$")
        quoted = (path, f"/accounts/login/?{urlencode({'next': path})}&x=1", f"/?next={quote(path, safe='').lower()}")
        for logged in quoted:
            record = logging.LogRecord("uvicorn.access", logging.INFO, "x.py", 1, "GET %s", (logged,), None)
            assert "s3cret" not in formatter.format(record), route


@pytest.mark.django_db
def test_a_probe_that_asks_too_early_is_no_error(client: Client, caplog: pytest.LogCaptureFixture) -> None:
    before = error_counter.errors_last_day()
    assert client.get("/readyz").status_code == 503
    assert error_counter.errors_last_day() == before
    assert not [record for record in caplog.records if RequestFilter().filter(record)]
