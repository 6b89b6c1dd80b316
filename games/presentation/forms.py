"""The form that validates a posted move."""

import re
from collections.abc import Sequence
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.http import QueryDict
from django.utils.translation import gettext_lazy as _

CARD = re.compile(r"[0-9A-Za-z]{1,12}")

MAX_CARDS = 8


class VersionForm(forms.Form):
    """A form of the table's page, with the version of the table that the page shows."""

    version = forms.CharField(
        max_length=40,
        error_messages={
            "required": _("The page didn’t say which version of the table it shows. Reload it and try again.")
        },
    )

    def first_error(self) -> str:
        errors: Any = self.errors.values()
        return str(next(iter(errors))[0])


class MoveForm(VersionForm):
    """A move. Cards from the field ``card`` replace an asterisk in its text.

    ``*`` stands for one or more cards in posted order, ``**`` for one or more cards in canonical order.
    """

    move = forms.CharField(max_length=100, error_messages={"required": _("Choose what to do.")})

    def __init__(self, data: QueryDict, pieces: Sequence[str]) -> None:
        super().__init__(data)
        self.pieces = pieces

    def clean_move(self) -> str:
        """Return the move with the asterisk replaced by the chosen cards. Raise `ValidationError` if they don't fit."""
        text: str = self.cleaned_data["move"]
        if "*" not in text:
            return text
        cards = self._chosen()
        if not cards:
            raise ValidationError(_("Choose a card first."))
        if "**" in text:
            return text.replace("**", " ".join(sorted(cards, key=self._position)))
        return text.replace("*", " ".join(cards))

    def _chosen(self) -> list[str]:
        cards = self.data.getlist("card") if isinstance(self.data, QueryDict) else []
        if len(cards) > MAX_CARDS or not all(CARD.fullmatch(card) for card in cards):
            raise ValidationError(_("There’s no such card."))
        return cards

    def _position(self, card: str) -> int:
        """Return the card's position in canonical order. Unknown cards come last, and the rules refuse them."""
        return self.pieces.index(card) if card in self.pieces else len(self.pieces)


def posted_steps(data: QueryDict, field: str) -> list[str]:
    """Return the steps of a plan in a repeated field, without empty ones.

    In a step, ``*`` stands for the cards in the fields ``card``, ordered by the numbers in the fields ``place``, and
    ``+`` for the texts in the fields ``extra``.
    """
    cards, extras = " ".join(_placed(data)), " ".join(data.getlist("extra"))
    steps = [text.replace("*", cards).replace("+", extras) for text in data.getlist(field)]
    return [step for text in steps if (step := " ".join(text.split()))]


def _placed(data: QueryDict) -> list[str]:
    """Return the posted cards by place. Cards with equal or invalid places keep their posted order."""
    cards, places = data.getlist("card"), data.getlist("place")
    numbers = [int(place) if place.isdecimal() else len(cards) for place in places[: len(cards)]]
    numbers += [len(cards)] * (len(cards) - len(numbers))
    return [card for _number, card in sorted(zip(numbers, cards, strict=True), key=lambda each: each[0])]
