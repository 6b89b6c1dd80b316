"""The open data: which months there are. The files themselves are ordinary downloads."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django.conf import settings
from django.http import HttpRequest
from django.urls import reverse
from ninja import Router
from pydantic import BaseModel

from games.api.authentication import anybody
from games.models import OpenDataFile
from games.open_data.making import published

router = Router()


class OpenDataMonth(BaseModel):
    """A month (UTC) of finished public games. ``games``: their number by game; without any, ``url`` is null.

    ``size`` and ``sha256`` are the compressed file's; ``licence`` is an SPDX identifier. docs/reference/open-data.md
    describes the format.
    """

    month: str
    games: dict[str, int]
    size: int
    sha256: str
    url: str | None
    licence: str
    made_at: datetime


@router.get(
    "/open-data", auth=anybody, response=list[OpenDataMonth], url_name="open-data", summary="Games for download"
)
def list_open_data(request: HttpRequest) -> list[dict[str, Any]]:
    """The monthly files of finished public games, newest first."""
    return [_month(file) for file in published()]


def _month(file: OpenDataFile) -> dict[str, Any]:
    address = reverse("open-data-file", args=[file.label])
    return {
        "month": file.label,
        "games": file.games,
        "size": file.size,
        "sha256": file.sha256,
        "url": settings.SITE_URL + address if file.sha256 else None,
        "licence": "CC0-1.0",
        "made_at": file.made_at,
    }
