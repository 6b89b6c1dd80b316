"""The settings of a real site without rate limits, because two accounts play as much as hundreds of people would."""

from chicago.settings import *
from chicago.settings import RATE_LIMITS as REAL

RATE_LIMITS = REAL | dict.fromkeys(("api", "move", "join", "open_table", "stream"), "1000000/m/key")
