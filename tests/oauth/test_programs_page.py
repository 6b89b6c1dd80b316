"""The page of programs: authorized programs and the user's own; erasure, export, the sweep, the admin."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from allauth.account.models import EmailAddress
from allauth.idp.oidc.models import Client as Registration
from allauth.idp.oidc.models import Token as ProgramToken
from django.core import mail
from django.urls import reverse
from django.utils import timezone

from accounts.models import AuthorizedProgram
from accounts.oauth import programs
from accounts.oauth.programs import Kind
from accounts.privacy import tasks
from accounts.privacy.data_export.jobs import parts_of
from accounts.privacy.erasure import erase_user
from accounts.refusals import Refused
from tests.cast import PASSWORD, client_of
from tests.oauth.program import BACK, Program, a_server, an_app, browser_of, call, issued

pytestmark = pytest.mark.django_db

PAGE, REGISTER = reverse("programs"), reverse("register-program")
FILLED = {"name": "Club Board", "kind": "server", "redirects": BACK}


def test_the_page_lists_authorized_programs_and_how_to_revoke_them(alice, bob) -> None:
    token = an_app(bob).tokens(alice)["access_token"]
    browser = client_of(alice)
    page = browser.get(PAGE).content.decode()
    assert "Pocket Room" in page and "account:read" in page and "Not used yet" in page and "Made by bob" in page
    call(token)
    page = browser.get(PAGE).content.decode()
    assert "Last used" in page
    assert "Pocket Room" not in client_of(bob).get(PAGE).content.decode().partition("Your own programs")[0]
    assert PAGE in browser.get(reverse("tokens")).content.decode()


def test_no_one_revokes_for_another_person_or_deletes_their_program(alice, bob) -> None:
    app = an_app(bob)
    app.tokens(alice)
    pk = AuthorizedProgram.objects.get().pk
    assert client_of(bob).post(reverse("revoke-program", args=[pk])).status_code == 404
    assert client_of(alice).post(reverse("delete-program", args=[app.client.pk])).status_code == 404
    assert AuthorizedProgram.objects.exists() and Registration.objects.exists()


def test_a_person_registers_a_program_and_sees_its_secret_once(alice) -> None:
    browser = browser_of(alice)
    page = browser.post(REGISTER, FILLED, follow=True).content.decode()
    secret, client = re.search(r'value="(tbrs_[\w-]+)"', page)[1], Registration.objects.get()
    assert client.pk in page and client.owner == alice and client.check_secret(secret)
    assert secret not in client.secret and secret not in browser.get(PAGE).content.decode()
    answer = Program(client, secret).asked_for_token(grant_type="client_credentials", scope="account:read")
    assert call(answer.json()["access_token"]).json()["username"] == "alice"


def test_what_runs_on_devices_gets_no_secret(alice) -> None:
    page = browser_of(alice).post(REGISTER, FILLED | {"kind": "app"}, follow=True).content.decode()
    assert "tbrs_" not in page and Registration.objects.get().type == "public"


@pytest.mark.parametrize(
    "uri",
    [
        "http://app.example.org/",
        "http://localhost/back",
        "javascript:alert(1)",
        "data:text/html,x",
        "app:/back",
        "org.example.app:back",
        "https://",
        "https://x:99999/",
        "https://a@b.example.org/",
        "https://*.example.org/",
        "https://b.example.org/#part",
        "https://b.example.org/\0",
        "https://[x/",
        "https://" + "b" * 300,
        "relative/path",
        " ".join(f"https://b.example.org/{number}" for number in range(6)),
    ],
)
def test_an_address_that_leads_nowhere_safe_is_refused(alice, uri) -> None:
    answer = browser_of(alice).post(REGISTER, FILLED | {"redirects": uri})
    assert answer.status_code == 422 and not Registration.objects.exists()


@pytest.mark.parametrize("uri", ["", BACK, "http://127.0.0.1/", "http://[::1]:80/x?y=z", "org.example.app:/back"])
def test_an_address_that_is_the_programs_is_taken(alice, uri) -> None:
    assert browser_of(alice).post(REGISTER, FILLED | {"redirects": uri}).url == PAGE
    assert Registration.objects.get().get_redirect_uris() == uri.split()


@pytest.mark.parametrize("changed", [{"name": ""}, {"name": "x" * 41}, {"kind": "other"}, {"redirects": "x" * 2001}])
def test_invalid_input_is_explained_and_registers_no_program(alice, changed) -> None:
    assert browser_of(alice).post(REGISTER, FILLED | changed).status_code == 422
    assert not Registration.objects.exists()


def test_the_sixth_program_is_refused(alice) -> None:
    for number in range(programs.MOST):
        programs.register(alice, str(number), Kind.APP, [])
    with pytest.raises(Refused, match="You have 5 programs"):
        programs.register(alice, "one more", Kind.APP, [])
    assert browser_of(alice).post(REGISTER, FILLED).status_code == 422


def test_registering_needs_a_confirmed_address_and_reauthentication(alice, guest) -> None:
    assert client_of(alice).post(REGISTER, FILLED).headers["Location"].startswith(reverse("account_reauthenticate"))
    EmailAddress.objects.filter(user=alice).update(verified=False)
    assert browser_of(alice).post(REGISTER, FILLED).headers["Location"] == reverse("security")
    assert client_of(guest).post(REGISTER, FILLED).headers["Location"] == reverse("upgrade")
    assert not Registration.objects.exists()


def test_deleting_a_program_ends_it_for_everybody(alice, bob) -> None:
    app = an_app(bob)
    token = app.tokens(alice)["access_token"]
    client_of(bob).post(reverse("delete-program", args=[app.client.pk]))
    assert call(token).status_code == 401
    assert not AuthorizedProgram.objects.exists() and not ProgramToken.objects.exists()


def test_the_page_takes_a_constant_number_of_queries(
    alice, bob, django_assert_num_queries, django_assert_max_num_queries
) -> None:
    browser = client_of(alice)
    programs.authorize(alice, an_app(bob).client, ["play"])
    an_app(alice)
    with django_assert_max_num_queries(10) as counted:
        browser.get(PAGE)
    for _time in range(3):
        programs.authorize(alice, an_app(bob).client, ["play"])
        an_app(alice)
    with django_assert_num_queries(len(counted)):
        browser.get(PAGE)


def test_a_new_password_ends_no_program_and_the_person_is_told_which_there_are(alice, bob) -> None:
    token = an_app(bob).tokens(alice)["access_token"]
    mail.outbox.clear()
    browser = browser_of(alice)
    page = browser.get(reverse("account_change_password")).content.decode()
    assert "Pocket Room" in page and PAGE in page
    new = "an-altogether-new-8"
    browser.post(reverse("account_change_password"), {"oldpassword": PASSWORD, "password1": new})
    [letter] = mail.outbox
    assert "- Pocket Room" in letter.body and PAGE in letter.body
    assert call(token).status_code == 200


def test_erasure_leaves_neither_programs_nor_tokens(alice, bob) -> None:
    app, own = an_app(bob), a_server(alice)
    app.tokens(alice)
    own.tokens(bob)
    erase_user(alice)
    assert not AuthorizedProgram.objects.exists() and not issued()
    assert list(Registration.objects.all()) == [app.client]


def test_the_export_has_the_programs_without_their_secrets(alice, bob) -> None:
    an_app(bob).tokens(alice)
    own = a_server(alice)
    found = {
        part.key: [[column.value(row) for column in part.columns] for row in part.rows()] for part in parts_of(alice)
    }
    assert found["authorized_programs"][0][:2] == ["Pocket Room", ["account:read", "tables:read"]]
    assert [row[:2] for row in found["program_tokens"]] == [["Pocket Room", ["account:read", "tables:read"]]] * 2
    assert ProgramToken.objects.first().hash not in str(found)
    assert found["registered_programs"][0][:3] == ["Club Board", own.client.pk, [BACK]]
    assert Registration.objects.get(owner=alice).secret not in str(found)


def test_expired_tokens_are_cleared_away(alice, bob) -> None:
    app = an_app(bob)
    app.tokens(alice)
    ProgramToken.objects.exclude(type="rt").update(expires_at=timezone.now() - timedelta(seconds=1))
    tasks.delete_leftovers()
    assert [token.type for token in ProgramToken.objects.all()] == ["rt"]


def test_staff_register_a_program_and_see_its_secret_once(staff, alice) -> None:
    browser = client_of(staff)
    told = {"name": "Club", "type": "confidential", "owner": alice.username, "grant_types": "client_credentials"}
    told |= {"redirect_uris": BACK, "scopes": "account:read"}
    add = reverse("admin:accounts_program_add")
    for wrong in ({"scopes": "everything"}, {"redirect_uris": "http://x.example.org"}, {"grant_types": "password"}):
        assert browser.post(add, told | wrong).status_code == 200
    assert not Registration.objects.exists()
    page = browser.post(add, told, follow=True).content.decode()
    secret, client = re.search(r"tbrs_[\w-]+", page)[0], Registration.objects.get()
    assert client.check_secret(secret)
    change = reverse("admin:accounts_program_change", args=[client.pk])
    browser.post(change, told | {"scopes": ["play", "account:read"], "default_scopes": ["play"]})
    client.refresh_from_db()
    assert (client.scopes, client.default_scopes) == ("play\naccount:read", "play")
    boxes = re.findall(r'<input[^>]*name="default_scopes"[^>]*>', browser.get(change).content.decode())
    assert ["checked" in box for box in boxes if 'value="play"' in box] == [True]
    assert sum("checked" in box for box in boxes) == 1
    assert secret not in browser.get(change).content.decode()
    assert client.secret not in browser.get(change).content.decode()
    delete = reverse("admin:accounts_program_delete", args=[client.pk])
    browser.post(delete, {"post": "yes"})
    assert not Registration.objects.exists()
