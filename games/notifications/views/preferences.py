"""How somebody is told outside the site: the settings page, and the link in every mail that ends mails of its kind."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods, require_POST

from accounts.access.rate_limits import limited
from accounts.auth.guards import signed_in
from accounts.models import User
from games.access import my_seat_or_404
from games.models import Channel, Game, Kind
from games.notifications import enqueue, preferences, unsubscribe
from games.notifications.channels import email
from games.notifications.forms import NoticesForm, TableForm
from games.notifications.views.destinations import places


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
@limited("setting")
def settings(request: HttpRequest) -> HttpResponse:
    """Show and change how the signed-in person is told."""
    user = signed_in(request)
    form = NoticesForm(request.POST if request.method == "POST" else None, instance=user)
    if request.method == "POST" and form.is_valid():
        form.save()
        messages.success(request, _("Your notices are saved."))
        return redirect("notices")
    return render(request, "notifications/preferences.html", _context(user, form), status=422 if form.errors else 200)


def _context(user: User, form: NoticesForm) -> dict[str, Any]:
    shown = signed_in_as_kept(user)
    own = Game.objects.filter(notice_choices__user=user).distinct().order_by("name", "pk")
    return {"form": form, "address": email.address(shown), "own_tables": own, "channels": Channel.labels} | places(
        shown
    )


def signed_in_as_kept(user: User) -> User:
    """The person as he is kept: a refused form has changed the row that it was given."""
    return User.objects.get(pk=user.pk)


@login_required
@require_POST
@limited("test")
def test(request: HttpRequest) -> HttpResponse:
    """Owe the signed-in person a test by every channel he has; once a minute at most."""
    user = signed_in(request)
    if email.address(user) or user.push_subscriptions.exists() or user.webhooks.filter(stopped=False).exists():
        enqueue.owe(user, Kind.TEST, f"test:{timezone.now():%y%m%d%H%M}")
        messages.success(request, _("A test notice is on its way to every place where you are told."))
    else:
        messages.error(
            request, _("There is nowhere to send it: confirm a mail address, or add a browser or a webhook.")
        )
    return redirect("notices")


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
@limited("setting")
def at_table(request: HttpRequest, table: str) -> HttpResponse:
    """How one is told of this table alone."""
    me = my_seat_or_404(table, request.user)
    form = TableForm(signed_in(request), me.game, request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.is_valid():
        form.save()
        messages.success(request, _("It is saved for this table."))
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
@limited("link")
def stop(request: HttpRequest, token: str) -> HttpResponse:
    """No more mails of these kinds. A mail program posts here for its owner (RFC 8058); a look changes nothing."""
    if (found := unsubscribe.read(token)) is None:
        raise Http404
    user, kinds = found
    if request.method == "POST":
        preferences.stop(user, kinds, Channel.MAIL)
    context = {"kinds": [kind.label for kind in kinds], "done": request.method == "POST", "address": user.email}
    return render(request, "notifications/unsubscribe.html", context)
