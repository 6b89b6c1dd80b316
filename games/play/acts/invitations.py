"""Invitations by user name to a game that waits for players."""

from contextlib import suppress

from django.db import transaction
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from accounts.access.restrictions import check_may_write
from accounts.friends import friendships
from accounts.models import User
from accounts.refusals import Refused
from games.core import broadcast, notices
from games.models import Game, Invitation, Player
from games.play.core.admission import check_bot
from games.play.core.unstarted import waiting


def invite(player: Player, username: str) -> Invitation:
    """Invite the user of this name to a game that has not started.

    Raise `Refused` if ``player`` is muted; if the game has started, is full or has Invitation.MOST invitations; or if
    the invited user is unknown, a guest, seated or invited already, blocked by ``player``, or an external bot that
    the table does not admit. If the invited user has blocked ``player``, that must stay secret: the invitation
    succeeds, but never arrives.
    """
    if player.user is None:
        raise ValueError(f"no one owns seat {player.pk}")
    check_may_write(player.user)
    user = _user_named(username)
    if user.pk in friendships.blocks_of(player.user):
        raise Refused(_("You’ve blocked %(name)s. Unblock them first.") % {"name": user.shown_name})
    with waiting(player.game_id) as game:
        _check(game, user)
        check_bot(game, user)
        invitation = Invitation.objects.create(game=game, user=user, by=player.user)
        notices.enqueue_invitation(invitation)
        broadcast.on_commit_account(user.pk)
    return invitation


def _user_named(username: str) -> User:
    if not username.strip().removeprefix("@"):
        raise Refused(_("Enter the user name of the person you want to invite."))
    user = friendships.user_by_name(username)
    if user is None:
        raise Refused(_("Nobody here has this user name."))
    if user.is_guest:
        raise Refused(_("A guest can’t be invited by name. Send the invitation link instead."))
    return user


def _check(game: Game, user: User) -> None:
    facts = {"name": user.shown_name}
    if game.players.filter(user=user).exists():
        raise Refused(_("%(name)s already sits here.") % facts)
    if game.invitations.filter(user=user).exists():
        raise Refused(_("%(name)s has already been invited.") % facts)
    if game.players.count() >= game.size:
        raise Refused(_("Every seat at this table is taken."))
    if game.invitations.count() >= Invitation.MOST:
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
    """Decline an invitation, and update the page of a table that still waits for players. Idempotent."""
    Invitation.objects.filter(pk=invitation.pk).update(declined=True)
    broadcast.on_commit_account(invitation.user_id)
    with suppress(Refused), waiting(invitation.game_id):
        pass
