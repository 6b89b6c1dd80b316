"""Names that pass for somebody else's: another person's, the site's own people's, nobody's."""

from __future__ import annotations

import re
from datetime import timedelta
from functools import cache

from django.conf import settings
from django.core.exceptions import ValidationError
from django.db.models import Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext, override
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from accounts.profile.names import name_key

OFFICIAL = ("admin", "administrator", "moderator", "staff", "support", "system", "sysop", "backroom", "thebackroom")
"""Whoever has one of these as a word of his name passes for somebody who runs the site."""

REMEMBERED = timedelta(days=30)
"""So long nobody may pass for a guest who was here."""


def check_likeness(name: str, person: User | None = None) -> None:
    """Raise ValidationError for a name that ``person`` (None: somebody new) could be taken for somebody else by."""
    key, nobodys = name_key(name), _nobodys(*dict(settings.LANGUAGES))
    if key in nobodys or (_is_official(name) and not (person and person.is_staff)):
        raise ValidationError(_("This name would pass for one of the site's own. Choose another."), code="official")
    if person is not None and key in (person.username_key, person.display_name_key):
        return
    if is_alike(name, person):
        raise ValidationError(_("Somebody has this name, or one that looks like it. Choose another."), code="alike")


def is_alike(name: str, person: User | None = None) -> bool:
    """Whether somebody else than ``person`` is called so, or nearly so."""
    return _called(name_key(name), person).exists()


def _is_official(name: str) -> bool:
    words = {name_key(word) for word in re.split(r"[\W_]+", name)} | {name_key(name)}
    return not words.isdisjoint(map(name_key, OFFICIAL))


@cache
def _nobodys(*languages: str) -> frozenset[str]:
    """What people are called here who are gone, in each of these languages."""
    keys = set()
    for language in languages:
        with override(language):
            keys |= {name_key(gettext("former player")), name_key(gettext("a computer player"))}
    return frozenset(keys)


def _called(key: str, person: User | None) -> QuerySet[User]:
    """Who else is called so: full accounts, and guests who were here lately."""
    lately = timezone.now() - REMEMBERED
    known = Q(is_guest=False) | Q(date_joined__gt=lately) | Q(here_at__gt=lately)
    alike = Q(username_key=key) | Q(display_name_key=key)
    others = User.objects.filter(known, alike, gone_at=None)
    return others.exclude(pk=person.pk) if person is not None else others
