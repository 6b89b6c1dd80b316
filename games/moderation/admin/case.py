"""A report as shown to moderators: messages, moves, the people involved, and their earlier cases.

No hidden cards are shown: events are redacted as for a spectator.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import groupby
from typing import Any

from django.db.models import Count, Exists, OuterRef, Q, QuerySet

from accounts.models import Restriction, User
from games.models import Game, Message, ModerationAction, Move, Player, Report, StaffNote
from games.moderation.admin.read_only import log_lines
from games.moderation.bundles import open_about
from games.moderation.fairplay.evidence import Evidence, evidence_about
from games.play import Refused
from games.play.core.seen_hands import has_part_in
from games.presentation.view_model import narrator_of

AROUND = 6
"""The number of messages shown before and after the reported one."""

LATEST = 20
"""The number of moves shown, and of messages if no message is reported."""

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

WITH_EVIDENCE = {Report.Category.UNFAIR, Report.Category.ACCOUNTS, Report.Category.STALLING}

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
    move: Move
    who: str
    lines: list[str]


@dataclass(frozen=True, slots=True)
class Joined:
    """Another report of the case, with the messages around the reported one."""

    report: Report
    conversation: list[Message]


@dataclass(frozen=True, slots=True)
class Precedent:
    report: Report
    actions: list[ModerationAction]


def hindrance(check: Callable[[], None]) -> str:
    """Return the reason why ``check`` refuses the moderator, or an empty string if it doesn't refuse."""
    try:
        check()
    except Refused as refused:
        return str(refused.message)
    return ""


def messages_around(report: Report, message: Message | None) -> list[Message]:
    """Return the messages around the reported one in its room, or the players' latest messages if none is reported."""
    if report.game is None:
        return []
    posted = report.game.messages.select_related("user").order_by("pk")
    if message is None:
        return list(posted.filter(room=Message.Room.TABLE).reverse()[:LATEST])[::-1]
    room = posted.filter(room=message.room)
    before = list(room.filter(pk__lt=message.pk).reverse()[:AROUND])[::-1]
    return [*before, message, *room.filter(pk__gt=message.pk)[:AROUND]]


def reported_message(report: Report) -> Message | None:
    """Return the reported message, even if a moderator has removed it, or None if no message was reported."""
    return report.message or _removed_message(report)


def _removed_message(report: Report) -> Message | None:
    removals = ModerationAction.objects.filter(about=report.about_id, game=report.game_id, undone_by=None)
    rows = removals.filter(kind=ModerationAction.Kind.REMOVE).select_related("about", "action_details")
    for action in rows if report.closed_by_id is not None else ():
        facts = action.facts.get("message", {})
        if report.pk in facts.get("reports", ()):
            message = Message(pk=facts["key"], room=facts["room"], user=action.about, text=facts["text"])
            message.sent_at = datetime.fromisoformat(facts["at"])
            return message
    return None


def latest_moves(game: Game) -> list[LoggedMove]:
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

    Reported users must not learn who reported them, and players of a running game must not read the spectators' chat.
    """
    if report.about == by:
        return True
    return report.game is not None and report.game.keeps_secrets and has_part_in(report.game, by)


def shown(report: Report, by: User, others: Sequence[Report] = ()) -> dict[str, Any]:
    """Return the context of a case's page; ``others`` are the reports decided together with this one."""
    if is_sealed(report, by):
        return {"sealed": True}
    message = reported_message(report)
    return {
        "reported": message.pk if message is not None else None,
        "conversation": messages_around(report, message),
        "latest_moves": latest_moves(report.game) if report.game is not None and report.game.started_at else [],
        "known": known(list(dict.fromkeys([report.about, report.by, *(each.by for each in others)]))),
        "together": [
            Joined(each, messages_around(each, each.message) if each.message is not None else []) for each in others
        ],
        "reporters": len({each.by_id for each in (report, *others)}),
        "also": also_open(report, others),
        "counter": counter_report([report, *others]),
        "evidence": evidence_for([report, *others], by),
        "evidence_first": report.category in WITH_EVIDENCE,
        "precedents": precedents(report),
        "notes": notes_on(report.about),
        "done": done_about(report),
    }


def done_about(report: Report) -> list[ModerationAction]:
    """Return the actions about the report, or about the report that was decided together with it."""
    lead = report.pk
    if report.closed_by is not None and report.closed_by.report_id is not None:
        lead = report.closed_by.report_id
    rows = ModerationAction.objects.filter(report__in={report.pk, lead})
    return list(rows.select_related("by", "undone_by").order_by("pk"))


def also_open(report: Report, others: Sequence[Report]) -> QuerySet[Report]:
    """Return the open reports about the same user that are not decided together with this one."""
    here = [report.pk, *(each.pk for each in others)]
    return open_about(report.about).exclude(pk__in=here).select_related("by", "game").order_by("pk")


def counter_report(case: Sequence[Report]) -> Report | None:
    """Return the latest report by the reported user about one of the reporters, which may be a retaliation."""
    reporters = {each.by_id for each in case}
    return Report.objects.filter(by=case[0].about, about__in=reporters).select_related("about").order_by("-pk").first()


def evidence_for(case: Sequence[Report], by: User) -> Evidence | None:
    """Return the evidence about the reported user, if a report's category calls for evidence and ``by`` may see it."""
    if not by.has_perm("games.view_hint") or not any(each.category in WITH_EVIDENCE for each in case):
        return None
    return evidence_about(case[0].about, by)
