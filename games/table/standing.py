"""Where a player stands at a game, told in words: what a mail shows in place of the board."""

from __future__ import annotations

from typing import Any, NamedTuple

from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from accounts.i18n.lists import enumerated
from games.rules.contract import Place
from games.table.narration import Narrator


class PlaceTold(NamedTuple):
    """A place or matter in words, empty where there is none. ``cards`` are the viewer's own: chip, whether it lies face
    up. ``others`` are HTML, ``others_text`` the same as text."""

    heading: str
    name: str
    warning: str
    cards: list[tuple[SafeString, bool]]
    cards_text: str
    own: str
    others: list[SafeString]
    others_text: list[str]


class StandingTold(NamedTuple):
    """Where the viewer stands, in words; ``hand`` are chips."""

    places: list[PlaceTold]
    hand: list[SafeString]
    hand_text: str
    note: str


def standing(view: Any, narrator: Narrator) -> StandingTold:
    """Where the viewer of ``view`` stands, for a mail."""
    told = narrator.rules.standing(view)
    return StandingTold(
        places=[_place(place, narrator) for place in told.places],
        hand=[narrator.card_html(code) for code in told.hand],
        hand_text=narrator.cards(told.hand),
        note=narrator.line(told.note),
    )


def _place(place: Place, narrator: Narrator) -> PlaceTold:
    names = [
        narrator.card(code) if up else _("%(card)s (face down)") % {"card": narrator.card(code)}
        for code, up in place.cards
    ]
    faces = [narrator.printed(code) for code, _up in place.cards]
    chips = [narrator.chip(face, name) for face, name in zip(faces, names, strict=True)]
    return PlaceTold(
        heading=narrator.line(place.heading),
        name=narrator.line(place.name) if place.name else "",
        warning=narrator.line(place.warning) if place.warning else "",
        cards=list(zip(chips, (up for _code, up in place.cards), strict=True)),
        cards_text=enumerated(names),
        own=narrator.line(place.own) if place.own else "",
        others=[narrator.rich(other) for other in place.others],
        others_text=[narrator.line(other) for other in place.others],
    )
