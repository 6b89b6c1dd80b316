"""Read-only lists of cards and tiles for staff, with the names that players know."""

from typing import Any

from django.contrib import admin
from django.db.models import Q, QuerySet
from django.http import HttpRequest
from django.utils.text import capfirst
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games.models import Card, Game, Tile
from games.moderation.admin.read_only import CLOSED, GameFilter, OfGame, ValueFilter, seat_of
from games.presentation.narration import Narrator

ZONES = {
    "deck": _("in the deck"),
    "stock": _("in the stock"),
    "discard": _("among the discarded cards"),
    "hand": _("in hand"),
    "column": _("at a business"),
    "sent": _("sent as a reinforcement"),
    "played": _("played"),
    "thrown": _("exchanged for an open card"),
    "open": _("offered face up"),
    "pile": _("in the pile"),
    "street": _("open on the table"),
    "controlled": _("controlled"),
    "gone": _("out of the game"),
}

UNORDERED = ("hand", "sent", "thrown", "open", "street", "controlled")
"""Zones in which a piece's number has no meaning. A business in the street has a slot instead."""


class ZoneFilter(ValueFilter):
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.title = _("where")

    def known_values(self, rows: QuerySet[Any]) -> dict[str, str]:
        return {value: capfirst(str(ZONES.get(value, value))) for value in super().known_values(rows)}


class PieceAdmin(OfGame):
    search_fields = [*OfGame.search_fields, "=code"]
    ordering = ["-game", "pk"]
    readonly_fields = ["called", "address", "where", "who"]

    def heading(self, row: Any) -> str:
        return gettext("%(piece)s, %(table)s") % {"piece": self.called(row), "table": row.game.name}

    @admin.display(description=_("name"), ordering="code")
    def called(self, row: Any) -> str:
        return name_of(row.game, row.code)


def name_of(game: Game, code: str) -> str:
    """Return the name of a card or tile, or its code if the game does not know it."""
    try:
        return Narrator(game.rules, {}, None).line(game.rules.presentation.name_of(code))
    except (LookupError, ValueError):
        return code


def _numbered(where: str, number: int) -> str:
    return gettext("%(where)s, number %(number)s") % {"where": where, "number": number}


@admin.register(Card)
class CardAdmin(PieceAdmin):
    """Public cards: all cards of closed games, and the face-up cards of other games."""

    list_display = ["called", "game", "address", "where", "who", "face_up"]
    fields = ["called", "game", "address", "where", "who", "face_up"]
    list_filter = [("zone", ZoneFilter), "face_up", "game__status", ("game__variant", GameFilter)]
    search_help_text = _("Name or address of a table, or a card’s code as in records, such as 12R")

    def get_queryset(self, request: HttpRequest) -> QuerySet[Card]:
        """Exclude face-down cards from every query, except those of closed games."""
        return super().get_queryset(request).filter(Q(game__status__in=CLOSED) | Q(face_up=True))

    @admin.display(description=_("where"), ordering="zone")
    def where(self, card: Card) -> str:
        """Return the card's business or zone, and its number there if order matters. In a deck, 1 is the bottom."""
        if card.tile:
            return _numbered(gettext("at %(business)s") % {"business": name_of(card.game, card.tile)}, card.index + 1)
        where = str(ZONES.get(card.zone, card.zone))
        return where if card.zone in UNORDERED else _numbered(where, card.index + 1)


@admin.register(Tile)
class TileAdmin(PieceAdmin):
    """Public tiles: all tiles of closed games, and the open or controlled tiles of other games."""

    list_display = ["called", "game", "address", "where", "who"]
    fields = ["called", "game", "address", "where", "who"]
    list_filter = [("zone", ZoneFilter), "game__status", ("game__variant", GameFilter)]
    search_help_text = _("Name or address of a table, or a tile’s code as in records, such as jazz5")

    def get_queryset(self, request: HttpRequest) -> QuerySet[Tile]:
        """Exclude tiles that are neither open nor controlled, except those of closed games."""
        in_sight = Q(game__status__in=CLOSED) | Q(slot__isnull=False) | Q(controller__isnull=False)
        return super().get_queryset(request).filter(in_sight)

    @admin.display(description=_("where"), ordering="zone")
    def where(self, tile: Tile) -> str:
        where = str(ZONES.get(tile.zone, tile.zone))
        if tile.slot is not None:
            return _numbered(where, tile.slot + 1)
        return where if tile.zone in UNORDERED else _numbered(where, tile.index + 1)

    @admin.display(description=_("controlled by"), ordering="controller")
    def who(self, tile: Tile) -> str:
        return seat_of(tile.game, tile.controller)
