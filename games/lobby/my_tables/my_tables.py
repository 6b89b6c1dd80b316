"""A user's tables: those where they are to move, wait for others or have a substitute, and those not yet started."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, NamedTuple

from django.db.models import F, Prefetch
from django.utils import timezone
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from accounts.models import User
from games import clock
from games.core.access import blocked_tables
from games.core.store import with_pieces
from games.core.waiting_tables import invited_to
from games.lobby.open_tables import Offer, offer
from games.models import NOT_PACKED, Game, Move, Player, Vote, seen_by, tables_of
from games.presentation.board_map import board_map
from games.presentation.headline import largest_change
from games.presentation.log import LoggedMove
from games.presentation.status import consequence, proposal_text, unanswered_votes
from games.presentation.templatetags.table import names_to_move
from games.presentation.view_model import TableView, logged_moves, table_view, with_players
from games.rules.contract import redact


@dataclass(frozen=True, slots=True)
class MyTable:
    """A running game of the user.

    ``news`` is the largest change since the user's last visit or, if nothing has changed since then, since the user's
    last turn. ``owner`` is the absent player that the user replaces, or empty at the user's own tables. ``vote`` is a
    vote that the user has not answered, or None.
    """

    me: Player
    seen: TableView
    news: SafeString
    owner: str = ""
    vote: Vote | None = None

    @property
    def game(self) -> Game:
        return self.seen.game

    @property
    def prompt(self) -> str:
        return self.seen.narrator.line(self.game.rules.presentation.prompt(self.seen.view))

    @property
    def map(self) -> SafeString:
        return board_map(self.seen)

    @property
    def stand_in(self) -> str:
        """The substitute in the user's own seat, or an empty string."""
        return "" if self.owner else self.seen.seats[self.me.place].stand_in

    @property
    def is_following(self) -> bool:
        return self.game.following == self.me.seat and not self.game.is_paused

    @property
    def proposal(self) -> str:
        return proposal_text(self.vote, self.seen.narrator) if self.vote else ""

    @property
    def consequence_text(self) -> str:
        return consequence(self.game, self.vote.kind) if self.vote else ""

    @property
    def waiting_for(self) -> str:
        """A sentence that names the players who are to move."""
        return _("Waiting for %(seats)s.") % {"seats": names_to_move(self.seen.seats)}

    @property
    def deadline(self) -> datetime | None:
        """The user's own deadline, or else the earliest deadline at the table, or None."""
        own = self.me.deadline
        return own or min((info.deadline for info in self.seen.seats if info.deadline), default=None)

    @property
    def is_late(self) -> bool:
        return self.deadline is not None and self.deadline < timezone.now()

    @property
    def is_soon(self) -> bool:
        return self.deadline is not None and clock.is_short_of_time(self.game.terms, self.deadline - timezone.now())


OPENED_INVITATION = "opened_invitation"
"""The session key for the last invitation link that a visitor opened."""


class ReceivedInvitation(NamedTuple):
    """An invitation by name or ``by_link``: the name of the inviting player, and the table."""

    by: str
    offer: Offer
    by_link: bool = False


@dataclass(frozen=True, slots=True)
class MyTables:
    """The user's running games, most urgent first, and their tables that have not started.

    ``following`` are the tables where the user moves after the one to move, if that is known. ``substituted`` are those
    where another player or a computer plays for the user. ``voting`` are the tables where a vote awaits the user's
    answer; they are also in another list.
    """

    to_move: list[MyTable]
    following: list[MyTable]
    substituted: list[MyTable]
    waiting: list[MyTable]
    voting: list[MyTable]
    open: list[Offer]

    @property
    def others_to_move(self) -> list[MyTable]:
        return [*self.following, *self.waiting]


def invitations(user: User) -> list[ReceivedInvitation]:
    """Return the user's invitations with their tables, newest first."""
    tables = with_players(Game.objects.all())
    found: Any = invited_to(user).select_related("by").prefetch_related(Prefetch("game", tables)).order_by("-pk")
    return [ReceivedInvitation(each.by.shown_name, offer(each.game, each.game.seated, user)) for each in found]


def opened_invitation(user: User, link: str | None) -> list[ReceivedInvitation]:
    """Return the invitation whose link this user opened before signing in, if its table still waits for players."""
    if link is None:
        return []
    tables = Game.objects.filter(invitation=link, status=Game.Status.OPEN, host__isnull=False)
    others = tables.exclude(players__user=user).exclude(blocked_tables(user))
    found = with_players(others.exclude(pk__in=invited_to(user).values("game")))
    return [ReceivedInvitation(game.host.shown_name, offer(game, game.seated, user), by_link=True) for game in found]


def my_tables(user: User) -> MyTables:
    """Return all unfinished tables of a user, in a constant number of queries."""
    games = list(_unfinished_games(user))
    news, votes = _since_my_turns(user, [game for game in games if game.is_running]), unanswered_votes(user)
    running = [
        _my_table(game, game.seated, user, news[game.pk], votes.get(game.pk)) for game in games if game.is_running
    ]
    running.sort(key=lambda table: (table.deadline is None, table.deadline, table.game.pk))
    waiting = [table for table in running if not table.seen.my_move and not table.stand_in]
    return MyTables(
        to_move=[table for table in running if table.seen.my_move],
        following=[table for table in waiting if table.is_following],
        substituted=[table for table in running if table.stand_in],
        waiting=[table for table in waiting if not table.is_following],
        voting=[table for table in running if table.vote],
        open=[offer(game, game.seated, user) for game in games if game.is_open],
    )


def _unfinished_games(user: User) -> Any:
    sat_in = Player.objects.filter(NOT_PACKED, friend=user, stand_in=Player.StandIn.FRIEND)
    tables = [*tables_of(user), *sat_in.values_list("game", flat=True)]
    mine = Game.objects.filter(pk__in=tables, status__in=Game.UNFINISHED)
    return with_players(with_pieces(mine)).order_by("-opened_at", "-pk")


def _since_my_turns(user: User, games: Sequence[Game]) -> dict[int, list[Move]]:
    since = Move.objects.filter(
        game__in=[game.pk for game in games],
        game__players__in=Player.objects.filter(NOT_PACKED, seen_by(user)),
        number__gt=F("game__players__last_turn_end"),
    )
    moves: dict[int, list[Move]] = defaultdict(list)
    for move in since.order_by("game", "number"):
        moves[move.game_id].append(move)
    return moves


def _my_table(game: Game, players: list[Player], user: User, moves: list[Move], vote: Vote | None) -> MyTable:
    me = next(player for player in players if user.pk in (player.user_id, player.friend_id))
    seen = table_view(game, players, me, user)
    owner = "" if me.user_id == user.pk else me.shown_name
    logged = logged_moves(moves)
    unseen = [move for move in logged if me.last_seen_at is None or move.created_at > me.last_seen_at]
    return MyTable(me, seen, _news(seen, unseen) or _news(seen, logged), owner, vote)


def _news(seen: TableView, moves: Sequence[LoggedMove]) -> SafeString:
    """Return the moves' largest change as text, or an empty string if they have only everyday events."""
    presentation, viewer = seen.game.rules.presentation, seen.view.seat
    events = [redact(event, viewer) for move in moves for event in move.events]
    notable = [event for event in events if presentation.weight(event, viewer) or presentation.rank(event)]
    news = largest_change(notable, seen.narrator, seen.view, named=seen.game.hand_labels) if notable else None
    return news.html if news else SafeString()
