"""The engine of Swedish Chicago."""

from games.rules.contract import Engine
from games.rules.contract import gettext_noop as _
from games.rules.swedish_chicago.game_end import REASONS
from games.rules.swedish_chicago.options import OPTIONS, SEATS
from games.rules.swedish_chicago.pieces import CARDS
from games.rules.swedish_chicago.state import State


class SwedishChicagoEngine(Engine[State]):
    VARIANT = "swedish_chicago"
    NAME = _("Swedish Chicago")
    SEATS = SEATS
    OPTIONS = OPTIONS
    PIECES = CARDS
    ZONES = ("stock", "discard", "hand", "played", "thrown", "open")
    REASONS = REASONS
    state_class = State
