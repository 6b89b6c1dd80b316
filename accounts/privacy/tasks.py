"""Celery tasks of accounts. All are idempotent and safe to run concurrently: they read due work from the database."""

from allauth.idp.oidc.models import Token as ProgramToken
from celery import shared_task
from django.utils import timezone

from accounts.auth import address_claims, sessions
from accounts.models import ConnectionTrace
from accounts.privacy import erasure
from accounts.privacy.data_export import jobs
from accounts.profile import erased_names

AT_ONCE = 50
"""The maximum number of exports, and of mails, per sweep."""


@shared_task(name="accounts.sweep")
def sweep() -> None:
    """Enqueue exports and mails that are due, and delete expired exports."""
    now = timezone.now()
    for pk in jobs.due(now).values_list("pk", flat=True)[:AT_ONCE]:
        make_export.delay(pk)
    for pk in jobs.awaiting_mail().values_list("pk", flat=True)[:AT_ONCE]:
        mail_export_ready.delay(pk)
    jobs.delete_expired(now)


make_export = shared_task(name="accounts.make_export")(jobs.run)
mail_export_ready = shared_task(name="accounts.mail_export_ready")(jobs.send_ready_mail)


@shared_task(name="accounts.delete_leftovers")
def delete_leftovers() -> None:
    """Delete leftover rows of erased users, and expired name reservations, sessions, sign-ups, tokens and traces."""
    now = timezone.now()
    erasure.sweep(now)
    erased_names.delete_expired(now.date())
    sessions.delete_expired()
    address_claims.delete_expired(now)
    ProgramToken.objects.expired().delete()
    ConnectionTrace.objects.filter(last_at__lte=now - ConnectionTrace.RETENTION).delete()
