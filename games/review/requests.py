"""Requests for Reviews: permission and daily limit."""

from datetime import timedelta
from typing import Any, NamedTuple

from django.conf import settings
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from accounts.access.account_lock import hold_account
from accounts.models import User, Visitor
from games.core.access import is_closed
from games.models import Game, Player, Review
from games.play import Refused
from games.review import worker


def review_of(player: Player) -> Review | None:
    return Review.objects.filter(player=player).first()


class NoReview(NamedTuple):
    title: Any
    sentence: Any


NOT_OVER = NoReview(
    _("Once the game is over"),
    _("A Review looks at every hand and the result, so we make it when nothing is hidden any more."),
)
NO_RESULT = NoReview(
    _("This game has no result"),
    _("It was stopped early. A Review explains a result, so this game has none."),
)
NOT_DEALT = NoReview(
    _("This game has no deal of its own"),
    _(
        "It continued a position from another game. A Review starts with the luck of the deal, so only "
        "the first game has one."
    ),
)


def why_none(game: Game) -> NoReview | None:
    """Return the reason why this game has no Reviews, or None if its players may have them."""
    if not game.was_dealt:
        return NOT_DEALT
    if game.is_over:
        return None if game.outcome else NO_RESULT
    return NO_RESULT if is_closed(game) else NOT_OVER


def may_review(user: Visitor, player: Player) -> bool:
    """Return whether this is the user's own seat, in a game that may have Reviews."""
    return user.is_authenticated and player.user_id == user.pk and why_none(player.game) is None


@transaction.atomic
def request_review(user: User, player: Player) -> Review:
    """Return the seat's Review, and enqueue it if there is none or it has failed.

    Raise `Refused` if the user can't have this Review, or has reached the limit for 24 hours.
    """
    if (reason := why_none(player.game)) is not None:
        raise Refused(reason.sentence)
    if not may_review(user, player):
        raise Refused(_("You can only ask for a Review of your own seat."))
    hold_account(user)  # concurrent requests are counted one after the other
    review = review_of(player)
    if review is not None and review.status != Review.Status.FAILED:
        return review
    _check_quota(user)
    fresh = {"status": Review.Status.WAITING, "requested_at": timezone.now(), "requested_by": user, "progress": 0}
    review, _created = Review.objects.update_or_create(
        player=player, defaults=fresh | {"work": None, "claimed_until": None}
    )
    transaction.on_commit(worker.enqueue)
    return review


def reviews_left(user: User) -> int:
    """Return how many more Reviews this user can request now.

    All requests of the last 24 hours count, except those that failed.
    """
    a_day = timezone.now() - timedelta(days=1)
    asked_for = Review.objects.filter(requested_by=user, requested_at__gt=a_day).exclude(status=Review.Status.FAILED)
    return max(0, int(settings.REVIEWS_PER_DAY) - asked_for.count())


def _check_quota(user: User) -> None:
    if not reviews_left(user):
        most = settings.REVIEWS_PER_DAY
        raise Refused(
            ngettext(
                "You can have %(number)d Review a day. Ask again tomorrow: the game will still be here.",
                "You can have %(number)d Reviews a day. Ask again tomorrow: the game will still be here.",
                most,
            )
            % {"number": most}
        )
