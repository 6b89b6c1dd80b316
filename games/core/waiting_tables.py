"""Tables that wait for a user to move or to answer an invitation."""

from django.db.models import F, QuerySet, Value

from accounts.models import User, Visitor
from games.core.access import pending_invitations
from games.models import Game, Invitation, Player, moved_by


def invited_to(user: User) -> QuerySet[Invitation]:
    """Return this user's unanswered invitations to tables that have not started."""
    tables = Game.objects.filter(status=Game.Status.OPEN).exclude(players__user=user)
    return pending_invitations(user, Invitation.objects.filter(game__in=tables.values("pk")))


def to_move(user: User) -> QuerySet[Player]:
    """Return the seats for which this user is to move, the most urgent first."""
    seats = Player.objects.filter(moved_by(user), to_move_since__isnull=False, game__paused_at__isnull=True)
    return seats.order_by(F("deadline").asc(nulls_last=True), "turn_started_at", "pk")


def tables_waiting_for(user: Visitor) -> int:
    """Return the number of tables where it is this user's turn or the user is invited.

    Return 0 for signed-out visitors.
    """
    if not user.is_authenticated:
        return 0
    seats = to_move(user).order_by().values_list("pk", Value(False))
    invitations = Invitation.objects.filter(user=user, declined=False).values_list("pk", Value(True))
    invited = [kind for _key, kind in seats.union(invitations, all=True)]
    # Most users have no invitations, and the exact query for them is slow.
    return invited.count(False) + (invited_to(user).count() if any(invited) else 0)
