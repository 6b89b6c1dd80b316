"""A user's notices about one table: as usual, on the phone or computer only, in the digest, or none."""

from itertools import product

from django.db import models, transaction
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from accounts.models import User
from games.models import DeliveryChannel, DeliveryTiming, Game, NotificationKind, NotificationPreference
from games.notifications.preferences import KINDS


class TableNotices(models.TextChoices):
    """A choice for one table. ``NOW`` and ``ONCE`` were offered earlier and are still in force where chosen."""

    USUAL = "usual", _("As in my settings")
    PUSH = "push", _("Only on my phone or computer")
    DIGEST = "digest", _("Daily digest")
    OFF = "off", pgettext_lazy("notifications", "None")
    NOW = "now", _("Right away")
    ONCE = "once", _("Once until I’m back")


OFFERED = (TableNotices.USUAL, TableNotices.PUSH, TableNotices.DIGEST, TableNotices.OFF)

OF_THE_MOMENT = (NotificationKind.NEXT, NotificationKind.CALL)
"""The kinds that make no sense hours later: at a table with a digest, they are off."""


def chosen_for(user: User, game: Game) -> TableNotices:
    """Return the user's choice, read off the stored preferences; single kinds may have been turned off since then."""
    stored = NotificationPreference.objects.filter(user=user, game=game).values_list("channel", "when")
    channels, timings = {channel for channel, _when in stored}, {when for _channel, when in stored}
    if not channels:
        return TableNotices.USUAL
    if timings != {DeliveryTiming.OFF}:
        return TableNotices(min(timings - {DeliveryTiming.OFF}))
    return TableNotices.OFF if DeliveryChannel.PUSH in channels else TableNotices.PUSH


@transaction.atomic
def choose_for(user: User, game: Game, chosen: TableNotices) -> None:
    """Store the choice as preferences for the table, in place of earlier ones."""
    NotificationPreference.objects.filter(user=user, game=game).delete()
    if chosen == TableNotices.USUAL:
        return
    whole = chosen != TableNotices.PUSH
    when = DeliveryTiming(chosen) if whole else DeliveryTiming.OFF
    channels = [channel for channel in DeliveryChannel if whole or channel != DeliveryChannel.PUSH]
    NotificationPreference.objects.bulk_create(
        NotificationPreference(user=user, kind=kind, channel=channel, game=game, when=_timing(kind, when))
        for kind, channel in product(KINDS, channels)
    )


def _timing(kind: NotificationKind, when: DeliveryTiming) -> DeliveryTiming:
    return DeliveryTiming.OFF if when == DeliveryTiming.DIGEST and kind in OF_THE_MOMENT else when


def may_choose_push(user: User) -> bool:
    """Return whether one of the user's browsers gets notices; otherwise ``PUSH`` would mean none at all."""
    return user.push_subscriptions.filter(ended_at=None).exists()
