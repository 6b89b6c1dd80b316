"""The lessons of Chicago Poker, in teaching order."""

COURSE = ("goal", "hand", "visibility", "specials", "endgame")
