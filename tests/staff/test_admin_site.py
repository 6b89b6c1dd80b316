"""Access to the staff's pages: only for staff with a second factor in this session, at a configured URL."""

from __future__ import annotations

import io
from datetime import timedelta

import pytest
import time_machine
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from django.contrib.auth.models import Permission
from django.core import mail
from django.core.management import CommandError, call_command
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver, reverse
from django.utils import timezone

from accounts.access.mfa_state import MFA_LIFETIME
from accounts.auth.checks import check_admin_path
from accounts.mail import dev_mailbox
from accounts.models import User
from tests.auth.codes import code, recovery_codes, set_up_app, sign_in
from tests.cast import APP_KEY, PASSWORD, somebody

pytestmark = pytest.mark.django_db

INDEX = reverse("admin:index")


def every_page() -> list[str]:
    """Return the URL of each view of the admin, with 1 for every argument."""
    admin = next(part for part in get_resolver().url_patterns if getattr(part, "namespace", None) == "admin")
    return [f"/{address}" for address in _below(admin, str(admin.pattern))]


def _below(part: URLResolver, prefix: str) -> list[str]:
    found: list[str] = []
    for each in part.url_patterns:
        if isinstance(each, URLResolver):
            found += _below(each, prefix + str(each.pattern))
        elif isinstance(each, URLPattern) and each.name not in {None, "login"}:
            found += [prefix + _filled(str(each.pattern))]
    return found


def _filled(pattern: str) -> str:
    if pattern.startswith("^"):
        return "accounts/"
    while "<" in pattern:
        before, _, rest = pattern.partition("<")
        pattern = f"{before}1{rest.partition('>')[2]}"
    return pattern


@pytest.fixture
def mails_in_files(settings, tmp_path) -> None:
    """Write mails to files, so that the page of mails exists."""
    settings.EMAIL_BACKEND, settings.EMAIL_FILE_PATH = dev_mailbox.FILE_BACKEND, tmp_path


def test_no_page_opens_without_a_second_step(client_of, staff: User, mails_in_files) -> None:
    pages = [*every_page(), reverse("staff-mail"), reverse("staff-mail-item", args=["a.log", 0])]
    assert len(pages) > 80
    once = client_of(staff, twice=False)
    assert {once.get(page).url for page in pages} == {reverse("security")}
    assert {once.post(page).url for page in pages} == {reverse("security")}
    assert "Set one up here" in once.get(reverse("security")).content.decode()
    visitor = client_of()
    assert {visitor.get(page).url.partition("?")[0] for page in pages} == {reverse("account_login")}


def test_to_others_there_is_no_page(client_of, alice: User, guest: User, mails_in_files) -> None:
    pages = [*every_page(), reverse("staff-mail")]
    for user, asked in ((alice, pages), (guest, pages[::10])):  # rendering so many pages takes time
        browser = client_of(user)
        found = {page: browser.get(page).status_code for page in asked}
        assert set(found.values()) == {404}, found
        assert browser.get(reverse("admin:login")).status_code == 404


def test_the_way_in_begins_at_the_sites_own_sign_in(visitor, staff: User) -> None:
    asked = visitor.get(f"{INDEX}games/game/?q=a")
    step = visitor.post(asked.url, {"login": "staff", "password": PASSWORD})
    assert visitor.get(step.url).url == reverse("security")
    key = set_up_app(visitor)
    assert visitor.get(INDEX).url == f"{reverse('mfa_reauthenticate')}?next={INDEX.replace('/', '%2F')}"
    again = visitor.post(reverse("mfa_reauthenticate"), {"code": code(key, 1), "next": INDEX})
    assert again.url == INDEX and visitor.get(INDEX).status_code == 200
    elsewhere = Client()
    sign_in(elsewhere, "staff")
    elsewhere.post(f"{reverse('mfa_authenticate')}?next={INDEX}", {"code": recovery_codes(visitor)[0]})
    assert elsewhere.get(INDEX).status_code == 200


def test_the_second_step_is_required_again_after_half_a_day(client_of, staff: User) -> None:
    browser = client_of(staff)
    assert browser.get(INDEX).status_code == 200
    with time_machine.travel(timezone.now() + MFA_LIFETIME + timedelta(minutes=1)):
        assert browser.get(INDEX).url.startswith(reverse("mfa_reauthenticate"))
        browser.post(reverse("mfa_reauthenticate"), {"code": code(APP_KEY)})
        assert browser.get(INDEX).status_code == 200


def test_a_step_that_was_removed_opens_nothing(client_of, staff: User) -> None:
    browser = client_of(staff)
    Authenticator.objects.all().delete()
    assert browser.get(INDEX).url == reverse("security")


def test_the_second_step_of_another_user_does_not_count(client_of, staff: User) -> None:
    """A second staff user in the same browser must use their own second factor."""
    browser = client_of(staff)
    browser.post(reverse("account_logout"))
    other = somebody("other", is_staff=True)
    browser.force_login(other, backend="django.contrib.auth.backends.ModelBackend")
    assert browser.get(INDEX).url == reverse("security")


def test_the_admin_login_redirects_to_the_site_login(client_of, visitor, staff: User) -> None:
    address = reverse("admin:login")
    answer = visitor.post(address, {"username": "staff", "password": PASSWORD})
    assert answer.url.partition("?")[0] == reverse("account_login")
    assert "_auth_user_id" not in visitor.session
    assert client_of(staff).get(address).url == INDEX


def test_sessions_and_authenticators_are_not_in_the_admin(client_of, staff: User) -> None:
    page = client_of(staff).get(INDEX).content.decode()
    assert "usersession" not in page and "authenticator" not in page


def test_staff_remove_a_lost_second_factor(client_of, staff: User, alice: User) -> None:
    set_up_app(client_of(alice))
    rescue = {"action": "remove_second_steps", "_selected_action": [alice.pk]}
    people = reverse("admin:accounts_user_changelist")
    clerk = somebody("clerk", is_staff=True)
    clerk.user_permissions.set(Permission.objects.filter(codename__in=["view_user", "change_user"]))
    client_of(clerk).post(people, rescue)
    assert Authenticator.objects.filter(user=alice).exists()
    assert client_of(staff).post(people, rescue, follow=True).status_code == 200
    assert not Authenticator.objects.filter(user=alice).exists()
    (letter,) = [each for each in mail.outbox if each.to == [alice.email]]
    assert "no longer has a second step" in letter.subject and "127.0.0.1" not in letter.body


def test_an_address_that_is_taken_stops_the_start(settings) -> None:
    assert check_admin_path() == []
    settings.ADMIN_PATH = "settings/"
    assert [error.id for error in check_admin_path()] == ["accounts.E001"]


def test_make_admin_leads_to_the_back_office(monkeypatch, visitor) -> None:
    monkeypatch.setenv("DJANGO_SUPERUSER_PASSWORD", PASSWORD)
    said = io.StringIO()
    call_command("createsuperuser", username="boss", email="boss@example.org", interactive=False, stdout=said)
    assert f"/{INDEX.strip('/')}/" in said.getvalue()
    assert EmailAddress.objects.get(user__username="boss").verified
    assert sign_in(visitor, "boss").url == reverse("home")
    assert visitor.get(INDEX).url == reverse("security")
    with pytest.raises(CommandError):
        call_command("createsuperuser", username="chief", email="", interactive=False)
    assert not User.objects.filter(username="chief").exists()
