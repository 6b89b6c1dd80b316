"""Vacations: their page and form.

``games/play/acts/vacations.py`` plans, begins and ends them, ``games/play/acts/substitutes.py`` lets a friend
substitute, and ``games/play/core/vacation_arrangements.py`` determines the arrangement for each table.
"""
