"""How long games over days are (``python -m lab.lengths``)."""

from games.rules.vocabulary import Length

LENGTHS = (
    Length(2, {"together": False}, 71, 146),
    Length(2, {"together": True}, 51, 104),
    Length(3, {"together": False}, 91, 278),
    Length(3, {"together": True}, 74, 190),
    Length(4, {"together": False}, 111, 462),
    Length(4, {"together": True}, 95, 320),
    Length(6, {"together": False}, 138, 848),
    Length(6, {"together": True}, 125, 546),
)
