"""Moves in words, as typed by players (rule 10), and the moves that need confirmation."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import product

from games.rules.chicago_poker.board.confirm import is_final
from games.rules.chicago_poker.board.words import on_buttons
from games.rules.chicago_poker.moves import understand
from games.rules.chicago_poker.pieces import CARDS, GANGSTERS, TILES
from games.rules.chicago_poker.text.names import SPECIALS, kind, move_terms
from games.rules.chicago_poker.view import View
from games.rules.contract import Seat
from games.rules.contract import gettext_noop as _
from games.rules.phrases import say
from games.rules.presentation import Presentation
from games.rules.vocabulary import Line

_WAYS = {
    "draw": (_("Draw a card"), _("Draw")),
    "end": (_("End the turn"), _("End turn"), _("End")),
    "revolver": (_("Fire the Revolver"), SPECIALS["revolver"]),
    "decline": (_("Send nobody"), _("Decline")),
    "play": (_("Play %(card)s at %(business)s"), _("Put %(card)s at %(business)s"), _("%(card)s at %(business)s")),
    "send": (_("Send %(card)s"), "%(card)s"),
    "raid": (
        _("Raid %(seat)s at %(business)s"),
        _("Police Raid on %(seat)s at %(business)s"),
        _("Raid %(seat)s"),
    ),
    "liquidation": (
        _("Liquidate %(seat)s’s last card at %(business)s"),
        _("Liquidate %(seat)s at %(business)s"),
        _("Liquidation of %(seat)s at %(business)s"),
        _("Liquidate %(seat)s"),
    ),
    "bribery": (_("Take %(card)s with Bribery"), _("Bribery: %(card)s")),
    "resolve": (_("Shootout at %(business)s first"), _("Shootout at %(business)s"), _("%(business)s first")),
    "limousine": (
        _("Limousine from %(business)s to %(onto)s with %(cards)s"),
        _("Move %(cards)s from %(business)s to %(onto)s"),
    ),
}
"""The ways to write a move, by verb; the first one is suggested to players."""

_BARE = ("draw", "end", "revolver", "decline")


class TypedMoves(Presentation[View]):
    def move_texts(self, move: str, view: View) -> Sequence[Line]:
        meant = understand(move)
        ways, terms = _WAYS[meant.verb], move_terms(meant)
        if meant.verb == "send" and view.tie is None:
            ways = ways[:1]  # a card's name alone means sending it only during a tie
        return [*(say(way, **terms) for way in ways), *on_buttons(move, view)]

    def spellings(self, view: View) -> Iterable[tuple[str, Line]]:
        """Return additional names for businesses: the name of the type, if only one business of that type is open."""
        tiles = [there.tile for there in view.street if there is not None]
        open_ones = Counter(tile[:-1] for tile in tiles)
        return [(tile, kind(tile)) for tile in tiles if open_ones[tile[:-1]] == 1]

    def thinkable(self, codes: Sequence[str], seats: Sequence[Seat], view: View) -> Iterator[str]:
        """Yield every move that can be formed with these cards, businesses and seats."""
        gangsters = [code for code in codes if code in GANGSTERS]
        tiles = [code for code in codes if code in TILES]
        yield from _BARE
        for gangster in gangsters:
            yield f"send {gangster}"
            yield from (f"play {gangster} {tile}" for tile in tiles)
        yield from (f"resolve {tile}" for tile in tiles)
        yield from (f"bribery {code}" for code in codes if code in CARDS)
        for verb, tile, of in product(("raid", "liquidation"), tiles, seats):
            yield f"{verb} {tile} {of}"
        if len(tiles) == 2 and gangsters:
            yield " ".join(["limousine", *tiles, *gangsters])

    def asks_first(self, move: str, view: View) -> bool:
        """Return whether the page asks for confirmation of a final move of a special card (5.2, 5.3, 5.6)."""
        return is_final(understand(move), view)
