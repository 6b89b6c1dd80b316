"""The statistics on a profile, computed from the user's games, turns and ratings."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from django.utils import timezone
from django.utils.translation import gettext

from accounts.models import User
from games.models import Game, Rating
from games.rules import RULES
from games.rules.game import Rules
from games.rules.vocabulary import Option
from games.stats import charts
from games.stats.answer_hours import Hour, by_hour
from games.stats.rating_display import Shown, shown
from games.stats.results import (
    RUNNING,
    STOPPED,
    HeadToHead,
    Month,
    PlayedGame,
    Tally,
    by_month,
    frequent_opponents,
    longest,
    tallies,
    tally,
)

RIVALS = 10


class Rated(NamedTuple):
    rules: Rules
    shown: Shown
    band: charts.Band
    games: int


class Rival(NamedTuple):
    """A frequent opponent; ``ahead`` and ``behind`` are percentages of the games, shown as a bar."""

    person: User
    met: HeadToHead
    ahead: int
    behind: int


class ValueTally(NamedTuple):
    label: str
    tally: Tally


class OptionTallies(NamedTuple):
    label: str
    choices: list[ValueTally]


class ByGame(NamedTuple):
    rules: Rules
    tally: Tally
    houses: list[OptionTallies]


@dataclass(frozen=True, slots=True)
class ProfileStats:
    """A user's statistics, from games that the visitor may see; ``hours`` is only for the user's own profile."""

    total: Tally
    running: int
    stopped: int
    games: list[ByGame]
    sizes: charts.Lanes
    months: list[tuple[Month, charts.Bar]]
    hours: list[tuple[Hour, charts.Bar]]
    ratings: list[Rated]
    longest: Game | None


def profile_stats(person: User, played: Sequence[PlayedGame], own: bool) -> ProfileStats:
    """Return the user's statistics, in a constant number of queries; ``own`` adds the hours, for their own profile."""
    return ProfileStats(
        total=tally(played),
        running=sum(one.how == RUNNING for one in played),
        stopped=sum(one.how == STOPPED for one in played),
        games=_games(played),
        sizes=charts.lanes(sorted(tallies(played, lambda one: one.size), key=lambda one: int(one.of))),
        months=charts.months(by_month(played, timezone.localdate())),
        hours=_hours(person) if own else [],
        ratings=_ratings(person),
        longest=Game.objects.filter(pk=most.game).first() if (most := longest(played)) else None,
    )


def _games(played: Sequence[PlayedGame]) -> list[ByGame]:
    found = []
    for variant, rules in RULES.items():
        of_it = [one for one in played if one.variant == variant and one.has_result]
        if of_it:
            by_option = [_option_tallies(option, of_it) for option in rules.engine.OPTIONS]
            found.append(ByGame(rules, tally(of_it), by_option))
    return found


def _option_tallies(option: Option, played: Sequence[PlayedGame]) -> OptionTallies:
    """Return the results by value, in the rules' order. Values that were never played are omitted."""
    by_value = {each.of: each for each in tallies(played, lambda one: one.options.get(option.name, option.default))}
    choices = [
        ValueTally(gettext(choice.label), by_value[choice.value])
        for choice in option.choices
        if choice.value in by_value
    ]
    return OptionTallies(gettext(option.label), choices)


def _hours(person: User) -> list[tuple[Hour, charts.Bar]]:
    hours = by_hour(person)
    if not any(hour.turns for hour in hours):
        return []
    bars = charts.columns([hour.turns for hour in hours], charts.HOURS_BASE, charts.HOURS_TALLEST)
    return list(zip(hours, bars, strict=True))


def _ratings(person: User) -> list[Rated]:
    rows = {rating.variant: rating for rating in Rating.objects.filter(user=person)}
    points = {variant: shown(row.mu, row.sigma) for variant, row in rows.items()}
    return [
        Rated(rules, points[variant], charts.band(points[variant]), rows[variant].games)
        for variant, rules in RULES.items()
        if variant in rows
    ]


def rivals(played: Sequence[PlayedGame]) -> list[Rival]:
    met = frequent_opponents(played, RIVALS)
    people = User.objects.in_bulk([each.person for each in met])
    return [
        Rival(people[each.person], each, round(100 * each.ahead / each.games), round(100 * each.behind / each.games))
        for each in met
        if each.person in people  # the account's row may have been deleted after a game was packed
    ]
