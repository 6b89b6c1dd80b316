"""A real site's settings, without the limits: two accounts play what hundreds of people would."""

from chicago.settings import *
from chicago.settings import RATE_LIMITS as REAL

RATE_LIMITS = REAL | dict.fromkeys(("api", "move", "join", "open_table", "stream"), "1000000/m/key")
