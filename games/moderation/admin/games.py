"""The admin of games, for staff."""

from collections.abc import Iterable
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
from games.moderation.admin.game_page import Desk
from games.moderation.admin.read_only import GameFilter
from games.presentation.templatetags.table import chosen_options
from games.presentation.view_model import with_players
from games.stats.game_list import outcome_text


class LateFilter(admin.SimpleListFilter):
    title = _("late")
    parameter_name = "late"

    def lookups(self, request: HttpRequest, model_admin: admin.ModelAdmin) -> list[tuple[str, Any]]:
        return [("yes", _("a player is late"))]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Game]) -> QuerySet[Game]:
        if self.value() != "yes":
            return queryset
        return queryset.filter(pk__in=Game.objects.filter(players__deadline__lt=timezone.now()).values("pk"))


FACTS = (
    (None, ["address", "title", "status", "turn", "host", "size"]),
    (_("What everyone agrees to"), ["options_in_words", "hand_labels", "odds", "entry_in_words", "time_in_words"]),
    (_("Dates"), ["opened_at", "started_at", "finished_at", "paused_at", "paused_until", "agreed_until"]),
    (_("Result"), ["result", "beginning", "rematch_of", "binding_number"]),
)
"""The fields of a game that staff can't edit, under headings."""


def _paragraphs(sentences: Iterable[str]) -> SafeString:
    return format_html_join("", "<p>{}</p>", ((each,) for each in sentences))


@admin.register(Game)
class GameAdmin(Desk):
    """Tables with their players and late seats; only name and visibility can be changed."""

    list_display = ["name", "to_desk", "public_id", "title", "status", "who", "late", "opened_at", "finished_at"]
    list_filter = ["status", LateFilter, ("variant", GameFilter), "public", "clock", "absence", "opened_at"]
    says_itself = ("to_desk",)
    search_fields = ["name"]
    search_tables, search_people = ("pk",), ("players__user",)
    ordering = ["-opened_at", "-pk"]
    fieldsets = [(heading, {"fields": [*([] if heading else ["name", "public"]), *names]}) for heading, names in FACTS]
    readonly_fields = [name for _heading, names in FACTS for name in names]

    def get_queryset(self, request: HttpRequest) -> QuerySet[Game]:
        return with_players(super().get_queryset(request).select_related("host", "rematch_of", "origin"))

    def save_model(self, request: HttpRequest, obj: Game, form: ModelForm, change: bool) -> None:
        """Save only the changed fields, so that a concurrent move is not overwritten."""
        changed = list(form.changed_data)
        if "name" in changed:
            obj.renamed_at = timezone.now()
            changed.append("renamed_at")
        if changed:
            obj.save(update_fields=changed)
        if "public" in changed:
            histories.unpack(obj)

    @admin.display(description=_("game"), ordering="variant")
    def title(self, game: Game) -> str:
        return gettext(game.rules.engine.NAME)

    @admin.display(description=_("options"))
    def options_in_words(self, game: Game) -> SafeString:
        said = (
            gettext("%(label)s: %(choice)s") % {"label": option.label, "choice": option.choice}
            for option in chosen_options(game)
        )
        return _paragraphs(said)

    @admin.display(description=_("address of the table"))
    def address(self, game: Game) -> SafeString:
        return format_html('<a href="{0}">{0}</a>', game.get_absolute_url())

    @admin.display(description=_("time and absence"))
    def time_in_words(self, game: Game) -> SafeString:
        return _paragraphs(game.agreement_sentences)

    @admin.display(description=_("rating, and who may sit down"))
    def entry_in_words(self, game: Game) -> SafeString:
        return _paragraphs(game.entry_sentences)

    @admin.display(description=_("how it ended"))
    def result(self, game: Any) -> str:
        return outcome_text(game, game.seated, None) if game.finished_at else "–"

    @admin.display(description=_("how it began"))
    def beginning(self, game: Game) -> str:
        if game.was_dealt:
            return gettext("With a deal.")
        facts = {"name": game.origin or "–", "number": game.origin_move}
        return gettext("From %(name)s, in place of move %(number)s.") % facts

    @admin.display(description=_("lock on the deal"))
    def binding_number(self, game: Game) -> str:
        return game.commitment

    @admin.display(description=_("players"))
    def who(self, game: Any) -> str:
        return ", ".join(player.shown_name for player in game.seated)

    @admin.display(description=_("late"))
    def late(self, game: Any) -> str:
        now = timezone.now()
        return ", ".join(p.shown_name for p in game.seated if p.deadline is not None and p.deadline < now) or "–"

    @admin.display(description=_("desk"))
    def to_desk(self, game: Game) -> SafeString:
        return format_html('<a href="{}">{}</a>', reverse("admin:games_game_desk", args=[game.pk]), gettext("Look"))
