"""What is kept about people, why, for how long and who sees it. Each figure is the one that the code goes by."""

from __future__ import annotations

from datetime import timedelta

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from accounts.models import Sighting
from accounts.privacy.data_export.jobs import LASTS as DOWNLOADS_LAST
from games.models import Hint
from games.notifications.seat_links import LASTS as LINKS_LAST
from games.privacy.erasure import GUESTS_STAY


@require_safe
def privacy(request: HttpRequest) -> HttpResponse:
    """For everybody, the same for all."""
    return render(request, "privacy/privacy.html", figures() | {"operator": settings.OPERATOR})


def figures() -> dict[str, int]:
    """Days, by what they are of."""
    return {
        "session_days": timedelta(seconds=settings.SESSION_COOKIE_AGE).days,
        "sighting_days": Sighting.KEPT.days,
        "hint_days": Hint.KEPT.days,
        "download_days": DOWNLOADS_LAST.days,
        "guest_days": GUESTS_STAY.days,
        "link_days": LINKS_LAST.days,
    }
