"""Luck and skill over time, per game, from the made Reviews of one person."""

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
"""The reviewed games that are looked at: the latest ones."""

FEW = 4
"""The games at the beginning and at the end whose error rates are compared."""

SHOWN = 12
"""The games that are drawn one by one: the latest ones."""

_CLEARLY = 0.1
"""By which part error rates differ clearly."""

_EVEN = 0.05
"""The luck in a game, in games won, that still counts as even."""


class Reviewed(NamedTuple):
    """A reviewed game: ``result`` and ``luck`` are shares of a win, ``error_rate`` is that of a decision."""

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
        """The result with luck taken out, which may lie beyond 0 and 1."""
        return self.result - self.luck

    @property
    def shift(self) -> chart.Shift:
        """The effect of luck on the result, as places in a drawing."""
        return chart.shift(self.result, self.even_luck)


@dataclass(frozen=True, slots=True)
class Skill:
    """A person's luck and skill in one game, over ``games``, the earliest first. Sums are in games won."""

    rules: Rules
    games: list[Reviewed]

    @property
    def count(self) -> int:
        """How many games were reviewed."""
        return len(self.games)

    @property
    def won(self) -> float:
        """The games won; a shared one counts in part."""
        return sum(game.result for game in self.games)

    @property
    def even(self) -> float:
        """The wins that even players would have had in these games."""
        return sum(1 / game.size for game in self.games)

    @property
    def luck(self) -> float:
        """The luck of the cards, all in all."""
        return sum(game.luck for game in self.games)

    @property
    def even_luck(self) -> float:
        """The games won, with luck taken out."""
        return self.won - self.luck

    @property
    def first_rate(self) -> float | None:
        """The error rate of the first few games; None if there are too few to compare."""
        return error_rate(self.games[:FEW]) if self.count >= 2 * FEW else None

    @property
    def last_rate(self) -> float:
        """The error rate of the last few games, of all if there are too few to compare."""
        return error_rate(self.games[-FEW:] if self.count >= 2 * FEW else self.games)

    @property
    def latest(self) -> list[Reviewed]:
        """The games that are drawn one by one, the latest first."""
        return self.games[: -SHOWN - 1 : -1]

    @property
    def fortune(self) -> str:
        """Whose side luck was on, as a sentence."""
        if abs(self.luck) <= _EVEN * self.count:
            return _("Luck has been about even.")
        return _("Luck has helped, all in all.") if self.luck > 0 else _("Luck has hurt, all in all.")

    @property
    def change(self) -> str:
        """How the error rate has changed, as a sentence, or when that can be said."""
        if self.first_rate is None:
            return _("After %(games)s games this page also says whether fewer points are given away.") % {
                "games": 2 * FEW
            }
        if not self.first_rate:
            return ""
        ratio = self.last_rate / self.first_rate
        if ratio < 1 - _CLEARLY:
            return _("Less is given away than in the first four games.")
        if ratio > 1 + _CLEARLY:
            return _("More is given away than in the first four games.")
        return _("As much is given away as in the first four games.")

    @property
    def rates(self) -> chart.Lines:
        """The error rate game by game, in points."""
        return chart.lines([[100 * game.error_rate for game in self.games]], 0.5)

    @property
    def results(self) -> chart.Lines:
        """Games won beyond an even share, added up: as they ended, and with luck taken out."""
        beyond = [game.result - 1 / game.size for game in self.games]
        without = [game.even_luck - 1 / game.size for game in self.games]
        return chart.lines([[0.0, *accumulate(beyond)], [0.0, *accumulate(without)]], 0.5)


def error_rate(games: Sequence[Reviewed]) -> float:
    """Return the error rate over several games: each decision counts the same."""
    decisions = sum(game.decisions for game in games)
    return sum(game.error_rate * game.decisions for game in games) / decisions if decisions else 0.0


def skill_of(person: User, viewer: Visitor) -> list[Skill]:
    """Return luck and skill in each game with Reviews, of the tables that ``viewer`` may see, in one query."""
    made = Review.objects.filter(
        player__user=person, status=Review.Status.DONE, player__game__in=games_of(person, viewer)
    )
    game = "player__game__"
    names = (*(f"{game}{name}" for name in ("variant", "name", "public_id", "finished_at", "size")),)
    rows = made.order_by(f"-{game}finished_at", "-pk").values_list(*names, "result", "luck", "error_rate", "decisions")
    found = [Reviewed(*row) for row in rows[:LATEST]][::-1]
    by_game = {variant: [each for each in found if each.variant == variant] for variant in RULES}
    return [Skill(RULES[variant], games) for variant, games in by_game.items() if games]
