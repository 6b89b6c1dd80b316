"""Reports to Sentry and OpenTelemetry about real failing requests: no secrets, and nothing without the setting."""

from __future__ import annotations

import logging
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import sentry_sdk
from celery import shared_task
from celery.signals import before_task_publish, task_failure, task_postrun, task_prerun
from django.core.exceptions import ImproperlyConfigured
from django.core.handlers.wsgi import WSGIHandler
from django.test import RequestFactory
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.sdk.trace.export import SimpleSpanProcessor
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter
from opentelemetry.trace import SpanKind
from sentry_sdk.envelope import Envelope
from sentry_sdk.transport import Transport

from accounts.models import User
from chicago.telemetry import sentry, traces
from games.models import Game
from tests.cast import client_of
from tests.site import ROOT, inherited

CARD, PASSPHRASE, ADDRESS, MAIL = "queen-of-spades", "the-passphrase", "198.51.100.7", "dana@example.org"


class Kept(Transport):
    """A transport that stores reports instead of sending them."""

    def __init__(self, options: Any = None) -> None:
        super().__init__(options)
        self.sent: list[bytes] = []

    def capture_envelope(self, envelope: Envelope) -> None:
        self.sent.append(envelope.serialize())


@shared_task(name="tests.deliver")
def deliver(mail: str) -> None:
    raise ValueError(f"no mail to {mail}")


@pytest.fixture
def transport() -> Iterator[Kept]:
    """Sentry as the site starts it, with a transport that stores all reports."""
    kept = Kept()
    before = sentry_sdk.get_global_scope().client
    sentry.start("https://key@sentry.invalid/1", transport=kept)
    yield kept
    sentry_sdk.get_client().close()
    sentry_sdk.get_global_scope().set_client(before)


@pytest.fixture
def exporter(monkeypatch: pytest.MonkeyPatch) -> InMemorySpanExporter:
    """OpenTelemetry as the site starts it, with an exporter that stores all spans."""
    kept, provider = InMemorySpanExporter(), TracerProvider(shutdown_on_exit=False)
    monkeypatch.setattr(traces, "provider", provider)
    monkeypatch.setattr(traces, "tracer", provider.get_tracer("tests"))
    monkeypatch.setattr(traces, "BatchSpanProcessor", SimpleSpanProcessor)
    monkeypatch.setattr("opentelemetry.exporter.otlp.proto.http.trace_exporter.OTLPSpanExporter", lambda: kept)
    traces.export()
    return kept


