"""Mails written by Django's file backend, readable by staff where no mail server is configured."""

import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from email import message_from_bytes
from email.message import EmailMessage
from email.policy import default
from pathlib import Path

from django.conf import settings

FILE_BACKEND = "django.core.mail.backends.filebased.EmailBackend"
FILE_NAME = re.compile(r"[0-9A-Za-z-]{1,100}\.log")
SEPARATOR = re.compile(rb"^-{79}\r?\n?", re.MULTILINE)
"""The line that the backend writes after each mail in a file."""


@dataclass(frozen=True)
class StoredMail:
    """A mail in a file; ``number`` is its position, counted from 0."""

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
        """The time of sending, as an aware datetime, or None if the header is missing or malformed."""
        header = self.message.get("date")
        moment = header.datetime if header is not None else None
        # The zone “-0000” means UTC, but is parsed as none.
        return moment.replace(tzinfo=UTC) if moment and moment.tzinfo is None else moment

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
    """Return whether mails are written to files."""
    return bool(settings.EMAIL_BACKEND == FILE_BACKEND)


def files() -> list[str]:
    """Return the names of the files, newest first. A name begins with the time."""
    folder = Path(settings.EMAIL_FILE_PATH)
    if not folder.is_dir():
        return []
    return sorted((path.name for path in folder.iterdir() if FILE_NAME.fullmatch(path.name)), reverse=True)


def mails_in(file: str) -> list[StoredMail]:
    """Return the mails of a file in the order of sending, or an empty list if the file does not exist."""
    path = Path(settings.EMAIL_FILE_PATH) / file
    if not FILE_NAME.fullmatch(file) or not path.is_file():
        return []
    return list(_parsed(file, path.read_bytes()))


def delete_mails_to(addresses: Collection[str]) -> None:
    if not addresses or not in_use():
        return
    for file in files():
        path = Path(settings.EMAIL_FILE_PATH) / file
        parts = [part for part in SEPARATOR.split(path.read_bytes()) if part.strip()]
        left = [part for part in parts if not _goes_to(part, addresses)]
        if not left:
            path.unlink()
        elif len(left) < len(parts):
            path.write_bytes(b"".join(part.rstrip(b"\n") + b"\n" + b"-" * 79 + b"\n" for part in left))


def _goes_to(raw: bytes, addresses: Collection[str]) -> bool:
    receivers = message_from_bytes(raw, policy=default).get_all("to", [])
    named = {address.addr_spec.casefold() for header in receivers for address in header.addresses}
    return not named.isdisjoint(address.casefold() for address in addresses)


def _parsed(file: str, content: bytes) -> Iterator[StoredMail]:
    for number, raw in enumerate(part for part in SEPARATOR.split(content) if part.strip()):
        yield StoredMail(file, number, message_from_bytes(raw, policy=default))
