"""Answers to appeals: each can be undone for ten minutes, and takes effect after that."""

import logging

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from accounts.refusals import Refused
from games.models import Appeal, AppealAnswer
from games.moderation import appeals
from games.moderation.refusals import Settled
from games.moderation.text import REASON_LENGTH, at_most, plain, reason_of
from games.moderation.undo import UNDO_TIME

log = logging.getLogger(__name__)


def unanswered() -> QuerySet[Appeal]:
    """Return the open appeals that no moderator has answered."""
    return Appeal.objects.filter(state=Appeal.State.OPEN, pending_answer=None)


def last_answer(by: User) -> AppealAnswer | None:
    """Return the moderator's latest answer that can still be undone."""
    rows = AppealAnswer.objects.filter(
        by=by, due_at__gt=timezone.now(), appeal__state=Appeal.State.OPEN
    ).select_related("appeal__by")
    return rows.order_by("-due_at").first()


@transaction.atomic
def submit_answer(by: User, appeal: Appeal, granted: bool, reason: str, *, words: str = "") -> AppealAnswer:
    """Store an answer, to be carried out when it can no longer be undone.

    Raise `Refused` as `appeals.answer` does, and if another answer is pending (409).
    """
    row = appeals.lock_open(appeal)
    if AppealAnswer.objects.filter(appeal=row).exists():
        raise Settled(_("Another moderator has just answered this appeal."))
    appeals.check_may_answer(by, row.action)
    said = {"reason": reason_of(reason), "words": at_most(plain(words), REASON_LENGTH)}
    return AppealAnswer.objects.create(appeal=row, by=by, granted=granted, due_at=timezone.now() + UNDO_TIME, **said)


@transaction.atomic
def undo_answer(by: User, appeal: Appeal) -> None:
    """Delete the moderator's pending answer. Raise `Settled` if it is due, or if there is none."""
    Appeal.objects.select_for_update(of=["self"]).get(pk=appeal.pk)
    deleted, _rows = AppealAnswer.objects.filter(appeal=appeal, by=by, due_at__gt=timezone.now()).delete()
    if not deleted:
        raise Settled(_("The ten minutes are over, so the answer stands."))


@transaction.atomic
def carry_out_answer(appeal_pk: int) -> bool:
    """Carry out the appeal's answer if it is due. Return whether it was.

    An answer that is refused by now is dropped, so that the appeal waits for another one.
    """
    appeal = Appeal.objects.select_for_update(of=["self"]).get(pk=appeal_pk)
    rows = AppealAnswer.objects.filter(appeal=appeal, due_at__lte=timezone.now()).select_related("by")
    if (pending := rows.first()) is None:
        return False
    pending.delete()
    try:
        appeals.answer(pending.by, appeal, pending.granted, pending.reason, words=pending.words)
    except Refused as refused:
        log.warning("the answer to appeal %s was dropped: %s", appeal_pk, refused)
        return False
    return True
