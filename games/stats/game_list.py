"""Running and finished games as rows in a user's list of games."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext

from accounts.i18n.lists import join_list
from accounts.models import User
from games.models import Game, Player, RatingChange
from games.presentation.view_model import narrator_of, seat_infos, with_players
from games.rules.contract import Event
from games.stats import rating_display
from games.stats.placements import placements
from games.stats.results import DRAWN, RUNNING, STOPPED, WON, result_of

HEADS_UP = 2


@dataclass(frozen=True, slots=True)
class Result:
    """The result of a game for one of its players: WON, LOST, DRAWN, STOPPED (no result) or RUNNING.

    ``ending`` is the outcome as text in the past tense, with account names. ``gained`` is the change of the player's
    rating, or None if the game was not rated.
    """

    game: Game
    how: str
    others: list[str]
    ending: str
    gained: int | None = None


def result(game: Game, players: Sequence[Player], person: User, gained: int | None = None) -> Result:
    own = next(player for player in players if player.user_id == person.pk)
    infos = seat_infos(game, players, own)
    return Result(
        game=game,
        how=RUNNING if game.is_running else result_of(game.outcome, own.seat),
        others=[info.user_name for info in infos if not info.is_you],
        ending="" if game.is_running else _ending(game, players, own, {info.seat: info.user_name for info in infos}),
        gained=gained,
    )


def _ending(game: Game, players: Sequence[Player], own: Player, names: Mapping[int, str]) -> str:
    outcome: Any = game.outcome
    how, size = result_of(outcome, own.seat), len(names)
    if how == STOPPED:
        return gettext("It ended without a result.")
    if how == DRAWN:
        return gettext("It ended in a tie.")
    others = [names[seat] for seat in names if seat != own.seat]
    winners = [names[seat] for seat in outcome["winners"] if seat != own.seat]
    if how == WON and winners:
        return gettext("Won together with %(names)s.") % {"names": join_list(winners)}
    if how == WON and size == HEADS_UP:
        return gettext("Won against %(name)s.") % {"name": others[0]}
    if how == WON:
        return gettext("Won: first of %(size)s.") % {"size": size}
    if size == HEADS_UP:
        return gettext("Lost to %(name)s.") % {"name": others[0]}
    resigned = {player.seat for player in players if player.resigned and player.seat is not None}
    said = {"place": placements(outcome, resigned)[own.seat or 0], "size": size, "names": join_list(winners)}
    return gettext("Place %(place)s of %(size)s; %(names)s won.") % said


def results(games: Sequence[int], person: User) -> list[Result]:
    """Return the results for ``person`` of the games with these keys, in the same order, with rating changes."""
    found = {game.pk: game for game in with_players(Game.objects.filter(pk__in=games))}
    seats = {player.pk: player.game_id for game in found.values() for player in game.seated}
    # Query by seat: by user, PostgreSQL would read all of the user's rating changes.
    changes = RatingChange.objects.filter(player__in=seats)
    points = {seats[each.player_id]: rating_display.gained(each) for each in changes if each.user_id == person.pk}
    return [result(found[pk], found[pk].seated, person, points.get(pk)) for pk in games]


def outcome_text(game: Game, players: Sequence[Player], viewer: int | None) -> str:
    """Return a sentence on the outcome, addressed to the player in seat ``viewer``, or to anyone for None."""
    outcome: Any = game.outcome
    if outcome is None:
        return gettext("It ended without a result.")
    return narrator_of(game, players, viewer).text(Event("over", "", None, dict(outcome)))


def games_with_players(games: Sequence[int]) -> list[Any]:
    """Return the games with these keys, in the same order, with their players and rematches."""
    found = {game.pk: game for game in with_players(Game.objects.filter(pk__in=games).select_related("rematch"))}
    return [found[pk] for pk in games]
