"""``/.well-known/security.txt`` (RFC 9116): the contact for reports of security problems."""

from datetime import timedelta

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

VALID_FOR = timedelta(days=90)
"""How long the file is valid. The RFC recommends less than a year."""


@require_safe
@cache_control(public=True, max_age=86_400)
def security_txt(request: HttpRequest) -> HttpResponse:
    """Return the file, valid from now. Raise `Http404` if the operator has not set ``SECURITY_CONTACT``."""
    if not settings.SECURITY_CONTACT:
        raise Http404
    fields = {
        "Contact": settings.SECURITY_CONTACT,
        "Expires": (timezone.now() + VALID_FOR).strftime("%Y-%m-%dT%H:%M:%SZ"),
        "Preferred-Languages": ", ".join(code for code, _name in settings.LANGUAGES),
        "Canonical": settings.SITE_URL.rstrip("/") + reverse("security-txt"),
    }
    lines = "".join(f"{name}: {value}\n" for name, value in fields.items())
    return HttpResponse(lines, content_type="text/plain; charset=utf-8")
