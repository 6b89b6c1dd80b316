"""Data exports: request, progress, download and expiry."""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import timedelta
from io import BytesIO
from zipfile import ZipFile

import pytest
from django.core import mail
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import Block, ConnectionTrace, Export, Friendship, User
from accounts.privacy import tasks
from accounts.privacy.data_export import jobs
from accounts.privacy.data_export.format import Column, Part, write
from accounts.signals import exporting
from tests.cast import PASSWORD
from tests.queue import Queue

pytestmark = [pytest.mark.both, pytest.mark.django_db]
ADDRESS = "/settings/data/"


@pytest.fixture
def made(alice: User) -> Export:
    assert jobs.run(jobs.request_export(alice).pk)
    return Export.objects.get()


def data_of(user: User) -> dict:
    assert jobs.run(jobs.request_export(user).pk)
    return unpacked(bytes(Export.objects.get(user=user).file))[0]


def unpacked(file: bytes) -> tuple[dict, str]:
    with ZipFile(BytesIO(file)) as archive:
        assert archive.namelist() == ["data.json", "index.html"]
        return json.loads(archive.read("data.json")), archive.read("index.html").decode()


def show_again(browser: Client) -> Client:
    answer = browser.post(reverse("account_reauthenticate"), {"password": PASSWORD})
    assert answer.status_code == 302
    return browser


def test_from_asking_to_the_file(
    client_of: Callable[..., Client], alice: User, queue: Queue, django_capture_on_commit_callbacks
) -> None:
    browser = client_of(alice)
    assert b"Make the file" in browser.get(ADDRESS).content
    with django_capture_on_commit_callbacks(execute=True):
        assert browser.post(ADDRESS).url == ADDRESS
    assert b"making your file in a moment" in browser.get(ADDRESS).content
    with django_capture_on_commit_callbacks(execute=True):
        assert queue.run() == 1
    page = browser.get(ADDRESS).content.decode()
    export = Export.objects.get()
    assert f"{ADDRESS}{export.key}/" in page
    (letter,) = mail.outbox
    assert (letter.to, letter.subject) == (["alice@example.org"], "Your data is ready")
    assert f"http://testserver{ADDRESS}" in letter.body and export.key not in letter.body
    answer = show_again(browser).get(f"{ADDRESS}{export.key}/")
    assert answer.status_code == 200
    assert (answer["Content-Type"], answer["Cache-Control"]) == (
        "application/zip",
        "max-age=0, no-cache, no-store, must-revalidate, private",
    )
    data, html = unpacked(answer.content)
    assert data["account"][0]["username"] == "alice"
    assert data["addresses"] == [{"email": "alice@example.org", "verified": True, "primary": True}]
    assert "alice@example.org" in html
    assert "<script" not in html and "http" not in html.replace("http://testserver", "")


def test_the_file_is_served_to_its_reauthenticated_owner_only(
    client_of: Callable[..., Client], made: Export, alice: User, bob: User, staff: User
) -> None:
    address = f"{ADDRESS}{made.key}/"
    assert client_of().get(address).url.startswith(reverse("account_login"))
    first = client_of(alice).get(address)
    assert first.url.startswith(reverse("account_reauthenticate"))
    assert show_again(client_of(bob)).get(address).status_code == 404
    assert client_of(staff).get(address).status_code in (302, 404)
    assert show_again(client_of(alice)).get(f"{ADDRESS}{'x' * 32}/").status_code == 404


def test_a_guest_needs_no_password_and_gets_no_mail(client_of: Callable[..., Client], guest: User) -> None:
    assert jobs.run(jobs.request_export(guest).pk)
    tasks.sweep()
    assert not mail.outbox
    key = Export.objects.get().key
    assert client_of(guest).get(f"{ADDRESS}{key}/").status_code == 200


def test_it_expires(client_of: Callable[..., Client], made: Export, alice: User) -> None:
    assert timedelta(days=6) < made.expires_at - timezone.now() <= timedelta(days=7)
    Export.objects.update(expires_at=timezone.now())
    browser = show_again(client_of(alice))
    assert browser.get(f"{ADDRESS}{made.key}/").status_code == 404
    assert b"Make the file" in browser.get(ADDRESS).content
    tasks.sweep()
    assert not Export.objects.exists()


def test_one_export_at_a_time_and_the_new_one_replaces_the_old(made: Export, alice: User) -> None:
    again = jobs.request_export(alice)
    assert jobs.request_export(alice) == again != made
    assert Export.objects.count() == 2
    assert jobs.run(again.pk)
    assert Export.objects.get() == again
    assert not jobs.run(again.pk)


def test_exports_are_rate_limited(client_of: Callable[..., Client], alice: User) -> None:
    browser = client_of(alice)
    answers = [browser.post(ADDRESS).status_code for _ in range(4)]
    assert answers == [302, 302, 302, 429]


