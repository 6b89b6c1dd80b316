"""Parameters shared by several operations."""

from typing import Annotated

from ninja import Query

Page = Annotated[int, Query(ge=1, le=10**6, description="The page, from 1; beyond the last page, the last one.")]

GameSlug = Annotated[
    str, Query(pattern="^[a-z0-9_-]*$", max_length=50, description="A game’s code, as listed by `GET /games`.")
]
