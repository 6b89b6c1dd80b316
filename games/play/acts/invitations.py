"""Asking people by name to take a seat at a table that waits."""

from __future__ import annotations

from contextlib import suppress

from django.db import transaction
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from accounts import company
from accounts.models import User
from accounts.restrictions import check_may_write
from games import owing
from games.models import Game, Invitation, Player
from games.play.acts.seating import waiting
from games.play.refusals import Refused


def invite(player: Player, username: str) -> Invitation:
    """Ask whoever has this user name to sit down with ``player``, before the start.

    Raises Refused for a name that nobody has, a guest, somebody who sits there or has been asked before, whom
    ``player`` has blocked, a table that is full or has asked Invitation.MOST people, and if ``player`` may not write to
    others. Nobody is told that it does not reach whoever avoids somebody at the table.
    """
    if player.user is None:
        raise ValueError(f"nobody owns seat {player.pk}")
    check_may_write(player.user)
    user = _called(username)
    if user.pk in company.blocks_of(player.user):
        raise Refused(_("You have blocked %(name)s. Unblock first.") % {"name": user.shown_name})
    with waiting(player.game_id) as table:
        _check(table, user)
        invitation = Invitation.objects.create(game=table, user=user, by=player.user)
        owing.invited(invitation)
    return invitation


def _called(username: str) -> User:
    if not username.strip().removeprefix("@"):
        raise Refused(_("Write the user name of whom you want to invite."))
    user = company.called(username)
    if user is None:
        raise Refused(_("Nobody has this user name."))
    if user.is_guest:
        raise Refused(_("A guest can't be invited by name. Send the invitation link instead."))
    return user


def _check(table: Game, user: User) -> None:
    facts = {"name": user.shown_name}
    if table.players.filter(user=user).exists():
        raise Refused(_("%(name)s already sits here.") % facts)
    if table.invitations.filter(user=user).exists():
        raise Refused(_("%(name)s has been invited before.") % facts)
    if table.players.count() >= table.size:
        raise Refused(_("Every seat at this table is taken."))
    if table.invitations.count() >= Invitation.MOST:
        most = Invitation.MOST
        raise Refused(
            ngettext(
                "A table can invite %(most)d person. Send others the link.",
                "A table can invite %(most)d people. Send others the link.",
                most,
            )
            % {"most": most}
        )


@transaction.atomic
def decline(invitation: Invitation) -> None:
    """Not this time: the table's set-up shows it, if it still waits."""
    Invitation.objects.filter(pk=invitation.pk).update(declined=True)
    with suppress(Refused), waiting(invitation.game_id):
        pass
