"""The pages on which a person lets a program act for them: in the browser, or by the code that a device shows."""

from __future__ import annotations

from typing import Any

from allauth.account.adapter import get_adapter
from allauth.account.decorators import reauthentication_required
from allauth.idp.oidc import views as allauth_views
from allauth.idp.oidc.internal.oauthlib import device_codes
from allauth.idp.oidc.models import Client
from django.contrib.auth.decorators import login_required
from django.core.cache import cache
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import get_object_or_404, render
from django.template.response import TemplateResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from accounts.access.rate_limits import limited
from accounts.auth.guards import current_user, full_accounts_only, recently_signed_in
from accounts.oauth import programs
from accounts.oauth.forms import ConsentForm, UserCodeForm
from accounts.oauth.redirects import form_action
from accounts.oauth.scopes import meanings
from accounts.oauth.views.guards import View, switched_on

PAGES = "idp/oidc/"
"""allauth's name of the folder of these pages."""


def _authorize(request: HttpRequest, client: Client, scopes: list[str]) -> None:
    """Lets the program act for the person who asks; mails them if it could not before."""
    person = current_user(request)
    if programs.authorize(person, client, scopes):
        context = {"program": client, "meanings": meanings(scopes)}
        get_adapter(request).send_notification_mail("oauth/email/program_authorized", person, context)


class AuthorizationPage(allauth_views.AuthorizationView):
    """allauth's page, which asks each time, and whoever registered the program: nothing is allowed silently."""

    form_class = ConsentForm
    template_name = PAGES + "authorization_form.html"

    def get(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        """Shows what the program asks for, or sends it back with what is wrong with its request."""
        wrong = _wrong(request)
        _without_prompt(request)
        try:
            response = super().get(request, *args, **kwargs)
        except ValueError:  # an address that cannot be parsed
            response = allauth_views.respond_html_error(request)
        if not isinstance(response, TemplateResponse):
            if response.status_code == 200:
                response.status_code = 400
            return response
        if wrong or not self._scopes:
            return self._sent_back({"error": wrong or "invalid_scope"})
        return _may_lead_to(self._request_info["redirect_uri"], response)

    def _skip_consent(self) -> HttpResponse:
        return self.render_to_response(self.get_context_data())

    def _sent_back(self, answer: dict[str, str]) -> HttpResponse:
        state = {"state": self._request_info["state"]} if self._request_info.get("state") else {}
        target = allauth_views.add_query_params(self._request_info["redirect_uri"], answer | state)
        response = HttpResponse(status=302)  # Django's own redirect refuses an app's scheme
        response.headers["Location"] = target
        return response

    def form_valid(self, form: ConsentForm) -> HttpResponse:
        """Lets the program act for the person, and sends them back to it with a code."""
        response = super().form_valid(form)
        if response.status_code != 302:
            response.status_code = 400
            return response
        client = get_object_or_404(Client, pk=self._request_info["client_id"])
        _authorize(self.request, client, form.cleaned_data["scopes"])
        return _may_lead_to(self._request_info["redirect_uri"], response)

    def form_invalid(self, form: ConsentForm) -> HttpResponse:
        """Shows the page again."""
        response = self.render_to_response(self.get_context_data(form=form), status=422)
        return _may_lead_to(self._request_info["redirect_uri"], response)

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        """Adds the program, and where the person is sent back to."""
        client = get_object_or_404(Client.objects.select_related("owner"), pk=self._request_info["client_id"])
        context = {"client": client, "back_to": form_action(self._request_info["redirect_uri"])}
        return super(allauth_views.AuthorizationView, self).get_context_data(**kwargs) | context


def _wrong(request: HttpRequest) -> str:
    """The error for a request that allauth would grant: without PKCE or by its weak way, or silently."""
    if "none" in request.GET.get("prompt", "").split():
        return "consent_required"
    safe = request.GET.get("code_challenge") and request.GET.get("code_challenge_method") == "S256"
    return "" if safe else "invalid_request"


def _without_prompt(request: HttpRequest) -> None:
    """Takes ``prompt`` away: allauth grants ``none`` silently if any program has the scopes already."""
    query = request.GET.copy()
    query.pop("prompt", None)
    request.META["QUERY_STRING"] = query.urlencode()
    request.GET = QueryDict(request.META["QUERY_STRING"])


def _may_lead_to(uri: str, response: HttpResponse) -> HttpResponse:
    """Lets the form's answer lead to the program; browsers apply ``form-action`` to redirects as well."""
    vars(response)["_csp_update"] = {"form-action": [form_action(uri)]}
    return response


def _page(view: View, action: str) -> View:
    """The guards of both pages. Unlike allauth's, they take no post from other sites."""
    again = reauthentication_required(enabled=lambda request: not recently_signed_in(request))
    guarded = require_http_methods(["GET", "HEAD", "POST"])(again(view))
    page = switched_on(limited(action)(never_cache(login_required(full_accounts_only(guarded)))))
    vars(page)["csrf_exempt"] = False
    return page


authorization = _page(AuthorizationPage.as_view(), "oauth_consent")


def _device_page(request: HttpRequest) -> HttpResponse:
    """Asks for the code that a device shows, then whether that program may act for the person."""
    form = UserCodeForm(request.GET if "code" in request.GET else None)
    if not form.is_bound or not form.is_valid():
        status = 422 if form.is_bound else 200
        return render(request, PAGES + "device_authorization_code_form.html", {"form": form}, status=status)
    asked = cache.get(device_codes.cache_device_code_key(form.device_code)) or {}
    scopes = asked.get("scope") or form.client.get_default_scopes()
    context = {"client": form.client, "meanings": meanings(scopes), "code": form.cleaned_data["code"]}
    if request.method != "POST":
        return render(request, PAGES + "device_authorization_confirm_form.html", context)
    confirmed = request.POST.get("action") == "confirm"
    if confirmed:
        _authorize(request, form.client, scopes)
    device_codes.confirm_or_deny_device_code(current_user(request), form.device_code, confirm=confirmed)
    page = "device_authorization_confirmed.html" if confirmed else "device_authorization_denied.html"
    return render(request, PAGES + page, context)


device_authorization = limited("oauth_code", count_reads=True)(_page(_device_page, "oauth_consent"))
