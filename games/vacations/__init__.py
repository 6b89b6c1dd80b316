"""Vacations: their page and form; the write path begins and ends them."""
