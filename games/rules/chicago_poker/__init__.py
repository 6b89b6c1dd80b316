"""Chicago Poker by Bruno Cathala and Bruno Faidutti, a :class:`~games.rules.contract.Rules` as a package."""

from games.rules.chicago_poker.aloud import spoken
from games.rules.chicago_poker.board import STAGED, board
from games.rules.chicago_poker.names import LADDER, PERSONAS, business, face, kind
from games.rules.chicago_poker.options import OPTIONS, SEATS, check_options
from games.rules.chicago_poker.orders import obey, orders
from games.rules.chicago_poker.pieces import CARDS, TILES
from games.rules.chicago_poker.plainest import plainest
from games.rules.chicago_poker.refusals import refusal
from games.rules.chicago_poker.seeing import drawn, hide, struck
from games.rules.chicago_poker.standing import FIRST_TURN, asked, progress, standing
from games.rules.chicago_poker.state import State
from games.rules.chicago_poker.steady import steady
from games.rules.chicago_poker.words import done_to, merge, sentence, weight
from games.rules.contract import gettext_noop as _

SLUG = "chicago_poker"
NAME = _("Chicago Poker")
PIECES = CARDS + TILES

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
    "kind",
    "merge",
    "obey",
    "orders",
    "plainest",
    "progress",
    "refusal",
    "sentence",
    "spoken",
    "standing",
    "steady",
    "struck",
    "weight",
]
