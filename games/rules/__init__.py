"""The rules of the games: pure Python, standard library only."""

from games.rules import chicago_poker, swedish_chicago
from games.rules.game import Rules

RULES: dict[str, Rules] = {game.engine.VARIANT: game for game in (chicago_poker.GAME, swedish_chicago.GAME)}
