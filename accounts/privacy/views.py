"""The pages of the data export and of account deletion."""

from allauth.account.decorators import reauthentication_required
from allauth.core.exceptions import ReauthenticationRequired
from django.contrib import messages
from django.contrib.auth import logout
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_safe

from accounts.access.guards import current_user, recently_reauthenticated, signed_in_form
from accounts.access.mfa_state import has_mfa
from accounts.access.rate_limits import limited
from accounts.models import Export
from accounts.privacy.data_export import jobs
from accounts.privacy.erasure import erase_user
from accounts.privacy.forms import DeleteAccountForm


@signed_in_form("export")
def my_data(request: HttpRequest) -> HttpResponse:
    """List the kinds of data in an export, and show the state of the latest one. On POST, request an export."""
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
    """Serve the file to its recently authenticated owner. Raise `Http404` for other users, and once it has expired."""
    ready = Export.objects.filter(state=Export.State.READY, expires_at__gt=timezone.now())
    export = get_object_or_404(ready, key=key, user=request.user)
    if export.file is None:
        raise Http404
    response = HttpResponse(export.file, content_type="application/zip")
    response.headers["Content-Disposition"] = 'attachment; filename="the-back-room.zip"'
    return response


@login_required
@limited("reauthenticate")
@sensitive_post_parameters("password")
@require_http_methods(["GET", "HEAD", "POST"])
def delete_account(request: HttpRequest) -> HttpResponse:
    """Explain the consequences, or delete the account on POST. Users without a password must reauthenticate first."""
    person = current_user(request)
    reauthenticated = recently_reauthenticated(request)
    if not reauthenticated and not person.has_usable_password():
        raise ReauthenticationRequired
    posted = request.method == "POST"
    form = DeleteAccountForm(person, request.POST if posted else None, reauthenticated=reauthenticated)
    if posted and form.is_valid():
        erase_user(person, words=form.cleaned_data["words"])
        logout(request)
        messages.success(request, _("Your account is deleted."))
        return redirect("front")
    context = {"form": form, "other_ways": not reauthenticated and has_mfa(person)}
    return render(request, "privacy/delete_account.html", context, status=422 if form.errors else 200)
