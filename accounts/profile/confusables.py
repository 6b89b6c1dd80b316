"""Detects names that look like those of other users or staff, or like a placeholder."""

import secrets
from functools import cache

from django.core.exceptions import ValidationError
from django.db.models import Q, QuerySet, Value
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts.models import ErasedName, User
from accounts.profile.erased_names import GUEST_NAME_PERIOD, digests_of
from accounts.validators.names import COMPUTERS, name_key
from accounts.validators.reserved_names import is_official, is_placeholder


def validate_not_confusable(name: str, person: User | None = None) -> None:
    """Raise `ValidationError` if ``name`` looks like the name of another user, staff or a computer, or a placeholder.

    ``person`` is the user who wants the name, or None for a new user.
    """
    if is_placeholder(name):
        raise _official_error()
    if person is None or not person.is_staff:
        validate_not_official(name)
    key = name_key(name)
    if person is not None and key in (person.username_key, person.display_name_key):
        return
    if key in _computer_keys():
        raise ValidationError(_("A computer player has this name. Choose another."), code="computer")
    if is_confusable(name, person):
        raise ValidationError(_("This name or one like it is taken. Choose another."), code="alike")


def validate_not_official(name: str) -> None:
    """Raise `ValidationError` if the name contains the site's name or a staff title."""
    if is_official(name):
        raise _official_error()


def _official_error() -> ValidationError:
    return ValidationError(_("This name looks like one of the site’s own. Choose another."), code="official")


def is_confusable(name: str, person: User | None = None) -> bool:
    """Return whether the name looks like another user's (not ``person``'s), or like a recently erased user's."""
    key, found = name_key(name), Value(1)
    erased = ErasedName.objects.filter(digest__in=digests_of(key)).values_list(found)
    return _users_named(key, person).order_by().values_list(found).union(erased, all=True).exists()


@cache
def _computer_keys() -> frozenset[str]:
    return frozenset(map(name_key, COMPUTERS))


def _users_named(key: str, person: User | None) -> QuerySet[User]:
    """Return other users with this key: full accounts, and guests seen recently."""
    lately = timezone.now() - GUEST_NAME_PERIOD
    known = Q(is_guest=False) | Q(date_joined__gt=lately) | Q(last_seen_at__gt=lately)
    others = User.objects.filter(known, Q(username_key=key) | Q(display_name_key=key), erased_at=None)
    return others.exclude(pk=person.pk) if person is not None else others


def default_name() -> str:
    """Return an unused name for a guest. After each collision, the number gets one more digit."""
    smallest = 1000
    while is_confusable(name := gettext("Guest %(number)d") % {"number": smallest + secrets.randbelow(9 * smallest)}):
        smallest *= 10
    return name
