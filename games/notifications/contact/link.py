"""The mail with the link that confirms a guest's address for notifications."""

from smtplib import SMTPRecipientsRefused

from anymail.exceptions import AnymailError, AnymailRecipientsRefused
from django.conf import settings
from django.core import signing
from django.core.mail import EmailMultiAlternatives
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts.mail import bounces
from accounts.models import User
from games.models import ContactPreference
from games.notifications.contact.address import LIFETIME
from games.notifications.errors import DeliveryRejected, TemporaryFailure

MOST_LINKS = 3
"""Maximum number of users with links to one address within ``LIFETIME``, so that they can't flood its mailbox."""

SIGNER = signing.TimestampSigner(salt="games.notices.address")


def ask(user: User, address: str) -> None:
    """Replace the user's address with this unconfirmed one, and mail a confirmation link to it.

    Beyond ``MOST_LINKS``, send no mail. Raise `DeliveryError` and keep the old address if the mail can't be sent.
    """
    address, now = address.lower(), timezone.now()
    others = ContactPreference.objects.filter(address=address, requested_at__gt=now - LIFETIME).exclude(user=user)
    if others.count() < MOST_LINKS:
        _send(user, address)
    facts = {"looks_in": False, "address": address, "requested_at": now, "confirmed_at": None}
    ContactPreference.objects.update_or_create(user=user, defaults=facts)
    bounces.clear(user)


def _send(user: User, address: str) -> None:
    url = confirmation_url(user, address)
    with translation.override(user.mail_language), timezone.override(user.zone):
        mail = EmailMultiAlternatives(
            gettext("Want to know when it’s your turn?"),
            render_to_string("notifications/contact/mail/confirm.txt", {"url": url, "name": user.shown_name}),
            to=[address],
            headers={"Auto-Submitted": "auto-generated"},
        )
        html = {"url": url, "name": user.shown_name, "title": mail.subject}
        mail.attach_alternative(render_to_string("notifications/contact/mail/confirm.html", html), "text/html")
    try:
        mail.send()
    except (SMTPRecipientsRefused, AnymailRecipientsRefused) as refused:
        raise DeliveryRejected(
            _("The mail server rejects mail for this address. Is it spelled correctly?")
        ) from refused
    except (OSError, AnymailError) as problem:
        # SMTPException is an OSError.
        raise TemporaryFailure(_("We couldn’t send the e-mail. Try again in a few minutes.")) from problem


def confirmation_url(user: User, address: str) -> str:
    return settings.SITE_URL + reverse("confirm-notices", args=[SIGNER.sign_object([user.pk, address])])


def read(token: str) -> ContactPreference | None:
    """Return the row that a link confirms.

    Return None if the link is forged or too old, or if its address was replaced.
    """
    try:
        pk, address = SIGNER.unsign_object(token, max_age=LIFETIME)
    except signing.BadSignature:
        return None
    return (
        ContactPreference.objects.filter(user=pk, user__erased_at=None, address=address).select_related("user").first()
    )
