"""A table as JSON for one viewer: its description, and how a request gets it."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django.http import HttpRequest
from pydantic import BaseModel

from games import play
from games.access import access_among, table_access_or_404
from games.models import Game
from games.models.read_transaction import snapshot
from games.table.as_data import describe


class Seat(BaseModel):
    """A player. ``seat`` is None before the start; ``hand`` is None while it is hidden from the viewer.

    ``computer`` is the level of a computer player of the site, ``owner`` the user name of whose program one from
    outside is; both are empty for people. ``stand_in`` is who plays meanwhile: "", "computer" or "friend".
    """

    seat: int | None
    name: str
    username: str
    persona: str
    computer: str
    owner: str = ""
    stand_in: str
    is_you: bool
    to_move: bool
    deadline: datetime | None
    hand_size: int | None = None
    hand: list[str] | None = None
    out: bool = False


class Piece(BaseModel):
    """Where a card or tile lies that the viewer sees, or that is hidden from them beside a tile."""

    kind: str
    code: str
    zone: str
    seat: int | None
    place: str | None
    index: int
    face_up: bool


class HiddenPieces(BaseModel):
    """Cards or tiles of a deck or a hand that are hidden from the viewer: how many."""

    kind: str
    zone: str
    seat: int | None
    count: int


class OpenVote(BaseModel):
    """The vote that waits for answers; ``agreed`` are the seats that have said yes."""

    id: int
    kind: str
    by: int | None
    closes_at: datetime
    agreed: list[int]


class Clock(BaseModel):
    """The time for turns: "turn" gives each its own, "bank" a reserve, "none" no limit."""

    kind: str
    pace_hours: int
    pace_minutes: int
    bank_hours: int
    added_hours: int
    cap_hours: int
    weekends_off: bool
    nights_off: bool


class Table(BaseModel):
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
    any_computer: bool
    options: dict[str, Any]
    size: int
    clock: Clock
    commitment: str
    paused: bool
    you: int | None
    my_move: bool
    deadline: datetime | None
    legal: list[str]
    legal_in_words: list[str]
    drafts: list[str]
    to_move: list[int]
    seats: list[Seat]
    pieces: list[Piece]
    hidden: list[HiddenPieces]
    facts: dict[str, Any]
    vote: OpenVote | None
    outcome: dict[str, Any] | None


def shown(request: HttpRequest, table: str, changed: Game | None = None) -> dict[str, Any]:
    """Returns the table as the request's user sees it now. Raises Http404 if they may not.

    ``changed`` is the game as this request left it, of which nothing need be loaded again.
    """
    if changed is not None and (players := play.players_left(changed)):
        return describe(access_among(changed, players, request.user), request.user)
    with snapshot():
        return describe(table_access_or_404(table, request.user), request.user)
