"""Every text of the sign-in pages and mails can be translated: ours, allauth's and Django's."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from allauth.account.utils import user_pk_to_url_str
from allauth.mfa.models import Authenticator
from django.core import mail
from django.test import Client
from django.urls import reverse

from accounts.models import User
from accounts.validators.names import COMPUTERS
from games.rules import RULES
from tests.auth.codes import set_up_app
from tests.cast import PASSWORD
from tests.pseudo_locale import CODE, spoken, unmarked
from tests.rate_limits import reset_rate_limits

pytestmark = pytest.mark.django_db

NAMES = frozenset({"alice", "bob", "erin", "Dana", "guest-Dana", "The Back Room", "English", "UTC", "x y", "new"})
NAMES |= {*COMPUTERS}
NAMES |= {name for rules in RULES.values() for persona in rules.presentation.PERSONAS for name in persona[:2]}
PASSKEY = {"name": "bob", "credential": {"clientExtensionResults": {"credProps": {"rk": False}}}}
ERIN = {"username": "erin", "email": "erin@example.org", "password1": PASSWORD}


@pytest.fixture(autouse=True)
def brackets() -> Iterator[None]:
    with spoken():
        yield


@pytest.fixture
def browse(client_of):
    """``browse(user)`` returns a browser whose responses, and the mails that it causes, must be in the language."""

    def browse(user: User | None = None):
        browser: Client = client_of(user)
        browser.cookies["language"] = CODE

        def go(name: str, data: dict[str, str] | None = None, **changes: str) -> None:
            address = name if name.startswith("/") else reverse(name)
            ask, sent = (browser.get, {}) if data is None else (browser.post, data | changes)
            answer = ask(address, sent, follow=True)
            assert answer.status_code in {200, 422}, address
            assert unmarked(answer.content.decode(), NAMES) == [], address

        go.browser = browser
        return go

    return browse


def mails() -> list[str]:
    """Check that all mails are in the language, and return their subjects."""
    for letter in mail.outbox:
        own = letter.body.partition("⟦It happened at")[0]
        assert unmarked(letter.subject, NAMES) + unmarked(own, NAMES) == [], letter.body
    return [letter.subject.strip("⟦⟧") for letter in mail.outbox]


def test_signing_up(browse, link_in_mail, alice: User) -> None:
    User.objects.filter(pk=alice.pk).update(language=CODE)
    go = browse()
    for wrong in (
        {"username": "x y", "email": "7"},
        {"username": "ALICE", "password1": "7"},
        {"password1": "1234"},
        {"username": "", "email": "", "password1": ""},
        {"username": "erin", "password1": "password"},
        {"username": "erin-erin", "password1": "erin-erin"},
    ):
        go("account_signup", ERIN, **wrong)
        reset_rate_limits()  # otherwise the tries would exceed the rate limit
    go("account_signup", ERIN, username="bob", email=alice.email)
    go("account_signup", ERIN)
    go("account_login", {"login": "erin", "password": PASSWORD})
    go(link_in_mail())
    go(link_in_mail(), {})
    go("/accounts/confirm-email/nothing/")
    assert set(mails()) == {"You already have an account at The Back Room", "Confirm your address for The Back Room"}


def test_signing_in(browse, alice: User) -> None:
    go = browse()
    for wrong in (
        {"login": "", "password": ""},
        {"login": "alice", "password": "7"},
        {"login": "7@7", "password": "7"},
    ):
        go("account_login", wrong)
    User.objects.filter(pk=alice.pk).update(is_active=False)
    go("account_login", {"login": "alice", "password": PASSWORD})
    go("account_inactive")
    User.objects.filter(pk=alice.pk).update(is_active=True)
    for _try in range(12):
        go("account_login", {"login": "alice", "password": "7"})


def test_a_forgotten_password(browse, link_in_mail, alice: User) -> None:
    go = browse()
    for address in ("", "7", "nobody@example.org"):
        go("account_reset_password", {"email": address})
    User.objects.filter(pk=alice.pk).update(language=CODE)
    go("account_reset_password", {"email": alice.email})
    link = link_in_mail()
    new = reverse("account_reset_password_from_key", args=[user_pk_to_url_str(alice), "set-password"])
    go(link)
    go(new, {"password1": "7"})
    go(new, {"password1": PASSWORD + "!"})
    go(link)
    assert len(mails()) == 3


def test_changing_things(browse, link_in_mail, alice: User, bob: User) -> None:
    User.objects.update(language=CODE)
    go = browse(alice)
    go("account_change_password", {"oldpassword": "7", "password1": "7"})
    go("account_change_password", {"oldpassword": PASSWORD, "password1": PASSWORD + "!"})
    go("account_email", {"email": "new@example.org", "action_add": "1"})
    go("account_reauthenticate", {"password": "7"})
    go("account_reauthenticate", {"password": PASSWORD + "!"})
    for address in ("7", alice.email, bob.email, "new@example.org"):
        go("account_email", {"email": address, "action_add": "1"})
    reset_rate_limits()  # otherwise the tries would exceed the rate limit
    go("account_email", {"email": "new@example.org", "action_send": "1"})
    go(link_in_mail(), {})
    go("settings", {"display_name": "\u202e", "time_zone": "7", "language": "7", "theme": "7", "night_from": "7"})
    go("delete-account", {"password": "7"})
    go("account_logout")
    assert len(mails()) >= 4


@pytest.mark.django_db(transaction=True)
def test_a_second_step(browse, alice: User) -> None:
    """Covers the app, the codes and the passkeys: setup, requests, refusals, removal and mails."""
    User.objects.update(language=CODE)
    go = browse(alice)
    go("mfa_activate_totp")
    go("account_reauthenticate", {"password": PASSWORD})
    go("mfa_activate_totp", {"code": "7"})
    go("mfa_generate_recovery_codes", {})
    set_up_app(go.browser)
    go("security")
    go("mfa_view_recovery_codes")
    go("mfa_download_recovery_codes")
    go("mfa_generate_recovery_codes")
    go("mfa_generate_recovery_codes", {})
    go("mfa_add_webauthn")
    go("mfa_add_webauthn", {"credential": "7", "name": "x" * 90})
    key = Authenticator.objects.create(user=alice, type="webauthn", data=PASSKEY)
    go("security")
    for name in ("mfa_edit_webauthn", "mfa_remove_webauthn"):
        go(reverse(name, args=[key.pk]))
    go(reverse("mfa_edit_webauthn", args=[key.pk]), {"name": ""})
    for name in ("mfa_reauthenticate", "account_reauthenticate"):
        go(name)
        go(name, {"code": "7", "password": "7"})
    go(reverse("mfa_remove_webauthn", args=[key.pk]), {})
    visitor = browse()
    visitor("account_login", {"login": "alice", "password": PASSWORD})
    visitor("mfa_authenticate", {"code": "7"})
    visitor("mfa_authenticate", {"credential": "7"})
    visitor("mfa_login_webauthn", {"credential": "7"})
    go("mfa_deactivate_totp")
    go("mfa_deactivate_totp", {})
    go("end-other-sessions", {})
    assert len(mails()) == 4


def test_a_guest(browse, guest: User) -> None:
    go = browse(guest)
    go("upgrade", ERIN, username="x y")
    go("account_logout")
    go("upgrade", ERIN)
    assert mails() == ["Confirm your address for The Back Room"]
