"""The lessons of Swedish Chicago, in teaching order."""

COURSE = ("goal", "exchange", "announcements", "tricks", "endgame")
