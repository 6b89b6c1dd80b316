"""Reports of messages, names and behaviour, and the moderators' queue of reports, the worst first."""

from typing import Any

from django.db import IntegrityError, transaction
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.i18n.dates import localized_date
from accounts.models import User
from accounts.refusals import Refused
from games.chat.rooms import may_read
from games.core import notices
from games.core.access import may_see, seat_of
from games.models import Game, Message, ModerationAction, Report
from games.moderation import rights
from games.moderation.refusals import Settled, Unknown
from games.moderation.text import at_most, plain

Category = Report.Category

WORST_FIRST = (
    *(Category.INSULT, Category.UNFAIR, Category.ACCOUNTS, Category.NAME),
    *(Category.SPAM, Category.STALLING, Category.OTHER),
)


REMOVE = ModerationAction.Kind.REMOVE


def file_report(
    by: User, about: User, category: str, words: str, *, message: Message | None = None, game: Game | None = None
) -> Report:
    """File a report about a user. Muted users may report, too.

    Raise `Refused` if the users are the same, the category is unknown, the text is too long, or missing in the category
    OTHER, if the account of ``about`` no longer exists or ``by`` can't see the message or game (404), or if ``by`` has
    an equal open report (409).
    """
    if about == by:
        raise Refused(_("You can’t report yourself."))
    if category not in Category.values:
        raise Refused(_("Choose what is wrong."))
    game = message.game if message is not None else game
    _check_seen(by, about, message, game)
    report = Report(by=by, about=about, category=category, message=message, game=game)
    report.words = _checked_words(words, Category(category))
    with transaction.atomic():
        _hold_message(report)
        report.quoted = _quoted(report)
        return _filed(report)


def _hold_message(report: Report) -> None:
    """Take the lock for removing messages. Raise `Unknown` if this one has been removed."""
    if report.message is None:
        return
    Game.objects.select_for_update().get(pk=report.message.game_id)
    if not Message.objects.filter(pk=report.message.pk).exists():
        raise Unknown(_("There’s no such message."))


def _check_seen(by: User, about: User, message: Message | None, game: Game | None) -> None:
    """Raise `Unknown` if ``about`` is inactive, or if ``by`` (unless a moderator) can't see the message or game."""
    if about.erased_at is not None or not about.is_active:
        raise Unknown(_("Nobody has this name any more."))
    if by.has_perm(rights.MODERATE):
        return
    if game is not None and not may_see(game, by):
        raise Unknown(_("There’s no such table."))
    if message is None or game is None:
        return
    if message.user != about or not may_read(message, by, seat_of(game, by)):
        raise Unknown(_("There’s no such message."))


def _checked_words(text: str, category: Report.Category) -> str:
    cleaned = at_most(plain(text), Report.LENGTH)
    if category == Category.OTHER and not cleaned:
        raise Refused(_("Say in your own words what’s wrong."))
    return cleaned


def _quoted(report: Report) -> str:
    """Return a copy of the reported message or names, which may change before a moderator reads the report."""
    if report.message is not None:
        return report.message.text
    person = report.about
    return f"{person.display_name} (@{person.username})" if person.display_name else f"@{person.username}"


def _filed(report: Report) -> Report:
    again = Settled(_("You’ve already reported this. We haven’t looked at it yet."))
    if open_duplicates(report).filter(by=report.by).exists():
        raise again
    if case := Report.objects.filter(about=report.about, state=Report.State.OPEN, taken_by__isnull=False).first():
        report.taken_by, report.taken_at = case.taken_by, case.taken_at
    try:
        with transaction.atomic():
            report.save()
    except IntegrityError as twice:
        raise again from twice
    return report


def open_duplicates(report: Report) -> QuerySet[Report]:
    """Return the open duplicates: reports of the same message, otherwise of the same user, category and table."""
    still = Report.objects.filter(state=Report.State.OPEN)
    if report.message_id is not None:
        return still.filter(message=report.message_id)
    return still.filter(message=None, about=report.about_id, category=report.category, game=report.game_id)


