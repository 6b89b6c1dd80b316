"""The engine of Swedish Chicago."""

from games.rules.contract import BadOption, Engine, Options
from games.rules.contract import gettext_noop as _
from games.rules.swedish_chicago.game_end import REASONS
from games.rules.swedish_chicago.options import OPTIONS, SEATS, SHORTEST
from games.rules.swedish_chicago.pieces import CARDS
from games.rules.swedish_chicago.state import State

_NO_CHICAGO = _("You need 15 points to declare Chicago, so in a race to 15 nobody could win. Choose a longer race.")


class SwedishChicagoEngine(Engine[State]):
    VARIANT = "swedish_chicago"
    NAME = _("Swedish Chicago")
    SEATS = SEATS
    OPTIONS = OPTIONS
    PIECES = CARDS
    ZONES = ("stock", "discard", "hand", "played", "thrown", "open")
    REASONS = REASONS
    state_class = State

    def check_options(self, options: Options, seats: int) -> None:
        super().check_options(options, seats)
        if options["must_chicago"] and int(options["target"]) == SHORTEST:
            raise BadOption("must_chicago", _NO_CHICAGO)
