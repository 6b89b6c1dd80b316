"""Whose move it is: drafts on top of the stored state, who is asked and until when, what is owed for it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import NoReturn
from zlib import crc32

from django.utils import timezone

from games import owing
from games.models import Game, Player, Turn
from games.play import seat_clocks as clocks
from games.play.automatic import due_at, standing
from games.play.locked import MOVING_FIELDS
from games.rules.contract import Seat, State


def version_of(game: Game, player: Player | None) -> str:
    """What a form must send back: the table's version, and which drafts its player saw."""
    drafts = "\n".join(player.drafts) if player else ""
    return f"{game.version}.{crc32(drafts.encode()):x}"


def _no_chance(pieces: Sequence[str]) -> NoReturn:
    raise AssertionError("a draft reveals nothing, so it never shuffles")


@dataclass(slots=True)
class Drafted:
    """A state with one player's drafts applied: what that player alone sees."""

    state: State
    drafts: list[str]


def drafted(state: State, player: Player | None) -> Drafted:
    """``state`` as ``player`` sees it. The given state is left as it is."""
    if player is None or not player.drafts:
        return Drafted(state, [])
    copy = state.copy()
    for text in player.drafts:
        copy.apply(player.place, text, _no_chance)
    return Drafted(copy, list(player.drafts))


def try_draft(state: State, seat: int, text: str) -> None:
    """Apply one more draft to a drafted state. Raises Illegal."""
    state.apply(seat, text, _no_chance)


def ask(players: Sequence[Player], state: State, number: int, mover: Seat | None = None) -> None:
    """Set who owes a decision since move ``number``, and owe a notice to each who has just been asked.

    ``mover`` is whose decision has just been made, if with it the turn changed: he may be asked again at once, in a
    tie or because nobody else is left to move. Whoever was asked before and has not decided is not asked twice.
    """
    now, done = timezone.now(), []
    for player in players:
        if player.place not in state.to_move or player.seat == mover:
            done += taken(player, now)
            released(player, number, now)
        player.orders = standing(player, state)
        newly = player.place in state.to_move and player.asked is None
        if newly:
            _asked(player, number, now)
        player.auto_at = _auto_at(state, player, now)
        if newly:
            owing.turn(player)
    Player.objects.bulk_update(players, MOVING_FIELDS)
    Turn.note(done)


def taken(player: Player, now: datetime, missed: bool = False) -> list[Turn]:
    """The turn that ends here, if a person was asked: how long he took, and whether he has ``missed`` the deadline."""
    if player.asked is None or player.asked_at is None or player.mover is None:
        return []
    asked = {"asked": player.asked, "asked_at": player.asked_at}
    return [Turn(player=player, user=player.mover, done_at=now, missed=missed, **asked)]


def released(player: Player, number: int, now: datetime) -> None:
    """Nothing more is asked of this seat, whose turn ended with move ``number``: its owner's, if no computer moved."""
    if player.asked is None:
        return
    clocks.stop(player, now)
    if not player.computer:
        player.seen = number
    player.asked, player.asked_at = None, None


def _asked(player: Player, number: int, now: datetime) -> None:
    player.asked, player.asked_at, player.auto_at = number, now, None
    clocks.start(player, now)


def _auto_at(state: State, player: Player, now: datetime) -> datetime | None:
    """A wait that the others' moves leave as it is does not begin anew."""
    if player.drafts:
        return player.auto_at
    due = lapse(state, player, now)
    return due and (player.auto_at or due)


def lapse(state: State, player: Player, now: datetime) -> datetime | None:
    """When ``player`` is moved for by himself (games/play/automatic.py), counted from now."""
    if player.game.is_paused or player.place not in state.to_move:
        return None
    return due_at(player, drafted(state, player).state, now)
