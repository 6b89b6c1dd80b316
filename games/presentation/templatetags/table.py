"""Template filters and tags for the table: sentences in the viewer's language, seats by number, remaining time."""

import json
import re
from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any, NamedTuple

from django import template
from django.template.loader import select_template
from django.utils import timezone
from django.utils.formats import number_format
from django.utils.html import format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from accounts.i18n.lists import join_list
from games.models import Game
from games.presentation import assets
from games.presentation.card_html import LocalizedFace
from games.presentation.narration import Narrator, paragraph_id
from games.presentation.view_model import SeatInfo
from games.rules.game import Rules
from games.rules.phrases import figure
from games.rules.vocabulary import Face, Line

register = template.Library()
register.filter("figure", figure)
register.simple_tag(paragraph_id)


@register.filter
def as_text(line: Line | None, narrator: Narrator) -> str:
    """Return a sentence or name as plain text, or an empty string for None."""
    return narrator.line(line) if line else ""


@register.filter
def as_html(line: Line | None, narrator: Narrator) -> SafeString:
    """Return a sentence or name as HTML, or an empty string for None."""
    return narrator.rich(line) if line else SafeString()


_SYLLABLE = re.compile(
    r"(?<=\w{2})(?<![bcdfgptv](?=[lr]))(?=(?:[bcdfgptv]?[lr]|[bcdfghkmnpqstvwxzłńśżźćç])[aeiouyàâéèêóąęåäö])",
    re.IGNORECASE,
)
_LONG = 7
"""The maximum length of a word that may be broken before its last two letters."""


@register.filter
def soft_hyphens(name: str) -> str:
    """Insert soft hyphens before syllables, for narrow cards: browsers can hyphenate few languages."""

    def broken(word: re.Match[str]) -> str:
        rest = 3 if len(word[0]) > _LONG else 2
        return _SYLLABLE.sub(lambda gap: "\u00ad" if len(word[0]) - gap.start() >= rest else "", word[0])

    return re.sub(r"\w+", broken, name)


@register.filter
def localized_face(face: Face | None, narrator: Narrator) -> LocalizedFace | None:
    """Return a card's face in the viewer's language, or None for a face-down card."""
    return narrator.localized(face) if face else None


@register.filter
def localized_faces(faces: Sequence[Face], narrator: Narrator) -> tuple[LocalizedFace, ...]:
    return tuple(narrator.localized(face) for face in faces)


@register.filter
def as_list(lines: Sequence[Line], narrator: Narrator) -> str:
    """Return sentences or names as a list in plain text, joined with commas and “and”."""
    return join_list([narrator.line(line) for line in lines])


@register.filter
def in_100(chance: float) -> str:
    """Return a chance as a number out of 100: whole, or with one decimal below 1."""
    places = 0 if chance >= 0.01 else 1
    return number_format(round(100 * chance, places), places)


@register.filter
def chip(code: str, narrator: Narrator) -> SafeString:
    return narrator.card_html(code)


@register.filter
def seat_info(seats: Sequence[SeatInfo], seat: int) -> SeatInfo:
    return seats[seat]


@register.filter
def names_to_move(seats: Sequence[SeatInfo]) -> str:
    return join_list([info.full_name for info in seats if info.to_move])


@register.filter
def time_left(deadline: datetime | None) -> str:
    """Return the time until the deadline in its two largest units. A script on the page counts down."""
    return duration(deadline - timezone.now()) if deadline is not None else ""


@register.filter
def duration(time: timedelta) -> str:
    """Format a duration in its two largest units, or as “time is up” if it is not positive."""
    seconds = int(time.total_seconds())
    if seconds <= 0:
        return _("time is up")
    minutes, hours, days = seconds // 60 % 60, seconds // 3600 % 24, seconds // 86400
    pattern = _duration_formats()["days" if days else "hours" if hours else "minutes"]
    return pattern % {"days": days, "hours": hours, "minutes": minutes}


def _duration_formats() -> dict[str, str]:
    return {
        "days": _("%(days)d d %(hours)d h"),
        "hours": _("%(hours)d h %(minutes)02d m"),
        "minutes": _("%(minutes)d m"),
    }


@register.simple_tag
def duration_formats() -> str:
    return json.dumps(_duration_formats())


@register.simple_tag
def server_now() -> int:
    """Return the server's time in milliseconds since 1970, with which the script corrects the device's clock."""
    return int(timezone.now().timestamp() * 1000)


@register.filter
def countdown(moment: datetime) -> str:
    """Return the minutes and seconds until ``moment``, such as ``1:52``."""
    seconds = max(0, int((moment - timezone.now()).total_seconds()))
    return f"{seconds // 60}:{seconds % 60:02d}"


@register.filter
def grouped_digits(text: str, size: int) -> str:
    """Split a long number into groups of ``size`` digits, so that it is easier to read aloud."""
    return " ".join(text[start : start + size] for start in range(0, len(text), size))


@register.simple_tag
def game_template(game: Any, name: str) -> str:
    """Return the path of the game's own template, or of the default one; ``game`` is a Game or its rules."""
    variant = game.variant if isinstance(game, Game) else game.engine.VARIANT
    return str(select_template([f"games/{variant}/{name}.html", f"games/default/{name}.html"]).template.name)


@register.filter
def icon_sprite(rules: Rules) -> str:
    return assets.icons(rules.engine.VARIANT)


@register.simple_tag
def piece_styles() -> SafeString:
    return format_html_join("\n", '<link rel="stylesheet" href="{}">', ((each,) for each in assets.piece_styles()))


class ChosenOption(NamedTuple):
    label: str
    choice: str
    help: str


@register.filter
def chosen_options(game: Game) -> list[ChosenOption]:
    return [
        ChosenOption(_(option.label), _(choice.label), _(option.help))
        for option in game.rules.engine.OPTIONS
        for choice in option.choices
        if choice.value == game.options.get(option.name, option.default)
    ]
