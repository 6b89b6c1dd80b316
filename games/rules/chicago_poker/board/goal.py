"""The ways to win, and how far the nearest players are from each (rules 8.1, 8.2)."""

from collections import Counter
from collections.abc import Callable
from typing import NamedTuple

from games.rules.chicago_poker.pieces import KIND, TYPES
from games.rules.chicago_poker.view import View
from games.rules.contract import Seat
from games.rules.contract import gettext_noop as _
from games.rules.phrases import ngettext, say, seat, seats
from games.rules.presentation import Presentation
from games.rules.vocabulary import Line, Mark, WayToWin

_Held = Counter[str]


class _Way(NamedTuple):
    """A way to win that takes ``takes`` businesses.

    ``missing`` and ``marks`` are functions of the businesses that a player holds.
    """

    name: str
    takes: int
    missing: Callable[[_Held], int]
    marks: Callable[[_Held], tuple[Mark, ...]]


def _of_one_type(number: int) -> _Way:
    def marks(held: _Held) -> tuple[Mark, ...]:
        kind = max(TYPES, key=held.__getitem__)
        won = held[kind]
        return tuple(Mark(kind if won else "", at < won) for at in range(number))

    name = _("Three of one type") if number == 3 else _("Two of one type")
    return _Way(name, number, lambda held: number - max(held.values(), default=0), marks)


def _of_any(number: int) -> _Way:
    return _Way(
        _("Any five") if number == 5 else _("Any three"),
        number,
        lambda held: number - held.total(),
        lambda held: tuple(Mark("", at < held.total()) for at in range(number)),
    )


_EACH = _Way(
    _("One of each type"),
    len(TYPES),
    lambda held: len(TYPES) - len(held),
    lambda held: tuple(Mark(kind, kind in held) for kind in TYPES),
)
_USUAL, _SHORT = (_of_one_type(3), _EACH, _of_any(5)), (_of_one_type(2), _of_any(3))


class Goal(Presentation[View]):
    def goal(self, view: View) -> tuple[WayToWin, ...]:
        return tuple(_stands(view, way) for way in (_SHORT if view.options["short"] else _USUAL))


def _stands(view: View, way: _Way) -> WayToWin:
    held = {of.seat: Counter(KIND[tile] for tile in of.controlled) for of in view.seats if not of.out}
    missing = {of: way.missing(counts) for of, counts in held.items()}
    least = min(missing.values())
    nearest = sorted((of for of in missing if missing[of] == least), key=lambda of: (of != view.seat, of))
    marks = way.marks(held[nearest[0]])
    if least == way.takes:
        return WayToWin(say(way.name), say(_("nobody yet")), marks)
    return WayToWin(say(way.name), _needs(view.seat, nearest, max(0, least)), marks, close=least <= 1)


def _needs(viewer: Seat | None, nearest: list[Seat], least: int) -> Line:
    first, *others = nearest
    if len(others) > 1:
        return ngettext("several: one more", "several: %(count)s more", least)
    if first != viewer:
        return ngettext("%(seats)s: one more", "%(seats)s: %(count)s more", least, seats=seats(nearest))
    if others:
        return ngettext("You and %(seat)s: one more", "You and %(seat)s: %(count)s more", least, seat=seat(others[0]))
    return ngettext("You: one more", "You: %(count)s more", least)
