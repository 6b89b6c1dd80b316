"""What moderators did as the person reads it whom it concerns: what, why, until when, and what can be said to it."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple

from django.db.models import Q, QuerySet
from django.utils import timezone
from django.utils.dateparse import parse_datetime
from django.utils.translation import gettext as _

from accounts.i18n.dates import written
from accounts.models import User
from games import moderation
from games.models import Act, Appeal
from games.moderation.appeals import APPEALABLE

Kind = Act.Kind


class Listed(NamedTuple):
    """An act, and what was decided in a sentence."""

    act: Act
    says: str
    appeal: Appeal | None


@dataclass(frozen=True, slots=True)
class Decision:
    """One act. ``says`` is what was decided, ``words`` what the moderators say to it, ``quoted`` the message that it is
    about, ``until`` when it ends; ``undone`` what took it back, ``appeal`` what this person said to it and ``answer``
    what was answered. Until ``appeal_until`` an appeal can be made, unless ``why_no_appeal`` says why not.
    """

    act: Act
    says: str
    words: str
    quoted: str
    until: datetime | None
    undone: Act | None
    appeal: Appeal | None
    answer: str
    appeal_until: datetime
    why_no_appeal: str


def decisions_about(user: User) -> QuerySet[Act]:
    """What this person was told of, the latest first; what answers another act is told there."""
    told = Q(about=user) | Q(kind=Kind.END, game__players__user=user)
    rows = Act.objects.filter(told).exclude(kind__in=[Kind.DISMISS, Kind.REVEAL, Kind.UPHOLD, Kind.UNDO])
    along = ("game", "report", "undone_by__particulars", "appeal", "particulars")
    return rows.select_related(*along).distinct().order_by("-pk")


def answered(user: User, key: int) -> int | None:
    """The key of the decision that the act of that key takes back, or keeps after an appeal; of what was told alone."""
    told = Q(about=user) | Q(undoes__kind=Kind.END, game__players__user=user)
    answers = Act.objects.filter(told, pk=key, kind__in=[Kind.UPHOLD, Kind.UNDO])
    answer = answers.exclude(undoes__kind=Kind.DISMISS).first()
    if answer is None:
        return None
    return answer.undoes_id or int(answer.details["of"])


def listed(user: User) -> list[Listed]:
    """The same, for a list."""
    return [Listed(act, says(act), appeal_of(user, act)) for act in decisions_about(user)]


def appeal_of(user: User, act: Act) -> Appeal | None:
    """What this person has said to it, nobody else."""
    appeal = getattr(act, "appeal", None)
    return appeal if appeal is not None and appeal.by_id == user.pk else None


def decision(act: Act, user: User) -> Decision:
    """The act as its page tells it to one person."""
    undone, appeal = getattr(act, "undone_by", None), appeal_of(user, act)
    return Decision(
        act=act,
        says=says(act),
        words=spoken(act),
        quoted=_quoted(act),
        until=ends_at(act),
        undone=undone,
        appeal=appeal,
        answer=answer_to(appeal) if appeal is not None else "",
        appeal_until=moderation.appeal_until(act),
        why_no_appeal=_why_no_appeal(act, undone),
    )


def says(act: Act) -> str:
    """What was decided, as a sentence to the person."""
    names = act.facts.get("after", {})
    table = act.game.name if act.game is not None else ""
    return _says()[act.kind] % {"table": table, "name": names.get("display_name") or names.get("username")}


def _says() -> dict[str, str]:
    return {
        Kind.WARN: _("You are warned."),
        Kind.MUTE: _("For a time you can’t write anything that others read. You can play on."),
        Kind.SUSPEND: _("Your account is suspended for a time."),
        Kind.BAN: _("Your account is banned."),
        Kind.RENAME: _("Your name was taken away. You are called %(name)s now."),
        Kind.REMOVE: _("A message of yours was removed."),
        Kind.EXTEND: _("You have another day at %(table)s."),
        Kind.REPLACE: _("A computer player plays your seat at %(table)s."),
        Kind.END: _("The game at %(table)s was ended without a result."),
    }


def ends_at(act: Act) -> datetime | None:
    """When what the act has brought ends by itself; None if it does not."""
    until = act.details.get("until")
    return parse_datetime(until) if until else None


def spoken(act: Act) -> str:
    """What the moderators say to the person."""
    return str(act.facts.get("words") or act.reason)


def _quoted(act: Act) -> str:
    """The message that it is about, also if another act about the same report has removed it."""
    if act.report is not None and act.report.message_id is not None:
        return act.report.quoted
    removed = act if act.report is None else act.report.acts.filter(kind=Kind.REMOVE).first()
    return str(removed.facts.get("message", {}).get("text", "")) if removed is not None else ""


def answer_to(appeal: Appeal) -> str:
    """What the moderators said to an appeal that they turned down."""
    answer = Act.objects.filter(kind=Kind.UPHOLD, about=appeal.by_id, details__of=appeal.act_id).first()
    return spoken(answer) if answer is not None else ""


def _why_no_appeal(act: Act, undone: Act | None) -> str:
    if undone is not None:
        return _("There is nothing left to appeal against.")
    if act.kind not in APPEALABLE:
        return _("There is nothing to appeal against: this decision takes nothing from you.")
    if hasattr(act, "appeal"):
        return _("Somebody else at the table has appealed. There is one appeal against each decision.")
    until = moderation.appeal_until(act)
    if timezone.now() > until:
        return _("The time to appeal against this decision ended on %(when)s.") % {"when": written(until, "d MMMM y")}
    return ""
