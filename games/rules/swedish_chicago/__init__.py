"""Swedish Chicago, a :class:`~games.rules.contract.Rules` as a package."""

from games.rules.contract import gettext_noop as _
from games.rules.swedish_chicago.board import STAGED, board
from games.rules.swedish_chicago.bot.default_move import plainest
from games.rules.swedish_chicago.bot.orders import obey, orders
from games.rules.swedish_chicago.bot.steady import steady
from games.rules.swedish_chicago.options import OPTIONS, SEATS, check_options
from games.rules.swedish_chicago.pieces import CARDS
from games.rules.swedish_chicago.state import State
from games.rules.swedish_chicago.text.names import LADDER, PERSONAS, business, face
from games.rules.swedish_chicago.text.refusals import refusal
from games.rules.swedish_chicago.text.sentences import done_to, merge, sentence, weight
from games.rules.swedish_chicago.text.standing import FIRST_TURN, asked, progress, standing
from games.rules.swedish_chicago.visibility import drawn, hide, struck

SLUG = "swedish_chicago"
NAME = _("Swedish Chicago")
PIECES = CARDS

__all__ = [
    "FIRST_TURN",
    "LADDER",
    "NAME",
    "OPTIONS",
    "PERSONAS",
    "PIECES",
    "SEATS",
    "SLUG",
    "STAGED",
    "State",
    "asked",
    "board",
    "business",
    "check_options",
    "done_to",
    "drawn",
    "face",
    "hide",
    "merge",
    "obey",
    "orders",
    "plainest",
    "progress",
    "refusal",
    "sentence",
    "standing",
    "steady",
    "struck",
    "weight",
]
