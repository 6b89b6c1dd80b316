"""Trace ids: the same in a request, in the tasks that it causes, and in their log entries."""

from __future__ import annotations

import json
import logging
import re
import subprocess
import sys
from pathlib import Path

from chicago.web.logging import BriefJsonFormatter, JsonFormatter
from tests.site import ROOT, inherited

SITE = """
import logging, os, sys, time
from chicago.run import prepare
prepare.set_up()
from celery import shared_task
from django.http import HttpResponse
from django.test import RequestFactory
from chicago.run.workers import Worker
from prometheus_client import REGISTRY as COUNTS
from chicago.telemetry.middleware import TelemetryMiddleware

log = logging.getLogger("games.tests")

@shared_task(name="tests.note")
def note(fails):
    log.info("in a task")
    if fails:
        raise ValueError("at /go/secret-key/")

def view(request):
    log.info("in a request")
    note.delay(request.path == "/fails/")
    return HttpResponse()

worker = Worker("sweeps", 1)
worker.start()
for path in ("/", "/fails/", "/"):
    header = {"traceparent": f"00-{'ab' * 16}-{'cd' * 8}-01"}
    TelemetryMiddleware(view)(RequestFactory().get(path, headers=header))
told = {"task": "tests.note"}
while (COUNTS.get_sample_value("backroom_task_seconds_count", told) or 0) < 3:
    time.sleep(0.01)
log.info("outside, with %d failures", COUNTS.get_sample_value("backroom_task_failures_total", told))
sys.stderr.flush()
os._exit(0)
"""
"""Requests that send tasks to a worker of the site."""

Line = dict[str, str]


def run(tmp_path: Path, code: str) -> list[Line]:
    settings = {"DATA_DIR": str(tmp_path), "LOG_FORMAT": "json", "DJANGO_SETTINGS_MODULE": "chicago.settings"}
    done = subprocess.run(
        [sys.executable, "-c", code],
        cwd=ROOT,
        env=inherited() | settings,
        stderr=subprocess.PIPE,
        text=True,
        check=True,
        timeout=60,
    )
    return [json.loads(line) for line in done.stderr.splitlines() if line.startswith("{")]


def test_a_request_and_its_task_log_the_same_id_and_no_other_does(tmp_path: Path) -> None:
    """A visitor can't choose the id either."""
    lines = run(tmp_path, SITE)
    requests, tasks = (ids(lines, message) for message in ("in a request", "in a task"))
    assert len(set(requests)) == 3
    assert requests == tasks
    assert all(re.fullmatch("[0-9a-f]{32}", each) for each in requests)
    assert "ab" * 16 not in requests
    assert ids(lines, "outside, with 1 failures") == ["-"]
    (error,) = [line for line in lines if line["level"] == "ERROR"]
    assert (error["logger"], error["trace_id"]) == ("celery.app.trace", requests[1])
    assert "ValueError: at /go/…/" in error["traceback"]


def ids(lines: list[Line], message: str) -> list[str]:
    return [line["trace_id"] for line in lines if line["message"] == message]


def record(message: str, *parts: object) -> logging.LogRecord:
    try:
        raise ValueError("two\nlines at /go/secret-key/")
    except ValueError as error:
        about = (type(error), error, error.__traceback__)
    return logging.LogRecord("games", logging.ERROR, "x.py", 1, message, parts, about)


def test_a_json_entry_is_one_line_with_its_secrets_redacted() -> None:
    line = JsonFormatter(datefmt="%Y").format(record("no %s at /feeds/abc123", 'ta"ble\n\u2028'))
    assert len(line.splitlines()) == 1
    entry = json.loads(line)
    assert entry["message"] == 'no ta"ble\n\u2028 at /feeds/…'
    assert (entry["level"], entry["logger"]) == ("ERROR", "games")
    assert entry["traceback"].endswith("lines at /go/…/")
    assert "secret-key" not in line


def test_a_brief_json_entry_has_no_traceback() -> None:
    entry = json.loads(BriefJsonFormatter(datefmt="%Y").format(record("no")))
    assert (entry["message"], "traceback" in entry) == ("no", False)
