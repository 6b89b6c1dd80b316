"""Views for the answers to the question of how to notify a user, and for a guest's address."""

from typing import Any

from django import forms
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from accounts.access.guards import current_user, signed_in_form, signed_in_post
from accounts.access.rate_limits import limited
from games.notifications.contact import address as addresses
from games.notifications.contact import link
from games.notifications.contact import preference as answers
from games.notifications.errors import DeliveryError


class AddressForm(forms.Form):
    address = forms.EmailField(
        max_length=254,
        error_messages={
            "required": gettext_lazy("Enter the address for your e-mails."),
            "invalid": gettext_lazy("This isn’t an e-mail address. It should look like you@example.org."),
            "max_length": gettext_lazy("This isn’t an e-mail address. It should look like you@example.org."),
        },
    )


@signed_in_form("notice_address")
def address(request: HttpRequest) -> HttpResponse:
    """Ask how a guest wants to be notified; on POST, mail a link to the address. Redirect users who are not guests."""
    user = current_user(request)
    if not user.is_guest:
        return redirect("account_email")
    if request.method != "POST":
        return _page(request)
    form = AddressForm(request.POST)
    if not form.is_valid():
        return _page(request, str(form.errors["address"][0]), 422)
    try:
        link.ask(user, form.cleaned_data["address"])
    except DeliveryError as problem:
        return _page(request, str(problem.message), 422)
    said = _("We’ve sent a link to %(address)s. Open it within three days, and your notifications will go there.")
    messages.success(request, said % {"address": form.cleaned_data["address"].lower()})
    return _back(request)


def _page(request: HttpRequest, problem: str = "", status: int = 200) -> HttpResponse:
    context = {
        "tell": answers.question(current_user(request)) or answers.Question(guest=True),
        "tell_problem": problem,
        "tell_typed": request.POST.get("address", ""),
        "tell_next": request.POST.get("next", ""),
    }
    return render(request, "notifications/contact/question.html", context, status=status)


@signed_in_post("settings")
def look_in(request: HttpRequest) -> HttpResponse:
    """Record that the user wants no notifications, so that they are not asked again.

    With the field ``pace`` = ``quick``, do so only for tables whose turns take minutes.
    """
    if request.POST.get("pace") == "quick":
        answers.look_in_tonight(current_user(request))
        messages.success(request, _("At tables where turns take minutes, you’ll check for yourself."))
    else:
        answers.look_in(current_user(request))
        messages.success(
            request, _("You’ll check for yourself. If you change your mind, go to Settings, Notifications.")
        )
    return _back(request)


@signed_in_post("settings")
def remove_address(request: HttpRequest) -> HttpResponse:
    addresses.forget(current_user(request))
    messages.success(request, _("The address is deleted. It gets no more e-mails."))
    return redirect("notices")


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@limited("email_link")
def confirm(request: HttpRequest, token: str) -> HttpResponse:
    """Confirm an address by the link mailed to it, without signing the user in. A GET only shows the button."""
    if (found := link.read(token)) is None:
        if request.method == "POST":
            raise Http404
        return render(request, "notifications/contact/confirm.html", {"expired": True}, status=404)
    if request.method == "POST":
        addresses.confirm(found)
    context: dict[str, Any] = {"address": found.address, "name": found.user.shown_name}
    context |= {"done": request.method == "POST", "mine": request.user == found.user}
    return render(request, "notifications/contact/confirm.html", context)


def _back(request: HttpRequest) -> HttpResponse:
    """Redirect to the page in the field ``next`` if it is on this site, otherwise to the user's tables."""
    page = request.POST.get("next", "")
    ours = url_has_allowed_host_and_scheme(page, {request.get_host()}, require_https=request.is_secure())
    return redirect(page if ours and page.startswith("/") else "home")
