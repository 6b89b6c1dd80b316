"""Account erasure: deletes personal data, but keeps an anonymous ``User`` row, so that others' games stay complete.

Every foreign key to a user must be registered with ``register_erased``, or listed in tests/privacy/test_erasure.py
with a reason for keeping it.
"""

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
from accounts.profile import erased_names
from accounts.signals import user_erasing
from accounts.validators.names import ERASED_PREFIX

SWEEP_WINDOW = timedelta(days=2)
"""How long after an erasure the sweep deletes rows that were written during the erasure."""

_ERASED: set[str] = set()


def register_erased(*fields: str) -> None:
    """Register fields (``app.Model.field``) whose rows are deleted if they point to an erased user."""
    _ERASED.update(fields)


def fields_to_erase() -> frozenset[str]:
    return frozenset(_ERASED)


register_erased(
    "account.EmailAddress.user",
    "accounts.AuthorizedProgram.user",
    "accounts.Block.by",
    "accounts.Block.who",
    "accounts.ConnectionTrace.user",
    "accounts.Export.user",
    "accounts.Friendship.by",
    "accounts.Friendship.to",
    "accounts.Restriction.user",
    "accounts.SavedList.user",
    "accounts.Token.user",
    "allauth_idp_oidc.Client.owner",
    "allauth_idp_oidc.Token.user",
    "mfa.Authenticator.user",
    "usersessions.UserSession.user",
)


@transaction.atomic
def erase_user(user: User, *, words: bool = False) -> None:
    """Erase this user and their computer players; with ``words``, also the texts they wrote to others. Idempotent.

    Send ``user_erasing`` first. If a receiver raises an error, nothing changes.
    """
    # NO KEY UPDATE still allows transactions that hold this user's games to insert rows that point to the user.
    person = User.objects.select_for_update(no_key=True).get(pk=user.pk)
    if person.erased_at is not None:
        return
    addresses = {person.email, *EmailAddress.objects.filter(user=person).values_list("email", flat=True)} - {""}
    user_erasing.send(sender=User, user=person, words=words)
    for bot in person.bots.order_by("pk"):
        erase_user(bot, words=words)
    erased_names.reserve_names(person, timezone.now())
    _anonymize_admin_log(person)
    _delete_rows(person)
    _reset_columns(person)
    transaction.on_commit(partial(dev_mailbox.delete_mails_to, addresses))


def sweep(now: datetime) -> None:
    """Erase rows written during erasures, such as a notice, a report, or a session's last page view."""
    gone = User.objects.filter(erased_at__gt=now - SWEEP_WINDOW)
    for person in gone:
        with transaction.atomic():
            user_erasing.send(sender=User, user=person, words=False)
            _delete_rows(person)
    _delete_unrecorded_sessions({str(person.pk) for person in gone})


def _delete_unrecorded_sessions(gone: set[str]) -> None:
    """Delete the last sessions of erased users, which have no ``UserSession``: they contain the users' keys."""
    if gone:
        for session in Session.objects.iterator():
            if session.get_decoded().get(SESSION_KEY) in gone:
                session.delete()


def _delete_rows(person: User) -> None:
    sessions.end(UserSession.objects.filter(user=person))
    for label in sorted(_ERASED):
        model, _dot, field = label.rpartition(".")
        rows = apps.get_model(model)._base_manager.filter(**{field: person})
        # Adding rows that point to one of these locks it. So once we hold the lock, such rows are visible and
        # deleted with it.
        list(rows.select_for_update(of=["self"]).order_by("pk").values_list("pk"))
        rows.delete()


def _reset_columns(person: User) -> None:
    """Reset all columns to their defaults, so that no column is forgotten, and set an anonymous user name."""
    bare = User(pk=person.pk, username=f"{ERASED_PREFIX}{token_hex(10)}", is_active=False, erased_at=timezone.now())
    bare.set_unusable_password()
    bare.save(force_update=True)
    bare.groups.clear()
    bare.user_permissions.clear()


def _anonymize_admin_log(person: User) -> None:
    """Remove the user's names from the admin's log, but keep its entries."""
    _anonymize_entries(User, User.objects.filter(pk=person.pk))
    for relation in User._meta.related_objects:
        model: Any = relation.related_model
        _anonymize_entries(model, model._base_manager.filter(**{relation.field.name: person}))
    for name in {person.username, person.display_name} - {""}:
        LogEntry.objects.filter(change_message__contains=f'"object": {json.dumps(name)}').update(change_message="")


def _anonymize_entries(model: type[Model], rows: QuerySet[Any]) -> None:
    """Replace the names of these rows in the log by their primary keys."""
    entries = LogEntry.objects.filter(content_type=ContentType.objects.get_for_model(model))
    known = {key for key in entries.values_list("object_id", flat=True).distinct() if key and key.isdecimal()}
    for pk in rows.filter(pk__in=known).values_list("pk", flat=True) if known else ():
        entries.filter(object_id=str(pk)).update(object_repr=f"#{pk}")
