"""The frame of every act of moderators: who may and why before it, log, report and notices after it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from games.models import Act, Game, Report
from games.moderation import log, reports, rights, texts
from games.moderation.refusals import Settled
from games.notifications import enqueue

Kind = Act.Kind

OF_PEOPLE = {Kind.WARN, Kind.MUTE, Kind.SUSPEND, Kind.BAN, Kind.RENAME, Kind.UNDO}
"""What can't be done to a person whose account is erased: their row stays empty."""


@dataclass(slots=True)
class Case:
    """An act of a moderator while it is carried out."""

    kind: Act.Kind
    by: User
    reason: str
    words: str
    report: Report | None
    about: User | None
    game: Game | None
    undoes: Act | None
    details: dict[str, Any] = field(default_factory=dict)
    _act: Act | None = None

    @property
    def act(self) -> Act:
        """The act as logged. Raises LookupError before it is."""
        if self._act is None:
            raise LookupError("the act is logged at the end of its block")
        return self._act

    def note(self, **details: Any) -> None:
        """Adds to the act's details: JSON that says how to reverse it."""
        self.details |= details


@contextmanager
def acting(
    kind: Act.Kind,
    by: User,
    reason: str,
    words: str = "",
    report: Report | None = None,
    *,
    right: str = rights.MODERATE,
    about: User | None = None,
    game: Game | None = None,
    undoes: Act | None = None,
    settles: bool = True,
) -> Iterator[Case]:
    """One transaction around an act: checks that ``by`` may, and why, and at the end logs it and enqueues the notices.

    ``settles`` is False for an act that leaves the report open. ``undoes`` is the act that this one reverses. Raises
    Refused; then, and after any exception in the block, nothing has changed.
    """
    case = Case(kind, by, reason, words, report, about, game, undoes)
    with transaction.atomic():
        _open(case, right, settles)
        yield case
        _close(case, settles)


def _open(case: Case, right: str, settles: bool) -> None:
    """Checks that the act is allowed and claims its report."""
    if case.about is not None and case.about.gone_at is not None and case.kind in OF_PEOPLE:
        raise Settled(_("This person has gone for good. There is nobody left to decide about."))
    reported_at = case.report.game if case.report is not None else None
    for where in {case.game, reported_at}:
        rights.require(case.by, right, about=case.about, game=where)
    case.game = case.game or reported_at
    case.reason = texts.reason_of(case.reason)
    case.words = texts.at_most(texts.plain(case.words), texts.REASON_LENGTH)
    if settles:
        case.report = reports.claim(case.report, case.by, case.kind)


def _close(case: Case, settles: bool) -> None:
    if case.words:
        case.note(words=case.words)
    act = log.write(
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
        reports.close(case.report, act)
    for person in concerned(case.undoes or act):
        if act.about_id == person.pk:
            User.objects.filter(pk=person.pk).update(decision_unread=True)
        enqueue.decided(act, person)
    case._act = act


def concerned(act: Act) -> Iterable[User]:
    """The people an act is about: of a game's end all its players. A dismissed report concerns no one."""
    if act.kind == Kind.END:
        return User.objects.filter(seats__game=act.game)
    return [act.about] if act.about is not None and act.kind != Kind.DISMISS else []
