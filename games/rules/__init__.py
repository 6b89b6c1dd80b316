"""The rules of the games: pure Python, standard library only."""

from games.rules.chicago_poker import ChicagoPoker
from games.rules.game import Rules as Rules
from games.rules.swedish_chicago import SwedishChicago

RULES: dict[str, Rules] = {game.SLUG: game for game in (ChicagoPoker(), SwedishChicago())}
"""All games by slug."""
