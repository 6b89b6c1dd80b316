"""The page, the downloads, the list of the API and the box in the settings."""

from __future__ import annotations

import re

import pytest
from django.urls import reverse

from accounts.models import User
from games.models import OpenDataFile
from games.open_data import files
from tests.api.caller import Caller
from tests.cast import client_of
from tests.open_data.files import OCTOBER, finished

pytestmark = pytest.mark.django_db


@pytest.fixture
def file(alice, bob) -> OpenDataFile:
    """October's file, with two games; September had none, and November is still open."""
    finished(alice, bob, public_id="a1")
    finished(alice, bob, public_id="b2", variant="swedish_chicago")
    OpenDataFile.objects.create(month=OCTOBER.replace(month=11))
    files.make(OCTOBER.replace(month=9))
    made = files.make(OCTOBER)
    assert made is not None
    return made


def shown(client) -> str:
    text = re.sub(r"<[^>]+>", " ", client.get(reverse("open-data")).content.decode())
    return re.sub(r"\s+", " ", text)


def fetched(path: str = "/open-data/2026-10.jsonl.gz", **headers: str):
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    return client_of().get(path, headers={"Accept-Encoding": "gzip"} | named)


def body(response) -> bytes:
    return b"".join(response.streaming_content) if response.streaming else response.content


def test_the_page_lists_the_months(visitor, file) -> None:
    page = shown(visitor)
    assert "October 2026 Chicago Poker: 1 game Swedish Chicago: 1 game" in page
    assert file.sha256 in page and "September 2026 There were no games" in page
    assert "November" not in page
    assert page.index("October 2026") < page.index("September 2026")
    assert 'href="/open-data/2026-10.jsonl.gz"' in visitor.get(reverse("open-data")).content.decode()


def test_the_page_without_files(visitor) -> None:
    assert "There’s no file yet." in shown(visitor)


@pytest.mark.parametrize("name", ["about", "privacy", "settings"])
def test_the_page_is_linked(alice, name: str) -> None:
    assert f'href="{reverse("open-data")}"' in client_of(alice).get(reverse(name)).content.decode()


def test_the_page_tells_what_holds_for_its_reader(visitor, alice, guest) -> None:
    assert "Untick" in shown(visitor) and "Untick" in shown(client_of(alice))
    assert "we publish none of your games" in shown(client_of(guest))
    User.objects.filter(pk=alice.pk).update(open_data=False)
    assert "We leave you out" in shown(client_of(alice))


def test_the_number_of_queries_does_not_follow_the_number_of_months(visitor, django_assert_num_queries) -> None:
    for month in range(1, 10):
        OpenDataFile.objects.create(month=OCTOBER.replace(month=month), finished_at="2026-11-01T00:00Z")
    with django_assert_num_queries(1):
        visitor.get(reverse("open-data"))


def test_a_file_is_sent_as_it_is(file) -> None:
    response = fetched()
    assert response.status_code == 200 and body(response) == file.path.read_bytes()
    assert response.headers["Content-Length"] == str(file.size)
    assert response.headers["Content-Type"] == "application/gzip"
    assert "Content-Encoding" not in response.headers
    assert response.headers["ETag"] == f'"{file.sha256}"'
    assert response.headers["Cache-Control"] == "public, max-age=3600"
    assert response.headers["Content-Disposition"] == 'attachment; filename="the-back-room-2026-10.jsonl.gz"'
    head = client_of().head("/open-data/2026-10.jsonl.gz")
    assert head.headers["Content-Length"] == str(file.size) and body(head) == b""


def test_who_has_it_already_is_sent_nothing(file) -> None:
    response = fetched(If_None_Match=f'"{file.sha256}"')
    assert response.status_code == 304 and body(response) == b""
    assert response.headers["ETag"] == f'"{file.sha256}"'
    assert response.headers["Cache-Control"] == "public, max-age=3600"
    assert body(fetched(If_None_Match='"another"')) == file.path.read_bytes()


def test_an_unchanged_file_is_not_opened(file) -> None:
    file.path.unlink()
    assert fetched(If_None_Match=f'"{file.sha256}"').status_code == 304


def test_a_range_gets_the_whole(file) -> None:
    response = fetched(Range="bytes=0-9")
    assert response.status_code == 200 and len(body(response)) == file.size
    assert "Accept-Ranges" not in response.headers


@pytest.mark.parametrize("month", ["2026-09", "2026-11", "2026-12", "2026-13", "2026-1", "x", "9999-10"])
def test_months_without_a_file(file, month: str) -> None:
    assert fetched(f"/open-data/{month}.jsonl.gz").status_code == 404


def test_a_file_that_is_missing_is_said_to_be_missing(file, caplog) -> None:
    file.path.unlink()
    assert fetched().status_code == 404
    assert "the open data of 2026-10 is not in OPEN_DATA_DIR" in caplog.text


def test_programs_get_the_list(file) -> None:
    october, september = Caller(None).get("/open-data").json()
    assert october.pop("made_at").startswith("2026-11-08T00:07")
    assert october == {
        "month": "2026-10",
        "games": {"chicago_poker": 1, "swedish_chicago": 1},
        "size": file.size,
        "sha256": file.sha256,
        "url": "http://testserver/open-data/2026-10.jsonl.gz",
        "licence": "CC0-1.0",
    }
    assert september["url"] is None and september["games"] == {}


def test_programs_get_an_empty_list() -> None:
    assert Caller(None).get("/open-data").json() == []


def test_the_box_in_the_settings(alice) -> None:
    browser = client_of(alice)
    chosen = {"time_zone": "UTC", "night_from": "23:00", "night_until": "07:00"}
    assert re.search(r'name="open_data"[^>]* checked', browser.get(reverse("settings")).content.decode())
    for sent, kept in (({}, False), ({"open_data": "on"}, True)):
        assert browser.post(reverse("settings"), chosen | sent).status_code == 302
        assert User.objects.get(pk=alice.pk).open_data is kept


def test_guests_have_no_box(guest) -> None:
    browser = client_of(guest)
    assert "open_data" not in browser.get(reverse("settings")).content.decode()
    browser.post(reverse("settings"), {"time_zone": "UTC", "night_from": "23:00", "night_until": "07:00"})
    assert User.objects.get(pk=guest.pk).open_data
