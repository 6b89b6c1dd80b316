"""The rules of the games: pure Python, nothing but the standard library."""

from games.rules import chicago_poker, swedish_chicago
from games.rules.contract import Rules

RULES: dict[str, Rules] = {rules.SLUG: rules for rules in (chicago_poker, swedish_chicago)}
"""Every game of the site by its slug."""
