"""Fits the weights of the computer players: ``python -m lab.fit chicago_poker …`` or ``… swedish_chicago …``."""