@pytest.fixture
def broken(duel: Game, alice: User, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Make a move fail with secrets in all variables, and return the texts that must not be reported."""
    duel.refresh_from_db()
    secrets = [CARD, PASSPHRASE, ADDRESS, MAIL, duel.public_id, duel.secret, "alice", alice.email]

    def fail(*_: Any, **__: Any) -> None:
        hand = [CARD, duel.secret]
        raise RuntimeError(f"{hand} of {MAIL} at {ADDRESS}")

    monkeypatch.setattr("games.play.move", fail)
    # A test's connection is in its transaction: a server would close it after the request.
    monkeypatch.setattr(
        "django.db.backends.base.base.BaseDatabaseWrapper.close_if_unusable_or_obsolete", lambda _: None
    )
    cookies = {name: morsel.value for name, morsel in client_of(alice).cookies.items()} | {"csrftoken": "c" * 32}
    assert post(duel, cookies) == "500 Internal Server Error"
    secrets += cookies.values()
    assert all(len(secret) > 4 for secret in secrets)
    return secrets


def post(game: Game, cookies: dict[str, str]) -> str:
    """Post a move like a server, with secrets in the form, query, headers and address, and return the status."""
    url = f"{game.get_absolute_url()}move/?mail={MAIL}"
    data = {"move": CARD, "version": "0.0", "password": PASSPHRASE}
    headers = {
        "Authorization": PASSPHRASE,
        "Cookie": "; ".join(f"{name}={value}" for name, value in cookies.items()),
        "Referer": f"/go/{CARD}/",
        "X-CSRFToken": cookies["csrftoken"],
    }
    statuses: list[str] = []
    environ = RequestFactory().post(url, data, REMOTE_ADDR=ADDRESS, headers=headers).environ
    WSGIHandler()(environ, lambda status, _headers: statuses.append(status))
    return statuses[0]


@pytest.mark.django_db
def test_an_error_is_sent_with_its_place_and_nothing_secret(transport: Kept, broken: list[str]) -> None:
    (event,) = transport.sent
    text = event.decode()
    assert '"type":"RuntimeError"' in text
    assert '"function":"fail"' in text
    assert '"transaction":"games.table.views.moves.move"' in text
    assert re.search('"tags":{"trace_id":"[0-9a-f]{32}"}', text)
    assert not [secret for secret in broken if secret in text]
    assert not [word for word in ("cookie", "csrftoken", '"vars"', '"request"', '"user"') if word in text.lower()]


@pytest.mark.django_db
def test_a_span_has_route_status_and_nothing_secret(exporter: InMemorySpanExporter, broken: list[str]) -> None:
    span = exporter.get_finished_spans()[-1]
    assert span.name == "POST move"
    assert dict(span.attributes or {}) == {"http.response.status_code": 500, "error.type": "500"}
    text = span.to_json()
    assert not [secret for secret in broken if secret in text]
    assert not span.events


def test_a_task_belongs_to_the_trace_of_its_request(exporter: InMemorySpanExporter) -> None:
    headers: dict[str, str] = {}
    with traces.span("POST move", SpanKind.SERVER):
        before_task_publish.send(deliver.name, headers=headers)
    deliver.push_request(headers)
    task_prerun.send(deliver, task_id="one", task=deliver)
    task_failure.send(deliver, task_id="one", exception=ValueError(MAIL))
    task_postrun.send(deliver, task_id="one", task=deliver)
    deliver.pop_request()
    request, task = exporter.get_finished_spans()
    assert (task.name, request.name) == ("tests.deliver", "POST move")
    assert task.parent is not None
    assert (task.parent.span_id, task.context.trace_id) == (request.context.span_id, request.context.trace_id)
    assert dict(task.attributes or {}) == {"error.type": "ValueError"}
    assert not task.status.is_ok
    assert not task.events
    assert MAIL not in task.to_json()


def test_an_address_is_no_name_of_a_transaction() -> None:
    event = {"transaction": "/games/table1/", "transaction_info": {"source": "url"}}
    assert "table1" not in str(sentry.picked(event, {}))


def test_a_task_that_fails_is_sent_without_its_arguments(transport: Kept) -> None:
    deliver.apply((MAIL,))
    (event,) = transport.sent
    assert b'"transaction":"tests.deliver"' in event
    assert b'"type":"ValueError"' in event
    assert MAIL.encode() not in event


def test_an_error_in_the_log_is_sent_without_its_parameters(transport: Kept) -> None:
    logging.getLogger("games").error("no replay of %s", MAIL)
    (event,) = transport.sent
    assert b'"message":"no replay of %s"' in event
    assert MAIL.encode() not in event


def test_an_unknown_librarys_message_stays_here(transport: Kept) -> None:
    logging.getLogger("somebody.else").error(f"no mail to {MAIL}")
    (event,) = transport.sent
    assert MAIL.encode() not in event
    assert b'"logger":"somebody.else"' in event


def test_the_site_runs_without_the_libraries(tmp_path: Path) -> None:
    code = (
        "import sys; sys.modules |= dict.fromkeys(['sentry_sdk', 'opentelemetry.exporter']);"
        "from chicago.run import prepare; prepare.set_up(); import chicago.wsgi, chicago.asgi; print('open')"
    )
    environment = inherited() | {"DATA_DIR": str(tmp_path), "DJANGO_SETTINGS_MODULE": "chicago.settings"}
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, env=environment, capture_output=True, text=True, check=False
    )
    assert done.stdout == "open\n", done.stderr


STARTED = """
import django; django.setup()
import sentry_sdk
from chicago.telemetry import traces
client = sentry_sdk.get_client()
traces.BatchSpanProcessor.on_end = lambda *_: print("sent", end=" ")
with traces.span("one", traces.SpanKind.SERVER):
    print(client.is_active(), client.dsn, end=" ")
"""


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"OTEL_SERVICE_NAME": "room"}, "False None "),
        ({"SENTRY_DSN": "https://key@sentry.invalid/1"}, "True https://key@sentry.invalid/1 "),
        ({"OTEL_EXPORTER_OTLP_ENDPOINT": "http://127.0.0.1:9"}, "False None sent "),
    ],
)
def test_telemetry_starts_where_a_variable_says_so(tmp_path: Path, given: dict[str, str], said: str) -> None:
    environment = inherited() | {"DATA_DIR": str(tmp_path), "DJANGO_SETTINGS_MODULE": "chicago.settings"} | given
    done = subprocess.run(
        [sys.executable, "-c", STARTED], cwd=ROOT, env=environment, capture_output=True, text=True, check=False
    )
    assert (done.stdout, done.returncode) == (said, 0), done.stderr


def test_a_setting_without_its_library_stops_the_start(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "sentry_sdk", None)
    monkeypatch.setitem(sys.modules, "opentelemetry.exporter.otlp.proto.http.trace_exporter", None)
    with pytest.raises(ImproperlyConfigured, match="SENTRY_DSN is set, but requirements-telemetry"):
        sentry.start("https://key@sentry.invalid/1")
    with pytest.raises(ImproperlyConfigured, match="OTEL_EXPORTER_OTLP_ENDPOINT is set, but requirements-telemetry"):
        traces.export()
