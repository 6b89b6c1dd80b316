"""Evidence about one user, for a case of unfair play or several accounts: signs, shared devices, and tables."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from django.db.models import Count, Q, QuerySet
from django.utils import timezone

from accounts.models import User
from games.models import Game, Hint, Player
from games.moderation.fairplay import descriptions
from games.moderation.fairplay.shared_devices import days_shared_with

MOST_PEOPLE = 8
COMPANIONS = 5
LATEST = 8
MOST_READ = 200
"""Maximum number of seats that are read to find the shared ``tables`` of all other users."""

TABLES_WITH = 3
"""The number of latest shared tables that are linked for each other user."""


class Sign(NamedTuple):
    hint: Hint
    sentences: list[str]


@dataclass(frozen=True, slots=True)
class Other:
    """Another user who shares devices, networks or tables with the user.

    ``device`` and ``network`` are the days of the user and of the other user on shared ones, or None. ``tables`` are
    the latest of their ``together`` shared tables.
    """

    person: User
    device: tuple[int, int] | None
    network: tuple[int, int] | None
    together: int
    tables: list[Game]


class SeatTaken(NamedTuple):
    """A table of the user with the names of the others; ``won`` is None unless the game has a result."""

    game: Game
    others: list[str]
    won: bool | None


@dataclass(frozen=True, slots=True)
class Evidence:
    """The evidence about a user: ``sharing`` users have the same device or network, ``companions`` share tables."""

    signs: list[Sign]
    sharing: list[Other]
    companions: list[Other]
    tables: list[SeatTaken]


def evidence_about(person: User, by: User) -> Evidence:
    """Return the evidence about a user, in about ten queries. Leave out ``by``, the moderator who reads it."""
    now = timezone.now()
    device, network = (days_shared_with(person.pk, what, now) for what in ("device", "network"))
    sharing = [key for key in [*device, *network] if key != by.pk]
    sharing = list(dict.fromkeys(sharing))[:MOST_PEOPLE]
    often = [key for key in _most_together(person) if key not in (by.pk, *sharing)]
    people = User.objects.in_bulk([*sharing, *often])
    counts, tables = _counts_with(person, people), _tables_with(person, people)
    others = {
        key: Other(user, device.get(key), network.get(key), counts.get(key, 0), tables[key])
        for key, user in people.items()
    }
    return Evidence(
        signs=_signs(person, by),
        sharing=[others[key] for key in sharing],
        companions=[others[key] for key in often],
        tables=_latest_tables(person),
    )


def _signs(person: User, by: User) -> list[Sign]:
    rows = Hint.objects.filter(Q(about=person) | Q(other=person), expires_at__gt=timezone.now())
    shown = rows.exclude(Q(about=by) | Q(other=by, other__isnull=False)).select_related("about", "other", "aside_by")
    return [Sign(hint, descriptions.sentences(hint)) for hint in shown.order_by("-created_at", "-pk")]


def _most_together(person: User) -> list[int]:
    mine = Player.objects.filter(user=person, game__started_at__isnull=False).order_by().values("game")
    rows = Player.objects.filter(game__in=mine, user__isnull=False, user__owner=None).exclude(user=person)
    counted = rows.order_by().values("user").annotate(count=Count("pk")).order_by("-count", "user")
    return [row["user"] for row in counted[:COMPANIONS]]


def _seats_beside(person: User, others: Collection[int]) -> QuerySet[Player]:
    mine = Player.objects.filter(user=person, game__started_at__isnull=False).order_by().values("game")
    return Player.objects.filter(game__in=mine, user__in=others).order_by()


def _counts_with(person: User, others: Collection[int]) -> Mapping[int, int]:
    rows = _seats_beside(person, others).values_list("user").annotate(Count("pk"))
    return {key: count for key, count in rows if key is not None}


def _tables_with(person: User, others: Collection[int]) -> Mapping[int, list[Game]]:
    found: dict[int | None, list[Game]] = {key: [] for key in others}
    for row in _seats_beside(person, others).select_related("game").order_by("-game")[:MOST_READ]:
        found[row.user_id].append(row.game)
    return {key: games[:TABLES_WITH] for key, games in found.items() if key is not None}


def _latest_tables(person: User) -> list[SeatTaken]:
    seats = Player.objects.filter(user=person, game__started_at__isnull=False).select_related("game").order_by("-game")
    mine = {row.game_id: row for row in seats[:LATEST]}
    rows = Player.objects.filter(game__in=mine).exclude(user=person).select_related("user").order_by("seat", "pk")
    others: dict[int, list[str]] = {key: [] for key in mine}
    for row in rows:
        others[row.game_id].append(row.shown_name)
    return [SeatTaken(row.game, others[key], _has_won(row)) for key, row in mine.items()]


def _has_won(player: Player) -> bool | None:
    outcome = player.game.outcome
    return player.seat in outcome["winners"] if outcome is not None else None
