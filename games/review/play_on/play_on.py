"""Playing on from a position in a closed game, with its hidden cards kept or dealt again, against computers."""

from collections.abc import Mapping, Sequence
from random import SystemRandom
from typing import Any, NamedTuple

from django.db.models import QuerySet
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from games import play
from games.computers.search import NoSample, sampled
from games.core import store
from games.models import Game, Player
from games.presentation.view_model import with_players
from games.replay.replay_page import line_of
from games.replay.snapshots import latest, state_after
from games.rules.contract import OPENS, Event, Seat
from games.rules.game import Rules

TRIES = 6
"""The maximum number of tables listed per user and game; older ones are left out."""

_random = SystemRandom()


class Choices(NamedTuple):
    """The choices for playing on.

    ``bots`` are the levels of the other seats. ``again`` redeals the hidden cards, ``odds`` shows the odds.
    """

    seat: Seat
    bots: Mapping[Seat, str]
    again: bool
    odds: bool


def start_at(game: Game, players: Sequence[Player], number: int) -> store.Start:
    """Return the position before move ``number`` of a closed game. Raise `ReplayMismatch` if the replay fails."""
    at = number - 1
    snapshot = latest(game, at)
    after = snapshot.number if snapshot else -1
    moves = game.moves.filter(number__gt=after, number__lte=at).order_by("number")
    return store.Start(state_after(game, players, moves, at, snapshot).copy(), _opening(game, at))


def _opening(game: Game, at: int) -> list[Event]:
    """Return the events that opened the turn in progress after move ``at``.

    Return an empty list before the first turn.
    """
    line = line_of(game)
    if not (turn := line.turn_at(at)):
        return []
    events = store.read_events(game.moves.get(number=line.turns[turn - 1][0]).events)
    opening: list[Event] = []
    for before, event in zip([None, *events], events, strict=False):
        if event.kind == OPENS:
            opening = [*opening, event] if before is not None and before.kind == OPENS else [event]
    return opening


def redeal(rules: Rules, start: store.Start, seat: Seat) -> store.Start:
    """Redeal the cards hidden from ``seat``, and return the position. Raise `Refused` if no deal fits."""
    try:
        return start._replace(state=sampled(rules, start.state.full_view(seat), _random))
    except NoSample as none:
        raise play.Refused(_("The hidden cards can’t be dealt again here. Play on with them as they were.")) from none


def play_on(user: User, game: Game, number: int, start: store.Start, choices: Choices) -> Game:
    """Begin a practice table at ``start``, the position in ``game`` before move ``number``.

    Raise `Refused` if the hidden cards can't be dealt again, the game is over in that position, the seat has left it,
    or the user has too many tables.
    """
    if choices.again:
        start = redeal(game.rules, start, choices.seat)
    return play.begin_from(user, play.Origin(game, number, start), choices.seat, choices.bots, odds=choices.odds)


def tries(user: User, game: Game) -> QuerySet[Any]:
    """Return the tables that this user has begun from positions in this game, the latest first."""
    return with_players(Game.objects.filter(origin=game, host=user).order_by("-pk")[:TRIES])
