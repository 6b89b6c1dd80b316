"""Makes each request a span, and counts it by route name.

The path is not used, because it contains ids of tables and arbitrary input.
"""

from collections.abc import Callable
from time import perf_counter

from django.http import HttpRequest, HttpResponse
from opentelemetry.trace import SpanKind
from prometheus_client import Counter, Histogram

from chicago.telemetry import traces

METHODS = {"GET", "HEAD", "POST", "OPTIONS"}
NO_ROUTE = "none"
"""The route of static files, and of requests that end before a view is found, such as those for unknown URLs."""

REQUESTS = Counter("backroom_requests", "Requests answered", ["route", "method", "status"])
SECONDS = Histogram(
    "backroom_request_seconds",
    "Time until the answer to a request was ready",
    ["route"],
    buckets=(0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10),
)


class TelemetryMiddleware:
    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        method = request.method if request.method in METHODS else "other"
        begun = perf_counter()
        with traces.span(method, SpanKind.SERVER) as span:
            response = self.get_response(request)
            route = request.resolver_match.view_name if request.resolver_match else NO_ROUTE
            span.update_name(f"{method} {route}")
            span.set_attribute("http.response.status_code", response.status_code)
            if response.status_code >= 500:
                traces.record_error(span, str(response.status_code))
        REQUESTS.labels(route, method, response.status_code).inc()
        SECONDS.labels(route).observe(perf_counter() - begun)
        return response
