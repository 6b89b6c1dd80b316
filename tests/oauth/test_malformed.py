"""Invalid input to OAuth endpoints and pages gets an OAuth error, never a server error."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from tests.combinations import combined
from tests.oauth.program import DEVICE, a_server, an_app, browser_of

pytestmark = [pytest.mark.both, pytest.mark.django_db]

STRANGE = ["", "%00", "%zz", "é", "%C3%28", "x" * 3000, "http://[x", "a&a"]
GRANTS = ["authorization_code", "client_credentials", "refresh_token", DEVICE]
PAGES = [*(("token", grant) for grant in GRANTS), ("revoke", "x"), ("device_code", "x")]
NAMES = ["client_id", "client_secret", "code", "code_verifier", "redirect_uri", "refresh_token", "device_code"]
NAMES += ["scope", "resource", "token", "token_type_hint", "grant_type"]


@pytest.mark.parametrize("name", NAMES)
def test_a_strange_part_of_a_request_is_an_error(bob, name, settings) -> None:
    settings.RATE_LIMITS = settings.RATE_LIMITS | {"oauth_token": "10000/m/ip", "oauth_device": "10000/m/ip"}
    for program in (an_app(bob), a_server(bob)):
        usual = {"client_id": program.client.pk, "client_secret": program.secret, "scope": "play", "code": "x"}
        usual |= {"refresh_token": "x", "device_code": "x", "redirect_uri": "x", "code_verifier": "v" * 43}
        usual["token"] = "x"
        for strange, (page, grant) in combined(STRANGE, PAGES):
            answer = program.post(page, usual | {"grant_type": grant} | {name: strange})
            assert answer.status_code < 500, (page, grant, strange)
            assert answer.status_code == 200 or {"error", "code"} & answer.json().keys()


@pytest.mark.parametrize(
    "name", ["client_id", "redirect_uri", "scope", "state", "prompt", "resource", "code_challenge"]
)
def test_a_strange_part_of_an_address_is_a_page_that_says_so(bob, alice, name) -> None:
    app, browser = an_app(bob), browser_of(alice)
    browser.raise_request_exception = False
    for strange in STRANGE:
        parts = {part: value for part, value in app.asking().items() if part != name}
        query = "&".join(f"{part}={value}" for part, value in parts.items()) + f"&{name}={strange}"
        answer = browser.get(f"{reverse('idp:oidc:authorization')}?{query}")
        assert answer.status_code < 500, strange


@pytest.mark.parametrize("header", ["Basic", "Basic x", "Basic eDp5", "Basic w7/D", "Bearer x", "Basic AAAA", "é"])
def test_a_strange_header_is_an_error(header) -> None:
    client = Client(raise_request_exception=False)
    told = {"grant_type": "client_credentials", "scope": "play"}
    for page in ("token", "revoke", "device_code"):
        answer = client.post(reverse(f"idp:oidc:{page}"), told, headers={"Authorization": header})
        assert 400 <= answer.status_code < 500


def test_a_body_that_is_no_form_is_an_error(bob) -> None:
    client = Client(raise_request_exception=False)
    for page in ("token", "revoke", "device_code"):
        for kind in ("application/json", "text/plain", "multipart/form-data"):
            answer = client.generic("POST", reverse(f"idp:oidc:{page}"), '{"grant_type": "x"}', kind)
            assert 400 <= answer.status_code < 500
