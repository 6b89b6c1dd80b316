"""``python -m lab.fit GAME …`` fits a game's weights; ``python -m lab.fit GAME --help`` lists the options."""

import sys

from lab.fit import chicago_poker, swedish_chicago

GAMES = {"chicago_poker": chicago_poker.main, "swedish_chicago": swedish_chicago.main}

if len(sys.argv) < 2 or sys.argv[1] not in GAMES:
    sys.exit(f"Which game? One of: {', '.join(GAMES)}")
GAMES[sys.argv[1]](sys.argv[2:])
