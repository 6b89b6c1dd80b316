"""Query parameters that several operations take."""

from typing import Annotated

from ninja import Query

Wait = Annotated[int, Query(ge=0, le=60)]
"""Seconds that a poll asks to wait."""
