"""MFA state of users and sessions."""

from datetime import timedelta
from time import time

from allauth.account.adapter import get_adapter
from allauth.account.authentication import get_authentication_records
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from django.http import HttpRequest

from accounts.models import User, Visitor

MFA_LIFETIME = timedelta(hours=12)
"""How long staff pages stay open after a second factor was used; sessions last much longer."""


def has_mfa(user: Visitor) -> bool:
    return Authenticator.objects.exclude(type=Authenticator.Type.RECOVERY_CODES).filter(user=user).exists()


def mfa_recently_used(request: HttpRequest) -> bool:
    """Return whether this session used a second factor within ``MFA_LIFETIME``, and that factor still exists."""
    since = time() - MFA_LIFETIME.total_seconds()
    records = get_authentication_records(request, request.user)
    used = [record["id"] for record in records if record["method"] == "mfa" and record["at"] > since]
    return bool(used) and Authenticator.objects.filter(user=request.user, pk__in=used).exists()


def remove_all(user: User) -> bool:
    """Remove the second factors of a user who lost access to them, and mail the user. Return whether there were any."""
    gone, _each = Authenticator.objects.filter(user=user).delete()
    if gone and (address := EmailAddress.objects.get_primary_email(user)):
        get_adapter().send_mail("mfa/email/removed_by_staff", address, {})
    return bool(gone)
