"""A program on a server that acts, by its secret alone, for the user who registered it."""

from __future__ import annotations

import pytest
from allauth.idp.oidc.models import Token as ProgramToken
from django.test import Client
from django.urls import reverse

from accounts.access.restrictions import restrict
from accounts.models import Restriction
from accounts.oauth import programs
from tests.oauth.program import Program, a_server, an_app, call

pytestmark = pytest.mark.django_db


def asked(program: Program, scope: str = "account:read"):
    return program.asked_for_token(grant_type="client_credentials", scope=scope)


def test_a_client_acts_for_its_owner_without_a_refresh_token(bob) -> None:
    given = asked(a_server(bob)).json()
    assert call(given["access_token"]).json()["username"] == "bob"
    assert "refresh_token" not in given
    assert call(given["access_token"], "/tables").json()["scope"] == "tables:read"


@pytest.mark.parametrize("scope", ["everything", ""])
def test_it_asks_for_scopes_that_there_are(bob, scope) -> None:
    assert asked(a_server(bob), scope).json()["error"] == "invalid_scope"


@pytest.mark.parametrize("name", ["user", "client", "scopes"])
@pytest.mark.parametrize("page", ["token", "revoke", "device_code"])
def test_a_stray_parameter_is_refused_and_named(bob, name, page) -> None:
    program = a_server(bob)
    told = {"grant_type": "client_credentials", "scope": "account:read", "client_id": program.client.pk}
    answer = program.post(page, told | {"client_secret": program.secret, name: "alice"})
    assert (answer.status_code, answer.json()["error"]) == (400, "invalid_request")
    assert answer.json()["error_description"] == f"There is no parameter {name}. Leave it out."
    in_address = Client().post(f"{reverse('idp:oidc:token')}?{name}=1", told | {"client_secret": program.secret})
    assert in_address.status_code == 400
    assert not ProgramToken.objects.exists()


def test_without_its_secret_it_gets_nothing(bob) -> None:
    assert asked(Program(a_server(bob).client)).json()["error"] == "invalid_client"
    assert asked(Program(a_server(bob).client, "tbrs_wrong")).status_code == 401


def test_what_has_no_secret_gets_nothing(bob) -> None:
    assert "error" in asked(an_app(bob)).json()
    assert not ProgramToken.objects.exists()


def test_a_program_without_an_owner_gets_no_token(bob) -> None:
    program = a_server(bob)
    program.client.owner = None
    program.client.save()
    assert asked(program).json()["error"] == "unauthorized_client"


def test_a_client_token_ends_with_the_program_and_with_its_owner(bob) -> None:
    program = a_server(bob)
    token = asked(program).json()["access_token"]
    restrict(bob, Restriction.Kind.BAN)
    assert call(token).status_code == 403 and asked(program).json()["error"] == "access_denied"
    programs.delete(program.client)
    assert call(token).status_code == 401 and asked(program).json()["error"] == "invalid_client"


def test_a_program_with_a_new_owner_no_longer_acts_for_the_former_one(alice, bob) -> None:
    program = a_server(bob)
    token = asked(program).json()["access_token"]
    program.client.owner = alice
    program.client.save()
    assert call(token).status_code == 401
    assert call(asked(program).json()["access_token"]).json()["username"] == "alice"


def test_tokens_are_limited_by_address(bob, settings) -> None:
    settings.RATE_LIMITS = settings.RATE_LIMITS | {"oauth_token": "1/m/ip"}
    program = a_server(bob)
    assert asked(program).status_code == 200
    answer = asked(program)
    assert (answer.status_code, answer.json()["error"]) == (429, "temporarily_unavailable")
    assert answer.headers["Access-Control-Allow-Origin"] == "*"
