"""For pages about what has become of people's games."""

from __future__ import annotations

from datetime import timedelta

from django import template

from accounts.i18n import lists
from games.models import Game, Rating
from games.stats import punctuality
from games.stats.rating_display import Shown, shown

register = template.Library()


@register.filter
def within(span: timedelta) -> str:
    """A length of time, rounded up."""
    return punctuality.within(span)


@register.filter
def lasted(game: Game) -> str:
    """How long a game took that has ended; empty for another."""
    return punctuality.within(game.ended_at - game.started_at) if game.ended_at and game.started_at else ""


@register.filter
def percent(hundredths: int) -> str:
    """A share as the active language writes it: “95%”."""
    return lists.percent(hundredths)


@register.filter
def signed(number: int) -> str:
    """A difference: “+21”, “−8”."""
    return f"{number:+d}".replace("-", "−")


@register.filter
def points(rating: Rating) -> Shown:
    """A rating in points."""
    return shown(rating.mu, rating.sigma)
