"""Moderators' actions. Each requires a permission and a reason, is logged, and notifies the user concerned.

All raise `Refused` with status 403 if the moderator lacks the permission, is the user concerned, has or had a seat in
the game, or acts on another moderator without being a superuser. All raise `Refused` for an invalid reason, and with
status 409 if another moderator has closed the ``report`` in the meantime. ``words`` is the explanation for the user, by
default a neutral sentence; the reason stays in the log. The action closes the ``report`` and its open duplicates.
"""

from datetime import datetime, timedelta
from typing import Any

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.access.restrictions import restrict
from accounts.models import Restriction, User
from accounts.refusals import Refused
from games import play
from games.chat import rooms
from games.core import broadcast, notices
from games.models import Game, Message, ModerationAction, Player, Report
from games.moderation import messages, names, rights
from games.moderation.cases import acting
from games.moderation.refusals import Settled

Kind = ModerationAction.Kind

LONGEST = 365
"""The maximum number of days of a mute or suspension."""


def dismiss(by: User, report: Report, reason: str) -> ModerationAction:
    """Close a report without consequences; the reported user gets no notice."""
    with acting(Kind.DISMISS, by, reason, report=report, about=report.about) as action:
        pass
    return action


def warn(by: User, about: User, reason: str, *, words: str = "", report: Report | None = None) -> ModerationAction:
    """Warn a user, without further consequences."""
    with acting(Kind.WARN, by, reason, words, report, about=about) as action:
        pass
    return action


def mute(
    by: User, about: User, days: int, reason: str, *, words: str = "", report: Report | None = None
) -> ModerationAction:
    """Mute a user for 1 to 365 days: they can't write to others."""
    with acting(Kind.MUTE, by, reason, words, report, about=about) as action:
        action.details |= _restrict(about, Restriction.Kind.MUTE, _until(days))
    return action


def suspend(
    by: User, about: User, days: int, reason: str, *, words: str = "", report: Report | None = None
) -> ModerationAction:
    """Suspend a user for 1 to 365 days; computer players sit in until the user takes the seats back."""
    with acting(Kind.SUSPEND, by, reason, words, report, about=about) as action:
        action.details |= _restrict(about, Restriction.Kind.SUSPENSION, _until(days))
        action.details["seats"] = play.withdraw_from_games(about)
    return action


def ban(by: User, about: User, reason: str, *, words: str = "", report: Report | None = None) -> ModerationAction:
    """Ban a user permanently; computer players play their seats until substitutes take over."""
    with acting(Kind.BAN, by, reason, words, report, about=about) as action:
        action.details |= _restrict(about, Restriction.Kind.BAN, None)
        action.details["seats"] = play.withdraw_from_games(about, for_good=True)
    return action


def _until(days: int) -> datetime:
    if not 1 <= days <= LONGEST:
        raise Refused(_("Choose from 1 to %(most)d days.") % {"most": LONGEST})
    return timezone.now() + timedelta(days=days)


def _restrict(about: User, kind: Restriction.Kind, until: datetime | None) -> dict[str, Any]:
    """Restrict the user and return the action's details. Raise `Settled` for a ban if the user is banned already."""
    # The second of two concurrent restrictions must see the first.
    person = User.objects.select_for_update(no_key=True).get(pk=about.pk)
    if until is None and Restriction.in_force().filter(user=person, kind=kind).exists():
        raise Settled(_("%(name)s is already banned.") % {"name": person.shown_name})
    restriction = restrict(person, kind, until)
    about.restricted = True
    if kind != Restriction.Kind.MUTE:
        broadcast.on_commit_shut_out(person.pk)
    if kind == Restriction.Kind.SUSPENSION:
        notices.enqueue_end_of_suspension(restriction)
    return {"restriction": restriction.pk, "until": until.isoformat() if until else None}


def rename(
    by: User, about: User, reason: str, *, name: str = "", words: str = "", report: Report | None = None
) -> ModerationAction:
    """Give a user this user name, by default a random one; remove their display name and the line about them.

    For a guest, change the display name instead. Also raise `Refused` if the name is taken or not allowed.
    """
    with acting(Kind.RENAME, by, reason, words, report, about=about) as action:
        before, after = names.change(about, name)
        action.details |= {"before": before, "after": after}
    return action


@transaction.atomic
def remove(
    by: User, message: Message, reason: str, *, words: str = "", report: Report | None = None
) -> ModerationAction:
    """Remove a message. The action stores the message, so that it can be restored.

    Without ``report``, close the reports of this message.
    """
    report = report or message.reports.filter(state=Report.State.OPEN).order_by("pk").first()
    with acting(Kind.REMOVE, by, reason, words, report, about=message.user, game=message.game) as action:
        action.details["message"] = messages.snapshot(message)
    # Only now, because ``acting`` finds the reports to close by their message.
    rooms.remove(message)
    return action


def extend(by: User, player: Player, reason: str, *, words: str = "", report: Report | None = None) -> ModerationAction:
    """Give more time to a player who is to move: a day, or a turn's time in a quick game."""
    who, game = player.mover, player.game
    with acting(Kind.EXTEND, by, reason, words, report, right=rights.MODERATE_GAMES, about=who, game=game) as action:
        given = play.extend(player)
        action.details |= {"seat": player.seat, "asked": given.asked, "seconds": given.seconds}
    return action


def replace(
    by: User, player: Player, reason: str, *, vacate: bool = False, words: str = "", report: Report | None = None
) -> ModerationAction:
    """Let a computer player sit in until the player returns, or with ``vacate`` until a substitute takes the seat."""
    who, game = player.user, player.game
    with acting(Kind.REPLACE, by, reason, words, report, right=rights.MODERATE_GAMES, about=who, game=game) as action:
        play.replace(player, for_good=vacate)
        action.details |= {"seat": player.seat, "seats": [player.pk], "vacated": vacate}
    return action


def end(by: User, game: Game, reason: str, *, words: str = "", report: Report | None = None) -> ModerationAction:
    """End a running game without a result and notify all players.

    The game's cards become public once it can't be reopened.
    """
    with acting(Kind.END, by, reason, words, report, right=rights.MODERATE_GAMES, game=game) as action:
        play.stop_game(game)
    return action


def reveal(by: User, game: Game, reason: str, *, report: Report | None = None) -> ModerationAction:
    """Log that ``by`` looks at the hidden cards of a game, before the caller shows them once.

    The report stays open, and no notice is sent. Also raise `Refused` if the game hides nothing.
    """
    with acting(Kind.REVEAL, by, reason, report=report, right=rights.REVEAL, game=game, settles=False) as action:
        if not Game.objects.get(pk=game.pk).keeps_secrets:
            raise Settled(_("Nothing is hidden in a game that isn’t running."))
    return action
