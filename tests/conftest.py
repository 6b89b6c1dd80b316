"""The cast and the fixtures of all tests.

alice and bob play, carol is a third player, charlie has no seat, guest has only a name, staff may do everything,
moderator moderates. Tests marked ``postgres`` or ``redis`` need that service; ``make test`` runs them separately.
"""

from __future__ import annotations

import gc
import re
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path

import pytest
from channels.layers import channel_layers
from django.conf import settings
from django.core import mail
from django.db import connection
from django.db.backends.utils import CursorWrapper
from django.test import Client
from django.utils import timezone, translation
from hypothesis import settings as properties
from pytest_django import DjangoDbBlocker, Settings

from accounts.models import User
from chicago.translations.catalogues import compile_changed
from games.models import Game
from tests import cast, databases
from tests.budget import Budget
from tests.mail_server import PostOffice, post_office
from tests.needs import EVERYTHING, ON_CI, skip_or_fail
from tests.queue import Queue
from tests.rate_limits import reset_rate_limits

# The time of an example depends on the machine.
properties.register_profile("unhurried", deadline=None, max_examples=200 if EVERYTHING else 30)
properties.load_profile("unhurried")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--durations-file", help="write the slowest tests into this file")
    parser.addoption("--only-files", help="collect no other tests than those of the files that are listed in this one")
    parser.addoption("--with-database", action="store_true", help="leave out the tests that use none")


def pytest_configure(config: pytest.Config) -> None:
    config.pluginmanager.register(Budget(config.getoption("--durations-file")))


DEEP = pytest.StashKey[bool]()


@pytest.hookimpl(tryfirst=True)
def pytest_cmdline_main(config: pytest.Config) -> object:
    """Run pytest inside a frame so large that all frames above it fit into the same block of memory.

    CPython 3.11 to 3.14 keep frames in blocks of 16 kB. A loop whose calls cross the end of a block makes the system
    map and unmap a block at each call, which took a quarter of the time of some tests.
    """
    if config.stash.get(DEEP, False):
        return None
    config.stash[DEEP] = True
    return _in_a_large_frame(lambda: config.hook.pytest_cmdline_main(config=config))


def _in_a_large_frame(call: Callable[[], object]) -> object:
    return call()


_in_a_large_frame.__code__ = _in_a_large_frame.__code__.replace(co_stacksize=40_000)
"""40,000 slots of 8 bytes: Python takes a block of 512 kB, whose rest holds a thousand frames."""


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Skip files without a test of this run, because importing all of them takes as long as many tests."""
    listed = config.getoption("--only-files")
    if listed is None or not collection_path.is_file():
        return None
    return str(collection_path) not in _lines_of(Path(listed)) or None


@cache
def _lines_of(file: Path) -> frozenset[str]:
    return frozenset(file.read_text(encoding="utf-8").splitlines())


LONG = (
    "test_sweep.py",
    "test_swedish_chicago.py",
    "test_every_page.py",
    "test_craft.py",
    "test_narrow.py",
    "test_story_of_days.py",
    "test_two_people.py",
    "test_live.py",
    "test_start_and_stop.py",
    "test_unmarked_texts.py",
)

BETWEEN_COLLECTIONS = 20_000
"""The number of new objects between garbage collections. Python's 700 would cost a tenth of the CPU time."""


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Run the longest tests first, so that all workers finish at about the same time."""
    if config.getoption("--with-database"):
        config.hook.pytest_deselected(items=[item for item in items if not is_stored(item)])
        items[:] = [item for item in items if is_stored(item)]
    items.sort(key=lambda item: LONG.index(item.path.name) if item.path.name in LONG else len(LONG))


def pytest_collection_finish() -> None:
    """Freeze loaded modules, so that garbage collection skips them, and make collections rarer."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(BETWEEN_COLLECTIONS)


def pytest_sessionstart() -> None:
    """Compile the translations, like the start of the site, because tests may use any language."""
    compile_changed()


def pytest_runtest_setup(item: pytest.Item) -> None:
    """Skip tests that need PostgreSQL or Redis where these are missing."""
    if item.get_closest_marker("postgres") and connection.vendor != "postgresql":
        skip_or_fail("needs PostgreSQL: set TEST_DATABASE_URL, or run `make test`")
    if item.get_closest_marker("redis") and not settings.REDIS_URL:
        skip_or_fail("needs Redis: set TEST_REDIS_URL, or run `make test`")


def pytest_sessionfinish(session: pytest.Session) -> None:
    """Count a skipped test as failed on CI."""
    reporter = session.config.pluginmanager.get_plugin("terminalreporter")
    if ON_CI and reporter is not None and reporter.stats.get("skipped"):
        reporter.write_line("Tests were skipped where nothing may be left out.", red=True)
        session.exitstatus = pytest.ExitCode.TESTS_FAILED


@pytest.fixture(scope="session")
def django_db_modify_db_settings(django_db_modify_db_settings: None) -> Iterator[None]:
    """Run no migrations in parallel workers, whose databases are copies of a migrated one."""
    database = connection.settings_dict
    if not databases.AMONG_OTHERS:
        yield
    elif connection.vendor == "postgresql":
        database["TEST"]["TEMPLATE"] = databases.postgres_template(settings.DATABASE_URL)
        yield
    else:
        with databases.migrated_in_memory():
            yield