def waiting() -> list[Any]:
    """Return the open reports, worst first: by category, by number of reporters, by age.

    ``reporters`` is the number of users with an open report of the same subject.
    """
    rows = Report.objects.filter(state=Report.State.OPEN)
    found: list[Any] = list(
        rows.select_related("about", "by", "game", "message", "taken_by").order_by("created_at", "pk")
    )
    people: dict[Any, set[int]] = {}
    for report in found:
        people.setdefault(subject_key(report), set()).add(report.by_id)
    for report in found:
        report.reporters = len(people[subject_key(report)])
    return sorted(found, key=lambda report: (WORST_FIRST.index(Category(report.category)), -report.reporters))


def subject_key(report: Report) -> Any:
    """Return a key that is equal for duplicate reports."""
    if report.message_id is not None:
        return report.message_id
    return report.about_id, report.category, report.game_id


@transaction.atomic
def take(report: Report, moderator: User, *, over: bool = False) -> Report:
    """Assign all open reports about the same user as ``report`` to ``moderator``. Idempotent.

    Raise `Refused` if ``moderator`` is not allowed to decide the report (403), if it is closed (409), or, unless
    ``over``, if it is assigned to another moderator (409, with their name).
    """
    rights.require(moderator, rights.MODERATE, about=report.about, game=report.game)
    lock_account(report.about)
    row = Report.objects.select_for_update(of=["self"]).select_related("taken_by").get(pk=report.pk)
    check_open(row)
    if row.taken_by is not None and row.taken_by != moderator and not over:
        facts = {"name": row.taken_by.shown_name, "when": _moment(row.taken_at)}
        raise Settled(_("%(name)s has been working on this since %(when)s.") % facts)
    if row.taken_by != moderator:
        row.taken_by, row.taken_at = moderator, timezone.now()
        case = Report.objects.filter(about=row.about_id, state=Report.State.OPEN)
        case.update(taken_by=row.taken_by, taken_at=row.taken_at)
    return row


def lock_account(person: User) -> None:
    """Lock the account, or the account of a computer player's owner.

    Accounts are locked before reports and games, so that nothing deadlocks.
    """
    User.objects.select_for_update(no_key=True).filter(pk=person.owner_id or person.pk).first()


def check_open(report: Report) -> None:
    """Raise `Settled`, naming the action, if the report is closed."""
    if report.state == Report.State.OPEN:
        return
    if (action := report.closed_by) is None:
        raise Settled(_("This report is closed: that player’s account has been deleted."))
    facts = {"name": action.by.shown_name, "what": action.get_kind_display(), "when": _moment(action.created_at)}
    raise Settled(_("%(name)s already decided this: %(what)s, %(when)s.") % facts)


def _moment(moment: Any) -> str:
    return localized_date(moment, "d MMM, HH:mm")


def claim(report: Report | None, by: User, kind: ModerationAction.Kind) -> Report | None:
    """Lock the report and its duplicates for ``by``, who is about to act on it, and return its row.

    The moderator who closed the report may act again. Raise `Settled` if another moderator closed it, or if the action
    is repeated; but several messages may be removed.
    """
    if report is None:
        return None
    # Always in key order, so that concurrent actions on duplicates can't deadlock.
    list((open_duplicates(report) | Report.objects.filter(pk=report.pk)).select_for_update().order_by("pk"))
    row = Report.objects.select_related("closed_by__by", "about", "game").get(pk=report.pk)
    if row.state == Report.State.OPEN:
        return row
    if row.closed_by is None or row.closed_by.by != by:
        check_open(row)
    if kind != REMOVE and row.actions.filter(by=by, kind=kind, undone_by=None).exists():
        raise Settled(_("You’ve already done that."))
    return row


def close(report: Report, action: ModerationAction) -> None:
    """Close the report and its open duplicates by ``action``, and notify their reporters."""
    for each in (open_duplicates(report) | Report.objects.filter(pk=report.pk, state=Report.State.OPEN)).order_by("pk"):
        each.state, each.closed_at, each.closed_by = Report.State.CLOSED, action.created_at, action
        each.save(update_fields=["state", "closed_at", "closed_by"])
        notices.enqueue_closed_report(each)


def reopen(action: ModerationAction) -> None:
    """Reopen the reports that ``action`` closed, except those that their reporters have filed again."""
    for report in action.closes.order_by("pk"):
        if open_duplicates(report).filter(by=report.by).exists():
            continue
        report.state, report.closed_at, report.closed_by = Report.State.OPEN, None, None
        report.save(update_fields=["state", "closed_at", "closed_by"])
