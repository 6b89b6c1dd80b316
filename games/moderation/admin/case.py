"""A report as shown to moderators: messages, moves, the people involved, and their earlier cases.

It contains no hidden cards: events are redacted as for a spectator.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from django.db.models import Count, Exists, OuterRef, Q, QuerySet

from accounts.models import Restriction, User
from games.models import Game, Message, ModerationAction, Move, Player, Report, StaffNote
from games.moderation.admin.read_only import log_lines
from games.play import Refused
from games.play.core.seen_hands import has_part_in
from games.presentation.view_model import narrator_of

AROUND = 6
"""The number of messages shown before and after the reported one."""

LATEST = 20
"""The number of moves shown, and of messages if the report is not about a message."""

PRECEDENTS = 5


UPHELD = (
    *(
        ModerationAction.Kind.WARN,
        ModerationAction.Kind.MUTE,
        ModerationAction.Kind.SUSPEND,
        ModerationAction.Kind.BAN,
        ModerationAction.Kind.RENAME,
    ),
    *(
        ModerationAction.Kind.REMOVE,
        ModerationAction.Kind.EXTEND,
        ModerationAction.Kind.REPLACE,
        ModerationAction.Kind.END,
    ),
)
"""The actions that confirm a report."""

WAS_RIGHT = Q(closed_by__kind__in=UPHELD, closed_by__undone_by=None)


@dataclass(frozen=True, slots=True)
class Known:
    """A user's record for moderators.

    ``games`` is the number of started games. ``against`` (reports about the user) and ``made`` (reports by the user)
    are counts: of reports (``count``), of other users involved (``others``), and of reports that led to an action
    (``upheld``). ``actions`` are the decisions about the user, newest first; ``restrictions`` are those in force.
    """

    person: User
    games: int
    against: dict[str, int]
    made: dict[str, int]
    actions: list[ModerationAction]
    restrictions: list[Restriction]


@dataclass(frozen=True, slots=True)
class LoggedMove:
    """A move with its player's name, and its events as sentences for spectators."""

    move: Move
    who: str
    lines: list[str]


@dataclass(frozen=True, slots=True)
class Precedent:
    """An earlier report of the same category, and the actions taken."""

    report: Report
    actions: list[ModerationAction]


def hindrance(check: Callable[[], None]) -> str:
    """Return the reason why ``check`` refuses the moderator; empty if it doesn't."""
    try:
        check()
    except Refused as refused:
        return str(refused.message)
    return ""


def messages_around(report: Report) -> list[Message]:
    """Return the messages around the reported one in its room; if none is reported, the players' latest ones."""
    if report.game is None:
        return []
    posted = report.game.messages.select_related("user").order_by("pk")
    if (message := report.message) is None:
        return list(posted.filter(room=Message.Room.TABLE).reverse()[:LATEST])[::-1]
    room = posted.filter(room=message.room)
    before = list(room.filter(pk__lt=message.pk).reverse()[:AROUND])[::-1]
    return [*before, *room.filter(pk__gte=message.pk)[: AROUND + 1]]


def latest_moves(game: Game) -> list[LoggedMove]:
    """Return the latest moves, newest first."""
    narrator = narrator_of(game, game.players.select_related("user").order_by("seat", "pk"), None)
    return [
        LoggedMove(move, narrator.names[move.seat] if move.seat is not None else "", log_lines(move, narrator))
        for move in game.moves.order_by("-number")[:LATEST]
    ]


def known(people: Sequence[User]) -> list[Known]:
    """Return the record of each user, with a constant number of queries."""
    keys = [person.pk for person in people]
    begun = Player.objects.filter(user__in=keys, game__started_at__isnull=False).order_by()
    games: dict[int | None, int] = dict(begun.values_list("user").annotate(Count("pk")))
    against, made = _reports(keys, "about", "by"), _reports(keys, "by", "about")
    actions = (
        ModerationAction.objects.filter(about__in=keys)
        .exclude(kind=ModerationAction.Kind.DISMISS)
        .select_related("by", "undone_by")
    )
    done = {
        key: list(rows) for key, rows in groupby(actions.order_by("about", "-pk"), key=lambda action: action.about_id)
    }
    in_force = list(Restriction.in_force().filter(user__in=keys).order_by("pk"))
    return [
        Known(
            person=person,
            games=games.get(person.pk, 0),
            against=against.get(person.pk, {}),
            made=made.get(person.pk, {}),
            actions=done.get(person.pk, []),
            restrictions=[row for row in in_force if row.user_id == person.pk],
        )
        for person in people
    ]


def _reports(keys: Sequence[int], mine: str, theirs: str) -> dict[int, dict[str, int]]:
    """Return each user's number of reports, of other users involved, and of reports that led to an action."""
    rows = Report.objects.filter(**{f"{mine}__in": keys}).order_by().values(mine)
    counted = rows.annotate(
        count=Count("pk"), others=Count(theirs, distinct=True), upheld=Count("pk", filter=WAS_RIGHT)
    )
    return {row[mine]: row for row in counted}


def precedents(report: Report) -> list[Precedent]:
    """Return the outcomes of earlier reports of the same category, newest first."""
    closed = Report.objects.filter(state=Report.State.CLOSED, category=report.category, closed_by__isnull=False)
    decided = closed.filter(Exists(ModerationAction.objects.filter(report=OuterRef("pk")).order_by()))
    earlier = decided.select_related("game").exclude(pk=report.pk)
    latest = list(earlier.order_by("-closed_at", "-pk")[:PRECEDENTS])
    rows = ModerationAction.objects.filter(report__in=latest).exclude(kind=ModerationAction.Kind.REVEAL)
    actions = list(rows.select_related("by", "undone_by").order_by("pk"))
    return [Precedent(row, [action for action in actions if action.report_id == row.pk]) for row in latest]


def notes_on(person: User) -> QuerySet[StaffNote]:
    return StaffNote.objects.filter(about=person).select_related("by")


def is_sealed(report: Report, by: User) -> bool:
    """Return whether ``by`` is not even allowed to read the report.

    Reported users must not learn who reported them, and players of a running game must not read its spectators'
    chat.
    """
    if report.about == by:
        return True
    return report.game is not None and report.game.keeps_secrets and has_part_in(report.game, by)


def shown(report: Report, by: User) -> dict[str, Any]:
    if is_sealed(report, by):
        return {"sealed": True}
    return {
        "conversation": messages_around(report),
        "latest_moves": latest_moves(report.game) if report.game is not None and report.game.started_at else [],
        "known": known([report.about, report.by]),
        "also": also_open(report),
        "precedents": precedents(report),
        "notes": notes_on(report.about),
        "done": list(report.actions.select_related("by", "undone_by").order_by("pk")),
    }


def also_open(report: Report) -> QuerySet[Report]:
    rows = Report.objects.filter(about=report.about, state=Report.State.OPEN).exclude(pk=report.pk)
    return rows.select_related("by", "game").order_by("pk")
