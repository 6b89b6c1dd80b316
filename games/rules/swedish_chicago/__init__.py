"""Swedish Chicago, a :class:`~games.rules.contract.Rules` as a package."""

from games.rules.swedish_chicago.options import OPTIONS, SEATS, check_options
from games.rules.swedish_chicago.pieces import CARDS
from games.rules.swedish_chicago.seeing import hide
from games.rules.swedish_chicago.state import State

SLUG = "swedish_chicago"
NAME = "Swedish Chicago"
PERSONAS = ()
PIECES = CARDS

__all__ = ["NAME", "OPTIONS", "PERSONAS", "PIECES", "SEATS", "SLUG", "State", "check_options", "hide"]