def test_progress_counts_the_written_parts(alice: User, bob: User, client_of: Callable[..., Client]) -> None:
    seen = []

    def rows():
        seen.append(Export.objects.values_list("done", "total").get())
        page = client_of(alice).get(ADDRESS).content.decode()
        assert 'hx-trigger="every 2s"' in page and '<meta http-equiv="refresh"' in page
        assert f'max="{seen[-1][1]}" value="{seen[-1][0]}"' in page
        return []

    def listen(**_kwargs) -> list[Part]:
        return [Part(f"late{number}", "Late", [Column("x", "x", str)], rows) for number in range(2)]

    exporting.connect(listen)
    try:
        assert jobs.run(jobs.request_export(alice).pk)
    finally:
        exporting.disconnect(listen)
    total = seen[0][1]
    assert seen == [(total - 2, total), (total - 1, total)]


def test_a_killed_workers_export_is_resumed_by_the_sweep(alice: User, queue: Queue, monkeypatch) -> None:
    export = jobs.request_export(alice)
    with monkeypatch.context() as dying:
        dying.setattr(jobs, "write", lambda *_args: (_ for _ in ()).throw(SystemExit))
        with pytest.raises(SystemExit):
            jobs.run(export.pk)
    assert Export.objects.get().state == "making"
    assert not jobs.run(export.pk)
    queue.sent.clear()
    tasks.sweep()
    assert not queue.sent
    Export.objects.update(worked_at=timezone.now() - jobs.STALLED)
    tasks.sweep()
    queue.run()
    assert Export.objects.get().state == "ready"


def test_a_stalled_attempt_does_not_overwrite_a_later_one(alice: User, monkeypatch) -> None:
    export = jobs.request_export(alice)

    def slowly(file, person, parts):
        for each in write(file, person, parts):
            Export.objects.update(tries=2)  # another attempt has begun
            yield each

    monkeypatch.setattr(jobs, "write", slowly)
    assert not jobs.run(export.pk)
    export.refresh_from_db()
    assert (export.state, export.file) == ("making", None)


def test_an_export_that_keeps_failing_is_shown_as_failed(
    alice: User, monkeypatch, client_of: Callable[..., Client]
) -> None:
    export = jobs.request_export(alice)
    monkeypatch.setattr(jobs, "parts_of", lambda _user: 1 / 0)
    for _ in range(jobs.MAX_TRIES):
        Export.objects.update(worked_at=timezone.now() - jobs.STALLED)
        with pytest.raises(ZeroDivisionError):
            jobs.run(export.pk)
    assert "make your file. That’s our fault" in client_of(alice).get(ADDRESS).content.decode()
    assert jobs.request_export(alice) != export


def test_a_mail_that_fails_is_sent_with_the_next_sweep(made: Export, queue: Queue, monkeypatch) -> None:
    Export.objects.update(told_at=None)
    with monkeypatch.context() as away:
        away.setattr("django.core.mail.message.EmailMessage.send", lambda _mail: 1 / 0)
        tasks.sweep()
        with pytest.raises(ZeroDivisionError):
            queue.run()
    tasks.sweep()
    queue.run()
    tasks.sweep()
    assert queue.run() == 0
    assert len(mail.outbox) == 1


def test_the_export_is_in_the_users_language(alice: User) -> None:
    User.objects.filter(pk=alice.pk).update(language="sv", time_zone="Europe/Stockholm")
    assert jobs.run(jobs.request_export(alice).pk)
    _data, html = unpacked(bytes(Export.objects.get().file))
    assert '<html lang="sv">' in html


def test_the_export_holds_names_of_others_but_not_their_secrets(alice: User, bob: User, charlie: User) -> None:
    now = timezone.now()
    Friendship.objects.create(by=alice, to=bob, declined_at=now)
    Block.objects.create(by=alice, who=charlie)
    Block.objects.create(by=bob, who=alice)
    ConnectionTrace.objects.create(user=alice, device="0123456789abcdef", network="fedcba9876543210", last_at=now)
    data = data_of(alice)
    assert [(row["name"], row["declined_at"]) for row in data["friends"]] == [("bob", None)]
    assert [row["name"] for row in data["blocks"]] == ["charlie"]
    text = json.dumps(data)
    assert len(data["sightings"]) == 1 and "0123456789abcdef" not in text
    assert "bob@example.org" not in text


def test_names_are_escaped_on_the_page(alice: User) -> None:
    User.objects.filter(pk=alice.pk).update(display_name="<script>x</script>")
    assert jobs.run(jobs.request_export(alice).pk)
    assert "<script" not in unpacked(bytes(Export.objects.get().file))[1]
