"""Admission to free seats: limits for tables and bots, blocks between users, reservations, required punctuality."""

from collections.abc import Collection
from datetime import timedelta

from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from accounts.models import User
from accounts.refusals import Refused
from games.core.access import blocked_tables
from games.core.punctuality import punctuality
from games.models import NOT_PACKED, Game, Player

RESERVED_FOR = timedelta(days=1)
"""How long a seat is reserved for a user who was invited by name."""

MOST_TABLES = 100
"""The maximum number of unfinished tables per user: far more than a person can follow.

Every table costs resources, even if only computer players are left.
"""


def check_tables(user: User) -> None:
    """Raise `Refused` if ``user`` already has seats at ``MOST_TABLES`` waiting or running tables."""
    if Player.objects.filter(NOT_PACKED, user=user, game__status__in=Game.UNFINISHED).count() >= MOST_TABLES:
        raise Refused(
            ngettext(
                "You already have a seat at %(count)d table, the maximum. When a game is over, you can take "
                "another one.",
                "You already have seats at %(count)d tables, the maximum. When one of the games is over, you "
                "can take another one.",
                MOST_TABLES,
            )
            % {"count": MOST_TABLES}
        )


def check_bot(game: Game, user: User) -> None:
    """Raise `Refused` if ``user`` is an external bot and the table doesn't admit any.

    At a rated table, also refuse a second bot of one owner, a bot of a seated owner, and the owner of a seated bot.
    """
    if user.is_bot and not game.any_computer:
        raise Refused(_("This table doesn’t take computer players from outside."))
    if game.rated and game.any_computer and _has_family(game, user):
        raise Refused(
            _("A computer player can’t share a rated table with its owner, or with another of its owner’s computers.")
        )


def _has_family(game: Game, user: User) -> bool:
    """Return whether the owner or a bot of ``user``, or another bot of the same owner, is seated at the table."""
    others = game.players.exclude(user=user)
    owner = user.owner_id or user.pk
    return others.filter(Q(user__owner=owner) | Q(user=owner)).exists()


def is_closed_to(game: Game, user: User) -> bool:
    """Return whether a user at the table has blocked ``user``. The answer must stay secret from ``user``."""
    return Game.objects.filter(blocked_tables(user), pk=game.pk).exists()


def check_free_seat(game: Game, seated: Collection[Player], user: User) -> None:
    """Raise `Refused` if no free seat is available to ``user``; ``seated`` are the players at the table.

    Blocks and reservations lead to the same refusal after the same queries, so that neither text nor timing reveals the
    reason: blocks are secret, and only people at the table may see the invitations.
    """
    closed = is_closed_to(game, user)
    if _seats_left(game, seated, user) <= 0 or closed:
        raise Refused(
            _("You can’t take a seat here right now. Free seats may be kept for people who have been invited.")
        )


def _seats_left(game: Game, seated: Collection[Player], user: User) -> int:
    """Return the number of free seats that are not reserved for others."""
    free = game.size - len(seated)
    lately = timezone.now() - RESERVED_FOR
    asked = set(game.invitations.filter(declined=False, sent_at__gt=lately).values_list("user_id", flat=True))
    return free if user.pk in asked else free - len(asked - {player.user_id for player in seated})


def check_punctuality(game: Game, user: User) -> None:
    """Raise `Refused` if ``user`` has missed more deadlines than a public table tolerates.

    Private tables tolerate any number: their players were invited.
    """
    if not game.public or not game.least_reliable:
        return
    lately = punctuality([user.pk])[user.pk]
    if not lately.reaches(game.least_reliable):
        raise Refused(
            ngettext(
                "This table is for players who take at least %(least)d of 100 turns on time. You took "
                "%(in_time)d of your last %(turns)d turn on time.",
                "This table is for players who take at least %(least)d of 100 turns on time. You took "
                "%(in_time)d of your last %(turns)d turns on time.",
                lately.turns,
            )
            % {"least": game.least_reliable, "turns": lately.turns, "in_time": lately.in_time}
        )
