"""Steps before the start: data folder, port, database, translations, static files.

Steps whose input hasn't changed are skipped, so a start takes only a second or two.
"""

import hashlib
import os
import signal
import socket
import stat
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

import django
from django.conf import settings
from django.contrib.staticfiles.finders import get_finders
from django.core.exceptions import ImproperlyConfigured
from django.core.management import call_command
from django.db import DatabaseError, connection
from django.db.migrations.executor import MigrationExecutor

from chicago.run.output import print_line


class CannotStart(Exception):
    """Raised if the site can't start. The message is a sentence for the operator."""


def run(serve: Callable[[], int]) -> int:
    """Call ``serve`` and return its exit status, or 0 on SIGINT or SIGTERM. On `CannotStart`, print it and return 1."""
    for stop in (signal.SIGINT, signal.SIGTERM):
        signal.signal(stop, signal.default_int_handler)
    try:
        return serve()
    except CannotStart as reason:
        sys.stderr.write(f"{reason}\n")
        return 1
    except KeyboardInterrupt:
        return 0


def listen(host: str, port: str) -> socket.socket:
    """Open a listening socket. Raise `CannotStart` if the host or the port is invalid or can't be used."""
    if not port.isascii() or not port.isdigit() or not 0 < int(port) < 65536:
        raise CannotStart(f"PORT must be a number from 1 to 65535, not “{port}”.")
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listener = socket.socket(family, socket.SOCK_STREAM)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((host, int(port)))
        listener.listen()
    except OSError as error:
        raise CannotStart(_listen_error(host, port, error)) from error
    return listener


def _listen_error(host: str, port: str, error: OSError) -> str:
    if isinstance(error, PermissionError):
        return f"This user may not open port {port}: choose one above 1023, for instance `make play PORT=8000`."
    if isinstance(error, socket.gaierror) or "assign" in str(error):
        return f"HOST must be an address of this machine, not “{host}”."
    return f"Port {port} is taken: choose another one, for instance `make play PORT={int(port) % 65535 + 1}`."


def set_up() -> None:
    """Set Django up. Raise `CannotStart` if a setting is invalid or the data folder can't be used."""
    try:
        django.setup()
    except OSError as error:
        raise CannotStart(f"The data can't be kept here: {error.filename}: {error.strerror}.") from error
    except ImproperlyConfigured as error:
        raise CannotStart(str(error)) from error


def check_data_folder() -> None:
    """Make the data folder private. Raise `CannotStart` if that fails or the folder is not writable."""
    try:
        _make_private(settings.DATA_DIR)
        with tempfile.TemporaryFile(dir=settings.DATA_DIR):
            pass
    except OSError as error:
        raise CannotStart(f"The data can't be kept here: {settings.DATA_DIR}: {error.strerror}.") from error


def _make_private(folder: Path) -> None:
    """Deny other users access to the folder, which contains hidden cards and sessions. Earlier versions did not.

    A folder that belongs to another user, or that all users may write to, such as ``/tmp``, is left unchanged.
    """
    status = folder.stat()
    if status.st_uid == os.getuid() and not status.st_mode & stat.S_IWOTH:
        folder.chmod(stat.S_IRWXU)


def migrate() -> None:
    """Apply pending migrations. Raise `CannotStart` if the database can't be used."""
    try:
        executor = MigrationExecutor(connection)
        if executor.migration_plan(executor.loader.graph.leaf_nodes()):
            print_line("Preparing the database …")
            call_command("migrate", verbosity=0, interactive=False)
    except (DatabaseError, OSError) as error:
        raise CannotStart(f"The database can't be used: {' '.join(str(error).split()).rstrip('.')}.") from error
    finally:
        connection.close()


def compile_translations() -> None:
    """Compile changed catalogues. Raise `CannotStart` if a file can't be read or written."""
    from chicago.translations import catalogues  # with Babel and Jinja, which few processes need

    try:
        if languages := catalogues.compile_changed():
            print_line(f"Compiled translations: {', '.join(languages)}.")
    except OSError as error:
        raise CannotStart(f"The translations can't be compiled: {error.filename}: {error.strerror}.") from error


def collect_static() -> None:
    """Collect, hash and compress the static files if any has changed. Raise `CannotStart` if that fails."""
    stamp = Path(settings.STATIC_ROOT).with_suffix(".stamp")
    try:
        now = _fingerprint()
        if stamp.exists() and stamp.read_text(encoding="ascii") == now:
            return
        print_line("Collecting static files …")
        call_command("collectstatic", verbosity=0, interactive=False, clear=True)
        stamp.write_text(now, encoding="ascii")
    except OSError as error:
        raise CannotStart(f"The static files can't be collected: {error.filename}: {error.strerror}.") from error


def _fingerprint() -> str:
    """Return a hash of the names, sizes and times of all static files, and of the storage backend."""
    facts = [settings.STORAGES["staticfiles"]["BACKEND"]]
    for finder in get_finders():
        for name, storage in finder.list([]):
            status = Path(storage.path(name)).stat()
            facts.append(f"{name} {status.st_size} {status.st_mtime_ns}")
    return hashlib.sha256("\n".join(facts).encode()).hexdigest()