@pytest.fixture(scope="session")
def django_db_setup(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[None]:
    """Start the primary keys of every table at a different number, so that tests don't confuse two kinds of keys."""
    with django_db_blocker.unblock(), connection.cursor() as cursor:
        for place, table in enumerate(sorted(connection.introspection.django_table_names(only_existing=True)), 1):
            begin_keys_after(cursor, table, 1000 * place)
    with pytest.MonkeyPatch.context() as patch:
        if connection.vendor == "postgresql":
            # Its flush keeps the rows that would be stored again (tests/postgresql/base.py).
            patch.setattr("django.core.management.commands.flush.emit_post_migrate_signal", lambda *_: None)
        yield


def begin_keys_after(cursor: CursorWrapper, table: str, key: int) -> None:
    """Give the next row of ``table`` a key above ``key``.

    Do nothing for tables without a sequence of keys.
    """
    for sequence in connection.introspection.get_sequences(cursor, table):
        if connection.vendor == "sqlite":
            cursor.execute("DELETE FROM sqlite_sequence WHERE name = %s", [table])
            cursor.execute("INSERT INTO sqlite_sequence (name, seq) VALUES (%s, %s)", [table, key])
        else:
            cursor.execute("SELECT setval(%s, %s)", [sequence["name"], key])


def is_stored(item: pytest.Item) -> bool:
    """Return whether the test uses a database.

    Other tests have nothing to send, cache or clean up.
    """
    asked = {"db", "transactional_db", "live_server", "queue"}
    return item.get_closest_marker("django_db") is not None or bool(asked.intersection(item.fixturenames))


@pytest.fixture(autouse=True)
def nothing_left_over(request: pytest.FixtureRequest) -> Iterator[None]:
    """Isolate tests: no cache entries, rate limit counts or channel groups are left over, and Redis is empty.

    Also reset the thread's language and time zone to the defaults.
    """
    if is_stored(request.node):
        reset_rate_limits()
        channel_layers.backends.clear()
        request.getfixturevalue("queue")
        yield
        reset_rate_limits()
    else:
        yield
    translation.deactivate()
    timezone.deactivate()


@pytest.fixture
def queue(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Queue:
    """Celery tasks, recorded until ``queue.run()``. Tests marked ``redis`` use the real broker."""
    queue = Queue()
    if not request.node.get_closest_marker("redis"):
        monkeypatch.setattr("celery.app.base.Celery.send_task", queue.send_task)
    return queue


@pytest.fixture
def alice(db: None) -> User:
    return cast.somebody("alice")


@pytest.fixture
def bob(db: None) -> User:
    return cast.somebody("bob")


@pytest.fixture
def carol(db: None) -> User:
    return cast.somebody("carol")


@pytest.fixture
def charlie(db: None) -> User:
    return cast.somebody("charlie")


@pytest.fixture
def guest(db: None) -> User:
    return cast.some_guest("Dana")


@pytest.fixture
def staff(db: None) -> User:
    return cast.somebody("staff", is_staff=True, is_superuser=True)


@pytest.fixture
def moderator(db: None) -> User:
    """A moderator: staff with only the permissions of the group."""
    return cast.some_moderator("mona")


@pytest.fixture
def client_of() -> Callable[..., Client]:
    """``client_of(user)`` returns a browser in which that user is signed in; ``client_of()`` returns a visitor's."""
    return cast.client_of


@pytest.fixture
def table_of(db: None) -> Callable[..., Game]:
    """``table_of(alice, bob, …)`` deals a game to these users (tests/cast.py has the options)."""
    return cast.table_of


@pytest.fixture
def duel(alice: User, bob: User) -> Game:
    """A running game of Chicago Poker between alice (seat 0) and bob (seat 1), always with the same deal."""
    return cast.table_of(alice, bob)


@pytest.fixture
def mailbox(settings: Settings) -> Iterator[PostOffice]:
    """A real mail server that receives this test's mails, instead of the list ``mailoutbox``."""
    with post_office() as office:
        settings.EMAIL_BACKEND = "accounts.mail.smtp.EmailBackend"
        settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", office.port
        yield office


@pytest.fixture
def visitor(client_of: Callable[..., Client]) -> Client:
    return client_of()


@pytest.fixture
def link_in_mail() -> Callable[[], str]:
    """``link_in_mail()`` returns the path of the first link in the latest mail."""

    def found() -> str:
        return re.search(r"https?://[^/\s]+(/\S+)", mail.outbox[-1].body).group(1)

    return found


@pytest.fixture
def strict(alice: User, bob: User) -> Callable[..., Game]:
    """``strict("plain")`` returns a duel without free misses, with this rule for absent players."""

    def open_duel(absence: str, *more: User, **facts: object) -> Game:
        return cast.table_of(alice, bob, *more, absence=absence, free_misses=0, **facts)

    return open_duel
