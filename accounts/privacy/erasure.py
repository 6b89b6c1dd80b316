"""Somebody goes for good: nothing personal stays, and the bare row does, so that others keep their games whole.

Whoever keeps something about people names it to ``erased``; tests/privacy/test_erasure.py fails for whatever
points to a person and is neither named there nor kept for a reason.
"""

from __future__ import annotations

import json
from datetime import datetime, timedelta
from functools import partial
from secrets import token_hex
from typing import Any

from allauth.account.models import EmailAddress
from allauth.usersessions.models import UserSession
from django.apps import apps
from django.contrib.admin.models import LogEntry
from django.contrib.auth import SESSION_KEY
from django.contrib.contenttypes.models import ContentType
from django.contrib.sessions.models import Session
from django.db import transaction
from django.db.models import Model, QuerySet
from django.utils import timezone

from accounts.auth import sessions
from accounts.mail import dev_mailbox
from accounts.models import User
from accounts.signals import leaving

AFTERWARDS = timedelta(days=1)
"""So long after somebody has gone is looked again for what was written about him meanwhile."""

_ERASED: set[str] = set()


def erased(*fields: str) -> None:
    """Rows whose field (``app.Model.field``) points to somebody go with him."""
    _ERASED.update(fields)


def to_erase() -> frozenset[str]:
    """All that goes."""
    return frozenset(_ERASED)


erased(
    "account.EmailAddress.user",
    "accounts.Block.by",
    "accounts.Block.who",
    "accounts.Export.user",
    "accounts.Friendship.by",
    "accounts.Friendship.to",
    "accounts.Restriction.user",
    "accounts.SavedList.user",
    "accounts.Sighting.user",
    "mfa.Authenticator.user",
    "usersessions.UserSession.user",
)


@transaction.atomic
def depart(user: User, *, words: bool = False) -> None:
    """Erase this person; ``words``: what he has written to others, too. Again changes nothing.

    Whoever listens to ``leaving`` is told before; should one of them object, nothing happens.
    """
    # Others write to him meanwhile who hold the tables that are to be settled: they need not wait for this lock.
    person = User.objects.select_for_update(no_key=True).get(pk=user.pk)
    if person.gone_at is not None:
        return
    addresses = {person.email, *EmailAddress.objects.filter(user=person).values_list("email", flat=True)} - {""}
    leaving.send(sender=User, user=person, words=words)
    _forget_in_the_log(person)
    _erase(person)
    _empty(person)
    transaction.on_commit(partial(dev_mailbox.forget, addresses))


def sweep(now: datetime) -> None:
    """Erase what has reached those who have gone lately: a notice written in the same moment, a session's last page."""
    gone = User.objects.filter(gone_at__gt=now - 2 * AFTERWARDS)
    for person in gone:
        with transaction.atomic():
            _erase(person)
    _end_unnoted({str(person.pk) for person in gone})


def _end_unnoted(gone: set[str]) -> None:
    """Sessions in which nobody was seen after signing in open nothing any more; but they say whose they were."""
    if gone:
        for session in Session.objects.iterator():
            if session.get_decoded().get(SESSION_KEY) in gone:
                session.delete()


def _erase(person: User) -> None:
    sessions.end(UserSession.objects.filter(user=person))
    for label in sorted(_ERASED):
        model, _dot, field = label.rpartition(".")
        apps.get_model(model)._base_manager.filter(**{field: person}).delete()


def _empty(person: User) -> None:
    """Every column as a new row has it, so that none is forgotten."""
    bare = User(pk=person.pk, username=f"gone-{token_hex(10)}", is_active=False, gone_at=timezone.now())
    bare.set_unusable_password()
    bare.save(force_update=True)
    bare.groups.clear()
    bare.user_permissions.clear()


def _forget_in_the_log(person: User) -> None:
    """The admin's log keeps what was done by whom, and calls neither him nor what was his by his name."""
    _unname(User, User.objects.filter(pk=person.pk))
    for relation in User._meta.related_objects:
        model: Any = relation.related_model
        _unname(model, model._base_manager.filter(**{relation.field.name: person}))
    for name in {person.username, person.display_name} - {""}:
        LogEntry.objects.filter(change_message__contains=f'"object": {json.dumps(name)}').update(change_message="")


def _unname(model: type[Model], rows: QuerySet[Any]) -> None:
    """What the log says of these rows."""
    entries = LogEntry.objects.filter(content_type=ContentType.objects.get_for_model(model))
    known = {key for key in entries.values_list("object_id", flat=True).distinct() if key and key.isdecimal()}
    for pk in rows.filter(pk__in=known).values_list("pk", flat=True) if known else ():
        entries.filter(object_id=str(pk)).update(object_repr=f"#{pk}")
