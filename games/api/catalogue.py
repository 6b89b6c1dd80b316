"""The games with their options and rules."""

from typing import Any

from django.conf import settings
from django.http import Http404, HttpRequest
from django.urls import reverse
from django.utils.translation import gettext
from ninja import Router

from games.api.authentication import anybody
from games.api.schema import Schema
from games.lobby.rulebook import plain_paragraphs
from games.rules import RULES
from games.rules.game import Rules

router = Router()


class OptionChoice(Schema):
    """A possible value of an option."""

    value: bool | str
    """The value to send in `options`."""
    label: str
    """The value in words, in the requested language."""


class GameOption(Schema):
    """An option of a game."""

    name: str
    """The option’s key in a table’s `options`."""
    label: str
    """The option in words, in the requested language."""
    help: str
    """The effect of the option; empty if the label explains it."""
    default: bool | str
    """The value if a table does not set the option."""
    choices: list[OptionChoice]
    """All possible values."""


class GameInfo(Schema):
    """A card game that the site offers."""

    game: str
    """The game’s code, used in all other requests."""
    name: str
    """The game’s name, in the requested language."""
    fewest: int
    """The minimum number of players."""
    most: int
    """The maximum number of players."""
    rules: str
    """The address of the rules. Paragraph "6.4", for example, has the anchor `#p-6-4` there."""
    options: list[GameOption]
    """The options that the host of a table can choose."""
    pieces: list[str]
    """The codes of all cards and tiles."""
    reasons: list[str]
    """The codes of all reasons for which a game can end."""


class RulesParagraph(Schema):
    """A paragraph of a game’s rules; a section without numbered paragraphs counts as one paragraph."""

    number: str
    """The number, such as "6.4", as in refusals and events; for an unnumbered section, the section’s number."""
    section: str
    """The heading of the paragraph’s section."""
    text: str
    """The text, with one line per list item."""


@router.get("/games", auth=anybody, response=list[GameInfo], url_name="games", summary="Games")
def list_games(request: HttpRequest) -> list[dict[str, Any]]:
    """Return all games that the site offers."""
    return [_game(rules) for rules in RULES.values()]


@router.get("/games/{slug:game}", auth=anybody, response=GameInfo, url_name="game", summary="A game")
def get_game(request: HttpRequest, game: str) -> dict[str, Any]:
    """Return one game."""
    return _game(_rules_or_404(game))


@router.get(
    "/games/{slug:game}/paragraphs",
    auth=anybody,
    response=list[RulesParagraph],
    url_name="paragraphs",
    summary="The rules of a game",
)
def list_paragraphs(request: HttpRequest, game: str) -> list[dict[str, Any]]:
    """Return the paragraphs of a game's rules, in order, in the requested language."""
    return [paragraph._asdict() for paragraph in plain_paragraphs(_rules_or_404(game))]


def _rules_or_404(game: str) -> Rules:
    if (rules := RULES.get(game)) is None:
        raise Http404
    return rules


def _game(rules: Rules) -> dict[str, Any]:
    return {
        "game": rules.engine.VARIANT,
        "name": gettext(rules.engine.NAME),
        "fewest": rules.engine.SEATS[0],
        "most": rules.engine.SEATS[-1],
        "rules": settings.SITE_URL + reverse("rules", args=[rules.engine.VARIANT]),
        "options": [_option(option) for option in rules.engine.OPTIONS],
        "pieces": rules.engine.PIECES,
        "reasons": rules.engine.REASONS,
    }


def _option(option: Any) -> dict[str, Any]:
    return {
        "name": option.name,
        "label": gettext(option.label),
        "help": gettext(option.help),
        "default": option.default,
        "choices": [{"value": choice.value, "label": gettext(choice.label)} for choice in option.choices],
    }
