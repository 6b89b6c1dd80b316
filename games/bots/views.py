"""The pages of a user's bots: the list, and a page for each bot."""

from typing import Any

from allauth.account.adapter import get_adapter
from allauth.account.decorators import reauthentication_required
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from accounts.access import shown_once
from accounts.access.guards import (
    current_user,
    full_accounts_only,
    signed_in_form,
    signed_in_post,
    signed_in_user,
    verified_email_only,
)
from accounts.access.rate_limits import limited
from accounts.models import User
from accounts.privacy.erasure import erase_user
from accounts.refusals import Refused
from accounts.tokens import tokens
from games.bots import bots, webhook_player
from games.bots.forms import AddressForm, BotForm, BotNameForm
from games.models import Delivery, DeliveryChannel, Webhook
from games.notifications.channels import webhook
from games.notifications.errors import BadAddress

SHOWN = 20


@signed_in_form("settings")
@full_accounts_only
def list_bots(request: HttpRequest) -> HttpResponse:
    return _make(request) if request.method == "POST" else _list(request, BotForm())


@verified_email_only
def _make(request: HttpRequest) -> HttpResponse:
    form = BotForm(request.POST)
    if not form.is_valid():
        return _list(request, form, 422)
    try:
        bot = bots.make(current_user(request), form.cleaned_data["username"])
    except Refused as refused:
        form.add_error(None, str(refused.message))
        return _list(request, form, refused.status)
    messages.success(request, _("%(name)s is ready. Make its token, or enter its address.") % {"name": bot.username})
    return redirect("bot", bot.username)


def _list(request: HttpRequest, form: BotForm, status: int = 200) -> HttpResponse:
    mine = bots.bots_of(current_user(request)).prefetch_related("tokens", "webhooks")
    return render(request, "bots/bots.html", {"bots": mine, "form": form, "most": bots.MOST}, status=status)


def _bot_or_404(request: HttpRequest, username: str) -> User:
    return get_object_or_404(bots.bots_of(signed_in_user(request)), username=username if username.isprintable() else "")


@login_required
@full_accounts_only
@never_cache
@require_safe
def show_bot(request: HttpRequest, username: str) -> HttpResponse:
    bot, (pk, secret) = _bot_or_404(request, username), shown_once.take(request)
    return _page(request, bot, secret=secret if bot.tokens.filter(pk=pk or 0).exists() else "")


def _page(request: HttpRequest, bot: User, status: int = 200, **more: Any) -> HttpResponse:
    hook = Webhook.objects.filter(user=bot, form=Webhook.Form.PLAYER).first()
    calls = (
        Delivery.objects.filter(user=bot, channel=DeliveryChannel.HOOK).select_related("notice__game").order_by("-pk")
    )
    context = {
        "bot": bot,
        "name_form": BotNameForm(bot),
        "address_form": AddressForm(initial={"address": hook.address if hook else ""}),
        "token": tokens.tokens_of(bot).first(),
        "hook": hook,
        "outcome": webhook.outcome(hook) if hook and hook.last_at else "",
        "signing": webhook.shown_secret(hook.secret) if hook else "",
        "calls": calls[:SHOWN],
    }
    return render(request, "bots/bot.html", context | more, status=status)


@signed_in_post("settings")
@full_accounts_only
def rename_bot(request: HttpRequest, username: str) -> HttpResponse:
    bot = _bot_or_404(request, username)
    form = BotNameForm(bot, request.POST)
    if not form.is_valid():
        return _page(request, bot, 422, name_form=form)
    bots.rename(bot, form.cleaned_data["display_name"])
    messages.success(request, _("Others now see it as %(name)s.") % {"name": bot.shown_name})
    return redirect("bot", username)


@limited("token")
@login_required
@full_accounts_only
@never_cache
@require_POST
@reauthentication_required
def make_token(request: HttpRequest, username: str) -> HttpResponse:
    """Create the bot's token, show the secret once, and mail the owner about it."""
    bot = _bot_or_404(request, username)
    made = tokens.make_for_bot(bot)
    context = {"token": made.token, "bot": bot}
    get_adapter(request).send_notification_mail("bots/email/bot_token_made", current_user(request), context)
    return shown_once.redirect_with(request, reverse("bot", args=[username]), made.token.pk, made.secret)


@signed_in_post("settings")
@full_accounts_only
def revoke_token(request: HttpRequest, username: str) -> HttpResponse:
    for token in tokens.tokens_of(_bot_or_404(request, username)):
        tokens.revoke(token)
    messages.success(request, _("The token is revoked."))
    return redirect("bot", username)


@signed_in_post("destination")
@full_accounts_only
def set_webhook(request: HttpRequest, username: str) -> HttpResponse:
    bot, form = _bot_or_404(request, username), AddressForm(request.POST)
    if form.is_valid():
        try:
            webhook_player.set_address(bot, form.cleaned_data["address"])
        except BadAddress as bad:
            form.add_error("address", str(bad.message))
        else:
            messages.success(
                request,
                _("Saved. From now on we ask this address for every move, starting with those already due."),
            )
            return redirect("bot", username)
    return _page(request, bot, 422, address_form=form)


@signed_in_post("destination")
@full_accounts_only
def remove_webhook(request: HttpRequest, username: str) -> HttpResponse:
    Webhook.objects.filter(user=_bot_or_404(request, username)).delete()
    messages.success(request, _("We no longer ask that address for moves."))
    return redirect("bot", username)


@signed_in_post("settings")
@full_accounts_only
def delete_bot(request: HttpRequest, username: str) -> HttpResponse:
    """Erase the bot's account: it leaves its tables, and its games remain. Require the field ``sure``."""
    bot = _bot_or_404(request, username)
    if not request.POST.get("sure"):
        messages.error(request, _("Tick the box first: a deleted computer player can’t be brought back."))
        return redirect("bot", username)
    erase_user(bot)
    messages.success(request, _("The computer player is deleted."))
    return redirect("bots")
