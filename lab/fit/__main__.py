"""Runs ``python -m lab.fit GAME …``, which fits a game's weights, or lists the game's options with ``--help``."""

import sys

from lab.fit import chicago_poker, swedish_chicago

GAMES = {"chicago_poker": chicago_poker.main, "swedish_chicago": swedish_chicago.main}

if len(sys.argv) < 2 or sys.argv[1] not in GAMES:
    sys.exit(f"Which game? One of: {', '.join(GAMES)}")
GAMES[sys.argv[1]](sys.argv[2:])
