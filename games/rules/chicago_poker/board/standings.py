"""The players' businesses and distance from winning, and the hand rankings with their current marks (rules 7.1, 8)."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace

from games.rules.chicago_poker.board.rails import clockwise
from games.rules.chicago_poker.board.view_model import HandRanking, Standing, Street, TypeCount
from games.rules.chicago_poker.bot.reach import missing
from games.rules.chicago_poker.pieces import KIND, TYPES
from games.rules.chicago_poker.text.names import HAND_RANKINGS, HANDS, face
from games.rules.chicago_poker.text.names import kind as kind_name
from games.rules.chicago_poker.view import SeatView, View
from games.rules.contract import gettext_noop as _
from games.rules.phrases import ngettext, piece, say, seat
from games.rules.vocabulary import HandRanking as Example
from games.rules.vocabulary import Line

_FIVE_COLOURED = {"straight flush", "rainbow straight", "flush", "straight"}


def standings(view: View) -> tuple[Standing, ...]:
    first = view.seat or 0
    count = len(view.seats)
    return tuple(_standing(view, view.seats[(first + step) % count]) for step in range(count))


def _standing(view: View, of: SeatView) -> Standing:
    lacks = missing(of.controlled, view.options["short"])
    return Standing(
        seat=of.seat,
        you=of.seat == view.seat,
        turn=of.seat in view.to_move,
        out=of.out,
        hand_size=of.hand_size,
        held=type_counts(of.controlled),
        total=len(of.controlled),
        goal=_goal(len(of.controlled), lacks, of.out),
        close=lacks == 1 and not of.out,
        hand=tuple(face(code) for code in of.hand or ()),
    )


def type_counts(tiles: Iterable[str]) -> tuple[TypeCount, ...]:
    counts = Counter(KIND[tile] for tile in tiles)
    return tuple(TypeCount(kind, kind_name(f"{kind}1"), counts[kind]) for kind in TYPES)


def _goal(total: int, lacks: int, out: bool) -> Line:
    if out:
        return say(_("resigned"))
    if lacks == 1:
        return say(_("1 more to win"))
    return ngettext("%(count)s business", "%(count)s businesses", total)


def placed(view: View, order: Sequence[Standing]) -> tuple[Standing, ...]:
    """Return the final standings: the winners, then the others by number of businesses.

    Equal numbers share a place.
    """
    winners = view.outcome.winners if view.outcome else ()

    def rank(each: Standing) -> tuple[bool, int]:
        return each.seat not in winners, 0 if each.seat in winners else -each.total

    ranks = sorted(rank(each) for each in order)
    return tuple(
        replace(each, place=1 + ranks.index(rank(each)), goal=_goal(each.total, 0, each.out))
        for each in sorted(order, key=rank)
    )


def ladder(streets: Sequence[Street]) -> tuple[HandRanking, ...]:
    """Return the hand rankings, best first, with the viewer's hands and the rivals' best cases."""
    return tuple(_rung(name, rung, streets) for name, rung in zip(HANDS, HAND_RANKINGS, strict=True))


def _rung(name: str, rung: Example, streets: Sequence[Street]) -> HandRanking:
    faces = tuple(face(code) for code in rung.cards)
    return HandRanking(rung.name, faces, name not in _FIVE_COLOURED, _mine(streets, name), _theirs(streets, name))


def _mine(streets: Sequence[Street], name: str) -> tuple[Line, ...]:
    return tuple(
        say(_("You now, %(business)s"), business=piece(there.tile))
        for there in streets
        if there.here.name is not None and there.here.name.text == HANDS[name]
    )


def _theirs(streets: Sequence[Street], name: str) -> tuple[Line, ...]:
    return tuple(
        say(_("%(seat)s at best, %(business)s"), seat=seat(rail.seat), business=piece(there.tile))
        for there in streets
        for rail in there.rails
        if rail.label.alarm and rail.label.name and rail.label.name.terms["hand"].value.text == HANDS[name]
    )


def turn_order(view: View) -> tuple[int, ...]:
    """Return the seats after the active player in turn order.

    The viewer is the last one; spectators see all seats.
    """
    after = clockwise(view, view.active)[1:]
    if view.seat is None or view.seat not in after:
        return after
    return after[: after.index(view.seat) + 1]
