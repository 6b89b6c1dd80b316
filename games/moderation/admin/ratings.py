"""Ratings for staff: what they are, and which game did what to them. Read only: ``manage.py rate`` writes them."""

from __future__ import annotations

from django.contrib import admin
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games.models import Game, Rating, RatingChange
from games.moderation.admin.read_only import GameFilter, ReadOnly
from games.rules import RULES


@admin.register(Rating)
class RatingAdmin(ReadOnly):
    """Ratings of all users, by game."""

    list_display = ["user", "title", "mu", "sigma", "games"]
    list_filter = [("slug", GameFilter)]
    list_select_related = ["user"]
    search_fields = ["user__username", "user__display_name"]
    search_people = ("user",)
    ordering = ["-pk"]
    fields = ["user", "title", "mu", "sigma", "games"]
    readonly_fields = ["title"]

    @admin.display(description=_("game"), ordering="slug")
    def title(self, rating: Rating) -> str:
        """What is played."""
        return gettext(RULES[rating.slug].NAME)


@admin.register(RatingChange)
class RatingChangeAdmin(ReadOnly):
    """What each rated game has done to each of its players."""

    list_display = ["user", "game", "mu_before", "mu", "sigma"]
    list_select_related = ["user", "player__game"]
    search_fields = ["=player__game__table", "user__username"]
    search_tables, search_people = ("player__game",), ("user",)
    ordering = ["-pk"]
    fields = ["user", "player", "game", "mu_before", "sigma_before", "mu", "sigma"]
    readonly_fields = ["game"]

    @admin.display(description=_("game"), ordering="player__game__name")
    def game(self, change: RatingChange) -> Game:
        """The game that has ended."""
        return change.player.game
