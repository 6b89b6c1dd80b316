"""Detection of pairs who help each other at tables with three or more seats.

They attack everyone but each other, or one of the two wins more often than their other games suggest.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any

from games.core import store
from games.models import Game, Hint, Move, Player
from games.moderation.fairplay.findings import SURE, Finding, at_least, at_most
from games.moderation.fairplay.shared_tables import Pair, pairs_of
from games.rules import RULES
from games.rules.contract import RESIGN, Seat

WINDOW = timedelta(days=90)
"""The period that is checked; it includes running games."""
SEATS = 3
STRIKES = 20
"""The minimum number of attacks by a pair for a finding."""
GAMES = 10
"""The minimum number of finished games together for a finding about wins."""
APART = 5
"""The minimum number of finished games that each user has played without the other, for comparison."""


@dataclass(slots=True)
class _Table:
    """A game with its users by seat; ``winners`` is None while it is running."""

    variant: str
    size: int
    people: dict[Seat | None, int] = field(default_factory=dict)
    winners: frozenset[int] | None = None


def find(now: datetime) -> Iterator[Finding]:
    tables = _tables(now - WINDOW)
    shared: dict[Pair, set[int]] = defaultdict(set)
    for key, table in tables.items():
        for pair in pairs_of(table.people.values()):
            shared[pair].add(key)
    yield from _sparing(tables, shared, now)
    yield from _winning(tables, shared, now)


def _tables(since: datetime) -> dict[int, _Table]:
    rows = Player.objects.filter(game__size__gte=SEATS, game__status__in=(Game.Status.RUNNING, Game.Status.OVER))
    rows = rows.exclude(game__finished_at__lt=since).filter(user__isnull=False, lost_by=None, seat__isnull=False)
    found: dict[int, _Table] = {}
    facts = rows.values_list("game", "game__variant", "game__size", "game__outcome", "seat", "user")
    for game, variant, size, outcome, seat, user in facts:
        table = found.setdefault(game, _Table(variant, size))
        table.people[seat] = user
        if outcome is not None:
            table.winners = (table.winners or frozenset()) | ({user} if seat in outcome["winners"] else set())
    return found


def _sparing(tables: Mapping[int, _Table], shared: Mapping[Pair, set[int]], now: datetime) -> Iterator[Finding]:
    """Yield pairs who strike other players, but hardly ever each other.

    By chance, a strike would hit each opponent still in the game with the same probability.
    """
    strikes = _strikes(tables)
    looked = {pair: found for pair in shared if len(found := _between(pair, shared[pair], strikes)) >= STRIKES}
    for pair, found in looked.items():
        hits = sum(struck == other for _by, other, struck, _chance in found)
        chance = at_most(hits, [each[3] for each in found])
        if chance * len(looked) < SURE:
            yield _spared(pair, shared[pair], found, chance, now)


Between = tuple[int, int, int | None, float]
"""A strike by one member of a pair: the attacker, the partner, the target, and the chance of hitting the partner."""


def _spared(pair: Pair, games: set[int], found: list[Between], chance: float, now: datetime) -> Finding:
    of = [[each for each in found if each[0] == person] for person in pair]
    evidence = {
        "games": len(games),
        "strikes": [[sum(each[2] == each[1] for each in own), len(own)] for own in of],
        "expected": [round(sum(each[3] for each in own), 1) for own in of],
        "chance": chance,
    }
    return Finding(Hint.Kind.SPARING, *pair, frozenset(games), evidence, now + Hint.KEPT)


@dataclass(frozen=True, slots=True)
class _Strike:
    """A strike by one user, which could have hit the users in ``open_to``; ``seats`` counts all possible targets."""

    by: int
    struck: int | None
    open_to: frozenset[int]
    seats: int


def _strikes(tables: Mapping[int, _Table]) -> dict[int, list[_Strike]]:
    """Return the strikes in users' own moves, by game; resigned players can't be targets."""
    found: dict[int, list[_Strike]] = defaultdict(list)
    gone: dict[int, set[Seat | None]] = defaultdict(set)
    rows = Move.objects.filter(game__in=tables).order_by("game", "number")
    for game, seat, text, by, events in rows.values_list("game", "seat", "text", "by", "events").iterator():
        if text == RESIGN:
            gone[game].add(seat)
        elif by == Move.By.PLAYER and (table := tables[game]).people.get(seat) is not None:
            found[game].extend(_struck(table, seat, gone[game], events))
    return found


def _struck(
    table: _Table, seat: Seat | None, gone: set[Seat | None], events: list[dict[str, Any]]
) -> Iterator[_Strike]:
    others = {*range(table.size)} - gone - {seat}
    open_to = frozenset(table.people[each] for each in others if each in table.people)
    for event in store.read_events(events):
        if event.seat == seat and (at := RULES[table.variant].presentation.target_of(event)) is not None:
            yield _Strike(table.people[seat], table.people.get(at), open_to, len(others))


def _between(pair: Pair, games: set[int], strikes: Mapping[int, list[_Strike]]) -> list[Between]:
    """Return the strikes by either user of the pair that could have hit the partner or another player."""
    told = []
    for strike in (strike for game in games for strike in strikes.get(game, ())):
        for by, other in (pair, pair[::-1]):
            if strike.by == by and other in strike.open_to and strike.seats > 1:
                told.append((by, other, strike.struck, 1 / strike.seats))
    return told


def _winning(tables: Mapping[int, _Table], shared: Mapping[Pair, set[int]], now: datetime) -> Iterator[Finding]:
    """Yield pairs who win their shared games more often than expected from the games that they play apart."""
    over = {key for key, table in tables.items() if table.winners is not None}
    looked = {
        pair: (games & over, apart)
        for pair, games in shared.items()
        if len(games & over) >= GAMES and (apart := _apart(pair, tables, over)) is not None
    }
    for pair, (games, apart) in looked.items():
        likely = [min(1.0, max(apart, 2 / tables[key].size)) for key in games]
        won = sum(not (tables[key].winners or frozenset()).isdisjoint(pair) for key in games)
        if (chance := at_least(won, likely)) * len(looked) < SURE:
            evidence = {"games": len(games), "won": won, "expected": round(sum(likely), 1), "chance": chance}
            yield Finding(Hint.Kind.WINNING, *pair, frozenset(games), evidence, now + Hint.KEPT)


def _apart(pair: Pair, tables: Mapping[int, _Table], over: set[int]) -> float | None:
    """Return the expected rate of wins by the pair, from their games apart, or None if these are too few."""
    shares = []
    for person in pair:
        alone = [tables[key] for key in over if set(tables[key].people.values()) & set(pair) == {person}]
        if len(alone) < APART:
            return None
        shares.append((sum(person in (table.winners or ()) for table in alone) + 1) / (len(alone) + 2))
    return sum(shares)
