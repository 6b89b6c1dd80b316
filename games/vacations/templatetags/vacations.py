"""Template filters for the vacation pages."""

from django import template

from games.vacations.page import arrangement_lines

register = template.Library()
register.filter(arrangement_lines)
