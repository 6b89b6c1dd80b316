"""A game's page for staff: late players, deliveries, moves, verification, and in exceptional cases hidden cards.

Hidden cards are shown only to staff who have the permission, never had a seat in the game, and give a reason, which is
logged. They appear only in the response to that request. The order of the deck and the pile is never shown.
"""

from collections.abc import Iterable, Sequence
from datetime import datetime
from itertools import groupby
from typing import Any

from django.contrib.admin.models import LogEntry
from django.contrib.admin.options import get_content_type_for_model
from django.core.exceptions import PermissionDenied
from django.core.paginator import Paginator
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import URLPattern, path
from django.utils import timezone
from django.utils.decorators import method_decorator
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_POST

from accounts.access.guards import current_user
from games import moderation
from games.core.access import is_closed
from games.core.store import stored_pieces
from games.models import Delivery, Game, ModerationAction, Move, Player
from games.moderation import rights
from games.moderation.admin.read_only import Guarded, log_lines, made_by, public_text
from games.moderation.text import REASON_LENGTH
from games.play import Refused
from games.play.core.seen_hands import has_part_in
from games.presentation.view_model import SeatInfo, narrator_of, seat_infos
from games.replay.verification import ReplayMismatch, verify

MOVES_A_PAGE = 100
MOST_ACTIONS = 50


class Desk(Guarded):
    """The base of ``GameAdmin`` with the staff pages of a game, at ``<pk>/desk/``."""

    def get_urls(self) -> list[URLPattern]:
        wrap = self.admin_site.admin_view
        return [
            path("<int:pk>/desk/", wrap(self.desk), name="games_game_desk"),
            path("<int:pk>/desk/verify/", wrap(self.verify), name="games_game_verify"),
            path("<int:pk>/desk/reveal/", wrap(self.reveal), name="games_game_reveal"),
            *super().get_urls(),
        ]

    @method_decorator(require_GET)
    def desk(self, request: HttpRequest, pk: int) -> HttpResponse:
        return self._show(request, self._game(request, pk))

    @method_decorator(require_POST)
    def verify(self, request: HttpRequest, pk: int) -> HttpResponse:
        """Show the page with the result of verifying the game, or with a refusal if it has not started."""
        game = self._game(request, pk)
        if game.started_at is None:
            return self._show(request, game, 409, refusal=_("This game hasn’t started."))
        return self._show(request, game, verdict=_verdict(game))

    @method_decorator(require_POST)
    def reveal(self, request: HttpRequest, pk: int) -> HttpResponse:
        """Show the page with the hidden cards, after logging the reason."""
        game = self._game(request, pk)
        if not request.user.has_perm(rights.REVEAL):
            raise PermissionDenied
        try:
            moderation.reveal(current_user(request), game, request.POST.get("reason", ""))
        except Refused as refused:
            return self._show(request, game, refused.status, refusal=refused.message)
        return self._show(request, game, revealed=True)

    def _game(self, request: HttpRequest, pk: int) -> Game:
        if not self.has_view_permission(request):
            raise PermissionDenied
        return get_object_or_404(Game.objects.select_related("host"), pk=pk)

    def _show(
        self, request: HttpRequest, game: Game, status: int = 200, revealed: bool = False, **extra: Any
    ) -> HttpResponse:
        players = list(game.players.select_related("user", "friend").order_by("seat", "pk"))
        page = Paginator(game.moves.order_by("-number"), MOVES_A_PAGE).get_page(request.GET.get("page"))
        context = {
            **_at_a_glance(game, players),
            "notices": _notices(request, game),
            "title": _("Desk: %(name)s") % {"name": game.name},
            "page": page,
            "moves": _move_rows(game, players, page.object_list, revealed),
            "actions": _actions(request, game),
            "looks": _log(game),
            "longest_reason": REASON_LENGTH,
            "may_reveal": _may_reveal(request, game),
            "revealed": _hidden(game, players) if revealed else None,
            **extra,
        }
        return self.page(request, "desk", context, status)


def _may_reveal(request: HttpRequest, game: Game) -> bool:
    user = current_user(request)
    return game.keeps_secrets and user.has_perm(rights.REVEAL) and not has_part_in(game, user)


def _verdict(game: Game) -> dict[str, Any]:
    """Return the result of ``verify``. Omit the difference until the game is closed, because it could reveal a card."""
    try:
        return {"sound": True, "moves": verify(game.pk)}
    except ReplayMismatch as mismatch:
        closed = is_closed(game)
        return {"sound": False, "place": mismatch.place, "difference": mismatch.difference if closed else ""}


def _at_a_glance(game: Game, players: Sequence[Player]) -> dict[str, Any]:
    now = timezone.now()
    cards = [piece for piece in stored_pieces(game) if piece.kind == "card"]
    return {
        "game": game,
        "seats": [_seat(player, info, now) for player, info in _presented(game, players)],
        "face_up": sum(card.face_up for card in cards),
        "hidden": sum(not card.face_up for card in cards),
    }


def _notices(request: HttpRequest, game: Game) -> QuerySet[Delivery] | None:
    """Return the latest deliveries, or None without permission: mail servers' responses may name addresses."""
    if not request.user.has_perm("games.view_delivery"):
        return None
    deliveries = Delivery.objects.filter(notice__game=game).select_related("notice", "user")
    return deliveries.order_by("-due_at", "-pk")[:MOVES_A_PAGE]


def _presented(game: Game, players: Sequence[Player]) -> Iterable[tuple[Player, SeatInfo]]:
    return zip(players, seat_infos(game, players, None), strict=True)


def _seat(player: Player, info: SeatInfo, now: datetime) -> dict[str, Any]:
    return {"info": info, "player": player, "late": player.deadline is not None and player.deadline < now}


def _move_rows(game: Game, players: Sequence[Player], moves: Iterable[Move], revealed: bool) -> list[dict[str, Any]]:
    narrator = narrator_of(game, players, None)
    return [
        {
            "move": move,
            "who": narrator.names[move.seat] if move.seat is not None else "",
            "by": made_by(move),
            "text": move.text if revealed else public_text(game, move),
            "lines": log_lines(move, narrator),
        }
        for move in moves
    ]


def _actions(request: HttpRequest, game: Game) -> QuerySet[ModerationAction]:
    """Return the moderators' actions on the game, newest first. Without permission, return only reveals of cards."""
    actions = game.moderation_actions.select_related("by").order_by("-pk")
    return (
        actions[:MOST_ACTIONS]
        if request.user.has_perm("games.view_moderationaction")
        else actions.filter(kind=ModerationAction.Kind.REVEAL)[:MOST_ACTIONS]
    )


def _log(game: Game) -> QuerySet[LogEntry]:
    kind = get_content_type_for_model(game)
    return LogEntry.objects.filter(content_type=kind, object_id=str(game.pk)).select_related("user")[:MOST_ACTIONS]


def _hidden(game: Game, players: Sequence[Player]) -> list[dict[str, Any]]:
    hidden = [piece for piece in stored_pieces(game) if piece.kind == "card" and not piece.face_up]
    cards = sorted(hidden, key=lambda card: (card.zone, card.place or "", card.index))
    rows = []
    for player, info in _presented(game, players):
        own = [card for card in cards if card.seat == player.seat]
        held = [
            (place, [card.code for card in group])
            for place, group in groupby(own, key=lambda card: card.place or card.zone)
        ]
        drafts = [(_("drafts"), player.drafts)] if player.drafts else []
        rows += [{"who": info.short, "place": place, "cards": codes} for place, codes in held + drafts]
    return rows
