"""Changing a user's name and removing the line about them, and restoring both."""

import secrets

from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.utils import translation
from django.utils.translation import gettext_lazy as _

from accounts.auth.guests import ALPHABET
from accounts.models import User
from accounts.profile.confusables import default_name, validate_not_confusable
from accounts.refusals import Refused
from accounts.validators.names import PLAYER_PREFIX, USERNAME_LENGTH, clean_display_name, validate_username

Names = dict[str, str]
"""A user's ``username``, ``display_name`` and ``about_me``; ``about_me`` is missing before migration 0027."""


def change(person: User, name: str = "") -> tuple[Names, Names]:
    """Give a user this user name, by default a random one, and remove the display name and the line about them.

    Return the names before and after. A guest, who does not sign in by name, gets a display name instead. Raise
    `Refused` if the name is taken or not allowed.
    """
    row = User.objects.select_for_update(no_key=True).get(pk=person.pk)
    before = names_of(row)
    wanted = name.strip().removeprefix("@")
    if row.is_guest:
        row.display_name = _checked(wanted, row) if wanted else _random_guest_name(row)
    else:
        row.username, row.display_name = _checked(wanted, row) if wanted else _random_username(), ""
    row.about_me = ""
    _save(row)
    person.username, person.display_name, person.about_me = row.username, row.display_name, ""
    return before, names_of(row)


def restore(person: User, before: Names, after: Names) -> bool:
    """Restore the names ``before``. Return False if the user no longer has the names ``after``, or a name is taken."""
    row = User.objects.select_for_update(no_key=True).get(pk=person.pk)
    changed = (row.username, row.display_name) != (after["username"], after["display_name"])
    if changed or User.objects.exclude(pk=row.pk).filter(username__iexact=before["username"]).exists():
        return False
    row.username, row.display_name = before["username"], before["display_name"]
    row.about_me = row.about_me or before.get("about_me", "")
    _save(row)
    return True


def names_of(person: User) -> Names:
    return {"username": person.username, "display_name": person.display_name, "about_me": person.about_me}


def _random_username() -> str:
    return PLAYER_PREFIX + "".join(secrets.choice(ALPHABET) for _each in range(8))


def _random_guest_name(person: User) -> str:
    with translation.override(person.mail_language):
        return default_name()


def _checked(name: str, person: User) -> str:
    try:
        if person.is_guest:
            name = clean_display_name(name)
        else:
            validate_username(name)
        validate_not_confusable(name, person)
    except ValidationError as error:
        raise Refused(" ".join(error.messages)) from error
    if not person.is_guest and len(name) > USERNAME_LENGTH:
        raise Refused(_("A name can have at most %(limit)d characters.") % {"limit": USERNAME_LENGTH})
    return name


def _save(person: User) -> None:
    try:
        with transaction.atomic():
            person.save(update_fields=["username", "display_name", "about_me"])
            person.bots.update(owner_name=person.username)
    except IntegrityError as taken:
        raise Refused(_("This user name is taken.")) from taken
