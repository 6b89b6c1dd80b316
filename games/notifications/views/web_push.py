"""Views for web push: the service worker, the site's public key, and subscribing."""

import json
from pathlib import Path
from typing import Any

from django.contrib.staticfiles import finders
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.middleware.csrf import get_token
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from accounts.access.guards import signed_in_user
from accounts.access.rate_limits import limited
from games.notifications.channels import web_push
from games.notifications.errors import DeliveryRejected

MAX_BODY = 4096
"""The maximum size of a subscription in bytes. Real subscriptions have about 500 bytes."""


@require_safe
def service_worker(request: HttpRequest) -> HttpResponse:
    """Return the service worker, served at the root because its scope is limited to its folder."""
    return HttpResponse(
        Path(str(finders.find("notifications/service_worker.js"))).read_bytes(),
        content_type="text/javascript; charset=utf-8",
        headers={"Cache-Control": "no-cache", "Service-Worker-Allowed": "/"},
    )


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@limited("destination")
def subscription(request: HttpRequest) -> HttpResponse:
    """Return the site's public key and a CSRF token for the service worker; on POST, store a subscription.

    Raise `Http404` for anonymous visitors: a service worker can't follow a redirect to the sign-in page.
    """
    if not request.user.is_authenticated:
        raise Http404
    if request.method == "POST":
        return _subscribe(request)
    return JsonResponse({"key": web_push.public_key(), "token": get_token(request)})


def _subscribe(request: HttpRequest) -> HttpResponse:
    """Store the ``subscription`` in the JSON body, replacing the subscription with the endpoint ``replaces``.

    With ``renew``, only update a known subscription.
    """
    match _json(request):
        case {"subscription": subscription, "replaces": str(replaces), "renew": True}:
            return _renew(request, subscription, replaces)
        case {"subscription": subscription, "replaces": str(replaces)}:
            try:
                web_push.subscribe(
                    signed_in_user(request), subscription, replaces, request.headers.get("User-Agent", "")
                )
            except DeliveryRejected as refused:
                return JsonResponse({"error": str(refused.message)}, status=422)
            return HttpResponse(status=204)
    return JsonResponse({"error": _("This isn’t a browser’s request for notifications.")}, status=400)


def _renew(request: HttpRequest, subscription: Any, replaces: str) -> HttpResponse:
    try:
        return JsonResponse(web_push.renew(signed_in_user(request), subscription, replaces)._asdict())
    except DeliveryRejected as refused:
        return JsonResponse({"error": str(refused.message)}, status=422)


def _json(request: HttpRequest) -> Any:
    try:
        return json.loads(request.body) if len(request.body) <= MAX_BODY else None
    except (ValueError, RecursionError):
        return None
