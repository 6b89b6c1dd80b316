"""Plans: moves decided in advance by the owner of a seat, secret from all other players."""

from collections.abc import Sequence

from django.utils.translation import gettext as _

from games.models import Player
from games.play.core.commit import make_due, set_plan
from games.play.core.locked import Changed, LockedGame, ended_by, locked
from games.play.core.refusals import Over, Paused, Replaced, Stale, rules_refusals
from games.play.core.turns import checksum, version_of


def save_plan(player: Player, steps: Sequence[str], version: str, *, now: bool = False) -> Changed:
    """Replace the seat's plan by one with these steps; with ``now``, make its moves without delay. Idempotent.

    ``version`` is the version of the page on which the plan was made. Raise `Over`, `Replaced` while a stand-in plays,
    `Paused` with ``now``, `Stale`, `Refused` for too many or too long steps, or `WrongMove` if the rules refuse the
    plan.
    """
    post = f"{version} {checksum(steps)} now" if now else None
    try:
        with locked(player.game_id) as game:
            me = _owner(game, player)
            if version == version_of(game.row, me):
                _save(game, me, steps, post)
            elif not (post == me.last_post if post else list(steps) == me.plan.get("steps")):
                raise Stale
            return game.changed
    except Over:
        if post is None or (ended := ended_by(player, post)) is None:
            raise
        return ended


def _save(game: LockedGame, me: Player, steps: Sequence[str], post: str | None) -> None:
    """Save a plan, and make its moves if ``post``, which identifies a request to make them, is given."""
    if post and game.row.is_paused:
        raise Paused
    with rules_refusals():
        set_plan(game, me, steps)
    if post:
        me.last_post = post
        make_due(game, me)


def drop_plan(player: Player) -> Changed:
    """Drop the seat's plan, if there is one. Idempotent. Raise `Over`, or `Replaced` while a stand-in plays."""
    with locked(player.game_id) as game:
        me = _owner(game, player)
        if me.plan:
            set_plan(game, me, ())
        return game.changed


def _owner(game: LockedGame, player: Player) -> Player:
    me = game.player(player.pk)
    if me.stand_in:
        raise Replaced(_("Someone is playing for you, so your plan is on hold. Take your seat back first."))
    return me
