"""The context of the table's template."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any, NamedTuple

from django.conf import settings
from django.utils.functional import SimpleLazyObject
from django.utils.translation import gettext

from accounts.models import User, Visitor
from games import clock, play
from games.chat.rooms import chat_for, may_read_gallery, membership_of
from games.core.access import TableAccess, invitation_of, may_take_hints
from games.core.presence import people
from games.core.together import together
from games.core.waiting_tables import tables_waiting_for, to_move
from games.lobby.practice import FIRST_LEVEL, OPPONENTS, Practice, practice_against, practice_level
from games.models import Game, Message, Player
from games.notifications.contact.preference import question_at
from games.notifications.reach import first_notice
from games.presentation.headline import largest_change
from games.presentation.incidents import incident_entries
from games.presentation.log import LoggedMove, recap
from games.presentation.plans import my_plan
from games.presentation.playback import last_visible_move, seen_before
from games.presentation.screen_reader import screen_reader_sheet
from games.presentation.standing_orders import my_orders
from games.presentation.status import has_lost_seat, table_status
from games.presentation.view_model import (
    SeatInfo,
    TableView,
    is_substitute,
    logged_moves,
    moves_since_last_turn,
    shown_deadline,
    table_view,
)
from games.replay.playback import stages_after
from games.replay.verification import ReplayMismatch
from games.review.loss import loss_of
from games.rules.contract import Event, State, redact
from games.rules.game import Rules
from games.stats.answer_hours import usual_hour
from games.stats.rating_display import rated_by

STRIP_COOKIE = f"{settings.COOKIE_PREFIX}not-now"
"""Hides the strip about who is here; set for the path of one table."""


class Highlight(NamedTuple):
    move: int
    label: str


_NUMBER = re.compile(r"[0-9]{1,6}")


def context(
    access: TableAccess, user: Visitor, query: Mapping[str, str], *, seat_only: bool = False, state: State | None = None
) -> dict[str, Any]:
    """Return the context of the table for ``user``.

    ``query`` has the page's query parameters, repeated ones joined by spaces. ``seat_only`` is for users who followed
    a link in a mail: the page has the seat's moves but no chat, notes, orders, votes or other tables of the user.
    ``state`` is the game's state, if already loaded.
    """
    game, players, me = access
    common = surroundings(access, user, seat_only=seat_only)
    if not seat_only:
        common["tell"] = question_at(game, players, me, user)
    if game.started_at is None:
        return common | _setting_up(game, players, me, user) | _invited(game, me, user)
    started = _started(access, user, query, state)
    if not seat_only:
        started |= _presence(access, user, started["seats"])
    if seat_only:  # no orders, plans and votes; taking the seat back remains
        status = replace(started["table_status"], vote=None, proposals=())
        started |= {"orders": None, "plan": None, "table_status": status}
    return common | started


def surroundings(access: TableAccess, user: Visitor, *, seat_only: bool = False) -> dict[str, Any]:
    """Return the part of the context that does not depend on the game's state: chat, notes, the user's other tables."""
    game, players, me = access
    common = {
        "game": game,
        "rules": game.rules,
        "me": me,
        "socket_port": settings.SOCKET_PORT,
        # Any other user at the table could be reported.
        "reportable": not seat_only
        and user.is_authenticated
        and any(player.user_id not in (None, user.pk) for player in players),
    }
    if not seat_only:
        common |= _other_tables(game, user)
    if me is not None and user.is_authenticated and not seat_only:
        common |= _notes_and_chat(game, players, user)
    elif user.is_authenticated and not seat_only and may_read_gallery(game, user, me):
        common["chat"] = chat_for(game, membership_of(game, user), Message.Room.GALLERY)
    return common


def _setting_up(game: Game, players: list[Player], me: Player | None, user: Visitor) -> dict[str, Any]:
    is_host = me is not None and me.user_id == game.host_id
    return {
        "is_host": is_host,
        "first_notice": first_notice(user, game) if game.is_open and me and user.is_authenticated else None,
        "opponents": OPPONENTS,
        "first_level": FIRST_LEVEL,
        "can_start": is_host and len(players) in game.rules.engine.SEATS,
    }


def _invited(game: Game, me: Player | None, user: Visitor) -> dict[str, Any]:
    if me is None:
        return {"invitation": invitation_of(game, user)}
    seated = game.players.filter(user__isnull=False).values("user")
    return {"invitations": game.invitations.exclude(user__in=seated).select_related("user").order_by("pk")}


def _notes_and_chat(game: Game, players: list[Player], user: User) -> dict[str, Any]:
    """Return the notes of ``user``, and the chat if it has messages or could have other participants."""
    membership = membership_of(game, user)
    has_chat = (
        game.started_at is None or game.chat_version > 0 or sum(player.user_id is not None for player in players) > 1
    )
    return {"membership": membership, "chat": chat_for(game, membership) if has_chat else None}


def _started(access: TableAccess, user: Visitor, query: Mapping[str, str], state: State | None) -> dict[str, Any]:
    game, players, me = access
    seen = table_view(game, players, me, user, state)
    news = moves_since_last_turn(game, me, players)
    fresh = [redact(event, seen.view.seat) for move in news for event in move.events]
    # For a player whose turn it is but who can't move, the table looks as in a replay, with no new events marked.
    marked = fresh if seen.my_move or me is None or me.to_move_since is None else []
    since, deadline = recap(news, seen.narrator), shown_deadline(players, me)
    return {
        "view": seen.view,
        "board": _board(seen, me, query, marked),
        "progress": seen.narrator.line(game.rules.presentation.progress(seen.view)),
        "seats": seen.seats,
        "narrator": seen.narrator,
        "version": seen.version,
        "recap": since,
        "screen_reader_sheet": screen_reader_sheet(seen, since, deadline) if game.is_running else (),
        "incidents": incident_entries(
            game,
            news[0].number if news else 0,
            seen.narrator,
            sitting_in=is_substitute(user, me),
            loser=user.pk if me is None and has_lost_seat(players, user) else None,
        ),
        "stopped": game.has_no_result,
        "table_status": table_status(seen, players, user),
        "headline": largest_change(fresh, seen.narrator, seen.view, named=game.hand_labels),
        "goal": game.rules.presentation.goal(seen.view),
        "hint": _hint(me, seen, fresh),
        "drawn_cards": _drawn_cards(news, seen),
        "highlights": _highlights(news, game.rules),
        "told": last_visible_move(news, seen.view.seat),
        "unseen_since": seen_before(news, me),
        "drafts": seen.drafts,
        "my_move": seen.my_move,
        "orders": my_orders(me, seen.view),
        "plan": my_plan(me, seen.view),
        "auto_at": _auto_at(me, seen.view),
        "deadline": deadline,
        "counts_down": clock.is_quick(game.terms),
        "takes_hints": may_take_hints(access, user),
        "odds": game.rules.presentation.odds(seen.view) if game.odds and game.is_running and me else (),
    } | _over(game, players, me, user)


def _presence(access: TableAccess, user: Visitor, seats: Sequence[SeatInfo]) -> dict[str, Any]:
    """Return who is at the table now, as far as ``user`` may see it, or the question whether to be seen."""
    game, players, me = access
    found = together(game, players, me, user)
    shown: dict[str, Any] = {"together": found, "asks_presence": _asks_presence(game, players, me, user)}
    if found is None or not user.is_authenticated:
        return shown
    named = {info.seat: info.user_name for info in seats}
    others = [player.mover for player in players if player.seat in (*found.here, *found.away) and player.mover]
    return shown | {
        "people_here": [named[seat] for seat in found.here],
        "people_away": [named[seat] for seat in found.away],
        "usual_hour": None if found.at_once else usual_hour(game, user, others),
    }


def _asks_presence(game: Game, players: Sequence[Player], me: Player | None, user: Visitor) -> bool:
    """Return whether to ask the user, after a first turn with other people, whether these may see their presence."""
    if not user.is_authenticated or me is None or me.mover != user or user.presence_shown_to:
        return False
    return game.is_running and bool(me.last_turn_end) and len(people(players)) > 1


def _hint(me: Player | None, seen: TableView, fresh: Sequence[Event]) -> str:
    if me is None or not seen.my_move or me.stand_in:
        return ""
    line = seen.game.rules.presentation.hint(seen.view, fresh, seen.drafts, first_turn=not me.last_turn_end)
    return seen.narrator.line(line) if line else ""


def _drawn_cards(news: Sequence[LoggedMove], seen: TableView) -> frozenset[str]:
    """Return the cards gained by the viewer's last move, which stay marked until their next move."""
    seat = seen.view.seat
    last = next((move for move in reversed(news) if move.seat == seat), None)
    if seat is None or seen.drafts or last is None:
        return frozenset()
    own = (redact(event, seat) for event in last.events if event.seat == seat)
    return frozenset(code for event in own for code in seen.game.rules.presentation.gained(event))


