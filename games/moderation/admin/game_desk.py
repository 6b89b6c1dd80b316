"""One game's page for staff: who is late, what is owed, the moves, its rows verified, and in need its hidden cards.

Hidden cards are shown to whoever may see them, has no seat in the game and gives a reason, which is logged; and only
in the answer to that very request. What no seat holds, the order of deck and pile, is not shown even then.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime
from itertools import groupby
from typing import Any

from django.contrib import admin
from django.contrib.admin.models import LogEntry
from django.contrib.admin.options import get_content_type_for_model
from django.core.exceptions import PermissionDenied
from django.core.paginator import Paginator
from django.db.models import Count, QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.template.response import TemplateResponse
from django.urls import URLPattern, path
from django.utils import timezone
from django.utils.decorators import method_decorator
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_POST

from accounts.auth.guards import signed_in
from games import moderation
from games.access import is_closed
from games.models import Act, Card, Delivery, Game, Move, Player
from games.moderation import rights
from games.moderation.admin.read_only import made_by, public_text, told
from games.moderation.texts import REASON_LENGTH
from games.play import Refused
from games.replay.verification import Differs, verify
from games.table.view_model import SeatInfo, narrator_of, seat_infos

MOVES_A_PAGE = 100
MOST_ACTS = 50


class Desk(admin.ModelAdmin):
    """The pages below ``<game>/desk/``, mixed into the game's admin."""

    def get_urls(self) -> list[URLPattern]:
        """The desk's addresses beside the usual ones."""
        wrap = self.admin_site.admin_view
        return [
            path("<int:pk>/desk/", wrap(self.desk), name="games_game_desk"),
            path("<int:pk>/desk/verify/", wrap(self.verify), name="games_game_verify"),
            path("<int:pk>/desk/reveal/", wrap(self.reveal), name="games_game_reveal"),
            *super().get_urls(),
        ]

    @method_decorator(require_GET)
    def desk(self, request: HttpRequest, pk: int) -> HttpResponse:
        """The page."""
        return self._show(request, self._game(request, pk))

    @method_decorator(require_POST)
    def verify(self, request: HttpRequest, pk: int) -> HttpResponse:
        """The page with what a replay of the game says."""
        game = self._game(request, pk)
        if game.started_at is None:
            return self._show(request, game, 409, refusal=_("This game has not started."))
        return self._show(request, game, verdict=_verdict(game))

    @method_decorator(require_POST)
    def reveal(self, request: HttpRequest, pk: int) -> HttpResponse:
        """The page with hidden cards, after the reason has been logged."""
        game = self._game(request, pk)
        if not request.user.has_perm(rights.REVEAL):
            raise PermissionDenied
        try:
            moderation.reveal(signed_in(request), game, request.POST.get("reason", ""))
        except Refused as refused:
            return self._show(request, game, refused.status, refusal=refused.message)
        return self._show(request, game, revealed=True)

    def _game(self, request: HttpRequest, pk: int) -> Game:
        """The game. Raises PermissionDenied for staff who may not look at games, else Http404."""
        if not self.has_view_permission(request):
            raise PermissionDenied
        game = Game.objects.select_related("host").filter(pk=pk).first()
        if game is None:
            raise Http404
        return game

    def _show(
        self, request: HttpRequest, game: Game, status: int = 200, revealed: bool = False, **said: Any
    ) -> HttpResponse:
        players = list(game.players.select_related("user", "friend").order_by("seat", "pk"))
        page = Paginator(game.moves.order_by("-number"), MOVES_A_PAGE).get_page(request.GET.get("page"))
        context = {
            **self.admin_site.each_context(request),
            **_at_a_glance(game, players),
            "notices": _notices(request, game),
            "title": _("Desk: %(name)s") % {"name": game.name},
            "opts": self.opts,
            "page": page,
            "moves": _told(game, players, page.object_list, revealed),
            "acts": _acts(request, game),
            "looks": _log(game),
            "longest_reason": REASON_LENGTH,
            "may_reveal": _may_reveal(request, game),
            "revealed": _hidden(game, players) if revealed else None,
            **said,
        }
        return TemplateResponse(request, "admin/games/game/desk.html", context, status=status)


