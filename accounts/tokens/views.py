"""The page of the user's own tokens."""

from typing import Any

from allauth.account.adapter import get_adapter
from allauth.account.decorators import reauthentication_required
from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from accounts.access import shown_once
from accounts.access.guards import current_user, full_accounts_only, signed_in_user
from accounts.access.rate_limits import limited
from accounts.models import Token, User
from accounts.refusals import Refused
from accounts.tokens import tokens
from accounts.tokens.forms import TokenForm


@login_required
@full_accounts_only
@never_cache
@require_safe
def list_tokens(request: HttpRequest) -> HttpResponse:
    person, (pk, secret) = current_user(request), shown_once.take(request)
    token = tokens.tokens_of(person).filter(pk=pk or 0).first()
    return _page(request, person, TokenForm(), token=token, secret=secret)


def _page(request: HttpRequest, person: User, form: TokenForm, status: int = 200, **made: Any) -> HttpResponse:
    context = {"form": form, "tokens": tokens.tokens_of(person), "most": Token.MOST, "oauth": settings.OAUTH}
    return render(request, "tokens/tokens.html", context | made, status=status)


@limited("token")
@login_required
@full_accounts_only
@never_cache
@require_POST
@reauthentication_required
def make_token(request: HttpRequest) -> HttpResponse:
    """Create a token, mail the user, and redirect to the page that shows its secret once."""
    person, form = current_user(request), TokenForm(request.POST)
    if not form.is_valid():
        return _page(request, person, form, 422)
    try:
        made = tokens.make(
            signed_in_user(request), form.cleaned_data["name"], form.cleaned_data["scopes"], form.ends_at
        )
    except Refused as refused:
        form.add_error(None, str(refused.message))
        return _page(request, person, form, refused.status)
    get_adapter(request).send_notification_mail("tokens/email/token_made", person, {"token": made.token})
    return shown_once.redirect_with(request, reverse("tokens"), made.token.pk, made.secret)


@limited("settings")
@login_required
@full_accounts_only
@require_POST
def revoke_token(request: HttpRequest, pk: int) -> HttpResponse:
    """Revoke a token of the user. Raise `Http404` if it is not theirs."""
    token = get_object_or_404(Token, pk=pk, user=request.user.pk)
    tokens.revoke(token)
    messages.success(request, _("The token “%(name)s” is revoked.") % {"name": token.name})
    return redirect("tokens")
