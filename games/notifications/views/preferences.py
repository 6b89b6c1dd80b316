"""Views for notification preferences: the settings, a test notice, one table's preference, and unsubscribe links."""

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods

from accounts.access.guards import current_user, signed_in_form, signed_in_post
from accounts.access.rate_limits import limited
from games.core import notices
from games.core.access import my_seat_or_404
from games.models import DeliveryChannel, NotificationKind
from games.notifications import preferences, unsubscribe
from games.notifications.channels import email
from games.notifications.forms import NoticesForm, TableForm
from games.notifications.views.destinations import settings_page


@signed_in_form("settings")
def settings(request: HttpRequest) -> HttpResponse:
    user = current_user(request)
    form = NoticesForm(request.POST if request.method == "POST" else None, instance=user)
    if request.method == "POST" and form.is_valid():
        form.save()
        messages.success(request, _("Saved."))
        return redirect("notices")
    # Read again: validation changes the form's instance even if it fails.
    return settings_page(request, form)


@signed_in_post("test_notice")
def test(request: HttpRequest) -> HttpResponse:
    """Enqueue a test notice for all of the user's channels, at most once a minute."""
    user = current_user(request)
    browsers = user.push_subscriptions.filter(ended_at=None)
    if email.address(user) or browsers.exists() or user.webhooks.filter(stopped=False).exists():
        notices.enqueue(user, NotificationKind.TEST, f"test:{timezone.now():%y%m%d%H%M}")
        messages.success(request, _("We’ve sent a test notification everywhere you get notifications."))
    else:
        messages.error(
            request, _("There’s nowhere to send it: confirm an e-mail address, or add a browser or a webhook.")
        )
    return redirect("notices")


@signed_in_form("settings")
def table_preferences(request: HttpRequest, table: str) -> HttpResponse:
    me = my_seat_or_404(table, request.user)
    form = TableForm(current_user(request), me.game, request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.is_valid():
        form.save()
        messages.success(request, _("Saved for this table."))
        return redirect(me.game)
    return render(
        request,
        "notifications/table_preferences.html",
        {"form": form, "game": me.game},
        status=422 if form.errors else 200,
    )


@csrf_exempt
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@limited("email_link")
def unsubscribe_view(request: HttpRequest, token: str) -> HttpResponse:
    """Turn off the link's kinds of mail. Mail programs POST here (RFC 8058); a GET only asks for confirmation.

    With the field ``when``, change the notices of the mail's table instead.
    """
    if (found := unsubscribe.read(token)) is None:
        raise Http404
    user, kinds, game = found
    table_form = TableForm(user, game, request.POST if "when" in request.POST else None) if game else None
    stops = request.method == "POST" and "when" not in request.POST
    if stops:
        preferences.turn_off(user, kinds, DeliveryChannel.MAIL)
    saved = table_form is not None and table_form.is_valid()
    if table_form is not None and saved:
        table_form.save()
    context = {
        "kinds": [kind.label for kind in kinds],
        "done": stops,
        "saved": saved,
        "address": email.address(user) or user.email,
        "game": game,
        "form": table_form,
    }
    failed = table_form is not None and table_form.errors
    return render(request, "notifications/unsubscribe.html", context, status=422 if failed else 200)
