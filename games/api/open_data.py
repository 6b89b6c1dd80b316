"""The list of open data files; the files themselves are ordinary downloads."""

from datetime import datetime
from typing import Any

from django.conf import settings
from django.http import HttpRequest
from django.urls import reverse
from ninja import Router

from games.api.authentication import anybody
from games.api.schema import Schema
from games.models import OpenDataFile
from games.open_data.files import published

router = Router()


class OpenDataMonth(Schema):
    """A month of finished public games. docs/reference/open-data.md describes the files."""

    month: str
    """The month (UTC), such as "2026-11"."""
    games: dict[str, int]
    """The number of games for each game code."""
    size: int
    """The size of the compressed file in bytes."""
    sha256: str
    """The SHA-256 of the compressed file; empty if there is no file."""
    url: str | None
    """The address of the file; null for a month without games."""
    licence: str
    """The licence, as an SPDX identifier."""
    made_at: datetime
    """The time at which the file was made."""


@router.get(
    "/open-data", auth=anybody, response=list[OpenDataMonth], url_name="open-data", summary="Games for download"
)
def list_open_data(request: HttpRequest) -> list[dict[str, Any]]:
    """Return the monthly files of finished public games, newest first."""
    return [_month(file) for file in published()]


def _month(file: OpenDataFile) -> dict[str, Any]:
    return {
        "month": file.label,
        "games": file.games,
        "size": file.size,
        "sha256": file.sha256,
        "url": settings.SITE_URL + reverse("open-data-file", args=[file.label]) if file.sha256 else None,
        "licence": "CC0-1.0",
        "made_at": file.finished_at,
    }
