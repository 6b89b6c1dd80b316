"""Bounced mails: the site stops mails to the address, and pages inform its owner."""

from allauth.account.models import EmailAddress

from accounts.models import User

REASON_LENGTH = 300


def record_bounce(user: User, response: str) -> None:
    """Stop mails to this user, and store the mail server's reason."""
    User.objects.filter(pk=user.pk).update(mail_trouble=" ".join(response.split())[:REASON_LENGTH] or "?")


def record_bounce_of_address(address: str, response: str) -> User | None:
    """Stop mails to the user with this confirmed primary address. Return the user, or None if there is none."""
    found = EmailAddress.objects.filter(email__iexact=address, verified=True, primary=True).select_related("user")
    if (owner := found.first()) is None:
        return None
    record_bounce(owner.user, response)
    return owner.user


def clear(user: User) -> None:
    """Resume mails to this user: the address is new or confirmed, or the user says that it works."""
    User.objects.filter(pk=user.pk).exclude(mail_trouble="").update(mail_trouble="")
