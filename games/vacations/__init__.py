"""Vacations: their page and form.

``games/play/acts/vacations.py`` plans, begins and ends vacations, ``games/play/acts/substitutes.py`` lets friends sit
in, and ``games/play/core/vacation_arrangements.py`` determines the arrangement for each table.
"""
