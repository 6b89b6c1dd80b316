"""Bounced mails: no more mail goes to such an address, and its owner is notified on the site."""

from allauth.account.models import EmailAddress

from accounts.models import User

REASON_LENGTH = 300
"""Characters stored of a mail server's reason."""


def record_bounce(user: User, response: str) -> None:
    """Stop mail to this user, for the reason that the mail server gave."""
    User.objects.filter(pk=user.pk).update(mail_trouble=" ".join(response.split())[:REASON_LENGTH] or "?")


def record_bounce_of_address(address: str, response: str) -> User | None:
    """Do the same for the owner of a confirmed primary address. Return them, or None if there is none."""
    found = EmailAddress.objects.filter(email__iexact=address, verified=True, primary=True).select_related("user")
    if (owner := found.first()) is None:
        return None
    record_bounce(owner.user, response)
    return owner.user


def clear(user: User) -> None:
    """Resume mail to this user: the address is new, is confirmed, or the user says that it works."""
    User.objects.filter(pk=user.pk).exclude(mail_trouble="").update(mail_trouble="")
