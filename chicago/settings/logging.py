"""The contents and the format of the log."""

import environ
from django.core.exceptions import ImproperlyConfigured

env = environ.Env()

LOG_FORMAT = env.str("LOG_FORMAT", "text")
if LOG_FORMAT not in ("text", "json"):
    raise ImproperlyConfigured("LOG_FORMAT must be text or json.")
ENTRY = "%(asctime)s %(levelname)s %(name)s [%(trace_id)s]: %(message)s"
_LINES = {"format": ENTRY, "datefmt": "%Y-%m-%dT%H:%M:%SZ"}
_FORMATTERS = {"text": ("RedactingFormatter", "NoTracebackFormatter"), "json": ("JsonFormatter", "BriefJsonFormatter")}
_plain, _brief = _FORMATTERS[LOG_FORMAT]
LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {
        "plain": {"()": f"chicago.web.logging.{_plain}"} | _LINES,
        "brief": {"()": f"chicago.web.logging.{_brief}"} | _LINES,
    },
    "filters": {
        "refusals": {"()": "chicago.web.logging.RequestFilter"},
        "trace": {"()": "chicago.telemetry.traces.TraceFilter"},
    },
    "handlers": {
        "console": {"class": "logging.StreamHandler", "formatter": "plain", "filters": ["trace"]},
        "brief": {"class": "logging.StreamHandler", "formatter": "brief", "filters": ["trace"]},
        "count": {"class": "accounts.staff.error_counter.ErrorCountHandler", "level": "ERROR"},
    },
    "root": {"handlers": ["console", "count"], "level": env.str("LOG_LEVEL", "WARNING")},
    "loggers": {
        "accounts": {"level": env.str("LOG_LEVEL", "INFO")},
        "games": {"level": env.str("LOG_LEVEL", "INFO")},
        # Most 4xx responses are normal, and so is a shutdown of the worker.
        "django.request": {"filters": ["refusals"]},
        # Requests that no page of the site sends (a wrong host, an endless body) are not errors of the site.
        "django.security": {"handlers": ["brief"], "propagate": False},
        "celery.worker.control": {"level": "ERROR"},
        # The servers' own handlers would use neither our format nor our redactions.
        "gunicorn.error": {"handlers": [], "propagate": True},
        # Without a level, it logs each connection with its address.
        "uvicorn": {"handlers": [], "propagate": True, "level": env.str("LOG_LEVEL", "WARNING")},
    },
}
