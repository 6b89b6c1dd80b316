"""The page of notifications and its destinations: browsers, webhooks, addresses of the calendar and the feed."""

from datetime import timedelta
from typing import Any

from django.conf import settings
from django.contrib import messages
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.access.account_lock import hold_account
from accounts.access.guards import current_user, signed_in_post, signed_in_user
from accounts.models import User
from games.models import (
    ContactPreference,
    Delivery,
    DeliveryChannel,
    FeedKey,
    Game,
    NotificationKind,
    PushSubscription,
    Webhook,
)
from games.models.notifications import new_feed_key
from games.notifications.channels import email, webhook
from games.notifications.errors import DeliveryRejected
from games.notifications.forms import NoticesForm, WebhookForm

TEST_WAIT = timedelta(minutes=1)
"""How long the page polls for the result of a test."""


def destinations_context(user: User, form: WebhookForm | None = None) -> dict[str, Any]:
    """Return the template context of the destinations.

    ``address`` is the address for mails, ``contact_preference`` a guest's preference.
    """
    return {
        "address": email.address(user),
        "contact_preference": ContactPreference.objects.filter(user=user).exclude(address="").first(),
        "browsers": user.push_subscriptions.order_by("pk"),
        "hooks": [_webhook_row(hook) for hook in user.webhooks.order_by("pk")],
        "hook_form": form or WebhookForm(),
        "underway": _tests(user).exists(),
        "feeds": _feed_urls(user),
    }


def _webhook_row(hook: Webhook) -> dict[str, Any]:
    return {
        "hook": hook,
        "host": webhook.host(hook),
        "outcome": webhook.outcome(hook),
        # Enough to distinguish webhooks without revealing the secret.
        "end": hook.address[-6:],
        "secret": webhook.shown_secret(hook.secret) if hook.form == Webhook.Form.JSON else "",
    }


def _tests(user: User) -> Any:
    just_now = timezone.now() - TEST_WAIT
    pending = Delivery.objects.filter(
        user=user, channel=DeliveryChannel.HOOK, state=Delivery.State.PENDING, tries__lte=1
    )
    still_there = [str(pk) for pk in user.webhooks.values_list("pk", flat=True)]
    return pending.filter(notice__kind=NotificationKind.TEST, notice__created_at__gt=just_now, target__in=still_there)


def _feed_urls(user: User) -> dict[str, str]:
    key = FeedKey.objects.filter(user=user).values_list("key", flat=True).first()
    if key is None:
        return {}
    calendar = settings.SITE_URL + reverse("deadlines-feed", args=[key])
    return {
        "calendar": calendar,
        "subscribe": f"webcal:{calendar.partition(':')[2]}",
        "turns": settings.SITE_URL + reverse("turns-feed", args=[key]),
    }


def settings_page(
    request: HttpRequest, form: NoticesForm | None = None, hook: WebhookForm | None = None
) -> HttpResponse:
    """Show the settings of notifications with their destinations, with status 422 if one of these forms has errors."""
    user = current_user(request)
    own = Game.objects.filter(notification_preferences__user=user).distinct().order_by("name", "pk")
    context = {"form": form or NoticesForm(instance=user), "own_tables": own} | destinations_context(user, hook)
    failed = any(each is not None and each.errors for each in (form, hook))
    return render(request, "notifications/preferences.html", context, status=422 if failed else 200)


@signed_in_post("destination")
def add_hook(request: HttpRequest) -> HttpResponse:
    form = WebhookForm(request.POST)
    if form.is_valid():
        try:
            webhook.add(signed_in_user(request), form.cleaned_data["form"], form.cleaned_data["address"])
        except DeliveryRejected as refused:
            form.add_error("address", str(refused.message))
        else:
            messages.success(request, _("The webhook is added. Send it a test."))
            return redirect("notices")
    return settings_page(request, hook=form)


@signed_in_post("test_notice")
def test_hook(request: HttpRequest, key: int) -> HttpResponse:
    if webhook.send_test(get_object_or_404(Webhook, pk=key, user=request.user)):
        messages.success(request, _("We’ve sent a test. The answer will appear beside the webhook."))
    else:
        messages.error(request, _("You tested this webhook a moment ago. Wait half a minute."))
    return redirect("notices")


@signed_in_post("destination")
def remove_hook(request: HttpRequest, key: int) -> HttpResponse:
    get_object_or_404(Webhook, pk=key, user=request.user).delete()
    messages.success(request, _("The webhook is removed."))
    return redirect("notices")


@signed_in_post("destination")
def remove_browser(request: HttpRequest, key: int) -> HttpResponse:
    get_object_or_404(PushSubscription, pk=key, user=request.user).delete()
    messages.success(request, _("That browser won’t show notifications any more."))
    return redirect("notices")


@signed_in_post("destination")
@transaction.atomic
def renew_feeds(request: HttpRequest) -> HttpResponse:
    user = signed_in_user(request)
    hold_account(user)
    FeedKey.objects.update_or_create(user=user, defaults={"key": new_feed_key()})
    messages.success(request, _("Here are your new addresses. The old ones no longer work."))
    return redirect("notices")


@signed_in_post("destination")
def end_feeds(request: HttpRequest) -> HttpResponse:
    FeedKey.objects.filter(user=current_user(request)).delete()
    messages.success(request, _("Your calendar and feed addresses no longer work."))
    return redirect("notices")
