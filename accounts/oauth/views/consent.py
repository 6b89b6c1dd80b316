"""The pages where users let a program act for them: in the browser, or with a code that a device displays."""

from typing import Any
from urllib.parse import parse_qs, urlsplit

from allauth.account.adapter import get_adapter
from allauth.account.decorators import reauthentication_required
from allauth.idp.oidc import views as allauth_views
from allauth.idp.oidc.models import Client
from allauth.idp.oidc.models import Token as ProgramToken
from csp.decorators import csp_update
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.core.signing import BadSignature, Signer
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import render
from django.template.response import TemplateResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods
from oauthlib.common import add_params_to_uri

from accounts.access.guards import current_user, full_accounts_only, recently_signed_in, signed_in_user
from accounts.access.rate_limits import limited
from accounts.oauth import devices, programs
from accounts.oauth.forms import ConsentForm, UserCodeForm
from accounts.oauth.redirect_uris import form_action, is_registered
from accounts.oauth.scopes import meanings
from accounts.oauth.views.guards import View, switched_on

PAGES = "idp/oidc/"

_allauth_authorization = allauth_views.AuthorizationView.as_view(
    form_class=ConsentForm, template_name=PAGES + "authorization_form.html"
)
_allauth_device = allauth_views.DeviceAuthorizationView.as_view()
_back = Signer(salt="accounts.oauth.back")


def _page(view: View, action: str) -> View:
    again = reauthentication_required(enabled=lambda request: not recently_signed_in(request))
    guarded = require_http_methods(["GET", "HEAD", "POST"])(again(view))
    return switched_on(limited(action)(never_cache(login_required(full_accounts_only(guarded)))))


def _authorize(request: HttpRequest, client: Client, scopes: list[str]) -> None:
    """Authorize the program for the signed-in user, and mail them if it had no permission before."""
    person = signed_in_user(request)
    if programs.authorize(person, client, scopes):
        context = {"program": client, "meanings": meanings(scopes)}
        get_adapter(request).send_notification_mail("oauth/email/program_authorized", person, context)


def _authorization_page(request: HttpRequest) -> HttpResponse:
    """Ask for permission, or process the answer on POST.

    Permission is never given silently, not even to the user's own program.
    """
    return _answer(request) if request.method == "POST" else _ask(request)


def _ask(request: HttpRequest) -> HttpResponse:
    """Show the requested scopes. For an invalid request, redirect to the program with an error.

    Show an error page instead of redirecting to an invalid address.
    """
    if _has_unregistered_redirect(request):
        return render(request, PAGES + "error.html", status=400)
    wrong = _request_error(request)
    _remove_prompt(request)
    try:
        response = _allauth_authorization(request)
    except ValueError:  # an address that cannot be parsed
        return render(request, PAGES + "error.html", status=400)
    if not isinstance(response, TemplateResponse):
        return _with_error_status(response)
    form, uri = _context(response)["form"], request.GET["redirect_uri"]
    if wrong or not form.scope_boxes:
        return _redirect_with_error(request, wrong or "invalid_scope")
    form.initial["back"] = _back.sign(uri)
    return _allow_redirect_to(uri, request, response)


def _has_unregistered_redirect(request: HttpRequest) -> bool:
    """Return whether a known program requests a redirect to an address that it has not registered."""
    program = Client.objects.filter(pk=request.GET.get("client_id", "")).first()
    return program is not None and not is_registered(request.GET.get("redirect_uri", ""), program.get_redirect_uris())


def _request_error(request: HttpRequest) -> str:
    """Return the error code for ``prompt=none`` or missing PKCE, which allauth might accept, or an empty string."""
    if "none" in request.GET.get("prompt", "").split():
        return "consent_required"
    return "" if request.GET.get("code_challenge") else "invalid_request"


def _remove_prompt(request: HttpRequest) -> None:
    """Remove ``prompt``: for ``none``, allauth would silently grant scopes that the program already has."""
    query = request.GET.copy()
    query.pop("prompt", None)
    request.META["QUERY_STRING"] = query.urlencode()
    request.GET = QueryDict(request.META["QUERY_STRING"])


def _redirect_with_error(request: HttpRequest, error: str) -> HttpResponse:
    answer = [("error", error)] + [("state", state) for state in [request.GET.get("state")] if state]
    response = HttpResponse(status=302)  # Django's own redirect rejects an app's scheme
    response.headers["Location"] = add_params_to_uri(request.GET["redirect_uri"], answer)
    return response


def _answer(request: HttpRequest) -> HttpResponse:
    """Redirect to the program, with a code if the user has authorized it. If no scope is chosen, show the form again.

    Raise `PermissionDenied` if the form's redirect target was forged.
    """
    response = _allauth_authorization(request)
    if isinstance(response, TemplateResponse):  # the user has chosen nothing
        response.status_code = 422
        try:
            return _allow_redirect_to(_back.unsign(request.POST.get("back", "")), request, response)
        except BadSignature as forged:
            raise PermissionDenied from forged
    if code := _code_in(response.headers.get("Location", "")):
        own = ProgramToken.objects.filter(user=request.user.pk, type=ProgramToken.Type.AUTHORIZATION_CODE)
        if given := own.select_related("client").by_value(code).first():
            _authorize(request, given.client, given.get_scopes())
    return _with_error_status(response)


def _code_in(location: str) -> str:
    """Return the redirect's last ``code`` (the program's own address may contain another one), or an empty string."""
    return parse_qs(urlsplit(location).query).get("code", [""])[-1]


def _with_error_status(response: HttpResponse) -> HttpResponse:
    """Change the status of allauth's error page from 200 to 400."""
    if response.status_code == 200:
        response.status_code = 400
    return response


def _context(response: TemplateResponse) -> dict[str, Any]:
    if response.context_data is None:
        response.context_data = {}
    return response.context_data


def _allow_redirect_to(uri: str, request: HttpRequest, response: TemplateResponse) -> HttpResponse:
    """Allow the form's response to redirect to the program: browsers also apply ``form-action`` to redirects."""
    back_to = form_action(uri)
    _context(response)["back_to"] = back_to
    csp_update({"form-action": [back_to]})(lambda _request: response)(request)
    return response


authorization = _page(_authorization_page, "oauth_consent")


def _device_page(request: HttpRequest) -> HttpResponse:
    """Show the form for a device's code, then ask whether the device's program may act for the user.

    On POST, store the answer.
    """
    form = UserCodeForm(request.GET if "code" in request.GET else None)
    if not form.is_bound or not form.is_valid():
        status = 422 if form.is_bound else 200
        return render(request, PAGES + "device_authorization_code_form.html", {"form": form}, status=status)
    scopes = form.asked.scopes
    if request.method != "POST":
        context = {"client": form.client, "meanings": meanings(scopes), "code": form.cleaned_data["code"]}
        return render(request, PAGES + "device_authorization_confirm_form.html", context)
    if request.POST.get("action") == "confirm":
        _authorize(request, form.client, scopes)
        devices.store(form.device_code, scopes, current_user(request).pk)
    return _allauth_device(request)


device_authorization = limited("oauth_code", count_reads=True)(_page(_device_page, "oauth_consent"))
