"""How long a game takes: the visits of each player, and the time at the table's pace.

The visits, and the number of answers that wait for each other, were measured on games played to the end
(``Presentation.LENGTHS``). An answer takes a third of a turn, or as long as the table's players usually take.
"""

from collections.abc import Iterable
from datetime import timedelta
from math import log
from typing import NamedTuple

from django.utils.translation import ngettext

from games import clock
from games.core.punctuality import Punctuality
from games.models import Game
from games.rules.vocabulary import Length

DAY, HOUR, WEEK = timedelta(days=1), timedelta(hours=1), timedelta(days=7)
SHARE = 3
"""An answer usually takes a third of a turn."""

ASLEEP = 9 * HOUR
"""The hours a day in which nobody answers, at tables without playing hours."""

WEEKEND = 2 * DAY
HOURS_UP_TO, DAYS_UP_TO = 48, 14


class Expected(NamedTuple):
    """How long a game takes each player: the visits, and the time from its start to its end (None if unknown)."""

    visits: int
    time: timedelta | None

    @property
    def days(self) -> int | None:
        """The time in whole days, at least one."""
        return None if self.time is None else max(1, round(self.time / DAY))

    @property
    def time_text(self) -> str:
        """The time in hours, days or weeks, or an empty string."""
        return "" if self.time is None else _rounded(self.time)

    @property
    def visits_sentence(self) -> str:
        return ngettext("About %(count)d visit of yours.", "About %(count)d visits of yours.", self.visits) % {
            "count": self.visits
        }

    @property
    def sentence(self) -> str:
        if self.time is None:
            return self.visits_sentence
        return ngettext(
            "About %(count)d visit of yours, about %(time)s at this pace.",
            "About %(count)d visits of yours, about %(time)s at this pace.",
            self.visits,
        ) % {"count": self.visits, "time": self.time_text}


def expected(game: Game, players: Iterable[Punctuality] = (), *, computers: bool = False) -> Expected | None:
    """Return how long this game takes, or None if games with its seats and options have not been measured.

    ``players`` are the latest turns of those who sit there. The time is unknown without a time for each turn, and with
    computer players, because their answers take no time.
    """
    if (length := _measured(game)) is None:
        return None
    answer = None if computers else _answer(game.terms, game.size, [each for each in players if each.is_known])
    return Expected(_rounded_visits(length.visits), None if answer is None else length.waits * answer)


def _measured(game: Game) -> Length | None:
    defaults = {option.name: option.default for option in game.rules.engine.OPTIONS}
    for length in game.rules.presentation.LENGTHS:
        if length.seats == game.size and game.options == defaults | dict(length.options):
            return length
    return None


def _answer(terms: clock.Terms, seats: int, known: list[Punctuality]) -> timedelta | None:
    """Return the mean real time until an answer, or None without a time for each turn."""
    if terms.kind != "turn":
        return None
    if clock.is_quick(terms):
        return terms.turn / SHARE
    usual, longest = _real(terms.turn / SHARE, terms), _real(terms.turn, terms)
    # Answers at slow tables say nothing about turns of a few hours.
    counted = known if terms.turn >= DAY else []
    # The mean of an exponential distribution is its median divided by log 2.
    means = [min(each.usual / log(2), longest) for each in counted]
    return (sum(means, timedelta()) + (seats - len(means)) * usual) / seats


def _real(span: timedelta, terms: clock.Terms) -> timedelta:
    """Return the real time in which a player answers who needs this playing time."""
    asleep = DAY - terms.hours * HOUR if terms.hours else ASLEEP
    span = _with_rest(span, asleep, DAY)
    return _with_rest(span, WEEKEND, WEEK) if terms.weekends else span


def _with_rest(span: timedelta, rest: timedelta, period: timedelta) -> timedelta:
    """Return the mean time that ``span`` takes with a rest in each period.

    A short span is stretched by all rests. A long one is prolonged by half a rest if it would end in one.
    """
    return min(span * (period / (period - rest)), span + rest / 2 * (rest / period))


def _rounded_visits(visits: float) -> int:
    """Round to two digits at most: nobody knows more than that before a game."""
    step = 1 if visits < 15 else 5 if visits < 100 else 10
    return max(1, step * round(visits / step))


def _rounded(time: timedelta) -> str:
    if time < HOURS_UP_TO * HOUR:
        return clock.duration_label(max(1, round(time / HOUR)) * HOUR)
    if (days := round(time / DAY)) < DAYS_UP_TO:
        return clock.duration_label(days * DAY)
    weeks = round(time / WEEK)
    return ngettext("%(count)d week", "%(count)d weeks", weeks) % {"count": weeks}