def _over(game: Game, players: list[Player], me: Player | None, user: Visitor) -> dict[str, Any]:
    """Return the context of a finished game: ratings, rematch, why the user lost, and practice results.

    The practice results are shown only without a rematch.
    """
    if not game.is_over:
        return {}
    rematches = Game.objects.filter(rematch_of=game).exclude(status=Game.Status.CANCELLED)
    rematch = rematches.select_related("host").first()
    seated = rematch is not None and me is not None and rematch.players.filter(user=me.user).exists()
    return {
        "ratings": rated_by(game, players),
        "rematch": rematch,
        "in_rematch": seated,
        "loss": loss_of(user, me),
        "practice": None if rematch else _practice(game, players, me),
    }


def _practice(game: Game, players: list[Player], me: Player | None) -> Practice | None:
    """Return the latest results of ``me`` against the level of all other players.

    Return None if the others are not all computer players of one level, or if the game was not dealt.
    """
    if not game.was_dealt or me is None or me.user is None:
        return None
    level = practice_level(players, me)
    return practice_against(me.user, game.variant, level) if level else None


def _highlights(news: Iterable[LoggedMove], rules: Rules) -> list[Highlight]:
    if (highlights := rules.presentation.HIGHLIGHTS) is None:
        return []
    moves = [move.number for move in news if any(event.kind in highlights.kinds for event in move.events)]
    if len(moves) == 1:
        return [Highlight(moves[0], gettext(highlights.see))]
    return [Highlight(move, gettext(highlights.numbered) % {"number": n}) for n, move in enumerate(moves, start=1)]


