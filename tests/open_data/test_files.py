"""Files are written when due, once each, completely or not at all."""

from __future__ import annotations

import hashlib
from datetime import UTC, date, datetime, timedelta
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from django.utils import timezone
from time_machine import travel

from games.models import OpenDataFile
from games.open_data import files, format, months, tasks
from tests.open_data.files import OCTOBER, SETTLED, finished, records_of

pytestmark = pytest.mark.django_db
SEPTEMBER = OCTOBER.replace(month=9)


def rows() -> dict[str, bool]:
    """Return the months, each with whether its file is written."""
    return {row.label: row.finished_at is not None for row in OpenDataFile.objects.order_by("month")}


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def test_the_row_says_what_is_in_the_file(alice, bob, folder: Path) -> None:
    finished(alice, bob, public_id="a1")
    finished(alice, bob, public_id="b2", variant="swedish_chicago")
    finished(alice, bob, public_id="c3")
    file = files.make(OCTOBER)
    content = file.path.read_bytes()
    stored = OpenDataFile.objects.get()
    assert stored.games == {"chicago_poker": 2, "swedish_chicago": 1} and stored.total == 3
    assert stored.size == len(content)
    assert stored.sha256 == hashlib.sha256(content).hexdigest()
    assert names(folder) == [f"2026-10-{stored.sha256[:12]}.jsonl.gz"]
    assert len(records_of(stored)) == 3


def test_what_is_made_is_not_made_again(alice, bob, folder: Path) -> None:
    finished(alice, bob)
    file = files.make(OCTOBER)
    assert files.make(OCTOBER) is None
    assert names(folder) == [file.path.name] and OpenDataFile.objects.get().tries == 1


def test_a_month_without_games_has_no_file_and_is_done(folder: Path) -> None:
    assert files.make(OCTOBER).sha256 == ""
    assert rows() == {"2026-10": True} and names(folder) == []
    assert files.make(OCTOBER) is None


def test_more_games_than_one_batch(alice, bob, monkeypatch) -> None:
    monkeypatch.setattr(format, "BATCH", 2)
    for number in range(5):
        finished(alice, bob, public_id=f"t{number}")
    assert len(records_of(files.make(OCTOBER))) == 5


@pytest.mark.parametrize("early", [timedelta(minutes=8), timedelta(days=20)])
def test_no_file_before_the_month_is_over_for_a_week(alice, bob, early: timedelta) -> None:
    finished(alice, bob)
    with travel(SETTLED - early, tick=False), pytest.raises(ValueError, match="ended too recently"):
        files.make(OCTOBER)
    assert rows() == {}


def test_the_first_month_is_that_in_which_the_task_ran_first(alice, bob) -> None:
    finished(alice, bob)
    tasks.make_open_data()
    tasks.make_open_data()
    assert rows() == {"2026-11": False}
    with travel(datetime(2026, 12, 7, 23, 59, tzinfo=UTC), tick=False):
        tasks.make_open_data()
    assert rows() == {"2026-11": False}
    with travel(datetime(2026, 12, 8, tzinfo=UTC), tick=False):
        tasks.make_open_data()
    assert rows() == {"2026-11": True}


def test_months_that_were_missed_are_made_later(alice, bob) -> None:
    OpenDataFile.objects.create(month=date(2026, 8, 1))
    finished(alice, bob)
    tasks.make_open_data()
    assert rows() == {"2026-08": True, "2026-09": True, "2026-10": True}
    assert [file.total for file in files.published()] == [1, 0, 0]


def test_nobody_begins_while_another_worker_goes_on(alice, bob) -> None:
    finished(alice, bob)
    OpenDataFile.objects.create(month=OCTOBER, tries=1, worked_at=timezone.now() - files.STALLED / 2)
    assert files.make(OCTOBER) is None
    OpenDataFile.objects.update(worked_at=timezone.now() - files.STALLED * 2)
    assert files.make(OCTOBER).total == 1


def test_a_worker_that_was_given_up_publishes_nothing(alice, bob, folder: Path, monkeypatch) -> None:
    """The worker was silent for so long that another worker has written the file."""
    finished(alice, bob)
    others: list[OpenDataFile] = []

    def slow(*given):
        monkeypatch.setattr(files, "write", format.write)
        counted = format.write(*given)
        OpenDataFile.objects.update(worked_at=timezone.now() - files.STALLED * 2)
        others.append(files.make(OCTOBER))
        return counted

    monkeypatch.setattr(files, "write", slow)
    assert files.make(OCTOBER) is None
    assert names(folder) == [others[0].path.name]
    assert OpenDataFile.objects.get().sha256 == others[0].sha256


def test_what_fails_leaves_nothing_and_is_tried_again(alice, bob, folder: Path, monkeypatch) -> None:
    finished(alice, bob)
    with monkeypatch.context() as broken:
        broken.setattr(format, "write_line", lambda record: 1 / 0)
        with pytest.raises(ZeroDivisionError):
            files.make(OCTOBER)
    assert rows() == {"2026-10": False} and names(folder) == []
    assert files.make(OCTOBER).total == 1


def test_what_a_killed_worker_has_left_is_removed(alice, bob, folder: Path) -> None:
    folder.mkdir()
    (folder / "2026-10-x1y2.unfinished").write_bytes(b"half")
    (folder / "2026-09-x1y2.unfinished").write_bytes(b"of another month")
    finished(alice, bob)
    file = files.make(OCTOBER)
    assert names(folder) == ["2026-09-x1y2.unfinished", file.path.name]


def test_by_hand(alice, bob, folder: Path) -> None:
    finished(alice, bob)
    out = StringIO()
    call_command("open_data", "2026-10", stdout=out)
    first = OpenDataFile.objects.get()
    assert out.getvalue() == f"2026-10: games 1, bytes {first.size}, sha256 {first.sha256}\n"
    with pytest.raises(CommandError, match="already has a file"):
        call_command("open_data", "2026-10")
    call_command("open_data", "2026-10", "--again", stdout=out)
    again = OpenDataFile.objects.get()
    assert again.sha256 != first.sha256 and names(folder) == [again.path.name]


def test_by_hand_without_a_writable_folder(folder: Path) -> None:
    folder.touch()
    with pytest.raises(CommandError, match=f"{folder}"):
        call_command("open_data", "2026-10")


@pytest.mark.parametrize("month", ["2026-13", "2026-1", "1999-10", "October", "2026-10-01", "２０２６-10", ""])
def test_by_hand_of_what_is_no_month(month: str) -> None:
    with pytest.raises(CommandError, match="not a month"):
        call_command("open_data", month)


def test_by_hand_too_early() -> None:
    with pytest.raises(CommandError, match="has not been over for 7 days"):
        call_command("open_data", "2026-11")


def test_months_follow_one_another() -> None:
    assert months.after(date(2026, 12, 1)) == date(2027, 1, 1)
    assert months.after(date(2028, 2, 1)) == date(2028, 3, 1)
    begins, ends = months.bounds(date(2026, 12, 1))
    assert (begins, ends) == (datetime(2026, 12, 1, tzinfo=UTC), datetime(2027, 1, 1, tzinfo=UTC))
