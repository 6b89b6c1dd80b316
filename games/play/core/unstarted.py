"""A locked game that waits for players, and changes to such games."""

from collections.abc import Iterator
from contextlib import contextmanager

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from accounts.refusals import Refused
from games.core import broadcast
from games.models import NOT_PACKED, Game, Player


@contextmanager
def waiting(game_pk: int) -> Iterator[Game]:
    """Lock a game that has not started, in a transaction; save and announce the game at the end.

    This is the counterpart of ``locked``, which is for running games. Raise `Refused` if the game has started or was
    cancelled.
    """
    with transaction.atomic():
        game = Game.objects.select_for_update().get(pk=game_pk)
        if game.status == Game.Status.CANCELLED:
            raise Refused(_("This table has been closed."))
        if not game.is_open:
            raise Refused(_("This table has already started."))
        yield game
        game.version += 1
        game.save()
        broadcast.on_commit(game)


def leave(player: Player) -> None:
    """Give up a seat before the start. Raise `Refused` once the game has started.

    If the host leaves, the next person becomes the host; if there is none, the game is cancelled.
    """
    with waiting(player.game_id) as game:
        game.players.filter(pk=player.pk).delete()
        broadcast.on_commit_account(player.user_id)
        if game.host_id == player.user_id:
            _change_host(game)


def leave_waiting(user: User) -> None:
    """Give up all seats of ``user`` in games that wait for players, in the order in which games must be locked."""
    seats = Player.objects.filter(NOT_PACKED, user=user, game__status=Game.Status.OPEN)
    for player in seats.select_related("game").order_by("game_id"):
        leave(player)


def _change_host(game: Game) -> None:
    heir = game.players.filter(user__isnull=False).order_by("pk").first()
    game.host = heir.user if heir else None
    if heir is None:
        game.status = Game.Status.CANCELLED
