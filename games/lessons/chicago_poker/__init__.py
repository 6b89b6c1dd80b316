"""The lessons of Chicago Poker, in teaching order."""

COURSE = ("goal", "hand", "facing", "specials", "endgame")
