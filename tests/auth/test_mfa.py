"""TOTP after the password: set-up, sign-in, one use per code; recovery codes; the contents of database and mails."""

import pytest
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from django.core import mail
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from accounts.access.encryption import DecryptionError, decrypt, encrypt
from accounts.models import User
from tests.auth.codes import code, recovery_codes, set_up_app, show_password, sign_in, signed_in
from tests.cast import PASSWORD

pytestmark = pytest.mark.django_db

SECURITY = reverse("security")
STEP = reverse("mfa_authenticate")


@pytest.fixture
def key(client_of, alice: User) -> str:
    """The secret shared by alice's app and the site."""
    return set_up_app(client_of(alice))


def test_totp_is_set_up_and_required_at_sign_in(client_of, visitor, alice: User) -> None:
    browser = client_of(alice)
    assert b"Set up an app" in browser.get(SECURITY).content
    key = set_up_app(browser)
    page = browser.get(SECURITY).content
    assert b"Remove the app" in page and b"10 codes are left." in page
    assert sign_in(visitor).url == STEP
    assert not signed_in(visitor)
    assert b"That code is wrong or already used" in visitor.post(STEP, {"code": "000000"}).content
    assert not signed_in(visitor)
    assert visitor.post(STEP, {"code": code(key)}).url == reverse("home")
    assert signed_in(visitor)


@pytest.mark.parametrize("wrong", ["", "0", "١٢٣٤٥٦", "\0", "x" * 5000, "é" * 6, "-1", "null"])
def test_nonsense_is_no_code(visitor, alice: User, key: str, wrong: str) -> None:
    sign_in(visitor)
    page = visitor.post(STEP, {"code": wrong})
    assert page.status_code == 200 and b"errorlist" in page.content
    assert not signed_in(visitor)


def test_a_code_opens_once_even_for_a_clock_that_is_wrong(client_of, alice: User, key: str) -> None:
    late = code(key, -1)
    browser, thief = client_of(), client_of()
    for each in (browser, thief):
        sign_in(each)
        each.post(STEP, {"code": late})
    assert signed_in(browser) and not signed_in(thief)
    assert b"That code is wrong or already used" in thief.post(STEP, {"code": f"{late[:3]} {late[3:]}"}).content
    assert b"That code is wrong or already used" in thief.post(STEP, {"code": code(key, -3)}).content


def test_codes_are_not_guessed(visitor, alice: User, key: str) -> None:
    sign_in(visitor)
    for _try in range(6):
        page = visitor.post(STEP, {"code": "000000"})
    assert b"Too many failed attempts" in page.content
    visitor.post(STEP, {"code": code(key)})
    assert not signed_in(visitor)


def test_a_recovery_code_opens_once(client_of, alice: User) -> None:
    owner, browser, again = client_of(alice), client_of(), client_of()
    set_up_app(owner)
    codes = recovery_codes(owner)
    assert len(set(codes)) == 10
    assert owner.get(reverse("mfa_download_recovery_codes")).content.decode().split()[-10:] == codes
    for each in (browser, again):
        sign_in(each)
        each.post(STEP, {"code": codes[3]})
    assert signed_in(browser) and not signed_in(again)
    assert recovery_codes(owner) == [each for each in codes if each != codes[3]]
    owner.post(reverse("mfa_generate_recovery_codes"))
    assert not set(recovery_codes(owner)) & set(codes)


@pytest.mark.parametrize(
    "name", ["mfa_activate_totp", "mfa_add_webauthn", "mfa_generate_recovery_codes", "account_email"]
)
def test_changes_require_reauthentication(client_of, alice: User, name: str) -> None:
    answer = client_of(alice).post(reverse(name), {"code": "1", "email": "new@example.org", "action_add": "1"})
    assert answer.url.partition("?")[0] == reverse("account_reauthenticate")


def test_recovery_codes_require_reauthentication(client_of, alice: User, key: str) -> None:
    for name in ("mfa_view_recovery_codes", "mfa_download_recovery_codes", "mfa_deactivate_totp"):
        assert client_of(alice).get(reverse(name)).url.partition("?")[0] == reverse("account_reauthenticate")


