"""Why a user lost a game, in one sentence of the Review; newcomers see it without asking."""

from typing import NamedTuple

from accounts.models import User, Visitor
from games.models import Game, Player, Review
from games.review import text
from games.review.report import from_json
from games.review.requests import may_review, review_of, reviews_left
from games.stats.results import LOST, result_of

NEWCOMERS_GAMES = 3
"""The number of a user's first finished games for which the final page requests the Review automatically."""


class Loss(NamedTuple):
    """The sentence on why the user lost.

    ``sentence`` is empty until the Review is finished. ``asks`` says whether the page still has to request the Review.
    """

    sentence: str = ""
    asks: bool = False


def loss_of(user: Visitor, me: Player | None) -> Loss | None:
    """Return the sentence on why the user lost, or None if there is nothing to show.

    Return None if the user didn't lose, if the Review failed, or if there is none and the user is not a newcomer.
    """
    if me is None or me.user is None or not may_review(user, me) or result_of(me.game.outcome, me.seat) != LOST:
        return None
    review = review_of(me)
    if review is None:
        asks = not me.resigned and _is_newcomer(me.user) and reviews_left(me.user) > 0
        return Loss(asks=True) if asks else None
    if review.status == Review.Status.FAILED:
        return None
    return Loss(text.lead(from_json(review.report))) if review.report else Loss()


def _is_newcomer(user: User) -> bool:
    finished = Player.objects.filter(user=user, game__status=Game.Status.OVER).order_by()
    return finished[: NEWCOMERS_GAMES + 1].count() <= NEWCOMERS_GAMES
