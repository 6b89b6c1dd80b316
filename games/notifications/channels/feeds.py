"""A user's deadline calendar and turn feed. Neither contains cards or links that permit moves."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from django.conf import settings
from django.db.models import Max
from django.urls import reverse
from django.utils.feedgenerator import Atom1Feed
from django.utils.html import escape
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from accounts.validators.time_zones import moment_with_zone
from games.core.waiting_tables import to_move
from games.models import FeedKey, Player

if TYPE_CHECKING:
    from icalendar import Event

REFRESH = timedelta(minutes=30)

LENGTH = timedelta(minutes=15)
"""The duration of a deadline in the calendar: calendar programs don't show events without a duration."""


def calendar(key: FeedKey) -> bytes:
    """Return the user's deadlines as an iCalendar file, in the active language.

    The bytes change only if the content does.
    """
    from icalendar import Calendar, vDuration  # large, and used only by subscribers of a calendar

    seats = to_move(key.user).select_related("game")
    made = Calendar.new(
        uid=f"{key.key[:8]}@{_host()}",
        prodid="-//The Back Room//EN",
        name=_("The Back Room"),
        subcomponents=[_event(key, player, player.deadline) for player in seats if player.deadline],
    )
    # RFC 7986 5.7 requires the parameter, which `refresh_interval` omits; Outlook reads the older property.
    made.add("REFRESH-INTERVAL", vDuration(REFRESH), parameters={"VALUE": "DURATION"})
    made.add("X-PUBLISHED-TTL", vDuration(REFRESH))
    return made.to_ical()


def _event(key: FeedKey, player: Player, deadline: datetime) -> Event:
    from icalendar import TRANSP, Event  # as in calendar

    facts = {"table": player.game.name, "game": _(player.game.rules.engine.NAME)}
    revised_at = _revised_at(key, player)
    return Event.new(
        uid=f"{player.game.public_id}-{player.seat}-{player.to_move_since}@{_host()}",
        stamp=revised_at,
        last_modified=revised_at,
        # Seconds since the start: a reopened game asks for the same move again, as a newer revision of the event.
        sequence=int((revised_at - (player.game.started_at or player.game.opened_at)).total_seconds()),
        start=deadline,
        end=deadline + LENGTH,
        transparency=TRANSP.TRANSPARENT,
        summary=_("Your move at %(table)s") % facts,
        description=_("%(table)s, %(game)s. Your time is running out.") % facts,
        url=_url(player),
    )


def _revised_at(key: FeedKey, player: Player) -> datetime:
    """Return the time of the last possible change to the turn's deadline or texts.

    Votes, pauses, vacations and forgiven misses are stored as incidents.
    """
    last = player.game.incidents.filter(occurred_at__gte=player.turn_started_at).aggregate(at=Max("occurred_at"))["at"]
    return max(filter(None, (player.turn_started_at, last, player.game.renamed_at, key.settings_changed_at)))


def turns(key: FeedKey) -> str:
    """Return an Atom feed of the tables where it is the user's move, in the active language and time zone."""
    feed = _Turns(
        title=_("Your move at The Back Room"),
        link=settings.SITE_URL + reverse("home"),
        description="",
        language=get_language(),
        author_name="The Back Room",
        feed_url=settings.SITE_URL + reverse("turns-feed", args=[key.key]),
        feed_guid=f"tag:{_host()},{key.created_at:%Y-%m-%d}:{key.key[:8]}",
        created_at=key.created_at,
    )
    for player in to_move(key.user).select_related("game"):
        feed.add_item(
            title=_("Your move at %(table)s") % {"table": player.game.name},
            link=_url(player),
            # Escaped, because Atom readers treat it as HTML.
            description=escape(_description(player)),
            unique_id=f"{_url(player)}#seat-{player.seat}-turn-{player.to_move_since}",
            pubdate=player.turn_started_at,
            updateddate=_revised_at(key, player),
        )
    return feed.writeString("utf-8")


class _Turns(Atom1Feed):
    def latest_post_date(self) -> datetime:
        """Return the date of the latest item or, to keep an empty feed stable, the date of the key."""
        return max((item["updateddate"] for item in self.items), default=self.feed["created_at"])


def _description(player: Player) -> str:
    facts = {"table": player.game.name, "game": _(player.game.rules.engine.NAME)}
    if player.deadline is None:
        return _("%(table)s, %(game)s. No time limit.") % facts
    return _("%(table)s, %(game)s. Play by %(until)s.") % {**facts, "until": moment_with_zone(player.deadline)}


def _url(player: Player) -> str:
    return settings.SITE_URL + player.game.get_absolute_url()


def _host() -> str:
    return urlsplit(settings.SITE_URL).hostname or "localhost"
