"""Connects telemetry in each process of the site."""

from django.apps import AppConfig
from django.conf import settings

from chicago.telemetry import celery_signals, sentry, traces


class TelemetryConfig(AppConfig):
    name = "chicago.telemetry"

    def ready(self) -> None:
        """Connect telemetry. Raise `ImproperlyConfigured` if the library of an enabled part is missing."""
        celery_signals.connect()
        if settings.SENTRY_DSN:
            sentry.start(settings.SENTRY_DSN)
        if settings.OTEL_ENDPOINT:
            traces.export()