def _board(seen: TableView, me: Player | None, query: Mapping[str, str], marked: Sequence[Event]) -> Any:
    """Return the board. The stages of the move in the parameter ``shown`` come from a replay of the game."""
    game = seen.game
    staged = _staged_events(game, me, query)
    board: Any = game.rules.presentation.board(seen.view, query, marked, seen.drafts, staged)
    if board.mode != "stage":
        return board
    try:
        return replace(board, stages=stages_after(game, me, int(query["shown"])))
    except ReplayMismatch:
        return board


def _staged_events(game: Game, me: Player | None, query: Mapping[str, str]) -> list[Event]:
    """Return the redacted events of the move in the parameter ``shown``, by default a finished game's last move.

    The last move shows how the game was won. Return an empty list for a running game without the parameter.
    """
    if _NUMBER.fullmatch(number := query.get("shown", "")):
        moves = game.moves.filter(number=number)
    elif game.is_over and "shown" not in query:
        moves = game.moves.order_by("-number")[:1]
    else:
        return []
    seat = me.seat if me else None
    return [redact(event, seat) for move in logged_moves(moves) for event in move.events]


def _auto_at(me: Player | None, view: Any) -> datetime | None:
    """Return the time of the viewer's next automatic move, or None."""
    return me.auto_at if me is not None and me.auto_at is not None and play.automatic(me, view) else None


def _other_tables(game: Game, user: Visitor) -> dict[str, Any]:
    """Return the number of tables that wait for this user, and the most urgent other table.

    The other table is lazy, because the page does not show it while it is the user's turn here.
    """
    waiting = tables_waiting_for(user)
    if not (waiting and user.is_authenticated):
        return {"waiting": waiting, "next_table": None}
    return {"waiting": waiting, "next_table": SimpleLazyObject(lambda: _next_table(game, user))}


def _next_table(game: Game, user: User) -> Game | None:
    seat = to_move(user).exclude(game=game).select_related("game").first()
    return seat.game if seat else None
