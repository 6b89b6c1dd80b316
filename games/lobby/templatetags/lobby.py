"""Template filters and tags for pages that list tables: cards, seats, and the players to move."""

from collections.abc import Iterable, Mapping
from typing import Any

from django import template

from games.lobby import open_tables as offers
from games.lobby.forms import Company
from games.lobby.short_terms import short_terms, terms_to_come
from games.lobby.time_controls import Preset
from games.models import Game, Invitation, Player
from games.presentation.card_html import LocalizedFace
from games.presentation.narration import Narrator
from games.rules.game import Rules

register = template.Library()
register.filter(short_terms)
register.filter(terms_to_come)


@register.filter
def any_has(items: Iterable[Any], name: str) -> bool:
    return any(getattr(each, name) for each in items)


@register.filter
def face(code: str, narrator: Narrator) -> LocalizedFace:
    return narrator.printed(code)


@register.filter
def split_codes(codes: str) -> list[str]:
    return codes.split()


@register.filter
def sample_face(code: str, rules: Rules) -> LocalizedFace:
    """Return the face of a card that is not part of a running game."""
    return Narrator(rules, {}, None).printed(code)


@register.filter
def help_of(choices: Mapping[str, Preset | Company] | None, key: str) -> object:
    """Return the explanation of a choice, or an empty string for an unknown choice."""
    return choices[key].help if choices and key in choices else ""


@register.filter
def card_name(code: str, narrator: Narrator) -> str:
    return narrator.card(code)


@register.filter
def tile_name(code: str, narrator: Narrator) -> str:
    return narrator.line(narrator.rules.presentation.name_of(code))


@register.filter
def missing(cards: Any, places: int) -> range:
    """Return a range with one number per empty card place."""
    return range(places - len(cards))


@register.simple_tag(takes_context=True)
def seating(context: template.Context, game: Game) -> dict[str, object]:
    """Return the ``offer`` and the ``persona_choices`` of a table that has not started."""
    user = context["user"]
    players = list(Player.objects.filter(game=game).select_related("user").order_by("pk"))
    me = next((player for player in players if user.is_authenticated and player.user_id == user.pk), None)
    offer = offers.offer(game, players, user, offers.punctuality_of(players))
    return {"offer": offer, "persona_choices": list(offers.persona_choices(game, players, me))}


@register.filter
def unanswered(invitations: Iterable[Invitation]) -> list[str]:
    return [invitation.user.shown_name for invitation in invitations if not invitation.declined]


@register.filter
def figure_templates(rules: Rules, figure: str) -> list[str]:
    """Return the template names for a figure in the rules, the game's own first."""
    return [f"games/{rules.engine.VARIANT}/figures/{figure}.html", f"lobby/figures/{figure}.html"]
