"""A table as JSON for one viewer: the same that its page may show, in codes instead of words."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from typing import Any

from django.http import HttpRequest
from ninja import Schema

from accounts.models.compiled import KEY, CompiledQuery, field_names
from games import store
from games.access import TableAccess, is_closed, table_access_or_404
from games.models import Game, Player, Vote
from games.models.read_transaction import snapshot
from games.play import drafted, version_of
from games.rules.record import outcome_json
from games.table.view_model import TableView, table_view


class Seat(Schema):
    """A player. ``seat`` is None before the start; ``hand`` is None while it is hidden from the viewer.

    ``computer`` is the level of a computer player, ``stand_in`` who plays meanwhile: "", "computer" or "friend".
    """

    seat: int | None
    name: str
    username: str
    persona: str
    computer: str
    stand_in: str
    is_you: bool
    to_move: bool
    deadline: datetime | None
    hand_size: int | None = None
    hand: list[str] | None = None
    out: bool = False


class Piece(Schema):
    """Where a card or tile lies. A code that begins with "?" is hidden from the viewer."""

    kind: str
    code: str
    zone: str
    seat: int | None
    place: str | None
    index: int
    face_up: bool


class OpenVote(Schema):
    """The vote that waits for answers; ``agreed`` are the seats that have said yes."""

    id: int
    kind: str
    by: int | None
    closes_at: datetime
    agreed: list[int]


class Clock(Schema):
    """The time for turns: "turn" gives each its own, "bank" a reserve, "none" no limit."""

    kind: str
    pace_hours: int
    pace_minutes: int
    bank_hours: int
    added_hours: int
    cap_hours: int
    weekends_off: bool
    nights_off: bool


class Table(Schema):
    """A table as its viewer may see it. ``version`` is what a move has to send back, and the ETag.

    ``you`` is the viewer's seat. ``legal`` are the moves that they can make now, ``drafts`` those they can still undo.
    ``legal_in_words`` says the former in words, in the same order, if words are asked for; else it is empty.
    ``deadline`` is the viewer's own, else the earliest. ``pieces`` and ``facts`` are the position (empty before the
    start), with ``drafts`` applied.
    """

    id: str
    game: str
    name: str
    status: str
    version: str
    public: bool
    rated: bool
    options: dict[str, Any]
    size: int
    clock: Clock
    commitment: str
    paused: bool
    you: int | None
    my_move: bool
    deadline: datetime | None
    legal: list[str]
    legal_in_words: list[str] = []
    drafts: list[str]
    to_move: list[int]
    seats: list[Seat]
    pieces: list[Piece]
    facts: dict[str, Any]
    vote: OpenVote | None
    outcome: dict[str, Any] | None


def shown(request: HttpRequest, table: str, changed: Game | None = None) -> dict[str, Any]:
    """Returns the table as the request's user sees it now. Raises Http404 if they may not.

    ``changed`` is the game as this request left it, whose state need not be loaded again.
    """
    with snapshot():
        access = table_access_or_404(table, request.user)
        if changed is not None:
            store.hand_over(changed, access.game)
        return describe(access, request.user)


def describe(access: TableAccess, user: Any) -> dict[str, Any]:
    """Returns the values of :class:`Table`."""
    game, players, me = access
    facts = _settings(game) | {
        "version": version_of(game, me),
        "you": me.seat if me else None,
        "deadline": _deadline(players, me),
        "seats": [_seat(game, player, me) for player in players],
    }
    if game.started_at is None:
        return facts | _NOT_STARTED
    seen = table_view(game, players, me, user)
    _add_hands(facts["seats"], seen)
    return facts | _position(seen) | {"vote": _vote(game)}


_NOT_STARTED: dict[str, Any] = {
    "my_move": False,
    "legal": [],
    "drafts": [],
    "to_move": [],
    "pieces": [],
    "facts": {},
    "vote": None,
    "outcome": None,
}


def _settings(game: Game) -> dict[str, Any]:
    return {
        "id": game.table,
        "game": game.slug,
        "name": game.name,
        "status": game.status,
        "public": game.public,
        "rated": game.rated,
        "options": game.options,
        "size": game.size,
        "clock": {"kind": game.clock} | {name: getattr(game, name) for name in Clock.model_fields if name != "kind"},
        "commitment": game.commitment,
        "paused": game.is_paused,
    }


def _seat(game: Game, player: Player, me: Player | None) -> dict[str, Any]:
    personas = game.rules.PERSONAS
    return {
        "seat": player.seat,
        "name": "" if player.is_gone else player.shown_name,
        "username": player.user.username if player.user and not player.user.gone_at else "",
        "persona": personas[player.persona].short if personas else "",
        "computer": player.bot,
        "stand_in": player.stand_in,
        "is_you": me is not None and player.pk == me.pk,
        "to_move": player.to_move_since is not None,
        "deadline": player.deadline,
    }


def _add_hands(seats: Iterable[dict[str, Any]], seen: TableView) -> None:
    for seat in seats:
        known = seen.view.seats[seat["seat"]]
        seat |= {"hand_size": known.hand_size, "hand": known.hand, "out": known.out}


def _deadline(players: Iterable[Player], me: Player | None) -> datetime | None:
    if me is not None and me.deadline is not None:
        return me.deadline
    return min((player.deadline for player in players if player.deadline is not None), default=None)


def _position(seen: TableView) -> dict[str, Any]:
    game, view = seen.game, seen.view
    state = drafted(store.state_of(game), seen.me).state
    known = state.knowledge(view.seat, reveal_all=is_closed(game))
    return {
        "my_move": seen.my_move,
        "legal": view.legal if seen.my_move else [],
        "drafts": seen.drafts,
        "to_move": view.to_move,
        "pieces": [piece._asdict() for piece in known["pieces"]],
        "facts": known["facts"],
        "outcome": outcome_json(view.outcome),
    }


def _vote(game: Game) -> dict[str, Any] | None:
    if not game.is_running:
        return None
    vote = _OPEN_VOTE.first(game.pk)
    if vote is None:
        return None
    agreed = vote.ballots.filter(yes=True).order_by("player__seat").values_list("player__seat", flat=True)
    facts = {"id": vote.pk, "kind": vote.kind, "closes_at": vote.closes_at}
    return facts | {"by": vote.by.seat, "agreed": list(agreed)}


_OPEN_VOTE = CompiledQuery(
    lambda game: Vote.objects.filter(game=game, state=Vote.State.OPEN).order_by("pk")[:1],
    KEY,
    related={"by": field_names(Player)},
)
