"""A table's board in miniature, for lists of tables."""

from django.template.loader import render_to_string
from django.utils.safestring import SafeString

from games.presentation.templatetags.table import game_template
from games.presentation.view_model import TableView


def board_map(seen: TableView) -> SafeString:
    """Return a miniature of the board, or an empty string as long as the board is empty."""
    return SafeString(render_to_string(game_template(seen.game, "_map"), {"seen": seen}).strip())
