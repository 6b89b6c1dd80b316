"""Cancels the vacations of users who are erased or excluded by moderators, and stops them sitting in for others."""

from django.db.models import Q

from accounts.models import User
from games.models import Game
from games.play.core.locked import hold
from games.play.core.vacation_arrangements import UNFINISHED, cancel_vacation, dismiss_friend


def withdraw(user: User) -> None:
    """Cancel the vacations of ``user``, and dismiss them as a stand-in everywhere. Must be called in a transaction.

    Every row that will change when the user's seats are given up is locked first.
    """
    _hold_all(user)
    for vacation in user.vacations.filter(state__in=UNFINISHED):
        cancel_vacation(vacation)
    dismiss_friend(user)


def _hold_all(user: User) -> None:
    """Lock the user, their external bots, their vacations and then their games, in the same order as elsewhere."""
    User.objects.select_for_update(no_key=True).get(pk=user.pk)
    bots = list(user.bots.select_for_update(no_key=True).order_by("pk"))
    list(user.vacations.select_for_update().filter(state__in=UNFINISHED).order_by("pk"))
    seats = Q(players__user__in=[user, *bots]) | Q(players__friend=user)
    arranged = Q(players__arrangements__friend=user, players__arrangements__vacation__state__in=UNFINISHED)
    touched = Game.objects.filter(seats | arranged, status__in=Game.UNFINISHED)
    for pk in touched.order_by("pk").distinct().values_list("pk", flat=True):
        hold(pk)
