"""The chat at a table."""

import re
from collections.abc import Callable
from functools import partial

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from accounts.access.guards import signed_in_user
from accounts.access.rate_limits import limited
from accounts.models import Visitor
from accounts.models.pagination import NewestLastPaginator
from games import play
from games.chat.rooms import (
    MESSAGES_SHOWN,
    chat_for,
    mark_read,
    may_read_gallery,
    membership_of,
    messages_for,
    messages_in,
    post,
    post_in_gallery,
)
from games.core.access import my_seat_or_404, seat_of, table_or_404
from games.http import HtmxRequest
from games.models import Game, Message
from games.models.read_transaction import snapshot

Room = Message.Room
_KEY = re.compile(r"[0-9]{1,18}")


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@limited("chat")
def chat(request: HtmxRequest, table: str) -> HttpResponse:
    """Show a page of the players' messages, or only the newest ones to htmx; on POST, add a message."""
    me = my_seat_or_404(table, request.user)
    return _chat(request, me.game, Room.TABLE, partial(post, me))


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@limited("chat")
def gallery(request: HtmxRequest, table: str) -> HttpResponse:
    """Show the spectators' messages, which players can read too after the game; on POST, add a message."""
    game = _gallery_or_404(table, request.user)
    return _chat(request, game, Room.GALLERY, partial(post_in_gallery, game))


def _gallery_or_404(table: str, user: Visitor) -> Game:
    game = table_or_404(table, user)
    if not may_read_gallery(game, user, seat_of(game, user)):
        raise Http404
    return game


def _chat(request: HtmxRequest, game: Game, room: Message.Room, add: Callable[..., None]) -> HttpResponse:
    if request.method != "POST":
        return _shown(request, game, room)
    text, phrase = request.POST.get("text", ""), request.POST.get("phrase", "")
    try:
        add(signed_in_user(request), text, _sent_after(request), phrase)
    except play.Refused as refused:
        return _shown(request, game, room, str(refused.message), text, refused.status)
    # A quick phrase keeps the text that the user is writing.
    return _shown(request, game, room, text=text if phrase else "") if request.htmx else redirect(request.path)


@snapshot()
def _shown(
    request: HtmxRequest, game: Game, room: Message.Room, refusal: str = "", text: str = "", status: int = 200
) -> HttpResponse:
    game.refresh_from_db(fields=["chat_version", "gallery_version"])
    membership = membership_of(game, signed_in_user(request))
    context = {"game": game, "chat": chat_for(game, membership, room), "post_refusal": refusal, "draft": text}
    if request.htmx:
        return render(request, "chat/_messages.html", context | {"with_counts": True}, status=status, using="fragments")
    pages = NewestLastPaginator(messages_in(game, room), MESSAGES_SHOWN)
    page = pages.get_page(request.GET.get("page", pages.num_pages))
    context |= {"page": page, "shown_messages": messages_for(page, membership, room)}
    return render(request, "chat/chat.html", context, status=status)


@require_POST
@limited("mark_read")
def mark_chat_read(request: HtmxRequest, table: str) -> HttpResponse:
    """Record that the player has read up to the message in the field ``after``."""
    return _read(request, my_seat_or_404(table, request.user).game, Room.TABLE)


@require_POST
@limited("mark_read")
def mark_gallery_read(request: HtmxRequest, table: str) -> HttpResponse:
    """Record that the spectator has read up to the message in the field ``after``."""
    return _read(request, _gallery_or_404(table, request.user), Room.GALLERY)


def _read(request: HtmxRequest, game: Game, room: Message.Room) -> HttpResponse:
    try:
        mark_read(game, signed_in_user(request), _sent_after(request) or 0, room)
    except play.Refused as refused:
        return _shown(request, game, room, str(refused.message), request.POST.get("text", ""), refused.status)
    if request.htmx:
        return render(request, "chat/_unread_counts.html", {"oob": True}, using="fragments")
    return redirect("chat" if room == Room.TABLE else "gallery", game.public_id)


def _sent_after(request: HttpRequest) -> int | None:
    sent = request.POST.get("after", "")
    return int(sent) if _KEY.fullmatch(sent) else None
