"""Luck and skill over time, per game, from one user's finished Reviews."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import accumulate
from typing import NamedTuple

from django.utils.translation import gettext as _

from accounts.models import User, Visitor
from games.models import Review
from games.review import chart
from games.rules import RULES
from games.rules.game import Rules
from games.stats.results import games_of

LATEST = 200
"""Maximum number of reviewed games included; older ones are left out."""

FEW = 4
"""Number of games at the beginning and at the end whose error rates are compared."""

SHOWN = 12
"""Maximum number of games drawn individually; older ones are left out."""

_CLEARLY = 0.1
"""The relative difference above which error rates differ clearly."""

_EVEN = 0.05
"""The maximum luck per game, in games won, that still counts as even."""


class Reviewed(NamedTuple):
    """A reviewed game: ``result`` and ``luck`` are shares of a win, ``error_rate`` is the mean loss per decision."""

    variant: str
    name: str
    public_id: str
    finished_at: datetime
    size: int
    result: float
    luck: float
    error_rate: float
    decisions: int

    @property
    def even_luck(self) -> float:
        """The result without luck, which may lie beyond 0 and 1."""
        return self.result - self.luck

    @property
    def shift(self) -> chart.Shift:
        return chart.shift(self.result, self.even_luck)


@dataclass(frozen=True, slots=True)
class Skill:
    """A user's luck and skill in one game, over ``games``, earliest first; sums are numbers of games won."""

    rules: Rules
    games: list[Reviewed]

    @property
    def count(self) -> int:
        return len(self.games)

    @property
    def won(self) -> float:
        """The number of games won; a shared win counts in part."""
        return sum(game.result for game in self.games)

    @property
    def even(self) -> float:
        """The expected number of wins in these games among equal players."""
        return sum(1 / game.size for game in self.games)

    @property
    def luck(self) -> float:
        return sum(game.luck for game in self.games)

    @property
    def even_luck(self) -> float:
        return self.won - self.luck

    @property
    def first_rate(self) -> float | None:
        """The error rate of the first few games, or None if there are too few to compare."""
        return error_rate(self.games[:FEW]) if self.count >= 2 * FEW else None

    @property
    def last_rate(self) -> float:
        """The error rate of the last few games, or of all if there are too few to compare."""
        return error_rate(self.games[-FEW:] if self.count >= 2 * FEW else self.games)

    @property
    def latest(self) -> list[Reviewed]:
        return self.games[: -SHOWN - 1 : -1]

    @property
    def fortune(self) -> str:
        if abs(self.luck) <= _EVEN * self.count:
            return _("Luck has been about even.")
        return _("Lucky overall.") if self.luck > 0 else _("Unlucky overall.")

    @property
    def change(self) -> str:
        """A sentence about how the error rate has changed, or about when the page will show this.

        It is empty if the error rate began at 0.
        """
        if self.first_rate is None:
            return _("After %(games)s games, this page also shows progress.") % {"games": 2 * FEW}
        if not self.first_rate:
            return ""
        ratio = self.last_rate / self.first_rate
        if ratio < 1 - _CLEARLY:
            return _("You make fewer mistakes than in your first four games.")
        if ratio > 1 + _CLEARLY:
            return _("You make more mistakes than in your first four games.")
        return _("You make mistakes about as often as in your first four games.")

    @property
    def rates(self) -> chart.Lines:
        return chart.lines([[100 * game.error_rate for game in self.games]], 0.5)

    @property
    def results(self) -> chart.Lines:
        """The running total of games won beyond an even share: one line as played, one without luck."""
        beyond = [game.result - 1 / game.size for game in self.games]
        without = [game.even_luck - 1 / game.size for game in self.games]
        return chart.lines([[0.0, *accumulate(beyond)], [0.0, *accumulate(without)]], 0.5)


def error_rate(games: Sequence[Reviewed]) -> float:
    """Return the error rate over several games, with equal weight for each decision."""
    decisions = sum(game.decisions for game in games)
    return sum(game.error_rate * game.decisions for game in games) / decisions if decisions else 0.0


def skill_of(person: User, viewer: Visitor) -> list[Skill]:
    """Return a user's luck and skill in each game, from reviewed games visible to ``viewer``, in one query."""
    made = Review.objects.filter(
        player__user=person, status=Review.Status.DONE, player__game__in=games_of(person, viewer)
    )
    game = "player__game__"
    names = (*(f"{game}{name}" for name in ("variant", "name", "public_id", "finished_at", "size")),)
    rows = made.order_by(f"-{game}finished_at", "-pk").values_list(*names, "result", "luck", "error_rate", "decisions")
    found = [Reviewed(*row) for row in rows[:LATEST]][::-1]
    by_game = {variant: [each for each in found if each.variant == variant] for variant in RULES}
    return [Skill(RULES[variant], games) for variant, games in by_game.items() if games]
