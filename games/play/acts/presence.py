"""Playing on at once when all who answer next have come to the table."""

from contextlib import suppress

from django.utils import timezone

from games.play.core.locked import locked
from games.play.core.refusals import Over
from games.play.core.turns import play_on_if_all_are_here


def play_on(game_pk: int) -> list[int]:
    """Make automatic moves due if all who answer next are here. Return the keys of the seats whose moves are due."""
    now = timezone.now()
    with suppress(Over), locked(game_pk) as game:
        play_on_if_all_are_here(game.players, game.state, now)
        game.save_seats()
        return [player.pk for player in game.players if player.auto_at is not None and player.auto_at <= now]
    return []
