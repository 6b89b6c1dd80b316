"""Playing on together: who is at a table now as one viewer may see it, and calling the others."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import NamedTuple

from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from accounts.models import Visitor
from games.core import notices, presence
from games.models import Game, Player

CALL_INTERVAL = timedelta(hours=1)
"""How often the others at a table may be called."""


@dataclass(frozen=True, slots=True)
class Together:
    """The seats of others who are ``here`` or ``away``, as far as the viewer may see them.

    ``at_once`` means that all who answer next are here; ``everybody`` that all people at the table are. ``called_at``
    is when the others were last called, within CALL_INTERVAL.
    """

    here: tuple[int, ...]
    away: tuple[int, ...]
    at_once: bool
    everybody: bool
    called_at: datetime | None

    @property
    def digest(self) -> str:
        """A text that changes whenever something of this does, for pages to compare."""
        called = f"{self.called_at:%H%M}" if self.called_at else ""
        return f"{self.here}{self.away}{self.at_once:d}{self.everybody:d}{called}".replace(" ", "")


def together(
    game: Game, players: Sequence[Player], me: Player | None, user: Visitor, now: datetime | None = None
) -> Together | None:
    """Return who is here as ``user`` may see it, or None if nobody else may be seen here."""
    now = now or timezone.now()
    if me is None or not game.is_running or game.is_paused:
        return None
    seen = presence.visible_to(me, user, players)
    here = [player for player in seen if presence.is_here(player, now)]
    if not here:
        return None
    known = {me.pk, *(player.pk for player in here)}
    asked = {player.pk for player in presence.awaited(game, players)}
    return Together(
        here=tuple(player.place for player in here),
        away=tuple(player.place for player in seen if player not in here),
        at_once=asked <= known and presence.plays_at_once(game, players, now, me),
        everybody={player.pk for player in presence.people(players)} <= known,
        called_at=game.called_at if game.called_at and now - game.called_at < CALL_INTERVAL else None,
    )


@transaction.atomic
def call(game: Game, players: Sequence[Player], me: Player, user: Visitor) -> None:
    """Call those who are away, as far as the caller may see them. At most once in CALL_INTERVAL; idempotent."""
    now = timezone.now()
    found = together(game, players, me, user, now)
    if found is None or not found.away:
        return
    free = Q(called_at=None) | Q(called_at__lte=now - CALL_INTERVAL)
    if not Game.objects.filter(free, pk=game.pk, status=Game.Status.RUNNING).update(called_at=now):
        return
    for player in players:
        if player.seat in found.away:
            notices.enqueue_call(player, me, now)
    presence.announce(me)


class Watched(NamedTuple):
    """The seats whose presence this viewer may see (primary keys), and a digest of the players who are here."""

    seats: frozenset[int]
    digest: str


def watched(seat: int, user: Visitor) -> Watched | None:
    """Return what the viewer in this seat, given by its key, may know now, or None if they don't show themselves."""
    if not presence.shows(user):
        return None
    me = Player.objects.select_related("game", "user", "friend").get(pk=seat)
    players = Player.objects.seated(me.game)
    found = together(me.game, players, me, user)
    seats = frozenset(player.pk for player in presence.visible_to(me, user, players))
    return Watched(seats, found.digest if found else "")
