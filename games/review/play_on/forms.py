"""The form for playing on from a position in a finished game."""

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from django import forms
from django.forms import BoundField
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games.computers.levels import LEVELS
from games.lobby.practice import level_choices
from games.models import Player
from games.presentation.view_model import SeatInfo
from games.review.play_on.play_on import Choices
from games.rules.contract import Seat

AS_THEY_WERE, AGAIN = "same", "again"


class HiddenCards(NamedTuple):
    label: Any
    help: Any


HIDDEN_CARDS = {
    AS_THEY_WERE: HiddenCards(
        _("As they were"), _("The same hands and the same deck. You may remember them from the Review.")
    ),
    AGAIN: HiddenCards(_("Dealt again"), _("Everything you couldn’t see is shuffled again.")),
}


class Opponent(NamedTuple):
    info: SeatInfo
    field: BoundField


class PlayOnForm(forms.Form):
    hidden = forms.ChoiceField(
        label=_("The hidden cards"),
        choices=[(value, way.label) for value, way in HIDDEN_CARDS.items()],
        initial=AS_THEY_WERE,
        widget=forms.RadioSelect(attrs={"class": "vh"}),
    )

    odds = forms.BooleanField(
        label=_("Odds"),
        help_text=_(
            "The table tells you how likely a draw is to complete your hand, judging by what you can see. "
            "Hints are always there: “What would Master do?”"
        ),
        required=False,
    )

    def __init__(
        self, players: Sequence[Player], infos: Sequence[SeatInfo], own: Seat, usual: str, data: Any = None
    ) -> None:
        super().__init__(data)
        self.own, self.others = own, [info for info in infos if info.seat != own]
        for info in self.others:
            bot = players[info.seat].bot
            self.fields[_name(info.seat)] = forms.ChoiceField(
                label=gettext("In %(name)s’s seat") % {"name": info.user_name},
                choices=level_choices(),
                initial=bot if bot in LEVELS else usual,
                widget=forms.Select(attrs={"class": "field"}),
            )

    def opponents(self) -> Iterator[Opponent]:
        for info in self.others:
            yield Opponent(info, self[_name(info.seat)])

    def choices(self) -> Choices:
        bots = {info.seat: self.cleaned_data[_name(info.seat)] for info in self.others}
        return Choices(self.own, bots, self.cleaned_data["hidden"] == AGAIN, self.cleaned_data["odds"])


def _name(seat: Seat) -> str:
    return f"level_{seat}"
