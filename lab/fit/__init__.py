"""Fit the numbers that computer players use: ``python -m lab.fit chicago_poker …`` or ``… swedish_chicago …``."""