def test_a_form_refused_after_reauthentication_is_sent_to_its_own_address(client_of, alice: User) -> None:
    key = Authenticator.objects.create(user=alice, type="webauthn", data={"name": "old", "credential": {}})
    for address, wrong in {
        reverse("mfa_edit_webauthn", args=[key.pk]): {"name": ""},
        reverse("mfa_activate_totp"): {"code": "1"},
        reverse("make-token"): {"name": ""},
        reverse("register-program"): {"name": ""},
    }.items():
        browser = client_of(alice)
        question = browser.post(address, wrong).url
        page = browser.post(question, {"password": PASSWORD}).content.decode()
        assert 'aria-invalid="true"' in page, address
        assert f'action="{address}"' in page, address


def test_taking_the_app_off_leaves_the_password_alone(client_of, visitor, alice: User) -> None:
    browser = client_of(alice)
    set_up_app(browser)
    browser.post(reverse("mfa_deactivate_totp"))
    assert not Authenticator.objects.exists()
    assert sign_in(visitor).url == reverse("home")


@pytest.mark.django_db(transaction=True)
def test_each_change_is_mailed(client_of, alice: User) -> None:
    browser = client_of(alice)
    set_up_app(browser)
    browser.post(reverse("mfa_generate_recovery_codes"))
    browser.post(reverse("mfa_deactivate_totp"))
    assert [letter.subject for letter in mail.outbox] == [
        "Your account at The Back Room now has a second step",
        "New recovery codes for your account at The Back Room",
        "The app for codes was removed from your account at The Back Room",
    ]
    assert all(letter.to == [alice.email] and "new password right away" in letter.body for letter in mail.outbox)


def test_the_address_can_be_changed_with_a_second_step(client_of, link_in_mail, alice: User) -> None:
    browser = client_of(alice)
    set_up_app(browser)
    browser.post(reverse("account_email"), {"email": "new@example.org", "action_add": "1"})
    browser.post(link_in_mail())
    alice.refresh_from_db()
    assert alice.email == "new@example.org"


def test_mfa_requires_a_confirmed_address(client_of, alice: User) -> None:
    EmailAddress.objects.filter(user=alice).update(verified=False)
    browser = client_of(alice)
    show_password(browser)
    for name in ("mfa_activate_totp", "mfa_add_webauthn"):
        for answer in (browser.get(reverse(name), follow=True), browser.post(reverse(name), follow=True)):
            assert b"Confirm your e-mail address first" in answer.content
    assert not Authenticator.objects.exists()


def test_guests_have_no_second_step(client_of, guest: User) -> None:
    browser = client_of(guest)
    for name in ("security", "mfa_activate_totp", "mfa_add_webauthn"):
        assert browser.get(reverse(name)).url == reverse("upgrade")
    browser.post(reverse("mfa_generate_recovery_codes"))
    assert not Authenticator.objects.exists()


def test_the_database_alone_opens_nothing(client_of, alice: User) -> None:
    browser = client_of(alice)
    key, codes = set_up_app(browser), recovery_codes(browser)
    with connection.cursor() as cursor:
        cursor.execute("SELECT data FROM mfa_authenticator")
        stored = str(cursor.fetchall())
    assert key not in stored and not any(each in stored for each in codes)


def test_secret_key_fallbacks_decrypt_old_secrets(settings) -> None:
    sealed, old = encrypt("a key"), settings.SECRET_KEY
    settings.SECRET_KEY, settings.SECRET_KEY_FALLBACKS = "another key for a test", [old]
    assert decrypt(sealed) == "a key"
    settings.SECRET_KEY_FALLBACKS = []
    with pytest.raises(DecryptionError):
        decrypt(sealed)


def test_no_code_fits_once_the_key_is_gone(visitor, alice: User, key: str, settings, caplog) -> None:
    sign_in(visitor)
    Authenticator.objects.filter(type="totp").update(data={"secret": encrypt(key)[::-1]})
    assert b"That code is wrong or already used" in visitor.post(STEP, {"code": code(key)}).content
    assert "sealed with a SECRET_KEY that is gone" in caplog.text


def test_the_number_of_queries_is_constant(client_of, alice: User) -> None:
    browser = client_of(alice)

    def queries() -> int:
        with CaptureQueriesContext(connection) as found:
            assert browser.get(SECURITY).status_code == 200
        return len(found)

    few = queries()
    set_up_app(browser)
    for _other in range(3):
        client_of(alice)
        sign_in(client_of())
    assert queries() <= few


def test_an_erased_user_has_no_mfa(client_of, alice: User) -> None:
    browser = client_of(alice)
    set_up_app(browser)
    browser.post(reverse("delete-account"), {"password": PASSWORD})
    assert not Authenticator.objects.exists()
