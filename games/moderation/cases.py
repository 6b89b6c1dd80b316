"""The context of every moderation action: rights and reason are checked before it; log, report and notices follow."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from games.core import enqueue
from games.models import Game, ModerationAction, Report
from games.moderation import log, reports, rights, texts
from games.moderation.refusals import Settled

Kind = ModerationAction.Kind

OF_PEOPLE = {Kind.WARN, Kind.MUTE, Kind.SUSPEND, Kind.BAN, Kind.RENAME, Kind.UNDO}
"""Actions that are impossible on a person whose account is erased: their row stays empty."""


@dataclass(slots=True)
class Case:
    """An action of a moderator while it is carried out."""

    kind: ModerationAction.Kind
    by: User
    reason: str
    words: str
    report: Report | None
    about: User | None
    game: Game | None
    undoes: ModerationAction | None
    details: dict[str, Any] = field(default_factory=dict)
    _action: ModerationAction | None = None

    @property
    def action(self) -> ModerationAction:
        """The action as logged. Raise `LookupError` before it is logged."""
        if self._action is None:
            raise LookupError("the action is logged at the end of its block")
        return self._action

    def note(self, **details: Any) -> None:
        """Add to the action's details: JSON from which it can be reversed."""
        self.details |= details


@contextmanager
def acting(
    kind: ModerationAction.Kind,
    by: User,
    reason: str,
    words: str = "",
    report: Report | None = None,
    *,
    right: str = rights.MODERATE,
    about: User | None = None,
    game: Game | None = None,
    undoes: ModerationAction | None = None,
    settles: bool = True,
) -> Iterator[Case]:
    """Wrap an action in a transaction: check the rights and the reason, then log it and enqueue the notices.

    ``settles`` is False for an action that leaves the report open. ``undoes`` is the action that this one reverses.
    Raise `Refused`; then, and after any exception in the block, nothing has changed.
    """
    case = Case(kind, by, reason, words, report, about, game, undoes)
    with transaction.atomic():
        _open(case, right, settles)
        yield case
        _close(case, settles)


def _open(case: Case, right: str, settles: bool) -> None:
    """Check that the action is allowed and claim its report."""
    if case.about is not None and case.about.erased_at is not None and case.kind in OF_PEOPLE:
        raise Settled(_("This person has gone for good. There is nobody left to decide about."))
    reported_at = case.report.game if case.report is not None else None
    for where in {case.game, reported_at}:
        rights.require(case.by, right, about=case.about, game=where)
    case.game = case.game or reported_at
    if case.about is not None:
        # Before the lock of a game, as in an erasure: its row is written at the end.
        User.objects.select_for_update(no_key=True).filter(pk=(case.about.owner_id or case.about.pk)).first()
    case.reason = texts.reason_of(case.reason)
    case.words = texts.at_most(texts.plain(case.words), texts.REASON_LENGTH)
    if settles:
        case.report = reports.claim(case.report, case.by, case.kind)


def _close(case: Case, settles: bool) -> None:
    if case.words:
        case.note(words=case.words)
    action = log.write(
        case.kind,
        case.by,
        case.reason,
        about=case.about,
        report=case.report,
        game=case.game,
        undoes=case.undoes,
        **case.details,
    )
    if case.report is not None and settles:
        reports.close(case.report, action)
    for person in concerned(case.undoes or action):
        if action.about is not None and person == (action.about.owner or action.about):
            User.objects.filter(pk=person.pk).update(decision_unread=True)
        enqueue.moderation_decision(action, person)
    case._action = action


def concerned(action: ModerationAction) -> list[User]:
    """Return the users concerned by an action: all players for the end of a game, no one for a dismissed report.

    A computer player from outside is replaced by its owner, who reads notices.
    """
    about: Iterable[User] = []
    if action.kind == Kind.END:
        about = User.objects.filter(seats__game=action.game).select_related("owner").order_by("pk")
    elif action.about is not None and action.kind != Kind.DISMISS:
        about = [action.about]
    return list(dict.fromkeys(each.owner or each for each in about))
