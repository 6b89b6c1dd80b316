"""Texts for screen readers: phase, announcements and points; for players also the hand and moves (rules 2 to 5)."""

from collections.abc import Iterator

from games.rules.contract import gettext_noop as _
from games.rules.phrases import cards, ngettext, say
from games.rules.plain_board import in_hand
from games.rules.presentation import Presentation
from games.rules.swedish_chicago.moves import understand
from games.rules.swedish_chicago.text.status import places
from games.rules.swedish_chicago.view import View
from games.rules.vocabulary import Line, Place, ScreenReaderTexts


class ScreenReader(Presentation[View]):
    def screen_reader_texts(self, view: View) -> ScreenReaderTexts:
        *table, points = places(view)
        return ScreenReaderTexts(
            hand=tuple(self._own_hand(view)),
            table=tuple(line for place in table for line in _lines(place)),
            score=tuple(_lines(points)),
            moves=tuple(self._moves(view)),
        )

    def _own_hand(self, view: View) -> Iterator[Line]:
        if view.seat is not None:
            told = self.standing(view)
            yield in_hand(told.hand)
            yield told.note

    def _moves(self, view: View) -> Iterator[Line]:
        """Yield the legal moves.

        One line covers all exchanges up to the limit, and one line all playable cards.
        """
        moves = [understand(move) for move in view.legal]
        most = max((len(move.cards) for move in moves if move.verb == "exchange"), default=0)
        if any(move.verb == "exchange" for move in moves):
            yield say(_("Keep all cards"))
        if most:
            yield ngettext("Exchange one card", "Exchange up to %(count)s cards", most)
        if any(move.open for move in moves):
            yield say(_("Exchange one card for an open one"))
        played = [move.cards[0] for move in moves if move.verb == "play"]
        if played:
            yield say(_("Play one of %(cards)s"), cards=cards(played))
        yield from (self.move_texts(move.text, view)[0] for move in moves if move.verb not in ("exchange", "play"))


def _lines(place: Place) -> Iterator[Line]:
    yield place.heading
    yield from (line for line in (place.name, place.warning, place.own) if line is not None)
    yield from place.others
