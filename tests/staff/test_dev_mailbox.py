"""The page of mails in files, and users in the admin."""

import re
from pathlib import Path

import pytest
from django.core.mail import EmailMultiAlternatives, get_connection
from django.urls import reverse

from accounts.mail import dev_mailbox
from accounts.models import User

pytestmark = pytest.mark.django_db

SCRIPT = '<p class="x">Your move</p><script>alert("1")</script>'


@pytest.fixture
def folder(settings, tmp_path: Path) -> Path:
    settings.EMAIL_BACKEND = dev_mailbox.FILE_BACKEND
    settings.EMAIL_FILE_PATH = tmp_path / "mail"
    return settings.EMAIL_FILE_PATH


def write(*subjects: str) -> None:
    """Send mails over one connection, so that they are in one file."""
    connection = get_connection()
    for subject in subjects:
        letter = EmailMultiAlternatives(subject, "See\n\nhttp://testserver/games/abc/ Ünder", to=["bob@example.org"])
        letter.attach_alternative(SCRIPT, "text/html")
        connection.send_messages([letter])


def test_staff_read_sent_mails(client_of, staff: User, folder: Path) -> None:
    write("First", "Second -- über")
    browser = client_of(staff)
    page = browser.get(reverse("staff-mail")).content.decode()
    assert page.index("Second -- über") < page.index("First")
    (file,) = dev_mailbox.files()
    response = browser.get(reverse("staff-mail-item", args=[file, 1]))
    item = response.content.decode()
    assert "bob@example.org" in item and "Ünder" in item
    assert '<a href="http://testserver/games/abc/"' in item
    assert "<script>alert" not in item and "&lt;script&gt;alert" in item
    assert "<iframe" in item and " sandbox " in item
    policy = response.headers["Content-Security-Policy"].split("; ")
    assert "style-src 'self' 'unsafe-inline'" in policy and "default-src 'none'" in policy
    assert not any("unsafe" in directive for directive in policy if directive.startswith("script-src"))


def test_both_pages_follow_the_system_into_the_dark_and_write_times_as_the_site_does(
    client_of, staff: User, folder: Path
) -> None:
    """The back office's style sheet leaves the colour scheme to the page's head."""
    write("First")
    browser = client_of(staff)
    item = reverse("staff-mail-item", args=[dev_mailbox.files()[0], 0])
    for address in (reverse("staff-mail"), item):
        shown = browser.get(address).content.decode()
        assert '<meta name="color-scheme" content="light dark">' in shown
        assert not re.search(r"[ap]\.m\.", shown)


def test_newer_files_come_first(client_of, staff: User, folder: Path) -> None:
    write("Any")
    (name,) = dev_mailbox.files()
    older = folder / f"1999{name[4:]}"
    older.write_bytes((folder / name).read_bytes().replace(b"Any", b"Old"))
    page = client_of(staff).get(reverse("staff-mail")).content.decode()
    assert page.index("Any") < page.index("Old")


def test_an_empty_folder_and_a_missing_one(client_of, staff: User, folder: Path) -> None:
    browser = client_of(staff)
    assert b"No e-mail has been written yet" in browser.get(reverse("staff-mail")).content
    folder.mkdir()
    assert b"No e-mail has been written yet" in browser.get(reverse("staff-mail")).content


def test_a_damaged_mail_is_shown_so_far_as_possible(client_of, staff: User, folder: Path) -> None:
    folder.mkdir()
    (folder / "20260101-000000-1.log").write_bytes(
        b"\xff\xfe\0 no header\nDate: never\n" + b"-" * 79 + b"\nDate: x\nSubject: =?x?q?\n\n\xff"
    )
    browser = client_of(staff)
    assert browser.get(reverse("staff-mail")).status_code == 200
    for number in (0, 1):
        assert browser.get(reverse("staff-mail-item", args=["20260101-000000-1.log", number])).status_code == 200


@pytest.mark.parametrize(
    "file", ["none.log", "..%2Fdb.sqlite3", "..", "%00", "a.log%00", "x" * 300 + ".log", "%FF.log"]
)
def test_no_other_file_is_shown(client_of, staff: User, folder: Path, file: str) -> None:
    assert client_of(staff).get(f"/staff/mail/{file}/0/").status_code == 404


def test_a_number_too_high(client_of, staff: User, folder: Path) -> None:
    write("One")
    (file,) = dev_mailbox.files()
    assert client_of(staff).get(reverse("staff-mail-item", args=[file, 1])).status_code == 404
    assert client_of(staff).get(reverse("staff-mail"), {"page": "\0x"}).status_code == 200


@pytest.mark.parametrize("address", [("staff-mail",), ("staff-mail-item", "a.log", 0)])
def test_mails_are_for_staff_only(visitor, client_of, alice: User, guest: User, folder: Path, address) -> None:
    name, *args = address
    path = reverse(name, args=args)
    assert visitor.get(path).url.startswith(reverse("account_login"))
    assert client_of(alice).get(path).status_code == 404
    assert client_of(guest).get(path).status_code == 404


def test_there_is_no_such_page_where_mails_are_sent(client_of, staff: User) -> None:
    assert client_of(staff).get(reverse("staff-mail")).status_code == 404


def test_the_admin_finds_people(client_of, staff: User, alice: User, guest: User, folder: Path) -> None:
    browser = client_of(staff)
    assert reverse("staff-mail") in browser.get(reverse("admin:index")).content.decode()
    listed = browser.get(
        reverse("admin:accounts_user_changelist"), {"q": "Dana", "is_guest__exact": "1"}
    ).content.decode()
    assert guest.username in listed and "alice@example.org" not in listed
    change = browser.get(reverse("admin:accounts_user_change", args=[guest.pk]))
    assert change.status_code == 200 and b'"Europe/Stockholm" selected' not in change.content
    assert browser.get(reverse("admin:accounts_user_add")).status_code == 200
