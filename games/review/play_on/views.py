"""The page for choosing how to play on from a position in a finished game."""

import logging
from collections.abc import Sequence
from typing import Any, NamedTuple

from django.db import transaction
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from accounts.access.rate_limits import limited
from accounts.auth.guests import user_or_guest
from accounts.models import Visitor
from games import play
from games.computers import players as computers
from games.core import computer_turns, store
from games.core.access import is_closed, table_access_or_404
from games.http import HtmxRequest
from games.lobby.practice import FIRST_LEVEL, latest_practice
from games.models import Game, Player
from games.presentation.standing import standing
from games.presentation.view_model import SeatInfo, narrator_of, seat_infos
from games.replay.replay_page import Turn, line_of
from games.replay.verification import ReplayMismatch
from games.review.mistakes.mistakes import made_for
from games.review.play_on.forms import HIDDEN_CARDS, PlayOnForm
from games.review.play_on.play_on import Choices, play_on, start_at, tries
from games.rules.contract import Seat
from games.stats.game_list import result

log = logging.getLogger(__name__)


class _Position(NamedTuple):
    """The position in a closed game before move ``number``, as seen from the seat ``own``."""

    game: Game
    players: list[Player]
    infos: list[SeatInfo]
    number: int
    start: store.Start
    own: Seat


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@limited("guest", anonymous_only=True)
@limited("open_table")
def play_on_from(request: HtmxRequest, table: str, number: int) -> HttpResponse:
    """Show the choices for playing on before move ``number``; POST begins a table.

    Players keep their own seat; other users choose one with the parameter ``seat``. Answer 409 if the game is not over
    or its replay fails. Raise `Http404` if it has no such move.
    """
    game, players, me = table_access_or_404(table, request.user)
    if not is_closed(game):
        sentence = _("This game isn’t over. Once it is, you can play on from any move.")
        return render(request, "review/play_on/play_on.html", {"game": game, "me": me, "refusal": sentence}, status=409)
    if not 1 <= number <= line_of(game).last + 1:
        raise Http404
    try:
        start = start_at(game, players, number)
    except ReplayMismatch as mismatch:
        log.error("no playing on at table %s: its moves don't give its %s", game.public_id, mismatch.place)
        return render(request, "replay/replay_broken.html", {"game": game, "me": me}, status=409)
    own = me.place if me else _seat(request, game, start)
    position = _Position(game, players, seat_infos(game, players, players[own]), number, start, own)
    return _begun(request, position) if request.method == "POST" else _shown(request, position, me)


def _seat(request: HtmxRequest, game: Game, start: store.Start) -> Seat:
    """Return the seat that a spectator has chosen, by default a seat to move."""
    asked = request.GET.get("seat", "")
    seats = {str(seat): seat for seat in range(game.size)}
    return seats[asked] if asked in seats else min(start.state.to_move, default=0)


def _begun(request: HtmxRequest, position: _Position) -> HttpResponse:
    form = _form(request, position, request.POST)
    me = next((player for player in position.players if player.is_seen_by(request.user)), None)
    if not form.is_valid():
        return _shown(request, position, me, form, status=422)
    try:
        game, until = _table(request, position, form.choices())
    except play.Refused as refused:
        return _shown(request, position, me, form, str(refused.message), refused.status)
    if until is not None:
        computers.move_all(game.pk, until)
    return redirect(game)


def _table(request: HtmxRequest, position: _Position, choices: Choices) -> tuple[Game, Any]:
    """Create the table, and claim its computer moves for this request.

    The claim is None if these moves take too long for a request.
    """
    with transaction.atomic(), user_or_guest(request) as user:
        game = play_on(user, position.game, position.number, position.start, choices)
        return game, None if computer_turns.takes_long(game.pk) else computer_turns.claim(game.pk)


def _form(request: HtmxRequest, position: _Position, data: Any = None) -> PlayOnForm:
    practice = latest_practice(request.user, position.game.variant)
    usual = practice.advised if practice else FIRST_LEVEL
    return PlayOnForm(position.players, position.infos, position.own, usual, data)


def _shown(
    request: HtmxRequest,
    position: _Position,
    me: Player | None,
    form: PlayOnForm | None = None,
    refusal: str = "",
    status: int = 200,
) -> HttpResponse:
    game, at = position.game, position.number - 1
    narrator = narrator_of(game, position.players, position.own)
    context = {
        "game": game,
        "me": me,
        "number": position.number,
        "at": at,
        "own": position.infos[position.own],
        "seats": position.infos,
        "turn": Turn.at(at, line_of(game), position.infos, narrator),
        "standing": standing(position.start.state.view(position.own), narrator),
        "over": position.start.state.outcome is not None,
        "left": position.own in position.start.state.out,
        "form": form or _form(request, position),
        "hidden_cards": HIDDEN_CARDS,
        "chance": _chance(request.user, me, at),
        "tries": _tries(request.user, game),
        "refusal": refusal,
    }
    return render(request, "review/play_on/play_on.html", context, status=status)


def _chance(user: Visitor, me: Player | None, at: int) -> float | None:
    """Return the user's chance to win after move ``at`` according to their Review, or None if it is not finished."""
    if me is None or me.user_id != user.pk:
        return None
    if (made := made_for(me)) is None:
        return None
    return next((step.chance for step in reversed(made.report.steps) if step.number <= at), None)


def _tries(user: Visitor, game: Game) -> Sequence[Any]:
    if not user.is_authenticated:
        return ()
    return [result(each, each.seated, user) for each in tries(user, game)]
