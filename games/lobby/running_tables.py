"""Running public games, for the lists of games to watch."""

from dataclasses import dataclass
from datetime import timedelta

from django.core.cache import cache
from django.db.models import Exists, OuterRef, QuerySet
from django.template.loader import render_to_string
from django.utils import timezone
from django.utils.safestring import SafeString
from django.utils.translation import get_language
from redis.exceptions import RedisError

from accounts.models import Visitor
from games.core.access import blocked_tables
from games.core.store import with_pieces
from games.models import Game, Player, seen_by
from games.presentation.board_map import board_map
from games.presentation.view_model import TableView, table_view, with_players

NEWEST = 20
"""The number of newest running games from which the most advanced ones are chosen."""
MOVED_WITHIN = timedelta(days=2)
SHARED_FOR = 60
"""Seconds for which visitors without an account see the same list, because drawing the boards takes time."""


@dataclass(frozen=True, slots=True)
class RunningTable:
    seen: TableView

    @property
    def game(self) -> Game:
        return self.seen.game

    @property
    def progress(self) -> str:
        """The game's progress, such as its number of turns."""
        return self.seen.narrator.line(self.game.rules.presentation.progress(self.seen.view))

    @property
    def goal(self) -> list[tuple[str, str]]:
        """The ways to win that are close, or else the first way, each with the players nearest to it."""
        ways = self.game.rules.presentation.goal(self.seen.view)
        line = self.seen.narrator.line
        return [(line(way.name), line(way.nearest)) for way in [way for way in ways if way.close] or ways[:1]]

    @property
    def map(self) -> SafeString:
        return board_map(self.seen)


def watch_list(user: Visitor, most: int, least_turn: int = 1) -> SafeString:
    """Return the ``running_tables`` as HTML list items. Visitors without an account share a cached list."""
    if user.is_authenticated:
        return _drawn(user, most, least_turn)
    key = f"running-tables:{most}:{least_turn}:{get_language()}"
    try:
        return SafeString(cache.get_or_set(key, lambda: _drawn(user, most, least_turn), SHARED_FOR))
    except RedisError:  # the list is shown without Redis
        return _drawn(user, most, least_turn)


def _drawn(user: Visitor, most: int, least_turn: int) -> SafeString:
    tables = running_tables(user, most, least_turn)
    return SafeString("".join(render_to_string("lobby/_running_table.html", {"table": table}) for table in tables))


def running_tables(user: Visitor, most: int, least_turn: int = 1) -> list[RunningTable]:
    """Return up to ``most`` games that ``user`` can watch, most advanced first, in a constant number of queries.

    Leave out games before ``least_turn``, paused ones, those without a recent turn, the user's own, and those at which
    a player has blocked the user.
    """
    newest = watchable(user).order_by("-started_at", "-pk").values_list("turn", "pk")[:NEWEST]
    begun = [pk for turn, pk in newest if turn >= least_turn]
    if not begun:
        return []
    lately = Player.objects.filter(game=OuterRef("pk"), turn_started_at__gt=timezone.now() - MOVED_WITHIN)
    games = Game.objects.filter(Exists(lately), pk__in=begun).order_by("-turn", "-pk")[:most]
    return [RunningTable(table_view(game, game.seated, None)) for game in with_players(with_pieces(games))]


def watchable(user: Visitor) -> QuerySet[Game]:
    """Return the running public games of other people that lists may show to ``user``."""
    games = Game.objects.filter(status=Game.Status.RUNNING, public=True, paused_at=None)
    if not user.is_authenticated:
        return games
    own = Player.objects.filter(seen_by(user), game=OuterRef("pk"))
    return games.exclude(Exists(own)).exclude(blocked_tables(user))
