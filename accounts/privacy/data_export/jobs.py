"""Somebody's own data, gathered for him to take along.

Whoever keeps something about people answers to ``exporting`` with parts. They are written one after another into a zip
file, as JSON and as a page in the person's language, so that a large account needs little memory and the progress that
is shown is real. A row says how far it is: a worker that dies leaves it to the sweep, which has it made again.
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

LASTS = timedelta(days=7)
"""How long a download is there."""

STALLED = timedelta(minutes=3)
"""Who has written no part for so long is dead, and somebody else begins anew."""

MOST_TRIES = 3

IN_MEMORY = 4 * 1024 * 1024
"""Bytes of a file that is being made; what is more lies on the disk."""

State = Export.State


def latest(user: User) -> Export | None:
    """The download that was asked for last, without its file; None if there is none, or it has expired."""
    mine = Export.objects.filter(Q(expires_at=None) | Q(expires_at__gt=timezone.now()), user=user)
    return mine.defer("file").order_by("-pk").first()


def ask(user: User) -> Export:
    """Have a download made. One that is waiting or being made already is the answer to whoever asks again."""
    under_way = Export.objects.filter(user=user, state__in=[State.WAITING, State.MAKING]).defer("file")
    if (found := under_way.first()) is not None:
        return found
    try:
        with transaction.atomic():
            export = Export.objects.create(user=user)
            begin = partial(current_app.send_task, "accounts.make_export", (export.pk,), retry=False)
            # While the broker is away the sweep will find it.
            transaction.on_commit(begin, robust=True)
            return export
    except IntegrityError:
        # Somebody has pressed twice, and the other request was quicker.
        return under_way.get()


def parts_of(user: User) -> list[Part]:
    """All that is kept of this person and is his to know."""
    answers: list[Any] = exporting.send(sender=User, user=user)
    return [part for _receiver, parts in answers for part in parts]


def due(now: datetime) -> QuerySet[Export]:
    """What nobody is making."""
    alone = Q(state=State.WAITING) | Q(state=State.MAKING, worked_at__lt=now - STALLED)
    return Export.objects.filter(alone).order_by("asked_at")


def make(pk: int) -> bool:
    """Make the download, as long as nobody else does; False if there was nothing to do, or it was given up."""
    if (making := _Making.claim(pk)) is None:
        return False
    try:
        return making.run()
    except Exception:
        making.failed()
        raise


@dataclass(frozen=True, slots=True)
class _Making:
    """One try. It writes to the row only as long as no later one has begun, and the person is still there."""

    export: Export
    attempt: int

    @staticmethod
    def claim(pk: int) -> _Making | None:
        now = timezone.now()
        # The last try that has died, too, is over.
        spent = due(now).filter(pk=pk, tries__gte=MOST_TRIES)
        if spent.update(state=State.FAILED, expires_at=now + LASTS):
            return None
        if not due(now).filter(pk=pk).update(state=State.MAKING, worked_at=now, done=0, tries=F("tries") + 1):
            return None
        export = Export.objects.select_related("user").defer("file").get(pk=pk)
        return _Making(export, export.tries)

    def run(self) -> bool:
        person = self.export.user
        with (
            translation.override(person.told_in),
            timezone.override(person.zone),
            SpooledTemporaryFile(IN_MEMORY) as file,
        ):
            parts = parts_of(person)
            self._note(total=len(parts))
            for done, _written in enumerate(write(file, person, parts), start=1):
                if not self._note(done=done):
                    return False
            file.seek(0)
            return self._ready(file.read())

    def failed(self) -> None:
        """Leave it to the next try, if there is one."""
        if self.attempt >= MOST_TRIES:
            self._note(state=State.FAILED, expires_at=timezone.now() + LASTS)

    @transaction.atomic
    def _ready(self, content: bytes) -> bool:
        """It takes the place of those before."""
        if not self._note(state=State.READY, file=content, expires_at=timezone.now() + LASTS):
            return False
        Export.objects.filter(user=self.export.user_id, pk__lt=self.export.pk).delete()
        transaction.on_commit(partial(tell, self.export.pk))
        return True

    def _note(self, **facts: object) -> bool:
        mine = Export.objects.filter(pk=self.export.pk, state=State.MAKING, tries=self.attempt)
        return bool(mine.update(worked_at=timezone.now(), **facts))


def untold() -> QuerySet[Export]:
    """Downloads that are ready, of people who can be mailed and have not been."""
    return Export.objects.filter(state=State.READY, told_at=None).exclude(user__email="")


def tell(pk: int) -> bool:
    """Mail the person that the download is ready; whether it was done. What fails is tried again by the sweep."""
    export = untold().select_related("user").defer("file").filter(pk=pk).first()
    if export is None or not export.user.can_be_mailed:
        return False
    person = export.user
    with translation.override(person.told_in), timezone.override(person.zone):
        context = {"person": person, "export": export, "url": settings.SITE_URL + reverse("my-data")}
        get_adapter().render_mail("privacy/email/data_ready", person.email, context).send()
    Export.objects.filter(pk=pk).update(told_at=timezone.now())
    return True


def expire(now: datetime) -> None:
    """Nothing is left of a download whose time is up."""
    Export.objects.filter(expires_at__lte=now).delete()
