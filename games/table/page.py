"""What the table's template is given."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import replace
from datetime import datetime
from typing import Any, NamedTuple

from django.conf import settings
from django.utils.translation import gettext

from games import play
from games.access import Look, invitation_of
from games.chat.rooms import hear, hears_gallery, membership_of
from games.lobby.my_tables import invited_to, to_move
from games.models import Game, Message, Player
from games.rules import Rules
from games.rules.contract import Event, Illegal, redact
from games.table.log import beside_since
from games.table.narration import Told, headline, recap
from games.table.standing_orders import my_orders
from games.table.status import Absence, absence
from games.table.view_model import narrator_of, see, since_last_turn, told


class Staged(NamedTuple):
    """A move to look back at, and what its button says."""

    move: int
    label: str


_NUMBER = re.compile(r"[0-9]{1,6}")


def context(look: Look, user: Any, ask: Mapping[str, str], *, alone: bool = False) -> dict[str, Any]:
    """Everything the table shows to ``user``, who has come to it.

    ``ask`` are the page's query parameters, several of one name with a space between. ``alone``: the seat's moves and
    nothing else of the person, who has come by a mail's link: no talk, no notes, no orders, no votes, no other tables.
    """
    game, players, me = look
    common = {
        "game": game,
        "rules": game.rules,
        "me": me,
        "ask": ask,
        "socket_port": settings.SOCKET_PORT,
        "reportable": not alone and user.is_authenticated and any(_is_another(player, user) for player in players),
    }
    if not alone:
        common |= _elsewhere(game, user)
    if me is not None and user.is_authenticated and not alone:
        common |= _kept(game, players, user)
    elif not alone and hears_gallery(game, user, me):
        common["talk"] = hear(game, membership_of(game, user), Message.Room.GALLERY)
    if game.started_at is None:
        return common | _setting_up(game, players, me) | _invited(game, me, user)
    started = _started(game, players, me, user, ask)
    return common | started | (_without_acts(started["absence"]) if alone else {})


def _is_another(player: Player, user: Any) -> bool:
    """Whether somebody else has the seat whom ``user`` could report."""
    return player.user_id is not None and player.user_id != user.pk


def _without_acts(absent: Absence) -> dict[str, Any]:
    """What is left of these where one can do no more than play, and take the seat back to do so."""
    return {"orders": None, "absence": replace(absent, vote=None, proposals=())}


def _setting_up(game: Game, players: list[Player], me: Player | None) -> dict[str, Any]:
    is_host = me is not None and me.user_id == game.host_id
    return {
        "is_host": is_host,
        "can_start": is_host and len(players) in game.rules.SEATS,
    }


def _invited(game: Game, me: Player | None, user: Any) -> dict[str, Any]:
    """Whom the table has asked by name, for those who sit there; my own invitation, for who does not."""
    if me is None:
        return {"invitation": invitation_of(game, user)}
    sitting = game.players.filter(user__isnull=False).values("user")
    asked = game.invitations.exclude(user__in=sitting).select_related("user").order_by("pk")
    return {"invitations": asked}


def _kept(game: Game, players: list[Player], user: Any) -> dict[str, Any]:
    """The notes of ``user``, and the talk where there is somebody to talk to."""
    membership = membership_of(game, user)
    company = game.started_at is None or game.talk > 0 or sum(player.user_id is not None for player in players) > 1
    return {"membership": membership, "talk": hear(game, membership) if company else None}


def _started(game: Game, players: list[Player], me: Player | None, user: Any, ask: Mapping[str, str]) -> dict[str, Any]:
    seen = see(game, players, me, user)
    news = since_last_turn(game, me, players)
    fresh = [redact(event, seen.view.seat) for move in news for event in move.events]
    # Somebody who is asked but can't move looks at the table as in a replay, where nothing is new.
    marked = fresh if seen.my_move or me is None or me.asked is None else []
    return {
        "view": seen.view,
        "board": game.rules.board(seen.view, ask, marked, seen.drafts, _staged(game, me, ask)),
        "progress": seen.narrator.line(game.rules.progress(seen.view)),
        "seats": seen.seats,
        "narrator": seen.narrator,
        "version": seen.version,
        "recap": recap(news, seen.narrator),
        "happened": beside_since(game, news[0].number if news else 0, seen.narrator),
        "stopped": game.has_no_result,
        "absence": absence(seen, players, user),
        "headline": headline(fresh, seen.narrator),
        "stagings": _stagings(news, game.rules),
        "drafts": seen.drafts,
        "my_move": seen.my_move,
        "orders": my_orders(me, seen.view),
        "auto_at": _auto_at(me, seen.view),
        "deadline": _deadline(players, me),
    } | _again(game, me)


def _again(game: Game, me: Player | None) -> dict[str, Any]:
    """The rematch of a finished game that somebody has asked for, and whether ``me`` has a seat at it."""
    if not game.is_over:
        return {}
    again = Game.objects.filter(rematch_of=game).exclude(status=Game.Status.CANCELLED).first()
    seated = again is not None and me is not None and again.players.filter(user=me.user).exists()
    return {"rematch": again, "in_rematch": seated}


def _stagings(news: Iterable[Told], rules: Rules) -> list[Staged]:
    """What is new and worth a look of its own."""
    if (staged := rules.HIGHLIGHTS) is None:
        return []
    moves = [move.number for move in news if any(event.kind in staged.kinds for event in move.events)]
    if len(moves) == 1:
        return [Staged(moves[0], gettext(staged.see))]
    return [Staged(move, gettext(staged.numbered) % {"number": n}) for n, move in enumerate(moves, start=1)]


def _staged(game: Game, me: Player | None, ask: Mapping[str, str]) -> list[Event]:
    """The events of the move whose number is asked for in ``shown``, as ``me`` may know them."""
    if not _NUMBER.fullmatch(number := ask.get("shown", "")):
        return []
    seat = me.seat if me else None
    return [redact(event, seat) for move in told(game.moves.filter(number=number)) for event in move.events]


def _auto_at(me: Player | None, view: Any) -> datetime | None:
    """When the viewer is moved for, by an order or because nothing but the end of the turn is left."""
    return me.auto_at if me is not None and me.auto_at is not None and play.automatic(me, view) else None


def _deadline(players: list[Player], me: Player | None) -> Any:
    """My own deadline, or that of whoever we wait for longest."""
    if me is not None and me.deadline is not None:
        return me.deadline
    return min((player.deadline for player in players if player.deadline is not None), default=None)


def _elsewhere(game: Game, user: Any) -> dict[str, Any]:
    """How many tables wait for this user, as every page counts them, and the most urgent one beside this."""
    seats = list(to_move(user).select_related("game")) if user.is_authenticated else []
    others = (seat.game for seat in seats if seat.game_id != game.pk)
    invited = invited_to(user).count() if user.is_authenticated else 0
    return {"waiting": len(seats) + invited, "next_table": next(others, None)}


def rules_refusal(me: Player, illegal: Illegal) -> str:
    """Why the rules refuse a move of ``me``, as a sentence."""
    players = me.game.players.select_related("user")
    return narrator_of(me.game, players, me.seat).refusal(illegal)
