"""What the table's templates need: sentences in the viewer's language, seats by number, how long is left."""

from __future__ import annotations

import json
from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any, NamedTuple

from django import template
from django.template.loader import select_template
from django.utils import timezone
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from accounts.i18n.lists import enumerated
from games.models import Game
from games.rules.contract import Line
from games.table.narration import Narrator, anchor
from games.table.view_model import SeatInfo

register = template.Library()


@register.filter
def say(line: Line | None, narrator: Narrator) -> str:
    """A sentence or a name as plain text; empty for None."""
    return narrator.line(line) if line else ""


@register.filter
def tell(line: Line | None, narrator: Narrator) -> SafeString:
    """The same as HTML, with cards drawn as chips."""
    return narrator.rich(line) if line else SafeString()


@register.filter
def listed(lines: Sequence[Line], narrator: Narrator) -> str:
    """Several as an enumeration, as plain text."""
    return enumerated([narrator.line(line) for line in lines])


@register.filter
def chip(code: str, narrator: Narrator) -> SafeString:
    """A card, drawn."""
    return narrator.card_html(code)


@register.filter
def at(seats: Sequence[SeatInfo], seat: int) -> SeatInfo:
    """Who sits on a seat."""
    return seats[seat]


@register.filter
def asked(seats: Sequence[SeatInfo]) -> str:
    """The names of those who are to move."""
    return enumerated([info.short for info in seats if info.asked])


@register.filter
def left(deadline: datetime | None) -> str:
    """How long it is until then, in the two largest units; the page's script counts on from there."""
    return span(deadline - timezone.now()) if deadline is not None else ""


@register.filter
def span(time: timedelta) -> str:
    """A length of time in its two largest units."""
    seconds = int(time.total_seconds())
    if seconds <= 0:
        return _("time is up")
    minutes, hours, days = seconds // 60 % 60, seconds // 3600 % 24, seconds // 86400
    words = _spans()["days" if days else "hours" if hours else "minutes"]
    return words % {"days": days, "hours": hours, "minutes": minutes}


def _spans() -> dict[str, str]:
    """A length of time in words, by its largest unit."""
    return {
        "days": _("%(days)d d %(hours)d h"),
        "hours": _("%(hours)d h %(minutes)02d m"),
        "minutes": _("%(minutes)d m"),
    }


@register.simple_tag
def spans() -> str:
    """The same for the page's script, which fills the numbers in anew."""
    return json.dumps(_spans())


@register.filter
def clock(moment: datetime) -> str:
    """Minutes and seconds until then: ``1:52``."""
    seconds = max(0, int((moment - timezone.now()).total_seconds()))
    return f"{seconds // 60}:{seconds % 60:02d}"


@register.filter
def spaced(text: str, size: int) -> str:
    """A long number in groups, for reading it out."""
    return " ".join(text[start : start + size] for start in range(0, len(text), size))


@register.simple_tag
def shared_template(game: Any, name: str) -> str:
    """The path of a game's own template, or of the one for games that have none; takes a Game or its rules."""
    slug = game.slug if isinstance(game, Game) else game.SLUG
    return str(select_template([f"games/{slug}/{name}.html", f"games/default/{name}.html"]).template.name)


@register.simple_tag
def paragraph_id(number: str) -> str:
    """A paragraph's id on the rules page."""
    return anchor(number)


class Term(NamedTuple):
    """An option of the game with the value chosen for it, in words."""

    label: str
    choice: str
    help: str


@register.filter
def terms(game: Game) -> list[Term]:
    """What whoever sits down agrees to: the game's options in words."""
    return [
        Term(_(option.label), _(choice.label), _(option.help))
        for option in game.rules.OPTIONS
        for choice in option.choices
        if choice.value == game.options.get(option.name, option.default)
    ]
