"""Template filters for pages about fair dealing."""

from django import template

register = template.Library()


@register.filter
def in_fours(hexadecimal: str) -> str:
    """Split a hexadecimal number into groups of four digits, which are easier to compare."""
    return " ".join(hexadecimal[start : start + 4] for start in range(0, len(hexadecimal), 4))
