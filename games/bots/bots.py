"""Creating and renaming bots; a bot is deleted by erasing its account."""

from allauth.account.models import EmailAddress
from django.db import IntegrityError, transaction
from django.db.models import QuerySet
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from accounts.access.restrictions import access_restriction
from accounts.models import User
from accounts.refusals import Refused

MOST = 5


def bots_of(owner: User) -> QuerySet[User]:
    return owner.bots.order_by("pk")


@transaction.atomic
def make(owner: User, username: str) -> User:
    """Create a bot that can't sign in; ``username`` has been validated by a form.

    Raise `Refused` if the owner is inactive, suspended, banned or a bot, has no confirmed address, or already has
    ``MOST`` bots, or if another user has taken the name since.
    """
    # Lock the owner: concurrent requests must not exceed the maximum, and an erased user must not own a bot.
    person = User.objects.select_for_update(no_key=True).get(pk=owner.pk)
    _check(person)
    bot = User(username=username, owner=person, owner_name=person.username)
    bot.time_zone, bot.open_data, bot.language = person.time_zone, person.open_data, person.mail_language
    bot.set_unusable_password()
    try:
        with transaction.atomic():
            bot.save()
    except IntegrityError as taken:
        raise Refused(_("This user name is taken.")) from taken
    return bot


def _check(person: User) -> None:
    if not person.is_active or access_restriction(person):
        raise Refused(_("This account has been closed."))
    if not EmailAddress.objects.filter(user=person, verified=True).exists():
        raise Refused(_("Confirm your e-mail address first: we must be able to reach a computer player’s owner."))
    if bots_of(person).count() >= MOST:
        raise Refused(
            ngettext(
                "You already have %(most)d computer player, the maximum. Delete it first.",
                "You already have %(most)d computer players, the maximum. Delete one first.",
                MOST,
            )
            % {"most": MOST}
        )


def rename(bot: User, display_name: str) -> None:
    """Change the display name to a validated one; an empty name displays the user name."""
    bot.display_name = display_name
    bot.save(update_fields=["display_name"])
