"""The games: their options and their rules."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.http import Http404, HttpRequest
from django.urls import reverse
from django.utils.translation import gettext
from ninja import Router
from pydantic import BaseModel

from games.api.authentication import anybody
from games.lobby.paragraphs import paragraphs
from games.rules import RULES, Rules

router = Router()


class OptionChoice(BaseModel):
    """A value of an option."""

    value: bool | str
    label: str


class GameOption(BaseModel):
    """An option of a game, with its default."""

    name: str
    label: str
    help: str
    default: bool | str
    choices: list[OptionChoice]


class GameInfo(BaseModel):
    """A game. A refusal's paragraph such as "6.4" is at ``rules`` with ``#p-6-4``, and in the game's ``paragraphs``.

    ``pieces`` are the codes of all cards and tiles; ``reasons`` are those of an outcome.
    """

    game: str
    name: str
    fewest: int
    most: int
    rules: str
    options: list[GameOption]
    pieces: list[str]
    reasons: list[str]


class RulesParagraph(BaseModel):
    """A paragraph of a game's rules: its number, the heading of its section, and its text, a line per item of a list.

    A section without numbered paragraphs is one, with the section's number.
    """

    number: str
    section: str
    text: str


@router.get("/games", auth=anybody, response=list[GameInfo], url_name="games", summary="Games")
def list_games(request: HttpRequest) -> list[dict[str, Any]]:
    """The games of the site."""
    return [_game(rules) for rules in RULES.values()]


@router.get("/games/{slug:game}", auth=anybody, response=GameInfo, url_name="game", summary="A game")
def get_game(request: HttpRequest, game: str) -> dict[str, Any]:
    """One game."""
    return _game(_rules_or_404(game))


@router.get(
    "/games/{slug:game}/paragraphs",
    auth=anybody,
    response=list[RulesParagraph],
    url_name="paragraphs",
    summary="The rules of a game",
)
def list_paragraphs(request: HttpRequest, game: str) -> list[dict[str, Any]]:
    """The paragraphs of a game's rules, in their order, in the asked language."""
    return [paragraph._asdict() for paragraph in paragraphs(_rules_or_404(game))]


def _rules_or_404(game: str) -> Rules:
    if (rules := RULES.get(game)) is None:
        raise Http404
    return rules


def _game(rules: Rules) -> dict[str, Any]:
    return {
        "game": rules.SLUG,
        "name": gettext(rules.NAME),
        "fewest": rules.SEATS[0],
        "most": rules.SEATS[-1],
        "rules": settings.SITE_URL + reverse("rules", args=[rules.SLUG]),
        "options": [_option(option) for option in rules.OPTIONS],
        "pieces": rules.PIECES,
        "reasons": rules.REASONS,
    }


def _option(option: Any) -> dict[str, Any]:
    return {
        "name": option.name,
        "label": gettext(option.label),
        "help": gettext(option.help),
        "default": option.default,
        "choices": [{"value": choice.value, "label": gettext(choice.label)} for choice in option.choices],
    }
