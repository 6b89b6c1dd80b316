"""Static files of games: icon sprites, style sheets of pieces, and the faces of computer players."""

from collections.abc import Sequence
from functools import cache

from django.contrib.staticfiles import finders
from django.templatetags.static import static

from games.rules import RULES


@cache
def icons(variant: str) -> str:
    """Return the URL of the game's icon sprite, or of the site's own if the game has none."""
    return static(f"{variant}/icons.svg" if _exists(f"{variant}/icons.svg") else "sprite.svg")


def computer_face_url(name: str) -> str:
    """Return the URL of a computer player's face, or an empty string without a name."""
    return f"{static('table/faces.svg')}#{name.lower()}" if name else ""


def piece_styles() -> Sequence[str]:
    """Return the URLs of all style sheets for pieces, for pages that show tables of several games."""
    return [static(f"{variant}/pieces.css") for variant in RULES if _exists(f"{variant}/pieces.css")]


@cache
def _exists(path: str) -> bool:
    return finders.find(path) is not None
