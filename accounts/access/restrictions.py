"""Who may not write, and who may not come in, until when."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.access.refusals import Refused
from accounts.i18n.dates import written
from accounts.models import Restriction, User

Kind = Restriction.Kind


@transaction.atomic
def restrict(user: User, kind: Restriction.Kind | str, until: datetime | None = None) -> Restriction:
    """Restricts what a person may do, for good if ``until`` is None.

    ``User.restricted`` spares every page of all others the question whether they are.
    """
    restriction = Restriction.objects.create(user=user, kind=kind, until=until)
    if not user.restricted:
        user.restricted = True
        user.save(update_fields=["restricted"])
    return restriction


def silenced(user: Any) -> Restriction | None:
    """Why ``user`` may not write anything to others now, the longest first; None if he may."""
    return _longest(user, list(Kind))


def check_may_write(user: Any) -> None:
    """Raise Refused, with until when, for whoever may not write anything to others."""
    if (restriction := silenced(user)) is None:
        return
    if restriction.until is None:
        raise Refused(_("You may not write to others. The moderators' decision says why, and how to appeal."))
    said = _("You may not write to others until %(when)s. The moderators' decision says why, and how to appeal.")
    raise Refused(said % {"when": written(restriction.until, "EEEE d MMMM y, HH:mm")})


def shut_out(user: Any) -> Restriction | None:
    """Why ``user`` may not use the site now, the longest first; None if he may."""
    return _longest(user, [Kind.SUSPENSION, Kind.BAN])


def _longest(user: Any, kinds: list[Kind]) -> Restriction | None:
    if not user.is_authenticated or not user.restricted:
        return None
    found = Restriction.in_force().filter(user=user, kind__in=kinds)
    return max(found, key=lambda restriction: (restriction.until is None, restriction.until), default=None)
