"""The engine of Chicago Poker."""

from collections.abc import Mapping, Sequence

from games.rules.chicago_poker.game_end import REASONS
from games.rules.chicago_poker.options import OPTIONS, SEATS
from games.rules.chicago_poker.pieces import CARDS, GANGSTERS, TILES
from games.rules.chicago_poker.state import State
from games.rules.contract import Engine, Options
from games.rules.contract import gettext_noop as _


class ChicagoPokerEngine(Engine[State]):
    VARIANT = "chicago_poker"
    NAME = _("Chicago Poker")
    SEATS = SEATS
    OPTIONS = OPTIONS
    PIECES = CARDS + TILES
    ZONES = ("deck", "discard", "hand", "column", "sent", "pile", "street", "controlled", "gone")
    REASONS = REASONS
    state_class = State

    def packs(self, options: Options) -> Mapping[str, Sequence[str]]:
        return {"card": CARDS if options["specials"] else GANGSTERS, "tile": TILES}
