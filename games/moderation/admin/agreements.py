"""Read-only pages for staff about votes, vacations, and the incidents between the moves of a game."""

from typing import Any

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.safestring import SafeString
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts.i18n.dates import localized_date, localized_span
from games.models import Arrangement, Ballot, Incident, Vacation, Vote
from games.moderation.admin.read_only import OfGame, ReadOnly, ReadOnlyInline, desk_link, incident_text
from games.presentation.view_model import narrator_of


@admin.register(Incident)
class IncidentAdmin(OfGame):
    list_display = ["kind", "game", "address", "who", "after", "occurred_at"]
    list_filter = ["kind", "game__status", "occurred_at"]
    fields = ["game", "address", "kind", "who", "after", "in_words", "occurred_at"]
    readonly_fields = ["address", "who", "in_words"]

    def heading(self, row: Incident) -> str:
        return gettext("After move %(number)s: %(what)s") % {
            "number": row.after,
            "what": self.in_words(row).removesuffix("."),
        }

    @admin.display(description=_("in words"))
    def in_words(self, incident: Incident) -> str:
        game: Any = incident.game
        return incident_text(incident, narrator_of(game, game.seated, None))


class BallotInline(ReadOnlyInline):
    model = Ballot
    fields = ["player", "answer", "when"]

    @admin.display(description=_("answer"), boolean=True)
    def answer(self, ballot: Ballot) -> bool:
        return ballot.yes

    @admin.display(description=_("when"))
    def when(self, ballot: Ballot) -> str:
        return localized_date(ballot.cast_at, "d MMM y, HH:mm")


@admin.register(Vote)
class VoteAdmin(ReadOnly):
    list_display = ["kind", "game", "by", "state", "opened_at", "closes_at"]
    list_filter = ["kind", "state", "opened_at"]
    list_select_related = ["game", "by__user"]
    search_fields = OfGame.search_fields
    search_tables = ("game",)
    fields = ["game", "kind", "by", "state", "opened_at", "closes_at"]
    inlines = [BallotInline]

    def heading(self, row: Vote) -> str:
        return f"{row.game.name}: {row.get_kind_display()}"


class ArrangementInline(ReadOnlyInline):
    model = Arrangement
    fields = ["table", "address", "meanwhile", "friend", "answered"]

    def get_queryset(self, request: HttpRequest) -> QuerySet[Arrangement]:
        return super().get_queryset(request).select_related("player__game", "friend")

    @admin.display(description=_("table"))
    def table(self, arrangement: Arrangement) -> SafeString:
        return desk_link(arrangement.player.game, arrangement.player.game.name)

    @admin.display(description=_("address of the table"))
    def address(self, arrangement: Arrangement) -> str:
        return arrangement.player.game.public_id

    @admin.display(description=_("meanwhile"))
    def meanwhile(self, arrangement: Arrangement) -> str:
        return arrangement.get_kind_display() or gettext("nothing: the clock runs")

    @admin.display(description=_("answer"))
    def answered(self, arrangement: Arrangement) -> str:
        return arrangement.get_answer_display() if arrangement.friend else "–"


@admin.register(Vacation)
class VacationAdmin(ReadOnly):
    list_display = ["user", "first", "last", "state"]
    list_filter = ["state", "first"]
    list_select_related = ["user"]
    search_fields = ["user__username", "user__display_name"]
    search_people = ("user",)
    ordering = ["-first", "-pk"]
    fields = ["user", "first", "last", "begins_at", "ends_at", "state"]
    inlines = [ArrangementInline]

    def heading(self, row: Vacation) -> str:
        return f"{row.user.shown_name}, {localized_span(row.first, row.last)}"
