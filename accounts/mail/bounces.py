"""Mails that come back: nobody is mailed at such an address again, and its owner is told on the site."""

from __future__ import annotations

from allauth.account.models import EmailAddress

from accounts.models import User

LONGEST = 300
"""Characters of what a mail server said."""


def mark(user: User, said: str) -> None:
    """No mails to this person any more, for the reason that the other side gave."""
    User.objects.filter(pk=user.pk).update(mail_trouble=" ".join(said.split())[:LONGEST] or "?")


def mark_address(address: str, said: str) -> User | None:
    """The same for whoever's confirmed main address this is; None if it is nobody's."""
    found = EmailAddress.objects.filter(email__iexact=address, verified=True, primary=True).select_related("user")
    if (owner := found.first()) is None:
        return None
    mark(owner.user, said)
    return owner.user


def clear(user: User) -> None:
    """Mails may go to this person again: the address is a new one, is confirmed, or he says that it works."""
    User.objects.filter(pk=user.pk).exclude(mail_trouble="").update(mail_trouble="")
