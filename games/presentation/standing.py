"""A player's position as text, shown in mails instead of the board."""

from typing import Any, NamedTuple

from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from accounts.i18n.lists import join_list
from games.presentation.narration import Narrator
from games.rules.vocabulary import Place


class PlaceText(NamedTuple):
    """A place on the board as text; missing parts are empty.

    ``cards`` are the viewer's own: each card's HTML, and whether it is face up. ``others`` is HTML, ``others_text``
    plain text.
    """

    heading: str
    name: str
    warning: str
    cards: list[tuple[SafeString, bool]]
    cards_text: str
    own: str
    others: list[SafeString]
    others_text: list[str]


class StandingText(NamedTuple):
    places: list[PlaceText]
    hand: list[SafeString]
    hand_text: str
    note: str


def standing(view: Any, narrator: Narrator) -> StandingText:
    position = narrator.rules.presentation.standing(view)
    return StandingText(
        places=[_place(place, narrator) for place in position.places],
        hand=[narrator.card_html(code) for code in position.hand],
        hand_text=narrator.cards(position.hand),
        note=narrator.line(position.note),
    )


def _place(place: Place, narrator: Narrator) -> PlaceText:
    names = [
        narrator.card(code) if up else _("%(card)s (face down)") % {"card": narrator.card(code)}
        for code, up in place.cards
    ]
    faces = [narrator.printed(code) for code, _up in place.cards]
    chips = [narrator.chip(face, name) for face, name in zip(faces, names, strict=True)]
    return PlaceText(
        heading=narrator.line(place.heading),
        name=narrator.line(place.name) if place.name else "",
        warning=narrator.line(place.warning) if place.warning else "",
        cards=list(zip(chips, (up for _code, up in place.cards), strict=True)),
        cards_text=join_list(names),
        own=narrator.line(place.own) if place.own else "",
        others=[narrator.rich(other) for other in place.others],
        others_text=[narrator.line(other) for other in place.others],
    )
