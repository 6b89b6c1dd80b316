"""How long games over days are (``python -m lab.lengths``)."""

from games.rules.vocabulary import Length

LENGTHS = (
    Length(2, {}, 22, 45),
    Length(3, {}, 25, 76),
    Length(4, {}, 25, 104),
    Length(6, {}, 25, 158),
)
