"""The lessons of Swedish Chicago, in the order in which they are taken."""

COURSE = ("goal", "exchange", "announcing", "tricks", "endgame")
