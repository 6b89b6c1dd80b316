"""The discovery of endpoints, the data open to other origins, and a stream that ends with its token."""

from __future__ import annotations

import pytest
from asgiref.sync import async_to_sync, sync_to_async
from django.test import Client
from django.urls import resolve, reverse

from accounts.models import AuthorizedProgram, User
from accounts.oauth import keys, programs
from accounts.oauth.scopes import SCOPES
from tests.api.listener import Listener
from tests.cast import client_of, table_of
from tests.oauth.program import a_server, an_app

ELSEWHERE = {"Origin": "https://elsewhere.example"}


@pytest.mark.django_db
@pytest.mark.parametrize("page", ["configuration", "oauth-metadata"])
def test_the_metadata_names_existing_endpoints(page) -> None:
    told = Client().get(reverse(f"idp:oidc:{page}")).json()
    assert told["issuer"] == "http://testserver" and told["scopes_supported"] == SCOPES
    for name, address in told.items():
        if name.endswith(("_endpoint", "_uri")):
            assert resolve(address.removeprefix("http://testserver")).namespace == "idp:oidc"
    assert (told["response_types_supported"], told["code_challenge_methods_supported"]) == (["code"], ["S256"])


@pytest.mark.django_db
def test_every_origin_may_ask_for_tokens_and_never_with_cookies(alice, bob) -> None:
    browser, program = client_of(alice), a_server(bob)
    asked = {"grant_type": "client_credentials", "scope": "account:read", "client_id": program.client.pk}
    for told in (asked, asked | {"client_secret": program.secret}):
        answer = browser.post(reverse("idp:oidc:token"), told, headers=ELSEWHERE)
        assert answer.headers["Access-Control-Allow-Origin"] == "*"
        assert "Access-Control-Allow-Credentials" not in answer.headers and not answer.cookies
    assert browser.options(reverse("idp:oidc:token"), headers=ELSEWHERE).status_code == 204
    page = browser.get(reverse("idp:oidc:device_authorization"), headers=ELSEWHERE)
    assert "Access-Control-Allow-Origin" not in page.headers


@pytest.mark.django_db(transaction=True)
def test_a_stream_ends_when_its_program_is_revoked(alice: User, bob: User) -> None:
    table_of(alice, bob)
    token = an_app(bob).tokens(alice)["access_token"]
    program = AuthorizedProgram.objects.get()

    async def listened() -> None:
        listener = Listener("/stream", {"Authorization": f"Bearer {token}"})
        await listener.open()
        assert (await listener.begin())[0] == 200
        await listener.events()
        await sync_to_async(programs.revoke)(program)
        while not (end := await listener.receive_output(5))["body"].strip(b":\n"):
            pass
        assert b'"revoked"' in end["body"] and not end["more_body"]

    async_to_sync(listened)()


def test_a_local_site_makes_its_key_once(settings, tmp_path) -> None:
    settings.OAUTH_PRIVATE_KEY, settings.DATA_DIR = "", tmp_path
    first = keys.private_key()
    assert first.startswith("-----BEGIN PRIVATE KEY-----\n") and keys.private_key() == first
    assert (tmp_path / keys.NAME).stat().st_mode & 0o077 == 0
    settings.OAUTH_PRIVATE_KEY = "set"
    assert keys.private_key() == "set"
