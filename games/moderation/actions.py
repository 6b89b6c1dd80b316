"""What moderators do. Each act needs a right and a reason, is written to the log and told to whom it is about.

All raise Refused: without the right (status 403), for oneself, for other moderators and superusers unless one is a
superuser, in a game in which one has a seat, without a reason, and where somebody else has closed the ``report``
meanwhile (status 409). ``words`` is what the person is told; without them it is the reason. With a ``report`` the act
closes it, and with it all other open reports of the same.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.models import Restriction, User
from games import play
from games.models import Act, Game, Message, Player, Report
from games.moderation import log, messages, names, reports, rights, texts
from games.moderation.refusals import Refused, Settled
from games.notifications import enqueue

Kind = Act.Kind

LONGEST = 365
"""Days; whoever is to be away for longer is banned."""

OF_PEOPLE = {Kind.WARN, Kind.MUTE, Kind.SUSPEND, Kind.BAN, Kind.RENAME, Kind.UNDO}
"""What can be done to nobody who has gone for good: his row is to stay bare."""


@dataclass(frozen=True, slots=True)
class Case:
    """An act that is allowed and about to be done; ``report`` is locked."""

    kind: Act.Kind
    by: User
    reason: str
    words: str
    report: Report | None
    about: User | None
    game: Game | None


def opened(
    kind: Act.Kind,
    by: User,
    reason: str,
    words: str = "",
    report: Report | None = None,
    *,
    right: str = rights.MODERATE,
    about: User | None = None,
    game: Game | None = None,
) -> Case:
    """Check that ``by`` may, and why he does. Begins what :func:`decided` ends, in one transaction. Raises Refused."""
    if about is not None and about.gone_at is not None and kind in OF_PEOPLE:
        raise Settled(_("This person has gone for good. There is nobody left to decide about."))
    reported_at = report.game if report is not None else None
    for concerned in {game, reported_at}:
        rights.require(by, right, about=about, game=concerned)
    why, told = texts.reason_of(reason), texts.at_most(texts.plain(words), texts.REASON_LENGTH)
    return Case(kind, by, why, told, reports.claim(report, by, kind), about, game or reported_at)


def decided(case: Case, *, undoes: Act | None = None, **details: Any) -> Act:
    """Write it to the log, close the report, and owe the notices."""
    if case.words:
        details["words"] = case.words
    about, report, game = case.about, case.report, case.game
    act = log.write(case.kind, case.by, case.reason, about=about, report=report, game=game, undoes=undoes, **details)
    if report is not None:
        reports.close(report, act)
    for person in concerned(undoes or act):
        enqueue.decided(act, person)
    return act


def concerned(act: Act) -> Iterable[User]:
    """Whom it is about; of a game's end everybody who plays there. Nobody is told that there was nothing to do."""
    if act.kind == Kind.END:
        return User.objects.filter(seats__game=act.game)
    return [act.about] if act.about is not None and act.kind != Kind.DISMISS else []


@transaction.atomic
def dismiss(by: User, report: Report, reason: str) -> Act:
    """There is nothing to do. The person it is about is not told."""
    return decided(opened(Kind.DISMISS, by, reason, report=report, about=report.about))


@transaction.atomic
def warn(by: User, about: User, reason: str, *, words: str = "", report: Report | None = None) -> Act:
    """Tell somebody not to do that again; nothing else follows."""
    return decided(opened(Kind.WARN, by, reason, words, report, about=about))


@transaction.atomic
def mute(by: User, about: User, days: int, reason: str, *, words: str = "", report: Report | None = None) -> Act:
    """For so many days (1 to 365) he writes nothing that others read."""
    case = opened(Kind.MUTE, by, reason, words, report, about=about)
    return decided(case, **_restrict(about, Restriction.Kind.MUTE, _until(days)))


@transaction.atomic
def suspend(by: User, about: User, days: int, reason: str, *, words: str = "", report: Report | None = None) -> Act:
    """For so many days (1 to 365) the site is shut for him; computer players sit in until he takes his seats back."""
    case = opened(Kind.SUSPEND, by, reason, words, report, about=about)
    facts = _restrict(about, Restriction.Kind.SUSPENSION, _until(days))
    return decided(case, seats=play.send_away(about), **facts)


