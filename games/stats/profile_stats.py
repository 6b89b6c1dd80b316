"""What a profile says of somebody in numbers: everything that his games, turns and ratings come to."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from django.utils import timezone
from django.utils.translation import gettext

from accounts.models import User
from games.models import Game, Rating
from games.rules import RULES, Rules
from games.rules.contract import Option
from games.stats import charts
from games.stats.answer_hours import Hour, by_hour
from games.stats.rating_display import Shown, shown
from games.stats.results import RUNNING, STOPPED, Met, Sitting, Tally, by_month, longest, most_met, tallies, tally

RIVALS = 10


class Rated(NamedTuple):
    """A rating in one game, and where it is drawn."""

    rules: Rules
    shown: Shown
    band: charts.Band
    games: int


class Rival(NamedTuple):
    """Somebody met often. ``ahead`` and ``behind`` are shares of the games in hundredths, for a bar."""

    person: User
    met: Met
    ahead: int
    behind: int


class Choice(NamedTuple):
    """Games in which an option had one value."""

    label: str
    tally: Tally


class House(NamedTuple):
    """An option of a game with the values that were played."""

    label: str
    choices: list[Choice]


class ByGame(NamedTuple):
    """The results in one game, and by its options."""

    rules: Rules
    tally: Tally
    houses: list[House]


class HourBar(NamedTuple):
    """An hour with its column."""

    hour: Hour
    bar: charts.Bar


@dataclass(frozen=True, slots=True)
class Portrait:
    """The numbers of one person, as far as a visitor may know the games. ``hours`` are for himself alone."""

    total: Tally
    running: int
    stopped: int
    games: list[ByGame]
    sizes: charts.Lanes
    months: list[charts.MonthBar]
    hours: list[HourBar]
    ratings: list[Rated]
    longest: Game | None


def portrait(person: User, played: Sequence[Sitting], own: bool) -> Portrait:
    """In as many queries for one game as for a thousand. ``own``: it is he himself who looks."""
    sizes = sorted(tallies(played, lambda one: one.size), key=lambda one: int(one.of))
    return Portrait(
        total=tally(played),
        running=sum(one.how == RUNNING for one in played),
        stopped=sum(one.how == STOPPED for one in played),
        games=_games(played),
        sizes=charts.lanes(sizes),
        months=charts.months(by_month(played, timezone.localdate())),
        hours=_hours(person) if own else [],
        ratings=_ratings(person),
        longest=_game(longest(played)),
    )


def _games(played: Sequence[Sitting]) -> list[ByGame]:
    found = []
    for slug, rules in RULES.items():
        of_it = [one for one in played if one.slug == slug and one.has_result]
        if of_it:
            found.append(ByGame(rules, tally(of_it), [_house(option, of_it) for option in rules.OPTIONS]))
    return found


def _house(option: Option, played: Sequence[Sitting]) -> House:
    """Its values in the rules' order; those never played are left out."""
    by_value = {each.of: each for each in tallies(played, lambda one: one.options.get(option.name, option.default))}
    choices = [
        Choice(gettext(choice.label), by_value[choice.value]) for choice in option.choices if choice.value in by_value
    ]
    return House(gettext(option.label), choices)


def _hours(person: User) -> list[HourBar]:
    hours = by_hour(person)
    bars = charts.columns([hour.turns for hour in hours], charts.HOURS_BASE, charts.HOURS_TALLEST)
    return [HourBar(hour, bar) for hour, bar in zip(hours, bars, strict=True)]


def _ratings(person: User) -> list[Rated]:
    rows = {rating.slug: rating for rating in Rating.objects.filter(user=person)}
    points = {slug: shown(row.mu, row.sigma) for slug, row in rows.items()}
    return [
        Rated(rules, points[slug], charts.band(points[slug]), rows[slug].games)
        for slug, rules in RULES.items()
        if slug in rows
    ]


def _game(one: Sitting | None) -> Game | None:
    return Game.objects.filter(pk=one.game).first() if one else None


def rivals(played: Sequence[Sitting]) -> list[Rival]:
    """Whom he has met most often."""
    met = most_met(played, RIVALS)
    people = User.objects.in_bulk([each.person for each in met])
    return [
        Rival(people[each.person], each, round(100 * each.ahead / each.games), round(100 * each.behind / each.games))
        for each in met
    ]
