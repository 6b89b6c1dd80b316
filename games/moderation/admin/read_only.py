"""Base classes of the admin's pages about games: read only, and no query reveals hidden rows."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from django.contrib import admin
from django.db.models import Q, QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext as _

from accounts.staff.large_lists import MOST, LargeList, among
from games import store
from games.access import is_closed
from games.models import Game, Move
from games.replay.records import as_seen
from games.rules import RULES
from games.rules.contract import Illegal
from games.table.narration import Narrator

CLOSED = (Game.Status.OVER, Game.Status.CANCELLED)
"""The states in which nothing of a game is hidden."""


_SPOILT = (Illegal, LookupError, TypeError, ValueError, StopIteration)
"""Raised by a row that doesn't fit its game. It must not make the page that lists the row unavailable."""


class ValueFilter(admin.FieldListFilter):
    """Values of a field that are known without reading every row, as Django's own filter would."""

    def __init__(self, field: Any, request: HttpRequest, params: Any, model: Any, model_admin: Any, field_path: str):
        self.chosen = (params.get(field_path) or [""])[-1]
        super().__init__(field, request, params, model, model_admin, field_path)
        self.values = self.known_values(model_admin.get_queryset(request))

    def known_values(self, rows: QuerySet[Any]) -> dict[str, str]:
        """The values with their labels: those of the latest rows."""
        latest = rows.order_by("-pk").values_list(self.field_path, flat=True)[:MOST]
        return {value: value for value in sorted(set(latest))}

    def expected_parameters(self) -> list[str | None]:
        """The field's name."""
        return [self.field_path]

    def choices(self, changelist: Any) -> Iterator[Any]:
        """All values, and any."""
        url = changelist.get_query_string
        yield {"selected": not self.chosen, "query_string": url(remove=[self.field_path]), "display": _("All")}
        for value, label in self.values.items():
            query = url({self.field_path: value})
            yield {"selected": value == self.chosen, "query_string": query, "display": label}


class GameFilter(ValueFilter):
    """The games that can be played, by name."""

    def known_values(self, rows: QuerySet[Any]) -> dict[str, str]:
        """Whether there are any rows of them or not."""
        return {slug: _(rules.NAME) for slug, rules in RULES.items()}


class Guarded(LargeList):
    """Rows that only games create and delete. Subclasses list nothing that is hidden from spectators."""

    list_per_page = 50

    def named(self, term: str) -> Q | None:
        """The rows of the table with this address, or of the person with this name."""
        tables = Game.objects.filter(table=term).values_list("pk", flat=True) if self.search_tables else []
        return among(self.search_tables, list(tables)) or super().named(term)

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Games are opened at the site."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """History stays."""
        return False

    def lookup_allowed(self, lookup: str, value: str, request: HttpRequest | None = None) -> bool:
        """Only what is offered as a filter: Django allows any field of the model, so that an address such as
        ``?secret__startswith=a`` could ask for a hidden one letter by letter.
        """
        offered = {_name(entry) for entry in self.list_filter}
        return any(lookup == name or lookup.startswith(f"{name}__") for name in offered)


class ReadOnly(Guarded):
    """Rows that can't be changed by hand."""

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Only the rules move pieces."""
        return False


class ReadOnlyInline(admin.TabularInline):
    """Read-only inline rows."""

    extra = 0
    can_delete = False

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """They come from the site alone."""
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Read only, like the parent."""
        return False

    def get_readonly_fields(self, request: HttpRequest, obj: Any = None) -> Any:
        """All that is shown."""
        return self.fields or ()


def _name(entry: Any) -> str:
    """The parameter of an address that a filter answers to."""
    if isinstance(entry, str):
        return entry
    return entry[0] if isinstance(entry, tuple) else entry.parameter_name


def public_text(game: Game, move: Move) -> str:
    """The public form of a move; the full text once its game is closed."""
    if move.number == 0:
        return _("deal")
    if is_closed(game):
        return move.text
    try:
        return as_seen(game, move, None)
    except _SPOILT:
        return _("(unreadable: verify this game)")


def made_by(move: Move) -> str:
    """Who made a move, as far as public."""
    return str(Move.By(move.made_by(None)).label)


def told(move: Move, narrator: Narrator) -> list[str]:
    """What happened at a move, in sentences."""
    try:
        return [text for event in store.read_events(move.events) if (text := narrator.text(event))]
    except _SPOILT:
        return [_("(unreadable: verify this game)")]
