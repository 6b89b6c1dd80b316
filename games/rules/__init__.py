"""The rules of the games: pure Python, nothing but the standard library."""

from games.rules.chicago_poker import ChicagoPoker
from games.rules.game import Rules as Rules
from games.rules.swedish_chicago import SwedishChicago

RULES: dict[str, Rules] = {game.SLUG: game for game in (ChicagoPoker(), SwedishChicago())}
"""Every game of the site by its slug."""
