"""Appeals: a person concerned by an act may ask once, within a time limit, that another moderator reviews it."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.db import IntegrityError, transaction
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.i18n.dates import written
from accounts.models import User
from games.models import Act, Appeal
from games.moderation import rights, texts
from games.moderation.cases import acting, concerned
from games.moderation.refusals import Forbidden, Refused, Settled, Unknown
from games.moderation.reversal import right_for, take_back

Kind = Act.Kind

APPEALABLE = {Kind.WARN, Kind.MUTE, Kind.SUSPEND, Kind.BAN, Kind.RENAME, Kind.REMOVE, Kind.REPLACE, Kind.END}

IN_TIME = timedelta(days=14)


def appeal_until(act: Act) -> datetime:
    """The end of the time in which the person may appeal against it."""
    return act.at + IN_TIME


def appeal(person: User, act: Act, words: str) -> Appeal:
    """Appeals against an act. Against the end of a game any of its players may; only the first appeal counts.

    Raises Refused for an act about another person (404), for one that needs no appeal, was taken back or has been
    appealed against before (409), too late, and for words that are missing or too long.
    """
    if person not in concerned(act):
        raise Unknown(_("There is no such decision about you."))
    if act.kind not in APPEALABLE:
        raise Refused(_("There is nothing to appeal against: this decision takes nothing from you."))
    if Act.objects.filter(undoes=act).exists():
        raise Settled(_("This decision has been taken back already."))
    if Appeal.objects.filter(act=act).exists():
        raise _again()
    if timezone.now() > (until := appeal_until(act)):
        when = written(until, "d MMMM y, HH:mm")
        raise Refused(_("The time to appeal against this decision ended on %(when)s.") % {"when": when})
    cleaned = texts.at_most(texts.plain(words), Appeal.LENGTH)
    if not cleaned:
        raise Refused(_("Say in a few words why."))
    try:
        with transaction.atomic():
            return Appeal.objects.create(act=act, by=person, words=cleaned)
    except IntegrityError as twice:
        raise _again() from twice


def _again() -> Settled:
    return Settled(_("There has been an appeal against this decision. There is one against each."))


@transaction.atomic
def answer(by: User, appeal: Appeal, granted: bool, reason: str, *, words: str = "") -> Act:
    """Grants an appeal (the act is reversed) or refuses it; returns the act of kind UNDO or UPHOLD. The person is told.

    Raises Refused for the moderator who did the act, as long as another could answer, and once answered (409).
    """
    rows = Appeal.objects.select_for_update(of=["self"]).select_related("by", "act__by", "act__about", "act__game")
    row = rows.get(pk=appeal.pk)
    _check_waits(row)
    check_may_answer(by, row.act)
    if granted:
        return take_back(by, row.act, reason, words=words)
    act, right = row.act, right_for(row.act)
    with acting(Kind.UPHOLD, by, reason, words, right=right, about=row.by, game=act.game) as case:
        row.state, row.answered_at = Appeal.State.REFUSED, timezone.now()
        row.save(update_fields=["state", "answered_at"])
        case.note(of=act.pk)
    return case.act


def check_may_answer(by: User, act: Act) -> None:
    """Raises Forbidden if ``by`` may not answer an appeal against this act."""
    if act.by == by and _others(act).exclude(pk=by.pk).exists():
        raise Forbidden(_("You have decided this yourself, so another moderator has to answer."))
    rights.require(by, right_for(act), about=act.about, game=act.game)


def _check_waits(row: Appeal) -> None:
    if row.state != Appeal.State.OPEN:
        raise Settled(_("This appeal has been answered: %(how)s.") % {"how": row.get_state_display()})


def _others(act: Act) -> QuerySet[User]:
    """The moderators who could answer."""
    moderators = User.objects.with_perm(rights.MODERATE, backend="django.contrib.auth.backends.ModelBackend")
    return moderators if act.about is None else moderators.exclude(pk=act.about.pk)
