"""Erasure of an account from the games.

The user leaves all seats, so that no game waits for them, and the user's data is deleted or anonymised. Guests who have
not been seen for a year are erased in the same way.
"""

import re
from datetime import datetime, timedelta
from typing import Any

from django.db.models import Exists, OuterRef, Q
from django.db.models.functions import Coalesce
from django.utils import timezone, translation
from django.utils.translation import gettext

from accounts.models import User
from accounts.privacy.erasure import erase_user, register_erased
from games import play
from games.chat import rooms
from games.models import NOT_PACKED, ActionDetails, Appeal, Game, Message, Player, Report

GUEST_LIFETIME = timedelta(days=365)
"""How long an unused guest account is kept."""

BATCH = 100

register_erased(
    "games.ContactPreference.user",
    "games.Delivery.user",
    "games.FeedKey.user",
    "games.Hint.about",
    "games.Hint.other",
    "games.IdempotencyKey.user",
    "games.Invitation.by",
    "games.Invitation.user",
    "games.LessonDone.user",
    "games.Membership.user",
    "games.Notice.user",
    "games.NotificationPreference.user",
    "games.PushSubscription.user",
    "games.Review.requested_by",
    "games.StaffNote.about",
    "games.Vacation.user",
    "games.Webhook.user",
)


def erase_from_games(user: User, words: bool = False, **_kwargs: Any) -> None:
    """Leave the user's seats, remove the user's name from tables, and close moderation cases about the user.

    With ``words``, also delete the user's messages and the texts of reports and appeals.
    """
    _remove_name_from_tables(user)
    play.leave_all(user)
    if words:
        _delete_texts(user)
    _close_moderation_cases(user)


def _remove_name_from_tables(user: User) -> None:
    """Replace the user's name in table names: default names contain it, even in rematches and continued games."""
    own = Q(host=user) | Q(players__user=user) | Q(players__lost_by=user)
    own |= Q(rematch_of__players__user=user) | Q(origin__players__user=user)
    name = re.compile(rf"(?<!\w){re.escape(user.own_name)}(?!\w)", re.IGNORECASE)
    with translation.override(user.mail_language):
        replacement = gettext("former player")
    for game in Game.objects.filter(own, name__icontains=user.own_name).distinct().only("name"):
        unnamed = name.sub(replacement, game.name)[: Game._meta.get_field("name").max_length]
        if unnamed != game.name:
            Game.objects.filter(pk=game.pk).update(name=unnamed, renamed_at=timezone.now())


def _delete_texts(user: User) -> None:
    for message in Message.objects.filter(user=user):
        rooms.remove(message)
    Report.objects.filter(by=user).update(words="")
    Appeal.objects.filter(by=user).update(words="")


def _close_moderation_cases(user: User) -> None:
    """Close the cases about the user, except reports of messages that still exist, and delete texts about the user."""
    about = Report.objects.filter(about=user)
    about.filter(state=Report.State.OPEN, message=None).update(state=Report.State.CLOSED, closed_at=timezone.now())
    about.filter(state=Report.State.CLOSED).update(quoted="", words="")
    Appeal.objects.filter(by=user, state=Appeal.State.OPEN).delete()
    ActionDetails.objects.filter(action__about=user).delete()


def sweep_guests(now: datetime) -> None:
    """Erase guests who have not been seen for a year, unless they play at an unfinished table."""
    seats = Player.objects.filter(NOT_PACKED, user=OuterRef("pk"), resigned=False)
    playing = seats.filter(game__status__in=Game.UNFINISHED)
    seen = Coalesce("last_seen_at", "date_joined")
    guests = User.objects.filter(~Exists(playing), is_guest=True, erased_at=None).annotate(seen=seen)
    for guest in guests.filter(seen__lt=now - GUEST_LIFETIME).order_by("seen")[:BATCH]:
        erase_user(guest)
