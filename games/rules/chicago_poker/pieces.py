"""Cards and business tiles: codes, canonical order, and the facing of cards (rules 1 and 4.2)."""

from collections.abc import Iterable

COLOURS = "RMSCF"
GANGSTERS = tuple(f"{value}{colour}" for colour in COLOURS for value in range(1, 16))
SPECIALS = ("raid1", "raid2", "liquidation", "limousine", "revolver", "bribery")
CARDS = GANGSTERS + SPECIALS
TYPES = ("speakeasy", "jazz", "brewery", "gambling")
TILES = tuple(f"{kind}{number}" for kind in TYPES for number in range(1, 6))

ORDER = {code: place for place, code in enumerate(CARDS)}
VALUE = {code: int(code[:-1]) for code in GANGSTERS}
KIND = {tile: tile[:-1] for tile in TILES}

COLUMN = 5
"""Maximum number of a player's cards at one business (4.2)."""

HAND = 7
"""Maximum number of cards in hand at the end of a turn (3.6)."""

_FACING = {
    "speakeasy": (False, False, True, True, True),
    "jazz": (True, True, True, False, False),
    "brewery": (True, True, True, True, True),
    "gambling": (True, False, True, False, True),
}

FACING = {tile: _FACING[KIND[tile]] for tile in TILES}
"""For each tile, whether the card at each place of a column is face up (4.2)."""


def canonical(cards: Iterable[str]) -> list[str]:
    return sorted(cards, key=ORDER.__getitem__)
