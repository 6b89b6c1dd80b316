"""An OAuth client, which asks users for access and calls the API with its tokens."""

from __future__ import annotations

import base64
import hashlib
import html
import re
from dataclasses import dataclass
from typing import Any
from urllib.parse import parse_qs, urlsplit

from allauth.idp.oidc.models import Client as Registration
from allauth.idp.oidc.models import Token as ProgramToken
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse, reverse_lazy

from accounts.models import User
from accounts.oauth import programs
from accounts.oauth.programs import Kind
from tests.cast import authenticate, client_of

BACK = "https://app.example.org/back"
VERIFIER = "v" * 43
AUTHORIZATION = reverse_lazy("idp:oidc:authorization")
HIDDEN = ("request", "back")
DEVICE = "urn:ietf:params:oauth:grant-type:device_code"


def challenge(verifier: str = VERIFIER) -> str:
    return base64.urlsafe_b64encode(hashlib.sha256(verifier.encode()).digest()).decode().rstrip("=")


def browser_of(user: User) -> Client:
    """Return a browser in which the user has just reauthenticated."""
    client = client_of(user)
    session = client.session
    authenticate(session, user, "password", reauthenticated=True)
    session.save()
    return client


@dataclass
class Program:
    client: Registration
    secret: str = ""

    def asking(self, **changed: Any) -> dict[str, Any]:
        """Return the parameters of the authorization request. A value of None removes the parameter."""
        asked = {
            "client_id": self.client.pk,
            "response_type": "code",
            "redirect_uri": BACK,
            "scope": "account:read tables:read",
            "state": "s1",
            "code_challenge": challenge(),
            "code_challenge_method": "S256",
        }
        return {name: value for name, value in (asked | changed).items() if value is not None}

    def page(self, browser: Client, **changed: Any) -> HttpResponse:
        return browser.get(AUTHORIZATION, self.asking(**changed))

    def form(self, browser: Client, **changed: Any) -> dict[str, Any]:
        page = self.page(browser, **changed).content.decode()
        hidden = {name: html.unescape(re.search(rf'name="{name}" value="([^"]+)"', page)[1]) for name in HIDDEN}
        return hidden | {"scopes": re.findall(r'name="scopes" value="([^"]+)"', page), "action": "grant"}

    def allowed(self, browser: Client, action: str = "grant", **changed: Any) -> HttpResponse:
        return browser.post(AUTHORIZATION, self.form(browser, **changed) | {"action": action})

    def code(self, person: User, **changed: Any) -> str:
        location = self.allowed(browser_of(person), **changed).headers["Location"]
        assert location.startswith(BACK)
        return parse_qs(urlsplit(location).query)["code"][0]

    def asked_for_token(self, **told: Any) -> HttpResponse:
        known = {"client_id": self.client.pk} | ({"client_secret": self.secret} if self.secret else {})
        return self.post("token", known | told)

    def post(self, page: str, told: dict[str, Any]) -> HttpResponse:
        text = "&".join(f"{name}={value}" for name, value in told.items())
        return Client(raise_request_exception=False).generic(
            "POST", reverse(f"idp:oidc:{page}"), text, "application/x-www-form-urlencoded"
        )

    def exchanged(self, code: str, /, **changed: Any) -> HttpResponse:
        """Exchange a code, and return the token endpoint's response."""
        told = {"grant_type": "authorization_code", "code": code, "redirect_uri": BACK, "code_verifier": VERIFIER}
        return self.asked_for_token(**{name: value for name, value in (told | changed).items() if value is not None})

    def tokens(self, person: User, **changed: Any) -> dict[str, Any]:
        answer = self.exchanged(self.code(person, **changed))
        assert answer.status_code == 200, answer.content
        return answer.json()

    def asked_for_device_code(self, scope: str = "tables:read") -> dict[str, Any]:
        """Request codes for a device, and return them: one to show, and one to poll with."""
        return self.post("device_code", {"client_id": self.client.pk, "scope": scope}).json()

    def polled(self, device_code: str, **told: Any) -> HttpResponse:
        return self.asked_for_token(grant_type=DEVICE, device_code=device_code, **told)


def an_app(owner: User) -> Program:
    return Program(*programs.register(owner, "Pocket Room", Kind.APP, [BACK]))


def a_server(owner: User) -> Program:
    """Return a program with a secret."""
    return Program(*programs.register(owner, "Club Board", Kind.SERVER, [BACK]))


def issued() -> list[str]:
    """Return the types of tokens issued to programs, without codes and used refresh tokens."""
    return list(ProgramToken.objects.filter(type__in=["at", "rt"]).order_by("type").values_list("type", flat=True))


def call(token: str, path: str = "/me", method: str = "GET", body: str = "") -> HttpResponse:
    headers = {"Authorization": f"Bearer {token}"}
    return Client(raise_request_exception=False).generic(
        method, f"/api/v1{path}", body, "application/json", headers=headers
    )
