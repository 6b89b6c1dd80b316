"""Vacations: their page and form.

``games/play/acts/vacations.py`` plans, begins and ends them, ``games/play/acts/substitutes.py`` seats a friend, and
``games/play/core/vacation_arrangements.py`` says how each table goes on meanwhile.
"""
