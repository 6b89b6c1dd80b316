"""Appeals: a user concerned by an action may ask once, within a time limit, for a review by another moderator."""

from datetime import datetime, timedelta

from django.db import IntegrityError, transaction
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.i18n.dates import localized_date
from accounts.models import User
from accounts.refusals import Refused
from games.models import Appeal, ModerationAction
from games.moderation import rights
from games.moderation.cases import acting, concerned
from games.moderation.refusals import Forbidden, Settled, Unknown
from games.moderation.reversal import right_for, take_back
from games.moderation.text import at_most, plain

Kind = ModerationAction.Kind

APPEALABLE = {Kind.WARN, Kind.MUTE, Kind.SUSPEND, Kind.BAN, Kind.RENAME, Kind.REMOVE, Kind.REPLACE, Kind.END}

IN_TIME = timedelta(days=14)


def appeal_until(action: ModerationAction) -> datetime:
    return action.created_at + IN_TIME


def appeal(person: User, action: ModerationAction, words: str) -> Appeal:
    """Appeal against an action. Any player may appeal against the end of a game; only the first appeal is accepted.

    Raise `Refused` if the action is about another user (404), is not appealable, was reversed or was appealed against
    before (409), if the time limit has passed, or if the text is missing or too long.
    """
    if person not in concerned(action):
        raise Unknown(_("There’s no such decision about you."))
    if action.kind not in APPEALABLE:
        raise Refused(_("There’s nothing to appeal against: this decision takes nothing from you."))
    if ModerationAction.objects.filter(undoes=action).exists():
        raise Settled(_("This decision has already been taken back."))
    if Appeal.objects.filter(action=action).exists():
        raise _again()
    if timezone.now() > (until := appeal_until(action)):
        when = localized_date(until, "d MMMM y, HH:mm")
        raise Refused(_("You could appeal against this decision until %(when)s.") % {"when": when})
    cleaned = at_most(plain(words), Appeal.LENGTH)
    if not cleaned:
        raise Refused(_("Say in a few words why."))
    try:
        with transaction.atomic():
            return Appeal.objects.create(action=action, by=person, words=cleaned)
    except IntegrityError as twice:
        raise _again() from twice


def _again() -> Settled:
    return Settled(_("Somebody has already appealed against this decision. Each decision can be appealed only once."))


@transaction.atomic
def answer(by: User, appeal: Appeal, granted: bool, reason: str, *, words: str = "") -> ModerationAction:
    """Grant an appeal (the action is reversed) or refuse it, send a notice, and return the UNDO or UPHOLD action.

    Raise `Refused` like other actions, if the appeal has been answered (409), or if ``by`` took the original action and
    another moderator could answer.
    """
    row = lock_open(appeal)
    check_may_answer(by, row.action)
    if granted:
        return take_back(by, row.action, reason, words=words)
    action, right = row.action, right_for(row.action)
    with acting(Kind.UPHOLD, by, reason, words, right=right, about=row.by, game=action.game) as upheld:
        row.state, row.answered_at = Appeal.State.REFUSED, timezone.now()
        row.save(update_fields=["state", "answered_at"])
        upheld.details["of"] = action.pk
    return upheld


def lock_open(appeal: Appeal) -> Appeal:
    """Lock and return the appeal's row. Raise `Settled` if the appeal has been answered."""
    rows = Appeal.objects.select_for_update(of=["self"]).select_related(
        "by", "action__by", "action__about", "action__game"
    )
    row = rows.get(pk=appeal.pk)
    if row.state != Appeal.State.OPEN:
        raise Settled(_("This appeal has been answered: %(how)s.") % {"how": row.get_state_display()})
    return row


def check_may_answer(by: User, action: ModerationAction) -> None:
    """Raise `Forbidden` if ``by`` is not allowed to answer an appeal against this action."""
    if action.by == by and any(_may_decide(other, action) for other in _moderators() if other != by):
        raise Forbidden(_("You made this decision yourself, so another moderator has to answer."))
    rights.require(by, right_for(action), about=action.about, game=action.game)


def _moderators() -> QuerySet[User]:
    return User.objects.with_perm(rights.MODERATE, backend="django.contrib.auth.backends.ModelBackend")


def _may_decide(moderator: User, action: ModerationAction) -> bool:
    """Return whether the moderator may decide about the action without a conflict of interest."""
    try:
        rights.require(moderator, right_for(action), about=action.about, game=action.game)
    except Forbidden:
        return False
    return True
