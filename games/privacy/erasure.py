"""Somebody goes for good: his seats are settled first, so that no game hangs on him, and what the games know of him
goes or loses his name. Guests whom nobody has seen for a year go the same way.
"""

from __future__ import annotations

import re
from datetime import datetime, timedelta
from typing import Any

from django.db.models import Exists, OuterRef, Q
from django.db.models.functions import Coalesce
from django.dispatch import receiver
from django.utils import timezone, translation
from django.utils.translation import gettext

from accounts.models import User
from accounts.privacy.erasure import depart, erased
from accounts.signals import leaving
from games import play
from games.chat import rooms
from games.models import Appeal, Game, Message, Particulars, Player, Report

GUESTS_STAY = timedelta(days=365)
"""How long a guest is kept who does not come back."""

AT_ONCE = 100
"""So many guests one sweep takes."""

erased(
    "games.Choice.user",
    "games.Delivery.user",
    "games.FeedKey.user",
    "games.Hint.about",
    "games.Hint.other",
    "games.Invitation.by",
    "games.Invitation.user",
    "games.Membership.user",
    "games.Notice.user",
    "games.PushSubscription.user",
    "games.StaffNote.about",
    "games.Vacation.user",
    "games.Webhook.user",
)


@receiver(leaving)
def settle(user: User, words: bool = False, **_kwargs: Any) -> None:
    """Nobody waits for him, nothing is called by his name, and nobody has to judge him any more."""
    _unname_tables(user)
    play.leave_all(user)
    if words:
        _take_words_back(user)
    _close_cases(user)


def _unname_tables(user: User) -> None:
    """A table is called after whoever opened it unless he chose another name; so are its rematches."""
    his = Q(host=user) | Q(players__user=user) | Q(players__lost_by=user) | Q(rematch_of__players__user=user)
    name = re.compile(rf"(?<!\w){re.escape(user.shown_name)}(?!\w)", re.IGNORECASE)
    with translation.override(user.told_in):
        nobody = gettext("former player")
    for game in Game.objects.filter(his, name__icontains=user.shown_name).distinct().only("name"):
        unnamed = name.sub(nobody, game.name)[: Game._meta.get_field("name").max_length]
        Game.objects.filter(pk=game.pk).update(name=unnamed)


def _take_words_back(user: User) -> None:
    """What he has said at tables, to the moderators and about others."""
    for message in Message.objects.filter(user=user):
        rooms.remove(message)
    Report.objects.filter(by=user).update(words="")
    Appeal.objects.filter(by=user).update(words="")


def _close_cases(user: User) -> None:
    """Nothing can be done about him any more, except about what he has said and still stands there."""
    about = Report.objects.filter(about=user)
    about.filter(state=Report.State.OPEN, message=None).update(state=Report.State.CLOSED, closed_at=timezone.now())
    about.filter(state=Report.State.CLOSED).update(quoted="", words="")
    Appeal.objects.filter(by=user, state=Appeal.State.OPEN).delete()
    Particulars.objects.filter(act__about=user).delete()


def sweep_guests(now: datetime) -> None:
    """Guests whom nobody has seen for a year go, if no table waits for them."""
    unfinished = [Game.Status.OPEN, Game.Status.RUNNING]
    playing = Player.objects.filter(user=OuterRef("pk"), gave_up=False, game__status__in=unfinished)
    seen = Coalesce("here_at", "date_joined")
    guests = User.objects.filter(~Exists(playing), is_guest=True, gone_at=None).annotate(seen=seen)
    for guest in guests.filter(seen__lt=now - GUESTS_STAY).order_by("seen")[:AT_ONCE]:
        depart(guest)
