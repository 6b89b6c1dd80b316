"""The tables of one person: where it is his move, where he waits, what is still open."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, NamedTuple

from django.db.models import F, Prefetch, QuerySet
from django.utils import timezone
from django.utils.safestring import SafeString

from games import clock
from games.access import unanswered
from games.lobby.open_tables import Offer, offer
from games.models import Game, Invitation, Move, Player, Vote, moved_by, seen_by
from games.rules.contract import CLOSES, OPENS, Line, Term, gettext_noop
from games.table.narration import headline
from games.table.status import means, proposed, votes_that_ask
from games.table.view_model import Seen, Told, see, told, with_players


@dataclass(frozen=True, slots=True)
class MyTable:
    """A running game of mine. ``news`` is what matters most of all that happened since my last turn.

    ``owner`` is for whom I sit in there, empty at my own tables; ``vote`` waits for my answer.
    """

    me: Player
    seen: Seen
    news: SafeString
    owner: str = ""
    vote: Vote | None = None

    @property
    def game(self) -> Game:
        """The game."""
        return self.seen.game

    @property
    def asked(self) -> str:
        """What I am asked to do."""
        return self.seen.narrator.line(self.game.rules.prompt(self.seen.view))

    @property
    def replaced(self) -> str:
        """Who plays my own seat in my place."""
        return "" if self.owner else self.seen.seats[self.me.place].stand_in

    @property
    def proposal(self) -> str:
        """What the vote is about."""
        return proposed(self.vote, self.seen.narrator) if self.vote else ""

    @property
    def meaning(self) -> str:
        """What follows if all agree."""
        return means(self.vote.kind) if self.vote else ""

    @property
    def awaited(self) -> str:
        """Who holds us up."""
        return awaited(self.seen)

    @property
    def deadline(self) -> datetime | None:
        """Mine, or the earliest of those we wait for."""
        own = self.me.deadline
        return own or min((info.deadline for info in self.seen.seats if info.deadline), default=None)

    @property
    def is_late(self) -> bool:
        """Whether the deadline has passed."""
        return self.deadline is not None and self.deadline < timezone.now()

    @property
    def is_soon(self) -> bool:
        """Whether little is left of the time for this turn."""
        return self.deadline is not None and clock.short_of(self.game.terms, self.deadline - timezone.now())


class Invited(NamedTuple):
    """An invitation by name: who asks, and to what."""

    by: str
    offer: Offer


@dataclass(frozen=True, slots=True)
class MyTables:
    """My running games, the most urgent first, and the tables that have not started.

    ``replaced`` are those where somebody sits in for me; ``voting`` those of all that ask for my answer.
    """

    asked: list[MyTable]
    replaced: list[MyTable]
    waiting: list[MyTable]
    voting: list[MyTable]
    open: list[Offer]


def invited_to(user: Any) -> QuerySet[Invitation]:
    """The invitations by name that this user has not answered, to tables that still wait for players."""
    tables = Game.objects.filter(status=Game.Status.OPEN).exclude(players__user=user)
    return unanswered(user, Invitation.objects.filter(game__in=tables.values("pk")))


def invitations(user: Any) -> list[Invited]:
    """The same in words; the newest first."""
    tables = with_players(Game.objects.all())
    found: Any = invited_to(user).select_related("by").prefetch_related(Prefetch("game", tables)).order_by("-pk")
    return [Invited(each.by.shown_name, offer(each.game, each.game.seated, user)) for each in found]


def to_move(user: Any) -> QuerySet[Player]:
    """The seats for which this user has to move now, the most urgent first."""
    asked = Player.objects.filter(moved_by(user), asked__isnull=False, game__paused_at__isnull=True)
    return asked.order_by(F("deadline").asc(nulls_last=True), "asked_at", "pk")


def awaited(seen: Seen) -> str:
    """For whom a running game waits."""
    seats = [Term("seat", info.seat) for info in seen.seats if info.asked]
    return seen.narrator.line(Line(gettext_noop("Waiting for %(seats)s."), {"seats": Term("list", seats)}))


def my_tables(user: Any) -> MyTables:
    """Everything at once, in a number of queries that does not grow with the tables."""
    games = list(_going_on(user))
    news, votes = _since_my_turns(user), votes_that_ask(user)
    running = [
        _my_table(game, game.seated, user, news[game.pk], votes.get(game.pk)) for game in games if game.is_running
    ]
    running.sort(key=lambda table: (table.deadline is None, table.deadline, table.game.pk))
    return MyTables(
        asked=[table for table in running if table.seen.my_move],
        replaced=[table for table in running if table.replaced],
        waiting=[table for table in running if not table.seen.my_move and not table.replaced],
        voting=[table for table in running if table.vote],
        open=[offer(game, game.seated, user) for game in games if game.is_open],
    )


def _going_on(user: Any) -> Any:
    unfinished = [Game.Status.OPEN, Game.Status.RUNNING]
    mine = Game.objects.filter(players__in=Player.objects.filter(seen_by(user)), status__in=unfinished)
    return with_players(mine.prefetch_related("cards", "tiles")).order_by("-opened_at", "-pk")


def _since_my_turns(user: Any) -> dict[int, list[Move]]:
    """By game: the moves since the user's last turn there."""
    since = Move.objects.filter(
        game__status=Game.Status.RUNNING,
        game__players__in=Player.objects.filter(seen_by(user)),
        number__gt=F("game__players__seen"),
    )
    moves: dict[int, list[Move]] = defaultdict(list)
    for move in since.order_by("game", "number"):
        moves[move.game_id].append(move)
    return moves


def _my_table(game: Game, players: list[Player], user: Any, moves: list[Move], vote: Vote | None) -> MyTable:
    me = next(player for player in players if user.pk in (player.user_id, player.friend_id))
    seen = see(game, players, me, user)
    owner = "" if me.user_id == user.pk else me.shown_name
    return MyTable(me, seen, _news(seen, told(moves)), owner, vote)


def _news(seen: Seen, moves: Sequence[Told]) -> SafeString:
    """The headline, else the last thing that was done."""
    events = [event for move in moves for event in move.events if event.kind not in (OPENS, CLOSES)]
    lines = (line for event in reversed(events) if (line := seen.narrator.html(event)))
    return headline(events, seen.narrator) or next(lines, SafeString())
