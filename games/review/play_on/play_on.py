"""Play on from here: a position of a closed game, its hidden cards as they were or dealt again, against computers."""

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
"""Of the tables that a user has begun from a game, the latest that are listed."""

_random = SystemRandom()


class Choices(NamedTuple):
    """How to play on: the user's seat, all others' levels, whether to deal hidden cards again and to show odds."""

    seat: Seat
    bots: Mapping[Seat, str]
    anew: bool
    odds: bool


def start_at(game: Game, players: Sequence[Player], number: int) -> store.Start:
    """Return the position of a closed game before move ``number``. Raise `ReplayMismatch`."""
    at = number - 1
    snapshot = latest(game, at)
    after = snapshot.number if snapshot else -1
    moves = game.moves.filter(number__gt=after, number__lte=at).order_by("number")
    state = state_after(game, players, moves, at, snapshot).copy()
    return store.Start(state, _opening(game, at))


def _opening(game: Game, at: int) -> list[Event]:
    """Return the events with which the turn under way after move ``at`` began."""
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
    """Return the position with cards hidden from ``seat`` dealt again. Raise `Refused` if no deal fits."""
    try:
        return start._replace(state=sampled(rules, start.state.full_view(seat), _random))
    except NoSample as none:
        raise play.Refused(_("The hidden cards can’t be dealt anew here. Play on with them as they were.")) from none


def play_on(user: User, game: Game, number: int, start: store.Start, choices: Choices) -> Game:
    """Begin a practice table with the position ``start``, that of ``game`` before move ``number``. Raise `Refused`."""
    if choices.anew:
        start = redeal(game.rules, start, choices.seat)
    return play.begin_from(user, play.Origin(game, number, start), choices.seat, choices.bots, odds=choices.odds)


def tries(user: User, game: Game) -> QuerySet[Any]:
    """Return the tables that this user has begun from positions of this game, the latest first."""
    return with_players(Game.objects.filter(origin=game, host=user).order_by("-pk")[:TRIES])
