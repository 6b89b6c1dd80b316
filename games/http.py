"""Requests for a table, with what the middlewares have added to them."""

from django_htmx.middleware import HtmxDetails

from games.core.viewer import TableRequest

SHARED_FOR = 10
"""Seconds for which a response that is rendered once serves all spectators."""


class HtmxRequest(TableRequest):
    """A request for a table, with htmx details."""

    htmx: HtmxDetails
    done: str
    """The move made by this request; unset if there is none."""
    undone: bool
    """Set once this request has taken a draft back."""
