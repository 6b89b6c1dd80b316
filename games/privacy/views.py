"""The privacy page: which data is stored, why and for how long, and who can see it. All figures come from the code."""

from datetime import timedelta

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from accounts.models import ConnectionTrace, ErasedName
from accounts.privacy.data_export.jobs import LIFETIME as DOWNLOADS_LAST
from accounts.profile.erased_names import GUEST_NAME_PERIOD
from games.core.seat_links import LIFETIME as LINKS_LAST
from games.models import Hint
from games.privacy.erasure import GUEST_LIFETIME


@require_safe
def privacy(request: HttpRequest) -> HttpResponse:
    """Show the privacy page, which is the same for all visitors."""
    return render(request, "privacy/privacy.html", figures() | {"operator": settings.OPERATOR})


def figures() -> dict[str, int]:
    """Return the retention periods in days, by name."""
    return {
        "session_days": timedelta(seconds=settings.SESSION_COOKIE_AGE).days,
        "trace_days": ConnectionTrace.RETENTION.days,
        "hint_days": Hint.KEPT.days,
        "download_days": DOWNLOADS_LAST.days,
        "name_days": ErasedName.RETENTION.days,
        "guest_name_days": GUEST_NAME_PERIOD.days,
        "guest_days": GUEST_LIFETIME.days,
        "link_days": LINKS_LAST.days,
    }
