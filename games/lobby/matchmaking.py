"""Quick pairing: a game for two with a stranger, at a table that waits for a player or at a new one."""

from collections.abc import Iterator

from django.db import connection, transaction
from django.db.models import QuerySet
from django.utils.translation import gettext as _

from accounts.friends.friendships import blocks_of
from accounts.models import User
from games import play
from games.lobby.open_tables import open_tables
from games.lobby.time_controls import PRESETS
from games.models import Game, Player
from games.rules.game import Rules

SIZE = 2
TERMS = PRESETS["day"].fields | {"public": True, "rated": True, "any_computer": False}
"""The terms of a game with a stranger, equal to the defaults of the form that opens tables."""

TRIED = 20
"""Maximum number of waiting tables to try, longest waiting first."""

LOCK = 0x5747_4149
"""The key of the PostgreSQL advisory lock for pairing; nothing else uses it."""


@transaction.atomic
def pair(user: User, rules: Rules, entropy: str = "") -> Game:
    """Seat ``user`` at a waiting table for two of this game, or open a new table.

    Users are paired one at a time: of two users at the same moment, the second finds the table of the first. Idempotent
    as long as the user's own table waits. ``entropy`` is the user's contribution to the deal. Raise `Refused` if
    ``entropy`` is malformed, or the user has seats at too many tables.
    """
    _serialize()
    if own := next(_fitting(_terms(rules, Game.objects.filter(status=Game.Status.OPEN, players__user=user))), None):
        return own
    for game in _fitting(_strangers(rules, user)):
        try:
            return play.join(game, user, entropy)
        except play.Refused:
            # The seats are reserved, or the table demands more punctuality; the next table may accept this user.
            continue
    return play.open_table(
        user,
        name=_("A game with a stranger"),
        variant=rules.engine.VARIANT,
        options={option.name: option.default for option in rules.engine.OPTIONS},
        size=SIZE,
        entropy=entropy,
        **TERMS,
    )


def _serialize() -> None:
    """Wait until no other user is being paired. On SQLite, writers wait for each other anyway."""
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_advisory_xact_lock(%s)", [LOCK])


def _strangers(rules: Rules, user: User) -> QuerySet[Game]:
    """Return the waiting tables of people who have not blocked ``user`` and are not blocked by ``user``."""
    avoided = Player.objects.filter(user__in=blocks_of(user)).values("game")
    return _terms(rules, open_tables(user)).exclude(pk__in=avoided).order_by("opened_at", "pk")[:TRIED]


def _terms(rules: Rules, tables: QuerySet[Game]) -> QuerySet[Game]:
    """Filter the tables by game, size and time control.

    ``_fitting`` compares the list ``away``, because databases differ in comparing JSON.
    """
    plain = {name: value for name, value in TERMS.items() if name != "away"}
    return tables.filter(variant=rules.engine.VARIANT, size=SIZE, **plain)


def _fitting(tables: QuerySet[Game]) -> Iterator[Game]:
    """Yield the tables with default game options and default options for vacations."""
    for game in tables:
        usual = all(game.options[option.name] == option.default for option in game.rules.engine.OPTIONS)
        if usual and set(game.away) == set(TERMS["away"]):
            yield game
