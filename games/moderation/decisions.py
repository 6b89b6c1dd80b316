"""Moderators' decisions, as shown to the user concerned: the action, its explanation, its end, and the appeal."""

from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple

from django.db.models import Q, QuerySet
from django.utils import timezone
from django.utils.dateparse import parse_datetime
from django.utils.translation import gettext as _

from accounts.i18n.dates import localized_date
from accounts.models import User
from games import moderation
from games.models import Appeal, ModerationAction
from games.moderation.appeals import APPEALABLE
from games.moderation.decision_titles import decision_title
from games.moderation.explanations import explanation

Kind = ModerationAction.Kind


class Listed(NamedTuple):
    """An action: its decision as a sentence, the table's name unless the sentence has it, and the user's appeal."""

    action: ModerationAction
    says: str
    table: str
    appeal: Appeal | None


@dataclass(frozen=True, slots=True)
class Decision:
    """One action in detail.

    ``says`` is the decision as a sentence, ``words`` the moderators' explanation, and ``until`` the end of its
    consequences. ``quoted`` is the message that the action is about, ``table`` the name of the table. ``undone`` is the
    action that reversed this one, ``appeal`` the user's own appeal, and ``answer`` the reply if the appeal was refused.
    The user can appeal until ``appeal_until``, unless ``why_no_appeal`` gives a reason against it.
    """

    action: ModerationAction
    says: str
    words: str
    quoted: str
    table: str
    until: datetime | None
    undone: ModerationAction | None
    appeal: Appeal | None
    answer: str
    appeal_until: datetime
    why_no_appeal: str


def decisions_about(user: User) -> QuerySet[ModerationAction]:
    """Return the decisions about this user and their computer players, newest first.

    Replies to appeals are shown with the original action.
    """
    whose = [user.pk, *user.bots.order_by("pk").values_list("pk", flat=True)]
    about = ModerationAction.objects.filter(about__in=whose).order_by()
    ended = ModerationAction.objects.filter(kind=Kind.END, game__players__user__in=whose).order_by()
    # A union, because PostgreSQL reads all actions for conditions on two tables combined by OR. It is a separate
    # query, because most users have no decisions, and then the joins are not needed.
    keys = about.values_list("pk", flat=True).union(ended.values_list("pk", flat=True)).order_by("pk")
    rows = ModerationAction.objects.filter(pk__in=list(keys))
    along = ("game", "about", "report__game", "undone_by__action_details", "appeal", "action_details")
    shown = rows.exclude(kind__in=[Kind.DISMISS, Kind.REVEAL, Kind.UPHOLD, Kind.UNDO])
    return shown.select_related(*along).order_by("-pk")


def answered(user: User, key: int) -> int | None:
    """Return the key of the decision about the user that this action reverses or upholds, or None."""
    concerns = Q(about=user) | Q(about__owner=user)
    for seated in (Q(game__players__user=user), Q(game__players__user__owner=user)):
        concerns |= Q(undoes__kind=Kind.END) & seated
    answers = ModerationAction.objects.filter(concerns, pk=key, kind__in=[Kind.UPHOLD, Kind.UNDO])
    answer = answers.exclude(undoes__kind=Kind.DISMISS).first()
    if answer is None:
        return None
    return answer.undoes_id or int(answer.details["of"])


def listed(user: User) -> list[Listed]:
    return [Listed(action, says(action), _table(action), appeal_of(user, action)) for action in decisions_about(user)]


def appeal_of(user: User, action: ModerationAction) -> Appeal | None:
    appeal = getattr(action, "appeal", None)
    return appeal if appeal is not None and appeal.by_id == user.pk else None


def decision(action: ModerationAction, user: User) -> Decision:
    undone, appeal = getattr(action, "undone_by", None), appeal_of(user, action)
    return Decision(
        action=action,
        says=says(action),
        words=explanation(action),
        quoted=_quoted(action),
        table=_table(action),
        until=ends_at(action),
        undone=undone,
        appeal=appeal,
        answer=answer_to(appeal) if appeal is not None else "",
        appeal_until=moderation.appeal_until(action),
        why_no_appeal=_why_no_appeal(action, undone),
    )


def says(action: ModerationAction) -> str:
    if action.about is not None and action.about.is_bot:
        return decision_title(action)
    names = action.facts.get("after", {})
    table = action.game.name if action.game is not None else ""
    return _says()[action.kind] % {"table": table, "name": names.get("display_name") or names.get("username")}


def _says() -> dict[str, str]:
    return {
        Kind.WARN: _("This is a warning."),
        Kind.MUTE: _("For a while you can’t write anything that others read. You can still play."),
        Kind.SUSPEND: _("Your account is suspended for a while."),
        Kind.BAN: _("Your account is banned."),
        Kind.RENAME: _("A moderator took your name away. You’re called %(name)s now."),
        Kind.REMOVE: _("One of your messages was removed."),
        Kind.EXTEND: _("You’ve been given more time at %(table)s."),
        Kind.REPLACE: _("A computer player has taken your seat at %(table)s."),
        Kind.END: _("The game at %(table)s was ended without a result."),
    }


def ends_at(action: ModerationAction) -> datetime | None:
    """Return the time at which the consequences of the action end, or None if they are permanent."""
    until = action.details.get("until")
    return parse_datetime(until) if until else None


def _quoted(action: ModerationAction) -> str:
    """Return the message that the action is about, even if it was removed, or an empty string."""
    if action.kind == Kind.REMOVE or action.report is None:
        removed: ModerationAction | None = action
    elif action.report.message_id is not None:
        return action.report.quoted
    else:
        removed = action.report.actions.filter(kind=Kind.REMOVE).first()
    return str(removed.facts.get("message", {}).get("text", "")) if removed is not None else ""


def _table(action: ModerationAction) -> str:
    """Return the name of the action's table, or an empty string if ``says`` names the table already."""
    game = action.game or (action.report.game if action.report is not None else None)
    return game.name if game is not None and action.kind not in (Kind.EXTEND, Kind.REPLACE, Kind.END) else ""


def answer_to(appeal: Appeal) -> str:
    """Return the moderators' explanation for refusing an appeal, or an empty string if it was not refused."""
    answer = ModerationAction.objects.filter(kind=Kind.UPHOLD, about=appeal.by_id, details__of=appeal.action_id).first()
    return explanation(answer) if answer is not None else ""


def _why_no_appeal(action: ModerationAction, undone: ModerationAction | None) -> str:
    if undone is not None:
        return _("There’s nothing left to appeal against.")
    if action.kind not in APPEALABLE:
        return _("There’s nothing to appeal against: this decision takes nothing from you.")
    if hasattr(action, "appeal"):
        return _("Somebody else at the table has already appealed. Each decision can be appealed only once.")
    until = moderation.appeal_until(action)
    if timezone.now() > until:
        ended = localized_date(until, "d MMMM y")
        return _("You could appeal against this decision until %(when)s.") % {"when": ended}
    return ""
