"""Metrics, traces and error reports, and where they are sent."""

import os
from ipaddress import ip_network
from pathlib import Path

import environ
from django.core.exceptions import ImproperlyConfigured

from chicago.telemetry import process_folders

env = environ.Env()

METRICS_HOST = env.str("METRICS_HOST", "127.0.0.1")
METRICS_PORT = env.int("METRICS_PORT", 0)
"""The port of /metrics, or 0 for none."""

try:
    METRICS_ALLOWED = [ip_network(each) for each in env.list("METRICS_ALLOWED", default=["127.0.0.0/8", "::1/128"])]
except ValueError as error:
    raise ImproperlyConfigured(f"METRICS_ALLOWED must be networks such as 10.0.0.0/8, with commas: {error}") from error

METRICS_DIR = env.str("METRICS_DIR", "")
"""The folder for the counts of all processes on this machine. Without it, each process counts in its own memory."""
if METRICS_DIR:
    # prometheus_client reads this when it is first imported, after the settings.
    os.environ["PROMETHEUS_MULTIPROC_DIR"] = str(process_folders.claim(Path(METRICS_DIR)))

SENTRY_DSN = env.str("SENTRY_DSN", "")
OTEL_ENDPOINT = env.str("OTEL_EXPORTER_OTLP_ENDPOINT", "")
"""The destination of traces, or empty for none. OpenTelemetry reads this variable and its other variables itself."""
