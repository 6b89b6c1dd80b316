"""The rules of the games: pure Python, nothing but the standard library."""

from games.rules import chicago_poker
from games.rules.contract import Rules

RULES: dict[str, Rules] = {rules.SLUG: rules for rules in (chicago_poker,)}
"""Every game of the site by its slug."""
