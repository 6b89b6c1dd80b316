"""Jobs that build data exports.

Receivers of ``exporting`` return the parts. They are written one by one into a zip file, as JSON and as a page in the
user's language, so that a large account needs little memory and progress is exact. The file is stored in the row; if a
worker dies, the recurring task ``sweep`` restarts the export.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import partial
from tempfile import SpooledTemporaryFile
from typing import Any

from allauth.account.adapter import get_adapter
from celery import current_app
from django.conf import settings
from django.db import IntegrityError, transaction
from django.db.models import F, Q, QuerySet
from django.urls import reverse
from django.utils import timezone, translation

from accounts.models import Export, User
from accounts.privacy.data_export.format import Part, write
from accounts.signals import exporting

LIFETIME = timedelta(days=7)

STALLED = timedelta(minutes=3)
"""The time without progress after which a worker is considered dead, and its export is restarted."""

MAX_TRIES = 3

MEMORY_LIMIT = 4 * 1024 * 1024
"""The number of bytes of an unfinished file that are kept in memory; the rest goes to disk."""

State = Export.State


def latest_export(user: User) -> Export | None:
    """Return the user's latest export, without its file, or None if there is none or it has expired."""
    mine = Export.objects.filter(Q(expires_at=None) | Q(expires_at__gt=timezone.now()), user=user)
    return mine.defer("file").order_by("-pk").first()


def request_export(user: User) -> Export:
    """Create an export and enqueue it. If one is already waiting or in progress, return that one instead."""
    under_way = Export.objects.filter(user=user, state__in=[State.WAITING, State.MAKING]).defer("file")
    if (found := under_way.first()) is not None:
        return found
    try:
        with transaction.atomic():
            export = Export.objects.create(user=user)
            begin = partial(current_app.send_task, "accounts.make_export", (export.pk,), retry=False)
            # If the broker is unavailable, the sweep enqueues it later.
            transaction.on_commit(begin, robust=True)
            return export
    except IntegrityError:
        # A concurrent request created it first.
        return under_way.get()


def parts_of(user: User) -> list[Part]:
    answers: list[Any] = exporting.send(sender=User, user=user)
    return [part for _receiver, parts in answers for part in parts]


def due(now: datetime) -> QuerySet[Export]:
    """Return the exports without an active worker: new ones, and those whose worker has stalled."""
    alone = Q(state=State.WAITING) | Q(state=State.MAKING, worked_at__lt=now - STALLED)
    return Export.objects.filter(alone).order_by("requested_at")


def run(pk: int) -> bool:
    """Build the export, unless another worker is building it. Return whether this call has completed it."""
    if (attempt := _Attempt.claim(pk)) is None:
        return False
    try:
        return attempt.run()
    except Exception:
        attempt.failed()
        raise


@dataclass(frozen=True, slots=True)
class _Attempt:
    """An attempt to build an export. It updates the row only until a later attempt begins or the user is erased."""

    export: Export
    attempt: int

    @staticmethod
    def claim(pk: int) -> _Attempt | None:
        now = timezone.now()
        # The last allowed attempt has died, too.
        spent = due(now).filter(pk=pk, tries__gte=MAX_TRIES)
        if spent.update(state=State.FAILED, expires_at=now + LIFETIME):
            return None
        if not due(now).filter(pk=pk).update(state=State.MAKING, worked_at=now, done=0, tries=F("tries") + 1):
            return None
        export = Export.objects.select_related("user").defer("file").get(pk=pk)
        return _Attempt(export, export.tries)

    def run(self) -> bool:
        person = self.export.user
        with (
            translation.override(person.mail_language),
            timezone.override(person.zone),
            SpooledTemporaryFile(MEMORY_LIMIT) as file,
        ):
            parts = parts_of(person)
            self._note(total=len(parts))
            for done, _written in enumerate(write(file, person, parts), start=1):
                if not self._note(done=done):
                    return False
            file.seek(0)
            return self._ready(file.read())

    def failed(self) -> None:
        """Leave the export to the next attempt, or mark it as failed after the last one."""
        if self.attempt >= MAX_TRIES:
            self._note(state=State.FAILED, expires_at=timezone.now() + LIFETIME)

    @transaction.atomic
    def _ready(self, content: bytes) -> bool:
        """Store the file, delete the user's earlier exports, and mail the user.

        Return False if another attempt has begun or the user has been erased.
        """
        if not self._note(state=State.READY, file=content, expires_at=timezone.now() + LIFETIME):
            return False
        Export.objects.filter(user=self.export.user_id, pk__lt=self.export.pk).delete()
        transaction.on_commit(partial(send_ready_mail, self.export.pk))
        return True

    def _note(self, **facts: object) -> bool:
        mine = Export.objects.filter(pk=self.export.pk, state=State.MAKING, tries=self.attempt)
        return bool(mine.update(worked_at=timezone.now(), **facts))


def awaiting_mail() -> QuerySet[Export]:
    """Return ready exports whose users have an address, but have not been notified."""
    return Export.objects.filter(state=State.READY, told_at=None).exclude(user__email="")


def send_ready_mail(pk: int) -> bool:
    """Mail the user that the export is ready, and return whether the mail was sent. The sweep retries failures."""
    export = awaiting_mail().select_related("user").defer("file").filter(pk=pk).first()
    if export is None or not export.user.can_be_mailed:
        return False
    person = export.user
    with translation.override(person.mail_language), timezone.override(person.zone):
        context = {"person": person, "export": export, "url": settings.SITE_URL + reverse("my-data")}
        get_adapter().render_mail("privacy/email/data_ready", person.email, context).send()
    Export.objects.filter(pk=pk).update(told_at=timezone.now())
    return True


def delete_expired(now: datetime) -> None:
    Export.objects.filter(expires_at__lte=now).delete()
