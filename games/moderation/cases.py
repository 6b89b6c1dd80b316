"""The context manager of moderation actions: it checks permissions first, and logs and notifies at the end."""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from games.core import notices
from games.models import Game, ModerationAction, Report
from games.moderation import log, reports, rights
from games.moderation.refusals import Settled
from games.moderation.text import REASON_LENGTH, at_most, plain, reason_of

Kind = ModerationAction.Kind

OF_PEOPLE = {Kind.WARN, Kind.MUTE, Kind.SUSPEND, Kind.BAN, Kind.RENAME, Kind.UNDO}
"""Actions that can't be taken on an erased account."""


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
) -> Iterator[ModerationAction]:
    """Wrap an action in a transaction: check the permission and the reason, then log it and enqueue the notices.

    The block adds the JSON from which the action can be reversed to its ``details``; then the action is saved.
    ``settles`` is False for an action that leaves the report open. ``undoes`` is the action that this one reverses.
    Raise `Refused` if the action is not allowed, the reason is invalid, or another moderator has closed the report. Any
    exception in the block rolls everything back.
    """
    action = ModerationAction(kind=kind, by=by, about=about, report=report, game=game, undoes=undoes)
    with transaction.atomic():
        _check(action, right)
        action.reason = reason_of(reason)
        if cleaned := at_most(plain(words), REASON_LENGTH):
            action.details["words"] = cleaned
        if settles:
            action.report = reports.claim(report, by, kind)
        yield action
        log.write(action)
        if action.report is not None and settles:
            reports.close(action.report, action)
        _notify(action)


def _check(action: ModerationAction, right: str) -> None:
    """Raise `Refused` unless the action is allowed. Lock the account of the user concerned."""
    if action.about is not None and action.about.erased_at is not None and action.kind in OF_PEOPLE:
        raise Settled(_("This person’s account is gone, so there’s nothing left to decide."))
    reported_at = action.report.game if action.report is not None else None
    for where in {action.game, reported_at}:
        rights.require(action.by, right, about=action.about, game=where)
    action.game = action.game or reported_at
    if action.about is not None:
        # Lock the account before a game, in the same order as an erasure: the account's row is written at the end.
        reports.lock_account(action.about)


def _notify(action: ModerationAction) -> None:
    for person in concerned(action.undoes or action):
        if action.about is not None and person == (action.about.owner or action.about):
            User.objects.filter(pk=person.pk).update(decision_unread=True)
        notices.enqueue_moderation_decision(action, person)


def concerned(action: ModerationAction) -> list[User]:
    """Return the users concerned by an action: all players for the end of a game, none for a dismissed report.

    An external computer player is replaced by its owner, who reads the notices.
    """
    about: Iterable[User] = []
    if action.kind == Kind.END:
        about = User.objects.filter(seats__game=action.game).select_related("owner").order_by("pk")
    elif action.about is not None and action.kind != Kind.DISMISS:
        about = [action.about]
    return list(dict.fromkeys(each.owner or each for each in about))
