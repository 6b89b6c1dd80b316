"""Practice: one person against computer players of one level, with descriptions of the levels and a recommendation."""

from collections.abc import Collection
from typing import Any, NamedTuple

from django.db.models import Exists, OuterRef, Q
from django.http import QueryDict
from django.utils.translation import gettext_lazy as _

from accounts.models import User, Visitor
from games.computers.habits import habit_of
from games.computers.levels import LEVELS
from games.computers.ratings import RATINGS
from games.models import NOT_PACKED, Game, Player
from games.play import Refused
from games.stats.results import WON, result_of

FIRST_LEVEL = Player.Bot.CASUAL
"""The default level for users who have not chosen one."""

NEWCOMERS_LEVEL = Player.Bot.NOVICE
"""The default level for users who have not finished a game yet."""

LATEST = 4
"""The number of recent practice games on which the recommended level is based."""


class Opponent(NamedTuple):
    """A level as offered to users: its symbol in ``faces.svg`` and its style of play."""

    level: Player.Bot
    face: str
    about: Any

    @property
    def habit(self) -> Any:
        """The habit of this level's play, which people can learn to notice."""
        return habit_of(self.level)


class Rated(NamedTuple):
    """A level with its rating in a game; the rating is None if it has not been measured."""

    opponent: Opponent
    rating: int | None


OPPONENTS = (
    Opponent(Player.Bot.NOVICE, "dora", _("Plays what looks good at first glance and forgets which cards are gone.")),
    Opponent(
        Player.Bot.CASUAL,
        "gus",
        _("Thinks ahead a little, settles for a good move and doesn’t count the cards that are gone."),
    ),
    Opponent(Player.Bot.CLUB, "cleo", _("Remembers every card that’s gone and rarely makes a big mistake.")),
    Opponent(Player.Bot.STRONG, "fitz", _("Weighs up a great many possible deals and gives little away.")),
    Opponent(Player.Bot.MASTER, "hedy", _("Thinks for up to a second and plays the best move it finds.")),
)


def rated_opponents(variant: str) -> list[Rated]:
    ratings = RATINGS.get(variant, {})
    return [Rated(each, ratings.get(each.level)) for each in OPPONENTS]


class Practice(NamedTuple):
    """A user's results against a level: the numbers of games and wins among the ``LATEST`` practice games."""

    level: Player.Bot
    played: int
    won: int

    @property
    def easier(self) -> Player.Bot | None:
        """The next lower level if the user has won at most a quarter of the games, otherwise None."""
        return _neighbour(self.level, -1) if 4 * self.won <= self.played else None

    @property
    def stronger(self) -> Player.Bot | None:
        """The next higher level if the user has won at least half of the games, otherwise None."""
        return _neighbour(self.level, 1) if self.played and 2 * self.won >= self.played else None

    @property
    def advised(self) -> Player.Bot:
        return self.stronger or self.easier or self.level


def _neighbour(level: Player.Bot, step: int) -> Player.Bot | None:
    place = [each.level for each in OPPONENTS].index(level) + step
    return OPPONENTS[place].level if 0 <= place < len(OPPONENTS) else None


def level_choices() -> list[tuple[str, Any]]:
    return [(each.level.value, each.level.label) for each in OPPONENTS]


def chosen_level(data: QueryDict, default: str = "") -> str:
    """Return the level in the field ``level``, or ``default`` if the field is missing.

    Raise `Refused` for an unknown level.
    """
    level = data.get("level", default)
    if level != default and level not in LEVELS:
        raise Refused(_("Choose a level for the computer players."))
    return level


def practice_level(players: Collection[Player], me: Player) -> Player.Bot | None:
    """Return the level of the other players if they are all computer players of one level, otherwise None."""
    levels = {player.bot for player in players if player.pk != me.pk}
    return Player.Bot(levels.pop()) if len(levels) == 1 and levels <= set(LEVELS) else None


def practice_against(user: User, variant: str, level: Player.Bot) -> Practice:
    """Return the user's recent results in practice games of the game ``variant`` against this level."""
    others = Player.objects.filter(game=OuterRef("game")).exclude(user=user)
    against = _finished(user, variant).filter(Exists(others.filter(bot=level)), ~Exists(others.exclude(bot=level)))
    seats = list(against[:LATEST])
    return Practice(level, len(seats), sum(result_of(seat.game.outcome, seat.seat) == WON for seat in seats))


def latest_practice(user: Visitor, variant: str) -> Practice | None:
    """Return the results against the level of the last practice game.

    Return None if none of the LATEST games was a practice game.
    """
    if not user.is_authenticated:
        return None
    latest = _finished(user, variant).prefetch_related("game__players")[:LATEST]
    level = next(filter(None, (practice_level(seat.game.players.all(), seat) for seat in latest)), None)
    return practice_against(user, variant, level) if level else None


class Suggestion(NamedTuple):
    """The practice game to suggest to a user; ``practice`` are the results on which the level is based, if any."""

    level: Player.Bot
    short: bool
    practice: Practice | None


def suggestion(user: Visitor, variant: str) -> Suggestion:
    """Return the suggested practice game: a short one against Novice until the user has finished a game."""
    practice = latest_practice(user, variant)
    if practice:
        return Suggestion(practice.advised, short=False, practice=practice)
    if not user.is_authenticated or not _has_finished(user, variant):
        return Suggestion(NEWCOMERS_LEVEL, short=True, practice=None)
    return Suggestion(FIRST_LEVEL, short=False, practice=None)


def _has_finished(user: User, variant: str) -> bool:
    ended = Q(game__variant=variant, game__status=Game.Status.OVER, game__origin_move=None)
    return Player.objects.filter(ended, user=user).exists()


def _finished(user: User, variant: str) -> Any:
    """Return the user's seats at finished tables, latest first.

    Packed (old) games and games that were not dealt are left out.
    """
    ended = Q(game__variant=variant, game__status=Game.Status.OVER, game__outcome__isnull=False, game__origin_move=None)
    return Player.objects.filter(NOT_PACKED, ended, user=user).select_related("game").order_by("-game__finished_at")
