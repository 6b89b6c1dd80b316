"""Security settings: MFA, passkeys, recovery codes and sessions."""

from typing import Any

from allauth.account.decorators import reauthentication_required
from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from accounts.access.guards import current_user, full_accounts_only
from accounts.access.rate_limits import limited
from accounts.auth import passkeys, sessions
from accounts.models import User

Type = Authenticator.Type


@login_required
@full_accounts_only
@never_cache
@require_safe
def security(request: HttpRequest) -> HttpResponse:
    person = current_user(request)
    here = request.session.session_key
    listed = sorted(sessions.active_sessions(person), key=lambda session: session.session_key != here)
    context = {"sessions": listed, "elsewhere": passkeys.localhost_url(request)}
    return render(request, "auth/security.html", _authenticators(person) | context)


def _authenticators(person: User) -> dict[str, Any]:
    steps = list(Authenticator.objects.filter(user=person).order_by("created_at"))
    codes = next((step.wrap() for step in steps if step.type == Type.RECOVERY_CODES), None)
    return {
        "app": next((step for step in steps if step.type == Type.TOTP), None),
        "passkeys": [step for step in steps if step.type == Type.WEBAUTHN],
        "codes_left": None if codes is None else len(codes.get_unused_codes()),
    }


@limited("settings")
@login_required
@full_accounts_only
@require_POST
@reauthentication_required
def end_session(request: HttpRequest, pk: int) -> HttpResponse:
    """End another session of the user. Raise `Http404` if it is not theirs or has already ended."""
    here = request.session.session_key or ""
    mine = UserSession.objects.filter(user=request.user.pk).exclude(session_key=here)
    ended = get_object_or_404(mine, pk=pk)
    sessions.end(mine.filter(pk=ended.pk))
    messages.success(request, _("That browser is signed out."))
    return redirect("security")


@limited("settings")
@login_required
@full_accounts_only
@require_POST
@reauthentication_required
def end_others(request: HttpRequest) -> HttpResponse:
    """Sign the user out everywhere else, and invalidate the links in mails."""
    sessions.end_others(request, current_user(request))
    messages.success(request, _("You’re signed out everywhere but here, and the links in your e-mails no longer work."))
    return redirect("security")
