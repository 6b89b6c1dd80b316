"""The URL configuration."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.conf import settings
from django.contrib import admin
from django.contrib.sitemaps.views import sitemap
from django.core.exceptions import ImproperlyConfigured
from django.http import Http404, HttpRequest, HttpResponse
from django.urls import URLPattern, include, path
from django.views.decorators.http import require_safe

from chicago.web import crawlers
from chicago.web.security_txt import security_txt


def _report(provider: URLPattern) -> URLPattern:
    """Wrap a mail provider's webhook so that it raises `Http404`, not an error 500, if its settings are missing."""
    view: Callable[..., HttpResponse] = provider.callback

    @wraps(view)
    def reported(request: HttpRequest, **parts: Any) -> HttpResponse:
        try:
            return view(request, **parts)
        except ImproperlyConfigured as missing:
            raise Http404 from missing

    return path(str(provider.pattern), reported)


reports: list[URLPattern] = []
# Without a secret, anyone could report that any mail has bounced. Inbound mail is not accepted.
if settings.ANYMAIL.get("WEBHOOK_SECRET"):
    from anymail.urls import urlpatterns as _providers  # imports the code of every provider

    reports = [_report(provider) for provider in _providers if "inbound" not in str(provider.pattern)]


handler400 = "chicago.web.errors.bad_request"
handler403 = "chicago.web.errors.forbidden"
handler404 = "chicago.web.errors.not_found"
handler429 = "accounts.access.rate_limits.too_many_requests"  # called by allauth when one of its own limits is reached
handler500 = "chicago.web.errors.server_error"

urlpatterns = [
    path(".well-known/security.txt", security_txt, name="security-txt"),
    path(".well-known/change-password", crawlers.change_password, name="well-known-change-password"),
    path("robots.txt", crawlers.robots_txt, name="robots-txt"),
    path("sitemap.xml", require_safe(sitemap), {"sitemaps": {"pages": crawlers.PublicPages}}, name="sitemap"),
    path("", include("games.urls")),
    path("", include("accounts.urls")),
    path("accounts/", include("allauth.urls")),
    path(settings.ADMIN_PATH, admin.site.urls),
    path("anymail/", include(reports)),
    path("i18n/", include("django.conf.urls.i18n")),
]
