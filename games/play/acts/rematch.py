"""Rematches: opening one with the settings of the finished game, or joining it."""

from django.db import transaction

from accounts.access.account_lock import hold_account
from accounts.models import User
from games.core import broadcast, notices
from games.models import Game, Invitation, Player
from games.play.core.new_tables import join, open_table
from games.play.core.refusals import Over
from games.play.core.start_positions import begin_again


def rematch(player: Player, entropy: str = "", bot: str = "") -> Game:
    """Open a rematch, or join it if another player has opened it already.

    In a new rematch all computer players have the level ``bot``, by default their previous levels. The rematch of a
    game that was not dealt begins with the same position. Raise `Over` if the game was not played to its end, or
    `Refused` if the user can't open or join the rematch.
    """
    host = player.user
    assert host is not None
    with transaction.atomic():
        hold_account(host)
        old = Game.objects.select_for_update().get(pk=player.game_id)
        if not old.is_over:
            raise Over
        again = Game.objects.filter(rematch_of=old).exclude(status=Game.Status.CANCELLED).first()
        if again is None:
            Game.objects.filter(rematch_of=old).update(rematch_of=None)
            again = _again(old, player, host, entropy, bot)
            _invite_others(old, again, host)
            _announce(old)
            return again
    return join(again, host, entropy)


def _announce(old: Game) -> None:
    """Broadcast to the open pages of the finished game, so that they show the rematch."""
    old.version += 1
    old.save(update_fields=["version"])
    broadcast.on_commit(old)


def _invite_others(old: Game, again: Game, by: User) -> None:
    for other in User.objects.filter(seats__game=old, is_active=True).exclude(pk=by.pk).order_by("pk"):
        notices.enqueue_invitation(Invitation.objects.create(game=again, user=other, by=by))
        broadcast.on_commit_account(other.pk)


_KEPT = (
    *("clock", "pace_hours", "pace_minutes", "bank_hours", "added_hours", "cap_hours"),
    *("weekends_off", "nights_off", "playing_hours", "absence", "free_misses", "away"),
    *("public", "hand_labels", "odds", "rated", "any_computer", "least_reliable"),
)


def _again(old: Game, player: Player, host: User, entropy: str, bot: str) -> Game:
    if not old.was_dealt:
        return begin_again(old, player, host, bot)
    # Lost seats are left free for people.
    computers = old.players.exclude(bot="").filter(lost_by__isnull=True)
    return open_table(
        host,
        name=old.name,
        variant=old.variant,
        options=old.options,
        size=old.size,
        bots=[bot or same for same in computers.order_by("seat").values_list("bot", flat=True)],
        entropy=entropy,
        rematch_of=old,
        **{field: getattr(old, field) for field in _KEPT},
    )
