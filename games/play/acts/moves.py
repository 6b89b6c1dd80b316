"""Moves, undoing drafts, resigning, and due automatic moves."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import NamedTuple

from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from games.models import Move, Player
from games.play.core import pauses, vote_count
from games.play.core.commit import finish, make, make_due, record, save_drafts, set_plan
from games.play.core.locked import Changed, LockedGame, ended_by, locked
from games.play.core.refusals import (
    NothingToUndo,
    NotYourTurn,
    Over,
    Paused,
    Replaced,
    Stale,
    WrongMove,
    rules_refusals,
)
from games.play.core.turns import checksum, try_draft, version_of
from games.rules.contract import RESIGN, Illegal


class _Turn(NamedTuple):
    """A locked game in which ``me`` makes a move; ``repeated`` is true if this request was already carried out."""

    game: LockedGame
    me: Player
    repeated: bool


def move(player: Player, text: str, version: str, by: User | None = None, plan: Sequence[str] | None = None) -> Changed:
    """Make a move, or store it as a draft if it reveals nothing. With ``plan``, save a plan with these steps as well.

    ``version`` is the version of the page on which the move was made; ``by`` is the requesting user, or None for the
    seat's current player. Raise one of the exceptions in play/core/refusals.py: `Replaced`, `Paused`, `Stale`,
    `NotYourTurn`, `Over` or `WrongMove`. Idempotent: repeating the seat's last request changes nothing.
    """
    if text == RESIGN:
        return resign(player, version, by)
    post = _post(version, text, plan)
    try:
        with _my_turn(player, version, by, post) as (game, me, repeated):
            if not repeated:
                game.by_hand = None if me.stand_in or me.bot else me
                make(game, me, text)
                if plan is not None and game.row.is_running:
                    _plan(game, me, plan)
            return game.changed
    except Over:
        if (ended := ended_by(player, post)) is None:
            raise
        return ended


def _post(version: str, text: str, plan: Sequence[str] | None) -> str:
    """Return the text that identifies a request to move."""
    planned = "" if plan is None else f"{checksum(plan)} "
    return f"{version} {planned}{text}"[:200]


def _plan(game: LockedGame, me: Player, steps: Sequence[str]) -> None:
    if me.stand_in:
        raise Replaced(_("Only the seat’s owner can plan ahead."))
    set_plan(game, me, steps)


def undo(player: Player, version: str, by: User | None = None) -> Changed:
    """Drop the last draft. Raise `NothingToUndo` if there is none, or the same exceptions as ``move``. Idempotent."""
    with _my_turn(player, version, by, f"{version} undo") as (game, me, repeated):
        if not repeated:
            _drop_last_draft(game, me)
        return game.changed


@contextmanager
def _my_turn(player: Player, version: str, by: User | None, post: str) -> Iterator[_Turn]:
    """Lock the game, check that ``by`` may move now, and turn `Illegal` into `Refused`.

    ``post`` is the text of the request, by which a repeated request is recognised.
    """
    with locked(player.game_id) as game:
        me = game.player(player.pk)
        if by is not None and by != me.mover:
            raise _replaced(me, by)
        if game.row.is_paused:
            raise Paused
        if version != version_of(game.row, me):
            if post != me.last_post:
                raise Stale
            yield _Turn(game, me, repeated=True)
            return
        if me.place not in game.state.to_move:
            raise NotYourTurn
        me.last_post = post
        with rules_refusals():
            yield _Turn(game, me, repeated=False)


def _replaced(me: Player, by: User) -> Replaced:
    if me.user != by:
        return Replaced(_("You no longer play this seat."))
    if me.friend is None:
        return Replaced(_("A computer is playing for you. Take your seat back first."))
    return Replaced(_("%(name)s is playing for you. Take your seat back first.") % {"name": me.friend.shown_name})


def _drop_last_draft(game: LockedGame, me: Player) -> None:
    if not me.drafts:
        mine = game.row.moves.filter(seat=me.place, number__gt=me.to_move_since)
        raise NothingToUndo(has_moved=mine.exists())
    me.drafts.pop()
    me.auto_at, me.plan = None, {}  # a player who takes moves back decides the rest of the turn
    save_drafts(game, me)


def resign(player: Player, version: str | None, by: User | None = None) -> Changed:
    """Resign from a running game, even if it is not the seat's turn. A ``version`` of None is not checked.

    Only the seat's owner may resign, even while a stand-in plays; ``by`` is the requesting user, or None for the owner.
    Raise `Replaced`, `Stale`, `Over` or `WrongMove`.
    """
    with locked(player.game_id) as game:
        me = game.player(player.pk)
        if by is not None and by != me.user:
            raise Replaced(_("Only the seat’s owner can resign."))
        if version is not None and version != version_of(game.row, me):
            raise Stale
        _resign(game, me)
        return game.changed


def _resign(game: LockedGame, me: Player) -> None:
    before = game.state.turn
    me.drafts, me.auto_at, me.plan = [], None, {}
    me.stand_in, me.friend = "", None
    try:
        record(game, me.place, RESIGN, Move.By.PLAYER)
    except Illegal as illegal:
        raise WrongMove(illegal) from illegal
    me.resigned = True
    me.save(update_fields=["stand_in", "friend", "resigned"])
    for player in game.players:
        _drop_impossible_drafts(game, player)
    pauses.no_longer_away(game, me)
    finish(game, me.place, before)
    vote_count.recount(game)


def _drop_impossible_drafts(game: LockedGame, player: Player) -> None:
    """Drop the first draft that has become illegal because a player left, and all drafts after it."""
    state = game.state.copy()
    for index, text in enumerate(player.drafts):
        try:
            try_draft(state, player.place, text)
        except Illegal:
            player.drafts = player.drafts[:index]
            player.auto_at = None
            return


def make_automatic_move(player_pk: int) -> bool:
    """Make the player's due automatic move (games/play/core/automatic.py). Return False if none is due. Idempotent."""
    player = Player.objects.get(pk=player_pk)
    with suppress(Over), locked(player.game_id) as game:
        me = game.player(player_pk)
        return me.auto_at is not None and me.auto_at <= timezone.now() and make_due(game, me)
    return False
