"""For pages that show tables from outside: who sits there, what lies there, for whom they wait."""

from __future__ import annotations

from typing import Any

from django import template

from games.lobby import my_tables
from games.lobby import open_tables as offers
from games.models import Game, Player
from games.table.card_html import Printed
from games.table.narration import Narrator
from games.table.view_model import Seen

register = template.Library()


@register.filter
def face(code: str, narrator: Narrator) -> Printed:
    """How a card is shown."""
    return narrator.printed(code)


@register.filter
def card(code: str, narrator: Narrator) -> str:
    """What a card is called."""
    return narrator.card(code)


@register.filter
def business(code: str, narrator: Narrator) -> str:
    """What a tile is called."""
    return narrator.line(narrator.rules.name_of(code))


@register.filter
def awaited(seen: Seen) -> str:
    """For whom a running game waits."""
    return my_tables.awaited(seen)


@register.filter
def missing(cards: Any, places: int) -> range:
    """One number per place that no card lies on yet."""
    return range(places - len(cards))


@register.simple_tag(takes_context=True)
def seating(context: template.Context, game: Game) -> dict[str, object]:
    """A table before its start: the ``offer``, and the ``parts`` one can play."""
    user = context["user"]
    players = list(Player.objects.filter(game=game).select_related("user").order_by("pk"))
    me = next((player for player in players if user.is_authenticated and player.user_id == user.pk), None)
    offer = offers.offer(game, players, user, offers.lately_of(players))
    return {"offer": offer, "parts": list(offers.parts(game, players, me))}
