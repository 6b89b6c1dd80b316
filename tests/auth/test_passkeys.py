"""Forged passkey posts get a response and grant nothing. Real passkeys: tests/browser/test_passkey.py."""

import json
from base64 import urlsafe_b64encode

import pytest
from allauth.core.context import request_context
from allauth.mfa.models import Authenticator
from django.test import Client, RequestFactory
from django.urls import reverse

from accounts.auth import passkeys
from accounts.auth.mfa import MFAAdapter
from accounts.models import User
from tests.auth.codes import set_up_app, show_password, sign_in, signed_in
from tests.rate_limits import reset_rate_limits

pytestmark = pytest.mark.django_db


def b64(raw: bytes) -> str:
    return urlsafe_b64encode(raw).rstrip(b"=").decode()


CLIENT = b64(json.dumps({"type": "webauthn.get", "challenge": "AA", "origin": "http://testserver"}).encode())
MADE = b64(json.dumps({"type": "webauthn.create", "challenge": "AA", "origin": "http://testserver"}).encode())
WHOLE = {"id": "AA", "rawId": "AA", "type": "public-key", "clientExtensionResults": {}}
RESPONSES = [
    {},
    None,
    "AA",
    [],
    {"clientDataJSON": CLIENT},
    {"clientDataJSON": CLIENT, "authenticatorData": "AA", "signature": "AA", "userHandle": "MQ"},
    {"clientDataJSON": CLIENT, "authenticatorData": b64(b"\0" * 37), "signature": "AA", "userHandle": "MQ"},
    {"clientDataJSON": CLIENT, "authenticatorData": b64(b"\xff" * 50), "signature": "", "userHandle": 5},
    {"clientDataJSON": b64(b"[]"), "authenticatorData": b64(b"\0" * 37), "signature": "AA", "userHandle": None},
    {"clientDataJSON": b64(b"\xff"), "authenticatorData": b64(b"\0" * 37), "signature": "AA", "userHandle": "é"},
    {"clientDataJSON": MADE, "attestationObject": "AA"},
    {"clientDataJSON": MADE, "attestationObject": b64(b"\xa0")},
    {"clientDataJSON": MADE, "attestationObject": b64(b"\xa3cfmtdnonegattStmt\xa0hauthDataX%" + b"\0" * 37)},
    {"clientDataJSON": MADE, "attestationObject": b64(b"\x9f" * 900)},
    {"clientDataJSON": "\u0000", "attestationObject": "\u0000"},
    {
        "clientDataJSON": 7,
        "attestationObject": {"a": 1},
        "userHandle": {"a": 1},
        "authenticatorData": 7,
        "signature": 7,
    },
]
NONSENSE = [
    *("", "{", "null", "5", "[]", '"x"', "{}", "\0", "[" * 5000, '{"id": "\\u0000"}', "1e999", "x" * 60000),
    *(json.dumps(WHOLE | {"response": response}) for response in RESPONSES),
    json.dumps({"id": 1, "rawId": [], "response": {}}),
    json.dumps(WHOLE | {"id": "é", "rawId": "=", "response": RESPONSES[5]}),
]


def test_nonsense_is_no_passkey(client_of, alice: User) -> None:
    owner = client_of(alice)
    set_up_app(owner)
    owner.get(reverse("mfa_add_webauthn"))
    visitor = Client()
    options = visitor.get(reverse("mfa_login_webauthn"), headers={"Accept": "application/json"}).json()
    assert options["request_options"]["publicKey"]["userVerification"] == "required"
    for credential in NONSENSE:
        reset_rate_limits()  # this number of tries exceeds the rate limit
        assert owner.post(reverse("mfa_add_webauthn"), {"credential": credential}).status_code == 200, credential
        again = owner.post(reverse("mfa_reauthenticate_webauthn"), {"credential": credential})
        assert again.status_code == 302, credential
        refused = visitor.post(reverse("mfa_login_webauthn"), {"credential": credential})
        assert refused.url == reverse("account_login"), credential
    sign_in(visitor)
    for credential in NONSENSE:
        reset_rate_limits()
        assert visitor.post(reverse("mfa_authenticate"), {"credential": credential}).status_code == 200, credential
    assert not signed_in(visitor)
    assert not Authenticator.objects.filter(type="webauthn").exists()


def test_a_passkeys_name_is_its_owners_choice(client_of, alice: User, bob: User) -> None:
    key = Authenticator.objects.create(user=alice, type="webauthn", data={"name": "old", "credential": {}})
    address = reverse("mfa_edit_webauthn", args=[key.pk])
    other = client_of(bob)
    show_password(other)
    assert other.post(address, {"name": "mine"}).status_code == 404
    assert other.post(reverse("mfa_remove_webauthn", args=[key.pk])).status_code == 404
    owner = client_of(alice)
    show_password(owner)
    for wrong in ("", "\0", "x" * 61):
        assert b"errorlist" in owner.post(address, {"name": wrong}).content
    assert owner.post(address, {"name": "<b>blue</b>"}, follow=True).redirect_chain[-1][0] == reverse("security")
    assert b"&lt;b&gt;blue&lt;/b&gt;" in owner.get(reverse("security")).content
    owner.post(reverse("mfa_remove_webauthn", args=[key.pk]))
    assert not Authenticator.objects.exists()


@pytest.mark.parametrize(
    ("host", "elsewhere"),
    [
        ("127.0.0.1:8000", "http://localhost:8000"),
        ("[::1]:8000", "http://localhost:8000"),
        ("192.168.1.7", "http://localhost"),
        ("localhost:8000", ""),
        ("room.example.org", ""),
    ],
)
def test_a_bare_number_has_no_passkeys(settings, host: str, elsewhere: str) -> None:
    settings.ALLOWED_HOSTS, settings.LOCAL = ["*"], True
    assert passkeys.localhost_url(RequestFactory().get("/", headers={"Host": host})) == elsewhere


def test_passkeys_are_for_the_site_that_mails_name(settings) -> None:
    settings.ALLOWED_HOSTS, settings.SITE_URL = ["*"], "https://room.example.org:8443"
    with request_context(RequestFactory().get("/", headers={"Host": "a.test:1"})):
        for local, host in ((False, "room.example.org"), (True, "a.test")):
            settings.LOCAL = local
            assert MFAAdapter().get_public_key_credential_rp_entity()["id"] == host
