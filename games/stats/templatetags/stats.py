"""Template filters for the statistics pages."""

from django import template

from accounts.i18n.lists import percent
from games.core.punctuality import rounded_up
from games.models import Game, Rating
from games.stats import charts
from games.stats.rating_display import Shown, shown

register = template.Library()
register.filter("within", rounded_up)
register.filter("percent", percent)


@register.filter
def lasted(game: Game) -> str:
    return rounded_up(game.finished_at - game.started_at) if game.finished_at and game.started_at else ""


@register.filter
def signed(number: int) -> str:
    """Return a number with its sign: “+21”, “−8”."""
    return f"{number:+d}".replace("-", "−")


@register.filter
def points(rating: Rating) -> Shown:
    return shown(rating.mu, rating.sigma)


@register.filter
def band(rating: Rating) -> charts.Band:
    return charts.band(points(rating))
