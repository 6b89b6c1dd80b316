"""Texts for players who can't see the table: businesses, hand, moves and events (rules 3 to 7)."""

from collections.abc import Callable, Iterator, Sequence
from functools import partial

from games.rules.chicago_poker.hands import describe
from games.rules.chicago_poker.moves import Move, understand
from games.rules.chicago_poker.text.names import business_name, hand_name, kind
from games.rules.chicago_poker.text.status import rival, warning
from games.rules.chicago_poker.view import BusinessView, CardView, SeatView, View
from games.rules.contract import Event, Seat
from games.rules.contract import gettext_noop as _
from games.rules.phrases import card, cards, line, lines, ngettext, number, parts, piece, say, seats, who
from games.rules.plain_board import in_hand
from games.rules.presentation import Presentation
from games.rules.vocabulary import Line, ScreenReaderTexts, Term


class ScreenReader(Presentation[View]):
    def screen_reader_texts(self, view: View) -> ScreenReaderTexts:
        """Return the sentences for this viewer; moves are grouped because there can be hundreds."""
        return ScreenReaderTexts(
            hand=() if view.seat is None else (in_hand(view.seats[view.seat].hand or ()),),
            table=tuple(_business(there, view.seat) for there in view.street if there is not None),
            score=tuple(_controls(of, view.seat) for of in view.seats),
            moves=tuple(self._moves(view)),
        )

    def announcements(self, events: Sequence[Event], view: View, *, named: bool) -> list[Line]:
        """Return the viewer's own redacted ``events`` as short sentences, and the number of actions left (3.2)."""
        said = [
            _played(event, view, named) if event.kind == "played" else self.sentence(event, view.seat)
            for event in events
        ]
        left = [_left(view)] if view.phase == "turn" and view.seat in view.to_move else []
        return [*filter(None, said), *left]

    def _moves(self, view: View) -> Iterator[Line]:
        moves = [understand(move) for move in view.legal]
        for verb in dict.fromkeys(move.verb for move in moves):
            if verb in _GROUPED:
                yield from _GROUPED[verb]([move for move in moves if move.verb == verb])
            else:
                yield self.move_texts(verb, view)[0]


def _business(there: BusinessView, viewer: Seat | None) -> Line:
    terms = {"business": piece(there.tile), "kind": line(kind(there.tile))}
    told = list(_columns(there, viewer))
    if not told:
        return say(_("%(business)s, %(kind)s: no cards yet."), **terms)
    called = warning(there.markers, viewer) if there.markers else None
    if called is not None:
        text = _("%(business)s, %(kind)s: %(columns)s. %(warning)s")
        return say(text, columns=lines(told), warning=line(called), **terms)
    return say(_("%(business)s, %(kind)s: %(columns)s."), columns=lines(told), **terms)


def _columns(there: BusinessView, viewer: Seat | None) -> Iterator[Line]:
    if viewer is not None and there.columns[viewer]:
        yield _own(there.columns[viewer])
    for of, column in enumerate(there.columns):
        if column and of != viewer:
            yield rival(of, column)


def _own(column: Sequence[CardView]) -> Line:
    codes = [card.code for card in column if card.code is not None]
    return say(_("you: %(cards)s, %(hand)s"), cards=cards(codes), hand=line(hand_name(*describe(codes))))


def _controls(of: SeatView, viewer: Seat | None) -> Line:
    if not of.controlled:
        return who(of.seat, viewer, _("You have no businesses."), _("%(seat)s has no businesses."))
    you, other = _("You have %(businesses)s."), _("%(seat)s has %(businesses)s.")
    return who(of.seat, viewer, you, other, businesses=parts(business_name(tile) for tile in of.controlled))


def _plays(moves: Sequence[Move]) -> Iterator[Line]:
    """Yield one sentence with all plays, because any gangster may be played at any business with room (4.2)."""
    text = _("Play any of %(cards)s at %(businesses)s")
    yield say(text, cards=cards(dict.fromkeys(move.card for move in moves)), businesses=_places(moves))


def _aimed(text: str, moves: Sequence[Move]) -> Iterator[Line]:
    for tile in dict.fromkeys(move.business for move in moves):
        targets = [move.target for move in moves if move.business == tile]
        yield say(text, seats=seats(targets), business=piece(tile))


def _rides(moves: Sequence[Move]) -> Iterator[Line]:
    yield say(_("Drive the Limousine from %(businesses)s"), businesses=_places(moves))


def _bribes(moves: Sequence[Move]) -> Iterator[Line]:
    yield say(_("Use Bribery to take one of %(cards)s"), cards=cards(move.card for move in moves))


def _sends(moves: Sequence[Move]) -> Iterator[Line]:
    yield say(_("Send one of %(cards)s"), cards=cards(move.card for move in moves))


def _places(moves: Sequence[Move]) -> Term:
    return parts(business_name(tile) for tile in dict.fromkeys(move.business for move in moves))


def _first(moves: Sequence[Move]) -> Iterator[Line]:
    yield say(_("Choose the shootout that comes first: %(businesses)s"), businesses=_places(moves))


_GROUPED: dict[str, Callable[[Sequence[Move]], Iterator[Line]]] = {
    "play": _plays,
    "raid": partial(_aimed, _("Raid at %(business)s: %(seats)s")),
    "liquidation": partial(_aimed, _("Liquidate the last card at %(business)s: %(seats)s")),
    "limousine": _rides,
    "bribery": _bribes,
    "send": _sends,
    "resolve": _first,
}
"""The functions that describe all moves with a verb together."""


def _left(view: View) -> Line:
    if view.due and view.extra:
        return ngettext(
            "%(count)s action required, %(extra)s optional.",
            "%(count)s actions required, %(extra)s optional.",
            view.due,
            extra=number(view.extra),
        )
    return ngettext("One action left.", "%(count)s actions left.", view.due + view.extra)


def _played(event: Event, view: View, named: bool) -> Line:
    terms = {"card": card(event.details["card"]), "business": piece(event.details["business"])}
    made = _made(event, view) if named else None
    up, down = _("%(card)s at %(business)s."), _("%(card)s face down at %(business)s.")
    if made is not None:
        up, down = _("%(card)s at %(business)s: %(hand)s."), _("%(card)s face down at %(business)s: %(hand)s.")
        terms["hand"] = line(made)
    return say(up if event.details["up"] else down, **terms)


def _made(event: Event, view: View) -> Line | None:
    """Return the viewer's hand at the business where a card was played.

    Return None if that business has closed, or if the viewer has no hand there.
    """
    tile = event.details["business"]
    there = next((each for each in view.street if each is not None and each.tile == tile), None)
    if there is None or view.seat is None:
        return None
    codes = [each.code for each in there.columns[view.seat] if each.code is not None]
    return hand_name(*describe(codes)) if codes else None
