"""Company at a table: talk, private notes, invitations by name."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial
from typing import Any

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.template.defaultfilters import date
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from accounts.access.rate_limits import limited
from games import play
from games.access import my_seat_or_404, seat_of, table_or_404
from games.chat.rooms import AT_ONCE, call, hear, heard, hears_gallery, membership_of, read, said_at, say, write_note
from games.models import Game, Message
from games.models.read_transaction import snapshot
from games.table.views.table import HtmxRequest, show

Room = Message.Room
_KEY = re.compile(r"[0-9]{1,18}")


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@limited("talk")
def talk(request: HtmxRequest, table: str) -> HttpResponse:
    """What is said at the table, for its players: a page, or for htmx the newest of it; posting says something."""
    me = my_seat_or_404(table, request.user)
    return _talk(request, me.game, Room.TABLE, partial(say, me))


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@limited("talk")
def gallery(request: HtmxRequest, table: str) -> HttpResponse:
    """What spectators say to each other, for them; after the end for the players too."""
    game = _gallery_or_404(table, request.user)
    return _talk(request, game, Room.GALLERY, partial(call, game))


def _gallery_or_404(table: str, user: Any) -> Game:
    game = table_or_404(table, user)
    if not hears_gallery(game, user, seat_of(game, user)):
        raise Http404
    return game


def _talk(request: HtmxRequest, game: Game, room: Message.Room, speak: Callable[..., None]) -> HttpResponse:
    if request.method != "POST":
        return _heard(request, game, room)
    text = request.POST.get("text", "")
    try:
        speak(request.user, text, _key(request))
    except play.Refused as refused:
        return _heard(request, game, room, str(refused.message), text, refused.status)
    return _heard(request, game, room) if request.htmx else redirect(request.path)


@snapshot()
def _heard(
    request: HtmxRequest, game: Game, room: Message.Room, refusal: str = "", text: str = "", status: int = 200
) -> HttpResponse:
    game.refresh_from_db(fields=["talk", "gallery"])
    membership = membership_of(game, request.user)
    context = {"game": game, "talk": hear(game, membership, room), "unsaid": refusal, "said": text}
    if request.htmx:
        return render(request, "chat/_messages.html", context | {"afresh": True}, status=status)
    pages = Paginator(said_at(game, room), AT_ONCE)
    page = pages.get_page(request.GET.get("page", pages.num_pages))
    context |= {"page": page, "heard": heard(page, membership, room)}
    return render(request, "chat/chat.html", context, status=status)


@require_POST
@limited("read")
def talk_read(request: HtmxRequest, table: str) -> HttpResponse:
    """Note that the player has read up to the message in the field ``after``."""
    return _read(request, my_seat_or_404(table, request.user).game, Room.TABLE)


@require_POST
@limited("read")
def gallery_read(request: HtmxRequest, table: str) -> HttpResponse:
    """The same of a spectator."""
    return _read(request, _gallery_or_404(table, request.user), Room.GALLERY)


def _read(request: HtmxRequest, game: Game, room: Message.Room) -> HttpResponse:
    try:
        read(game, request.user, _key(request) or 0, room)
    except play.Refused as refused:
        return _heard(request, game, room, str(refused.message), request.POST.get("text", ""), refused.status)
    if request.htmx:
        return render(request, "chat/_unread_counts.html", {"oob": True})
    return redirect("talk" if room == Room.TABLE else "gallery", game.table)


def _key(request: HttpRequest) -> int | None:
    """The message after which the page ended, if it says so."""
    sent = request.POST.get("after", "")
    return int(sent) if _KEY.fullmatch(sent) else None


@require_POST
@limited("note")
def note(request: HtmxRequest, table: str) -> HttpResponse:
    """Keep the private notes in the field ``note``."""
    me = my_seat_or_404(table, request.user)
    text = request.POST.get("note", "")
    try:
        write_note(me.game, request.user, text)
    except play.Refused as refused:
        if request.htmx:
            return HttpResponse(str(refused.message), status=refused.status)
        return show(request, table, str(refused.message), refused.status, noted=text)
    saved = _("Saved at %(time)s.") % {"time": date(timezone.localtime(), "H:i")}
    if request.htmx:
        return HttpResponse(saved)
    messages.success(request, _("Your notes are saved."))
    return redirect(me.game)
