"""The mails that Django's file backend has written, for staff to read where no mail server is set."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from datetime import datetime
from email import message_from_bytes
from email.message import EmailMessage
from email.policy import default
from pathlib import Path

from django.conf import settings

FILE_BACKEND = "django.core.mail.backends.filebased.EmailBackend"
FILE = re.compile(r"[0-9A-Za-z-]{1,100}\.log")
RULE = re.compile(rb"^-{79}\r?\n?", re.MULTILINE)
"""The line that the backend writes after each mail of a file."""


@dataclass(frozen=True)
class Letter:
    """One mail: the ``number``-th (from 0) of a file."""

    file: str
    number: int
    message: EmailMessage

    @property
    def subject(self) -> str:
        return str(self.message.get("subject", ""))

    @property
    def to(self) -> str:
        return str(self.message.get("to", ""))

    @property
    def sender(self) -> str:
        return str(self.message.get("from", ""))

    @property
    def sent(self) -> datetime | None:
        """When it was written, if its header says so in a way that can be read."""
        header = self.message.get("date")
        return header.datetime if header is not None else None

    @property
    def text(self) -> str:
        return self._part("plain")

    @property
    def html(self) -> str:
        return self._part("html")

    def _part(self, kind: str) -> str:
        part = self.message.get_body((kind,))
        return part.get_content() if part is not None else ""


def in_use() -> bool:
    """Whether mails go to files here."""
    return settings.EMAIL_BACKEND == FILE_BACKEND


def files() -> list[str]:
    """The names of the files with mails, newest first (their names begin with the time)."""
    folder = Path(settings.EMAIL_FILE_PATH)
    if not folder.is_dir():
        return []
    return sorted((path.name for path in folder.iterdir() if FILE.fullmatch(path.name)), reverse=True)


def letters_of(file: str) -> list[Letter]:
    """The mails of one file, in the order of their sending; none if there is no such file."""
    path = Path(settings.EMAIL_FILE_PATH) / file
    if not FILE.fullmatch(file) or not path.is_file():
        return []
    return list(_parsed(file, path.read_bytes()))


def forget(addresses: Collection[str]) -> None:
    """Take the mails to these addresses out of the files."""
    if not addresses or not in_use():
        return
    for file in files():
        path = Path(settings.EMAIL_FILE_PATH) / file
        parts = [part for part in RULE.split(path.read_bytes()) if part.strip()]
        kept = [part for part in parts if not _goes_to(part, addresses)]
        if not kept:
            path.unlink()
        elif len(kept) < len(parts):
            path.write_bytes(b"".join(part.rstrip(b"\n") + b"\n" + b"-" * 79 + b"\n" for part in kept))


def _goes_to(letter: bytes, addresses: Collection[str]) -> bool:
    receivers = message_from_bytes(letter, policy=default).get_all("to", [])
    named = {address.addr_spec.casefold() for header in receivers for address in header.addresses}
    return not named.isdisjoint(address.casefold() for address in addresses)


def _parsed(file: str, content: bytes) -> Iterator[Letter]:
    for number, raw in enumerate(part for part in RULE.split(content) if part.strip()):
        yield Letter(file, number, message_from_bytes(raw, policy=default))