@transaction.atomic
def ban(by: User, about: User, reason: str, *, words: str = "", report: Report | None = None) -> Act:
    """The site is shut for him for good; computer players have his seats until substitutes take them."""
    case = opened(Kind.BAN, by, reason, words, report, about=about)
    facts = _restrict(about, Restriction.Kind.BAN, None)
    return decided(case, seats=play.send_away(about, for_good=True), **facts)


def _until(days: int) -> datetime:
    if not 1 <= days <= LONGEST:
        raise Refused(_("Choose from 1 to %(most)d days.") % {"most": LONGEST})
    return timezone.now() + timedelta(days=days)


def _restrict(about: User, kind: Restriction.Kind, until: datetime | None) -> dict[str, Any]:
    """Raise Settled for what holds already."""
    # So that of two who do it at once the second knows of the first.
    person = User.objects.select_for_update(no_key=True).get(pk=about.pk)
    if until is None and Restriction.in_force().filter(user=person, kind=kind).exists():
        raise Settled(_("%(name)s is banned already.") % {"name": person.shown_name})
    restriction = Restriction.objects.create(user=person, kind=kind, until=until)
    about.restricted = True
    if kind == Restriction.Kind.SUSPENSION:
        enqueue.let_in_again(restriction)
    return {"restriction": restriction.pk, "until": until.isoformat() if until else None}


@transaction.atomic
def rename(by: User, about: User, reason: str, *, name: str = "", words: str = "", report: Report | None = None) -> Act:
    """Call him otherwise: by that user name, or (empty) by one that means nothing; his display name goes.

    A guest's is his display name. Raises Refused for a name that won't do, too.
    """
    case = opened(Kind.RENAME, by, reason, words, report, about=about)
    before, after = names.change(about, name)
    return decided(case, before=before, after=after)


@transaction.atomic
def remove(by: User, message: Message, reason: str, *, words: str = "", report: Report | None = None) -> Act:
    """Take a message away. The act keeps it, so that it can come back.

    Without ``report``, those of this message are closed.
    """
    report = report or message.reports.filter(state=Report.State.OPEN).order_by("pk").first()
    case = opened(Kind.REMOVE, by, reason, words, report, about=message.user, game=message.game)
    act = decided(case, message=messages.kept(message))
    messages.take_away(message)
    return act


@transaction.atomic
def extend(by: User, player: Player, reason: str, *, words: str = "", report: Report | None = None) -> Act:
    """Give a seat that is asked another day."""
    who, game = player.mover, player.game
    case = opened(Kind.EXTEND, by, reason, words, report, right=rights.MODERATE_GAMES, about=who, game=game)
    given = play.extend(player)
    return decided(case, seat=player.seat, asked=given.asked, seconds=given.seconds)


@transaction.atomic
def replace(
    by: User, player: Player, reason: str, *, vacate: bool = False, words: str = "", report: Report | None = None
) -> Act:
    """A computer player sits in until the owner takes the seat back; ``vacate``: until a substitute takes it."""
    who, game = player.user, player.game
    case = opened(Kind.REPLACE, by, reason, words, report, right=rights.MODERATE_GAMES, about=who, game=game)
    play.replace(player, for_good=vacate)
    return decided(case, seat=player.seat, seats=[player.pk], vacated=vacate)


@transaction.atomic
def end(by: User, game: Game, reason: str, *, words: str = "", report: Report | None = None) -> Act:
    """End a running game without a result. Everybody who plays there is told; it is laid open once it can't go on."""
    case = opened(Kind.END, by, reason, words, report, right=rights.MODERATE_GAMES, game=game)
    play.end(game)
    return decided(case)


@transaction.atomic
def reveal(by: User, game: Game, reason: str, *, report: Report | None = None) -> Act:
    """Note that ``by`` looks at the hidden cards of a game; the caller shows them once, after that.

    The report stays open, and nobody is told.
    """
    rights.require(by, rights.REVEAL, game=game)
    if not Game.objects.get(pk=game.pk).keeps_secrets:
        raise Settled(_("Nothing is hidden in a game that is not running."))
    return log.write(Kind.REVEAL, by, texts.reason_of(reason), report=report, game=game)
