"""Where each address leads."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from anymail.urls import urlpatterns as providers
from django.conf import settings
from django.contrib import admin
from django.core.exceptions import ImproperlyConfigured
from django.http import Http404, HttpRequest, HttpResponse
from django.urls import URLPattern, include, path


def _report(provider: URLPattern) -> URLPattern:
    """Where one mail provider reports; 404 for one whose settings are missing, which would else be a 500."""
    view: Callable[..., HttpResponse] = provider.callback

    @wraps(view)
    def reported(request: HttpRequest, **parts: Any) -> HttpResponse:
        try:
            return view(request, **parts)
        except ImproperlyConfigured as missing:
            raise Http404 from missing

    return path(str(provider.pattern), reported)


# Without a secret anybody could report that anybody's mails come back. Mails to us are nothing that we take.
_taken = providers if settings.ANYMAIL.get("WEBHOOK_SECRET") else []
reports = [_report(provider) for provider in _taken if "inbound" not in str(provider.pattern)]

handler400 = "chicago.web.error_views.bad_request"
handler403 = "chicago.web.error_views.forbidden"
handler404 = "chicago.web.error_views.not_found"
handler429 = "accounts.access.rate_limits.too_often"  # allauth asks for it, when one of its own limits is reached
handler500 = "chicago.web.error_views.failed"

urlpatterns = [
    path("", include("games.urls")),
    path("", include("accounts.urls")),
    path("accounts/", include("allauth.urls")),
    path(settings.ADMIN_PATH, admin.site.urls),
    path("anymail/", include(reports)),
    path("i18n/", include("django.conf.urls.i18n")),
]
