"""The lessons of Chicago Poker, in the order in which they are taken."""

COURSE = ("goal", "hand", "facing", "specials", "endgame")
