"""Metrics that any part of the site may count."""

from prometheus_client import Counter

LOGGED_ERRORS = Counter("backroom_logged_errors", "Errors that were logged")
REFUSALS = Counter("backroom_refusals", "Requests that were refused, by the reason's name", ["code"])
