"""For pages about fair dealing."""

from django import template

register = template.Library()


@register.filter
def fours(hexadecimal: str) -> str:
    """A long number in groups of four digits, as people read it aloud."""
    return " ".join(hexadecimal[start : start + 4] for start in range(0, len(hexadecimal), 4))
