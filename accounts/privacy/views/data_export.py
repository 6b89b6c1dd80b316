"""Views of the data export."""

from __future__ import annotations

from allauth.account.decorators import reauthentication_required
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from accounts.access.guards import current_user
from accounts.access.rate_limits import limited
from accounts.models import Export
from accounts.privacy.data_export import jobs


@login_required
@limited("export")
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def my_data(request: HttpRequest) -> HttpResponse:
    """Show the contents of an export and the state of the latest one; on POST, request one."""
    person = current_user(request)
    if request.method == "POST":
        jobs.request_export(person)
        return redirect("my-data")
    return render(
        request, "privacy/data_export.html", {"export": jobs.latest_export(person), "days": jobs.LIFETIME.days}
    )


@login_required
@reauthentication_required
@never_cache
@require_safe
def download(request: HttpRequest, key: str) -> HttpResponse:
    """Serve the file to its recently authenticated owner. Raise `Http404` for others, and after it has expired."""
    ready = Export.objects.filter(state=Export.State.READY, expires_at__gt=timezone.now())
    export = get_object_or_404(ready, key=key, user=request.user)
    if export.file is None:
        raise Http404
    response = HttpResponse(export.file, content_type="application/zip")
    response.headers["Content-Disposition"] = 'attachment; filename="the-back-room.zip"'
    return response
