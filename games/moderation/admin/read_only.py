"""Base classes and texts of the admin pages about games, which are read-only and reveal nothing hidden."""

from collections.abc import Iterator
from typing import Any

from django.contrib import admin
from django.core.exceptions import PermissionDenied
from django.db.models import Prefetch, Q, QuerySet
from django.http import Http404, HttpRequest
from django.shortcuts import get_object_or_404
from django.template.response import TemplateResponse
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.staff.large_lists import MOST, LargeList, among
from games.core import store
from games.core.access import is_closed
from games.models import Game, Incident, Move, Player
from games.presentation.incidents import sentence
from games.presentation.narration import Narrator
from games.presentation.view_model import seat_infos
from games.replay.records import as_seen
from games.rules import RULES
from games.rules.contract import Illegal

CLOSED = (Game.Status.OVER, Game.Status.CANCELLED)
"""The states in which nothing in a game is hidden."""


_MISMATCH_ERRORS = (Illegal, LookupError, TypeError, ValueError, StopIteration)
"""Exceptions raised by a row that doesn't fit its game; they must not break the page that lists the row."""


class ValueFilter(admin.FieldListFilter):
    """A filter by a field's known values, without reading every row as Django's own filter does."""

    def __init__(self, field: Any, request: HttpRequest, params: Any, model: Any, model_admin: Any, field_path: str):
        self.chosen = (params.get(field_path) or [""])[-1]
        super().__init__(field, request, params, model, model_admin, field_path)
        self.values = self.known_values(model_admin.get_queryset(request))

    def known_values(self, rows: QuerySet[Any]) -> dict[str, str]:
        latest = rows.order_by("-pk").values_list(self.field_path, flat=True)[:MOST]
        return {value: value for value in sorted(set(latest))}

    def expected_parameters(self) -> list[str | None]:
        return [self.field_path]

    def choices(self, changelist: Any) -> Iterator[Any]:
        url = changelist.get_query_string
        yield {"selected": not self.chosen, "query_string": url(remove=[self.field_path]), "display": _("All")}
        for value, label in self.values.items():
            query = url({self.field_path: value})
            yield {"selected": value == self.chosen, "query_string": query, "display": label}


class GameFilter(ValueFilter):
    def known_values(self, rows: QuerySet[Any]) -> dict[str, str]:
        return {variant: _(rules.engine.NAME) for variant, rules in RULES.items()}


class Guarded(LargeList):
    """Admin of rows that only the site creates and deletes. Subclasses list nothing that is hidden from spectators."""

    list_per_page = 50
    verbs: tuple[str, ...] = ("view", "change")

    def row_or_404(self, request: HttpRequest, key: Any, *related: str) -> Any:
        """Return the row with its ``related`` rows.

        Raise `Http404` if it does not exist, or `PermissionDenied` if the user is not allowed to see such rows.
        """
        if not self.has_view_permission(request):
            raise PermissionDenied
        if not str(key).isdecimal():
            raise Http404
        return get_object_or_404(self.get_queryset(request).select_related(*related), pk=key)

    def page(self, request: HttpRequest, name: str, context: dict[str, Any], status: int = 200) -> TemplateResponse:
        frame = {**self.admin_site.each_context(request), "opts": self.opts}
        template = f"admin/games/{self.opts.model_name}/{name}.html"
        return TemplateResponse(request, template, frame | context, status=status)

    def named(self, term: str) -> Q | None:
        """Return a condition for rows of the table with this public ID or the user with this name, or None."""
        tables = Game.objects.filter(public_id=term).values_list("pk", flat=True) if self.search_tables else []
        return among(self.search_tables, list(tables)) or super().named(term)

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Return False, because history is never deleted."""
        return False

    def lookup_allowed(self, lookup: str, value: str, request: HttpRequest | None = None) -> bool:
        """Allow only lookups that are offered as filters.

        Django allows any field of the model, so a URL such as ``?secret__startswith=a`` could be used to guess a
        hidden value letter by letter.
        """
        offered = {_name(entry) for entry in self.list_filter}
        return any(lookup == name or lookup.startswith(f"{name}__") for name in offered)


class ReadOnly(Guarded):
    verbs: tuple[str, ...] = ("view",)
    ordering = ["-pk"]

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


class OfGame(ReadOnly):
    says_itself = ("address", "where")
    search_fields = ["=game__public_id", "game__name"]
    search_tables = ("game",)

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        seated = Player.objects.select_related("user", "friend").order_by("seat", "pk")
        rows = super().get_queryset(request).select_related("game")
        return rows.prefetch_related(Prefetch("game__players", seated, to_attr="seated"))

    @admin.display(description=gettext_lazy("address of the table"), ordering="game__public_id")
    def address(self, row: Any) -> SafeString:
        return desk_link(row.game, row.game.public_id)

    @admin.display(description=gettext_lazy("seat"), ordering="seat")
    def who(self, row: Any) -> str:
        return seat_of(row.game, row.seat)


def desk_link(game: Game, label: str) -> SafeString:
    return format_html('<a href="{}">{}</a>', reverse("admin:games_game_desk", args=[game.pk]), label)


def seat_of(game: Any, seat: int | None) -> str:
    """Return a seat's number, persona and player, such as “2, Torrio (alice)”, or a dash if there is no seat.

    The game needs the prefetched players in ``seated``.
    """
    found = (info for info in seat_infos(game, game.seated, None) if seat is not None and info.seat == seat)
    return next((f"{info.seat + 1}, {info.full_name}" for info in found), "–")


class ReadOnlyInline(admin.TabularInline):
    template = "admin/read_only_rows.html"
    extra = 0
    can_delete = False

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def get_readonly_fields(self, request: HttpRequest, obj: Any = None) -> Any:
        return self.fields or ()


def _name(entry: Any) -> str:
    if isinstance(entry, str):
        return entry
    return str(entry[0] if isinstance(entry, tuple) else entry.parameter_name)


def public_text(game: Game, move: Move) -> str:
    """Return the public form of a move, the full text once the game is closed, or a note if the move is unreadable."""
    if move.number == 0:
        return _("deal")
    if is_closed(game):
        return move.text
    try:
        return as_seen(game, move, None)
    except _MISMATCH_ERRORS:
        return _("(unreadable: verify this game)")


def made_by(move: Move) -> str:
    return str(Move.By(move.made_by(None)).label)


def incident_text(incident: Incident, narrator: Narrator) -> str:
    """Return an incident as described in the table's log, or only its kind if the row does not fit the game."""
    try:
        return sentence(incident, narrator)
    except _MISMATCH_ERRORS:
        return str(incident)


def log_lines(move: Move, narrator: Narrator) -> list[str]:
    try:
        return [text for event in store.read_events(move.events) if (text := narrator.text(event))]
    except _MISMATCH_ERRORS:
        return [_("(unreadable: verify this game)")]
