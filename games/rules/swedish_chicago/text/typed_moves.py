"""Moves in words, as typed by players (rule 8)."""

from collections.abc import Iterable, Iterator, Sequence

from games.rules.contract import Seat
from games.rules.contract import gettext_noop as _
from games.rules.phrases import card, cards, line, say
from games.rules.playing_cards import PRINTED, SUITS
from games.rules.presentation import Presentation
from games.rules.swedish_chicago.board.answers import on_button
from games.rules.swedish_chicago.legal import announcement
from games.rules.swedish_chicago.moves import ANNOUNCES, understand
from games.rules.swedish_chicago.pieces import CARDS, canonical
from games.rules.swedish_chicago.text.names import kind
from games.rules.swedish_chicago.view import View
from games.rules.vocabulary import Line

_WAYS = {
    "take": (_("Take the open card"), _("Take it"), _("Take")),
    "refuse": (_("Refuse the open card"), _("Refuse it"), _("Refuse")),
    "announce": (_("Announce my hand"), _("I announce"), _("Announce a hand")),
    "pass": (_("Pass"), _("Say nothing")),
    "declare": (_("Declare Chicago"), _("Declare"), _("Chicago")),
    "score": (_("Take the points"), _("Score the points"), _("Score")),
    "reset": (_("Reset everybody else to 0"), _("Reset the others"), _("Reset")),
    "play": (_("Play %(card)s"), "%(card)s"),
}
"""The ways to write a move, by verb; the first one is suggested to players."""

_EXCHANGES = (_("Exchange %(cards)s"), _("Throw %(cards)s"), _("Change %(cards)s"))
_OPENLY = (_("Exchange %(cards)s for an open card"), _("Throw %(cards)s for an open card"))
_KEEPS = (_("Keep all cards"), _("Exchange nothing"), _("Keep all"), _("Keep"))


class TypedMoves(Presentation[View]):
    def move_texts(self, move: str, view: View) -> Sequence[Line]:
        return [*_ways(move, view), *on_button(move, view)]

    def spellings(self, view: View) -> Iterable[tuple[str, Line]]:
        """Yield names of cards with the printed rank, for example 7 of hearts or K of spades."""
        for code in CARDS:
            yield code, say(SUITS[code[1]][2], rank=line(PRINTED[code[0]]))

    def thinkable(self, codes: Sequence[str], seats: Sequence[Seat], view: View) -> Iterator[str]:
        """Yield the answers of all phases, and the exchanges and plays of these cards, legal or not."""
        lower = view.options["announcing"] == "lower"
        yield from ANNOUNCES.values() if lower else ("announce",)
        yield from (verb for verb in _WAYS if verb not in ("play", "announce"))
        held = [code for code in codes if code in CARDS]
        yield " ".join(["exchange", *canonical(set(held))])
        for code in held:
            yield f"play {code}"
            yield f"exchange open {code}"


def _ways(move: str, view: View) -> list[Line]:
    meant = understand(move)
    if meant.type:
        named = [say(_("Announce %(type)s"), type=kind(meant.type))]
        return named + ([say(way) for way in _WAYS["announce"]] if move == announcement(view.legal) else [])
    if meant.verb == "exchange":
        if not meant.cards:
            return [say(way) for way in _KEEPS]
        return [say(way, cards=cards(meant.cards)) for way in (_OPENLY if meant.open else _EXCHANGES)]
    terms = {"card": card(meant.cards[0])} if meant.cards else {}
    return [say(way, **terms) for way in _WAYS[meant.verb]]
