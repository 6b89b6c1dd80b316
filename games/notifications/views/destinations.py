"""Where somebody is told: his browsers, his webhooks, and the addresses of his calendar and feed."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from accounts.access.rate_limits import limited
from accounts.auth.guards import signed_in
from accounts.models import User
from games.models import Channel, Delivery, FeedKey, Kind, PushSubscription, Webhook
from games.models.notifications import new_feed_key
from games.notifications.channels import webhook, webhooks
from games.notifications.errors import DeliveryRejected
from games.notifications.webhook_form import WebhookForm

UNDERWAY = timedelta(minutes=1)
"""So long a page waits for what comes of a test."""


def places(user: User, form: WebhookForm | None = None) -> dict[str, Any]:
    """What games/_where.html shows."""
    return {
        "browsers": user.push_subscriptions.order_by("pk"),
        "hooks": [_hook(hook) for hook in user.webhooks.order_by("pk")],
        "hook_form": form or WebhookForm(),
        "underway": _tests(user).exists(),
        "feeds": _addresses(user),
    }


def _hook(hook: Webhook) -> dict[str, Any]:
    return {
        "hook": hook,
        "host": webhooks.host(hook),
        "outcome": webhooks.outcome(hook),
        # Enough to tell it from another one, and too little for whoever looks over a shoulder.
        "end": hook.address[-6:],
        "secret": webhook.shown_secret(hook.secret) if hook.form == Webhook.Form.JSON else "",
    }


def _tests(user: User) -> Any:
    just_now = timezone.now() - UNDERWAY
    owed = Delivery.objects.filter(user=user, channel=Channel.HOOK, state=Delivery.State.OWED, tries__lte=1)
    still_there = [str(pk) for pk in user.webhooks.values_list("pk", flat=True)]
    return owed.filter(notice__kind=Kind.TEST, notice__made_at__gt=just_now, target__in=still_there)


def _addresses(user: User) -> dict[str, str]:
    key = FeedKey.objects.filter(user=user).values_list("key", flat=True).first()
    if key is None:
        return {}
    calendar = settings.SITE_URL + reverse("deadlines-feed", args=[key])
    return {
        "calendar": calendar,
        "subscribe": f"webcal:{calendar.partition(':')[2]}",
        "turns": settings.SITE_URL + reverse("turns-feed", args=[key]),
    }


@never_cache
@login_required
@require_safe
def where(request: HttpRequest) -> HttpResponse:
    """All of it on a page of its own."""
    return render(request, "notifications/destinations.html", places(signed_in(request)))


@login_required
@require_POST
@limited("place")
def add_hook(request: HttpRequest) -> HttpResponse:
    """Add a webhook of the form and the address that were sent."""
    form = WebhookForm(request.POST)
    if form.is_valid():
        try:
            webhooks.add(signed_in(request), form.cleaned_data["form"], form.cleaned_data["address"])
        except DeliveryRejected as refused:
            form.add_error("address", str(refused.message))
        else:
            messages.success(request, _("The webhook is added. Send it a test."))
            return redirect("where")
    return render(request, "notifications/destinations.html", places(signed_in(request), form), status=422)


@login_required
@require_POST
@limited("test")
def test_hook(request: HttpRequest, key: int) -> HttpResponse:
    """Post a test to one of the person's webhooks."""
    if webhooks.try_out(get_object_or_404(Webhook, pk=key, user=request.user)):
        messages.success(request, _("A test is on its way. What comes back is shown with the webhook."))
    else:
        messages.error(request, _("This webhook was tested a moment ago. Wait half a minute."))
    return redirect("where")


@login_required
@require_POST
@limited("place")
def remove_hook(request: HttpRequest, key: int) -> HttpResponse:
    """Post nothing any more to one of the person's webhooks."""
    get_object_or_404(Webhook, pk=key, user=request.user).delete()
    messages.success(request, _("The webhook is removed."))
    return redirect("where")


@login_required
@require_POST
@limited("place")
def remove_browser(request: HttpRequest, key: int) -> HttpResponse:
    """Tell the person no longer on one of his browsers."""
    get_object_or_404(PushSubscription, pk=key, user=request.user).delete()
    messages.success(request, _("That browser shows no more notices."))
    return redirect("where")


@login_required
@require_POST
@limited("place")
def renew_feeds(request: HttpRequest) -> HttpResponse:
    """New addresses; the old ones end."""
    FeedKey.objects.update_or_create(user=signed_in(request), defaults={"key": new_feed_key()})
    messages.success(request, _("These are your addresses. Older ones no longer work."))
    return redirect("where")


@login_required
@require_POST
@limited("place")
def end_feeds(request: HttpRequest) -> HttpResponse:
    """No addresses any more."""
    FeedKey.objects.filter(user=signed_in(request)).delete()
    messages.success(request, _("Your calendar and feed addresses no longer work."))
    return redirect("where")
