"""Games, for staff."""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.db.models import QuerySet
from django.forms import ModelForm
from django.http import HttpRequest
from django.urls import reverse
from django.utils import timezone
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games.archive import histories
from games.models import Game
from games.moderation.admin.game_desk import Desk
from games.moderation.admin.read_only import GameFilter, Guarded
from games.table.template_tags import chosen_options
from games.table.view_model import with_players


class LateFilter(admin.SimpleListFilter):
    """Games in which a player has missed the deadline."""

    title = _("late")
    parameter_name = "late"

    def lookups(self, request: HttpRequest, model_admin: admin.ModelAdmin) -> list[tuple[str, Any]]:
        """One choice besides all."""
        return [("yes", _("a player is late"))]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Game]) -> QuerySet[Game]:
        """Those games, each once."""
        if self.value() != "yes":
            return queryset
        late = Game.objects.filter(players__deadline__lt=timezone.now())
        return queryset.filter(pk__in=late.values("pk"))


FACTS = (
    (None, ["table", "title", "status", "turn", "version", "host", "size"]),
    (
        _("Time"),
        [
            *("clock", "pace_hours", "pace_minutes", "bank_hours", "added_hours", "cap_hours"),
            *("weekends_off", "nights_off", "absence", "free_misses", "vacations"),
        ],
    ),
    (_("House rules"), ["options_in_words", "hand_labels", "odds", "any_computer", "rated", "least_reliable"]),
    (_("Dates"), ["opened_at", "started_at", "ended_at", "paused_at", "paused_until", "agreed_until"]),
    (_("Result"), ["outcome", "rematch_of", "origin", "origin_move", "binding_number"]),
)
"""What is shown of a game and only the game itself changes, under headings."""


@admin.register(Game)
class GameAdmin(Desk, Guarded):
    """Tables, who sits there, who is late; name and visibility can be put right, nothing else."""

    list_display = ["name", "to_desk", "table", "title", "status", "who", "late", "opened_at", "ended_at"]
    list_filter = ["status", LateFilter, ("slug", GameFilter), "public", "clock", "absence", "opened_at"]
    search_fields = ["name"]
    search_tables, search_people = ("pk",), ("players__user",)
    ordering = ["-opened_at", "-pk"]
    fieldsets = [(heading, {"fields": [*([] if heading else ["name", "public"]), *names]}) for heading, names in FACTS]
    readonly_fields = [name for _heading, names in FACTS for name in names]

    def get_queryset(self, request: HttpRequest) -> QuerySet[Game]:
        """With the players, in two queries more."""
        return with_players(super().get_queryset(request).select_related("host", "rematch_of", "origin"))

    def save_model(self, request: HttpRequest, obj: Game, form: ModelForm, change: bool) -> None:
        """Saves only the changed fields: a concurrent move must not be overwritten."""
        if form.changed_data:
            obj.save(update_fields=form.changed_data)
        if "public" in form.changed_data:
            histories.unpack(obj)

    @admin.display(description=_("game"), ordering="slug")
    def title(self, game: Game) -> str:
        """What is played."""
        return gettext(game.rules.NAME)

    @admin.display(description=_("options"))
    def options_in_words(self, game: Game) -> SafeString:
        """Each option with the choice of this table."""
        said = (
            gettext("%(label)s: %(choice)s") % {"label": option.label, "choice": option.choice}
            for option in chosen_options(game)
        )
        return format_html_join("", "<p>{}</p>", ((each,) for each in said))

    @admin.display(description=_("what vacations may do"))
    def vacations(self, game: Game) -> str:
        """What this table allows its players who are away."""
        return ", ".join(str(Game.Away(way).label) for way in game.away) or "–"

    @admin.display(description=_("commitment"))
    def binding_number(self, game: Game) -> str:
        """What binds the house to its secret."""
        return game.commitment

    @admin.display(description=_("players"))
    def who(self, game: Any) -> str:
        """All players of the table."""
        return ", ".join(player.shown_name for player in game.seated)

    @admin.display(description=_("late"))
    def late(self, game: Any) -> str:
        """Who has let the deadline pass."""
        now = timezone.now()
        return ", ".join(p.shown_name for p in game.seated if p.deadline is not None and p.deadline < now) or "–"

    @admin.display(description=_("desk"))
    def to_desk(self, game: Game) -> SafeString:
        """The page with everything about this game."""
        return format_html('<a href="{}">{}</a>', reverse("admin:games_game_desk", args=[game.pk]), gettext("Look"))