def _may_reveal(request: HttpRequest, game: Game) -> bool:
    user = signed_in(request)
    return game.keeps_secrets and user.has_perm(rights.REVEAL) and not rights.has_part_in(game, user)


def _verdict(game: Game) -> dict[str, Any]:
    """What verify found; of a game going on only the place, for the difference could tell a card."""
    try:
        return {"sound": True, "moves": verify(game.pk)}
    except Differs as differs:
        closed = is_closed(game)
        return {"sound": False, "place": differs.place, "difference": differs.difference if closed else ""}


def _at_a_glance(game: Game, players: Sequence[Player]) -> dict[str, Any]:
    now = timezone.now()
    return {
        "game": game,
        "seats": [_seat(player, info, now) for player, info in _presented(game, players)],
        "zones": list(game.cards.filter(face_up=True).values("zone").annotate(count=Count("pk")).order_by("zone")),
        "face_down": game.cards.filter(face_up=False).count(),
    }


def _notices(request: HttpRequest, game: Game) -> QuerySet[Delivery] | None:
    """What is owed; None for who may not see it, since what a mail server has said may name an address."""
    if not request.user.has_perm("games.view_delivery"):
        return None
    owed = Delivery.objects.filter(notice__game=game).select_related("notice", "user")
    return owed.order_by("-due_at", "-pk")[:MOVES_A_PAGE]


def _presented(game: Game, players: Sequence[Player]) -> Iterable[tuple[Player, SeatInfo]]:
    return zip(players, seat_infos(game, players, None), strict=True)


def _seat(player: Player, info: SeatInfo, now: datetime) -> dict[str, Any]:
    late = player.deadline is not None and player.deadline < now
    return {"info": info, "player": player, "late": late}


def _told(game: Game, players: Sequence[Player], moves: Iterable[Move], revealed: bool) -> list[dict[str, Any]]:
    """Each move with its text and what a spectator is told."""
    narrator = narrator_of(game, players, None)
    return [
        {
            "move": move,
            "who": narrator.names[move.seat] if move.seat is not None else "",
            "by": made_by(move),
            "text": move.text if revealed else public_text(game, move),
            "lines": told(move, narrator),
        }
        for move in moves
    ]


def _acts(request: HttpRequest, game: Game) -> QuerySet[Act]:
    """What moderators did here, the latest first; who may not read that sees who has looked at hidden cards."""
    acts = game.acts.select_related("by").order_by("-pk")
    return (
        acts[:MOST_ACTS] if request.user.has_perm("games.view_act") else acts.filter(kind=Act.Kind.REVEAL)[:MOST_ACTS]
    )


def _log(game: Game) -> QuerySet[LogEntry]:
    """What staff have changed about this table, the latest first."""
    kind = get_content_type_for_model(game)
    return LogEntry.objects.filter(content_type=kind, object_id=str(game.pk)).select_related("user")[:MOST_ACTS]


def _hidden(game: Game, players: Sequence[Player]) -> list[dict[str, Any]]:
    """The hidden cards that somebody holds, by place, and everybody's drafts."""
    cards = list(game.cards.filter(face_up=False, seat__isnull=False).order_by("zone", "business", "index", "pk"))
    rows = []
    for player, info in _presented(game, players):
        own = [card for card in cards if card.seat == player.seat]
        held = [(place, [card.code for card in group]) for place, group in groupby(own, key=_place)]
        drafts = [(_("drafts"), player.drafts)] if player.drafts else []
        rows += [{"who": info.short, "place": place, "cards": codes} for place, codes in held + drafts]
    return rows


def _place(card: Card) -> str:
    return card.business or card.zone
