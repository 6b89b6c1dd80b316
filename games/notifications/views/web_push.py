"""What a browser needs to be told by push: the service worker, the key of the site, and where to subscribe."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from django.contrib.staticfiles import finders
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.middleware.csrf import get_token
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from accounts.access.rate_limits import limited
from accounts.auth.guards import signed_in
from games.notifications.channels import browsers, web_push
from games.notifications.errors import DeliveryRejected

LONGEST = 4096
"""Bytes of a subscription; real ones have about 500."""


@require_safe
def service_worker(request: HttpRequest) -> HttpResponse:
    """The worker at the root of the site: from the folder of static files it could only act for that folder."""
    return HttpResponse(
        Path(str(finders.find("notifications/service_worker.js"))).read_bytes(),
        content_type="text/javascript; charset=utf-8",
        headers={"Cache-Control": "no-cache", "Service-Worker-Allowed": "/"},
    )


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@limited("place")
def subscribing(request: HttpRequest) -> HttpResponse:
    """The site's public key, and the token with which a worker, which sees no form, may post a subscription.

    404 for a visitor, whom nobody could tell anything; a worker has no use for the way to the sign-in page.
    """
    if not request.user.is_authenticated:
        raise Http404
    if request.method == "POST":
        return _subscribe(request)
    return JsonResponse({"key": web_push.public_key(), "token": get_token(request)})


def _subscribe(request: HttpRequest) -> HttpResponse:
    """Keep ``subscription``, in the place of the one whose endpoint was ``replaces``; both come as JSON."""
    match _json(request):
        case {"subscription": subscription, "replaces": str(replaces)}:
            try:
                browsers.keep(signed_in(request), subscription, replaces, request.headers.get("User-Agent", ""))
            except DeliveryRejected as refused:
                return JsonResponse({"error": str(refused.message)}, status=422)
            return HttpResponse(status=204)
    return JsonResponse({"error": _("This is not what a browser sends to be told.")}, status=400)


def _json(request: HttpRequest) -> Any:
    """What the body holds, or None."""
    try:
        return json.loads(request.body) if len(request.body) <= LONGEST else None
    except (ValueError, RecursionError):
        return None
