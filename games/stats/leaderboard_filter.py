"""The filter of the leaderboards: one game or all games, and the users to include."""

from typing import Any, Literal, cast

from django import forms
from django.urls import reverse
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from accounts.models import Visitor
from games.stats.game_filters import game_choices, select

Players = Literal["", "friends", "bots"]


class LeaderboardFilter(forms.Form):
    """Filter by game, and by people, friends or computer players from outside. Invalid choices are ignored."""

    game = forms.ChoiceField(label=_("Game"), required=False, choices=game_choices, widget=select())
    players = forms.ChoiceField(
        label=_("Players"),
        required=False,
        choices=[
            ("", pgettext_lazy("players", "Everyone")),
            ("friends", _("My friends and I")),
            ("bots", _("Computer players from outside")),
        ],
        widget=select(),
    )

    def __init__(self, data: Any, user: Visitor) -> None:
        super().__init__(data)
        if not user.is_authenticated or user.is_guest:
            field = cast(forms.ChoiceField, self.fields["players"])
            field.choices = [choice for choice in cast(list[Any], field.choices) if choice[0] != "friends"]
        self.full_clean()

    @property
    def players_chosen(self) -> Players:
        return cast(Players, self.cleaned_data.get("players", ""))

    @property
    def board(self) -> str:
        variant = self.cleaned_data.get("game")
        return self.board_url(variant) if variant else ""

    def board_url(self, variant: str) -> str:
        if self.players_chosen == "bots":
            return reverse("bots-leaderboard", args=[variant])
        query = {"players": "friends"} if self.players_chosen == "friends" else {}
        return reverse("leaderboard", args=[variant], query=query)
