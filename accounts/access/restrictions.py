"""Restrictions in force, which forbid users to write to others or to use the site."""

from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.i18n.dates import localized_date
from accounts.models import Restriction, User, Visitor
from accounts.refusals import Refused

Kind = Restriction.Kind


@transaction.atomic
def restrict(user: User, kind: Restriction.Kind | str, until: datetime | None = None) -> Restriction:
    """Restrict a user's rights, permanently if ``until`` is None.

    Also set ``User.restricted``, so that users who were never restricted cost no query.
    """
    restriction = Restriction.objects.create(user=user, kind=kind, until=until)
    if not user.restricted:
        user.restricted = True
        user.save(update_fields=["restricted"])
    return restriction


def writing_restriction(user: Visitor) -> Restriction | None:
    """Return the longest restriction in force that forbids ``user`` to write to others, or None."""
    return _longest(user, list(Kind))


def check_may_write(user: Visitor) -> None:
    """Raise `Refused` if a restriction forbids ``user`` to write to others. The message says when it ends, if ever."""
    if (restriction := writing_restriction(user)) is None:
        return
    if restriction.until is None:
        raise Refused(_("You can’t write to others. The moderators’ decision says why, and how to appeal."))
    said = _("You can’t write to others until %(when)s. The moderators’ decision says why, and how to appeal.")
    raise Refused(said % {"when": localized_date(restriction.until, "EEEE d MMMM y, HH:mm")})


def access_restriction(user: Visitor) -> Restriction | None:
    """Return the longest suspension or ban in force that applies to ``user``, or None."""
    return _longest(user, [Kind.SUSPENSION, Kind.BAN])


def _longest(user: Visitor, kinds: list[Kind]) -> Restriction | None:
    if not user.is_authenticated or not (user.restricted or user.is_bot):
        return None
    # The owner's restrictions also apply to a computer player.
    found = Restriction.in_force().filter(user__in=[user.pk, user.owner_id], kind__in=kinds)
    return max(found, key=lambda restriction: (restriction.until is None, restriction.until), default=None)
