"""Ratings for staff: their values, and the changes caused by each game. Read only: they are computed from the games."""

from django.contrib import admin
from django.utils.safestring import SafeString
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts.i18n.dates import localized_date
from accounts.i18n.lists import decimal
from games.models import Game, Rating, RatingChange
from games.moderation.admin.read_only import GameFilter, ReadOnly, desk_link
from games.rules import RULES
from games.stats.rating_display import Shown, gained, points, shown

MODEL = _("The model’s own numbers")


@admin.register(Rating)
class RatingAdmin(ReadOnly):
    list_display = ["user", "title", "in_points", "games"]
    list_filter = [("variant", GameFilter)]
    list_select_related = ["user"]
    search_fields = ["user__username", "user__display_name"]
    search_people = ("user",)
    fieldsets = [
        (None, {"fields": ["user", "title", "in_points", "games"]}),
        (MODEL, {"fields": ["estimate", "uncertainty"], "classes": ["collapse"]}),
    ]
    readonly_fields = ["title", "in_points", "estimate", "uncertainty"]

    def heading(self, row: Rating) -> str:
        return f"{row.user.shown_name}, {self.title(row)}: {self.in_points(row)}"

    @admin.display(description=_("game"), ordering="variant")
    def title(self, rating: Rating) -> str:
        return gettext(RULES[rating.variant].engine.NAME)

    @admin.display(description=_("rating"), ordering="mu")
    def in_points(self, rating: Rating) -> str:
        return _band(shown(rating.mu, rating.sigma))

    @admin.display(description=_("estimate"))
    def estimate(self, rating: Rating) -> str:
        return decimal(rating.mu)

    @admin.display(description=_("uncertainty"))
    def uncertainty(self, rating: Rating) -> str:
        return decimal(rating.sigma)


@admin.register(RatingChange)
class RatingChangeAdmin(ReadOnly):
    list_display = ["user", "game", "address", "when", "before", "after", "change"]
    says_itself = ("address",)
    list_select_related = ["user", "player__game"]
    search_fields = ["=player__game__public_id", "player__game__name", "user__username", "user__display_name"]
    search_tables, search_people = ("player__game",), ("user",)
    fieldsets = [
        (None, {"fields": ["user", "player", "address", "when", "before", "after", "change"]}),
        (MODEL, {"fields": ["model_before", "model_after"], "classes": ["collapse"]}),
    ]
    readonly_fields = ["address", "when", "before", "after", "change", "model_before", "model_after"]

    def heading(self, row: RatingChange) -> str:
        before, after = points(row.mu_before), points(row.mu)
        return f"{row.user.shown_name}, {row.player.game.name}: {before} → {after}"

    @admin.display(description=_("game"), ordering="player__game__name")
    def game(self, change: RatingChange) -> Game:
        return change.player.game

    @admin.display(description=_("address of the table"), ordering="player__game__public_id")
    def address(self, change: RatingChange) -> SafeString:
        return desk_link(change.player.game, change.player.game.public_id)

    @admin.display(description=_("when"), ordering="player__game__finished_at")
    def when(self, change: RatingChange) -> str:
        finished_at = change.player.game.finished_at
        return localized_date(finished_at, "d MMM y, HH:mm") if finished_at else "–"

    @admin.display(description=_("rating before"), ordering="mu_before")
    def before(self, change: RatingChange) -> str:
        return _band(shown(change.mu_before, change.sigma_before))

    @admin.display(description=_("rating after"), ordering="mu")
    def after(self, change: RatingChange) -> str:
        return _band(shown(change.mu, change.sigma))

    @admin.display(description=_("rating before"))
    def model_before(self, change: RatingChange) -> str:
        return f"{decimal(change.mu_before)} ± {decimal(change.sigma_before)}"

    @admin.display(description=_("rating after"))
    def model_after(self, change: RatingChange) -> str:
        return f"{decimal(change.mu)} ± {decimal(change.sigma)}"

    @admin.display(description=_("change"))
    def change(self, change: RatingChange) -> str:
        return f"{gained(change):+d}".replace("-", "−")


def _band(rating: Shown) -> str:
    return f"{rating.estimate} ± {rating.spread}"
