"""How long games at a new table take, for the choices of the form that opens it."""

from collections.abc import Iterator, Mapping
from datetime import timedelta
from typing import NamedTuple

from django.utils.translation import gettext

from games.core.lengths import Expected, expected
from games.lobby.time_controls import PRESETS
from games.models import Game
from games.rules.game import Rules


class Way(NamedTuple):
    """A preset's length with one order of answers; ``share`` is its time in percent of the longest order's."""

    order: str
    label: str
    length: Expected
    share: int


class Pace(NamedTuple):
    """The lengths at one preset, by order of answers."""

    preset: str
    ways: list[Way]


class SizeLengths(NamedTuple):
    size: int
    paces: list[Pace]

    @property
    def visits(self) -> list[Way]:
        """The ways at any pace, for their visits."""
        return self.paces[0].ways


def lengths_to_come(rules: Rules) -> list[SizeLengths]:
    """Return the lengths of games by the usual rules, for each number of seats that has been measured."""
    sizes = (SizeLengths(size, [*_paces(rules, size)]) for size in rules.engine.SEATS)
    return [each for each in sizes if all(pace.ways for pace in each.paces)]


def _paces(rules: Rules, size: int) -> Iterator[Pace]:
    for key, preset in PRESETS.items():
        found = [
            (order, label, expected(Game(variant=rules.engine.VARIANT, size=size, options=options, **preset.fields)))
            for order, label, options in _orders(rules)
        ]
        known = [(order, label, length) for order, label, length in found if length and length.time]
        longest = max((length.time for _order, _label, length in known if length.time), default=None)
        yield Pace(key, [Way(order, label, length, _percent(length, longest)) for order, label, length in known])


def _percent(length: Expected, longest: timedelta | None) -> int:
    return round(100 * length.time / longest) if length.time and longest else 0


def _orders(rules: Rules) -> Iterator[tuple[str, str, Mapping[str, object]]]:
    """Yield the orders of answers: the form's value, the label, and all options of the game."""
    usual = {option.name: option.default for option in rules.engine.OPTIONS}
    orders = [option for option in rules.engine.OPTIONS if option.name in rules.presentation.AT_ONCE]
    for option in orders:
        for choice in option.choices:
            yield str(choice.value).lower(), gettext(choice.label), usual | {option.name: choice.value}
    if not orders:
        yield "", "", usual
