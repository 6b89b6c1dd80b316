"""Packs the ended games that a profile lists: every ``PACKED`` games of a user become one row."""

from django.db import transaction
from django.db.models import Count

from accounts.models import User
from games.models import NOT_PACKED, Game, PackedGames, Player
from games.stats.packed_history import FOR_GOOD, PACKED, holds, pack


def pack_histories(most: int) -> int:
    """Create at most ``most`` rows of PACKED games each, and return their number. Idempotent."""
    seats = Player.objects.filter(NOT_PACKED, user__isnull=False).order_by().values_list("user")
    made = 0
    for user_pk, _seats in seats.annotate(seats=Count("*")).filter(seats__gte=PACKED).order_by("user"):
        while made < most and pack_of(user_pk):
            made += 1
    return made


@transaction.atomic
def pack_of(user_pk: int) -> bool:
    """Pack the next PACKED ended games of one user into a row. Return False if there are fewer."""
    due = Player.objects.filter(NOT_PACKED, user=user_pk, game__status__in=FOR_GOOD).order_by("game_id")
    games = list(due.values_list("game_id", flat=True)[:PACKED])
    # Changes of a game lock it first. A concurrent run waits here, and then finds fewer games to pack.
    list(Game.objects.filter(pk__in=games).select_for_update().order_by("pk"))
    seats = list(due.filter(game__in=games))
    if len(seats) < PACKED:
        return False
    pack(User.objects.get(pk=user_pk), seats).save()
    Player.objects.filter(pk__in=[seat.pk for seat in seats]).update(packed=True)
    return True


@transaction.atomic
def unpack(game: Game) -> None:
    """Delete the rows that contain this game, which must be locked; their games are packed again later."""
    for seat in game.players.filter(packed=True, user__isnull=False):
        for row in PackedGames.objects.filter(user=seat.user_id):
            if game.pk in (games := holds(row)):
                Player.objects.filter(user=seat.user_id, game__in=games).update(packed=False)
                row.delete()
