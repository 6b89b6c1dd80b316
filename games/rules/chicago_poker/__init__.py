"""Chicago Poker by Bruno Cathala and Bruno Faidutti, a :class:`~games.rules.contract.Rules` as a package."""

from games.rules.chicago_poker.board import STAGED, board
from games.rules.chicago_poker.bot.default_move import plainest
from games.rules.chicago_poker.bot.orders import obey, orders
from games.rules.chicago_poker.bot.steady import steady
from games.rules.chicago_poker.options import OPTIONS, SEATS, check_options
from games.rules.chicago_poker.pieces import CARDS, TILES
from games.rules.chicago_poker.state import State
from games.rules.chicago_poker.text.names import LADDER, PERSONAS, business, face, kind
from games.rules.chicago_poker.text.refusals import refusal
from games.rules.chicago_poker.text.sentences import done_to, merge, sentence, weight
from games.rules.chicago_poker.text.standing import FIRST_TURN, asked, progress, standing
from games.rules.chicago_poker.visibility import drawn, hide, struck
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
    "standing",
    "steady",
    "struck",
    "weight",
]
