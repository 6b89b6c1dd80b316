"""Requests for a table, with the attributes that middlewares and views add."""

from django_htmx.middleware import HtmxDetails

from games.core.viewer import TableRequest

SHARED_FOR = 10
"""Seconds for which a rendered response is shared by all spectators."""


class HtmxRequest(TableRequest):
    """A request for a table, with htmx details and the change that it has made."""

    htmx: HtmxDetails
    done: str
    """The move made by this request. Unset if no move was made."""
    undone: bool
    """True if this request has undone a draft, otherwise unset."""
