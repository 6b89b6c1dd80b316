"""Each request is a step of a trace, and is counted by the name of its route.

Never by its path: it holds tables' keys, and whatever visitors make up.
"""

from __future__ import annotations

from collections.abc import Callable
from time import perf_counter
from typing import Any

from django.http import HttpRequest, HttpResponse
from prometheus_client import Counter, Histogram

from chicago.telemetry import traces

METHODS = {"GET", "HEAD", "POST", "OPTIONS"}
NO_ROUTE = "none"
"""Static files, and what ends before a view is found, such as unknown addresses."""

REQUESTS = Counter("backroom_requests", "Requests answered", ["route", "method", "status"])
SECONDS = Histogram(
    "backroom_request_seconds",
    "Time until the answer to a request was ready",
    ["route"],
    buckets=(0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10),
)


class TelemetryMiddleware:
    """Middleware that counts, times and traces requests."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        method = request.method if request.method in METHODS else "other"
        begun = perf_counter()
        with traces.step(f"{method} {NO_ROUTE}") as outcome:
            response = self.get_response(request)
            outcome.attributes = {"http.response.status_code": response.status_code}
            outcome.error = str(response.status_code) if response.status_code >= 500 else ""
        method, route = outcome.name.split(" ", 1)
        REQUESTS.labels(route, method, response.status_code).inc()
        SECONDS.labels(route).observe(perf_counter() - begun)
        return response

    def process_view(self, request: HttpRequest, *_: Any) -> None:
        """Names the step after the route."""
        if found := request.resolver_match:
            outcome = traces.current()
            outcome.name = f"{outcome.name.split()[0]} {found.view_name}"
