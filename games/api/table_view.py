"""A table as JSON for one viewer: its schema, and how a request gets it."""

from datetime import datetime
from typing import Any, Literal

from django.http import HttpRequest

from games import play
from games.api.schema import Schema, one_of
from games.core.access import access_among, table_access_or_404
from games.models import Game, Player, Vote
from games.models.read_transaction import snapshot
from games.presentation.as_data import describe
from games.rules import RULES

ZONES = sorted({zone for rules in RULES.values() for zone in rules.engine.ZONES})
"""The zones of all games."""


class Seat(Schema):
    """A player."""

    seat: int | None
    """The number of the seat, from 0; null before the start."""
    name: str
    """The player’s name; empty for a former player."""
    username: str
    """The user name; empty for computer players of the site and former players."""
    persona: str
    """Who the player is in the game; empty where a game has no such names."""
    computer: str = one_of(["", *Player.Bot.values])
    """The level of a computer player of the site; empty for all others."""
    owner: str
    """The user name of the owner of a computer player from outside; else empty."""
    stand_in: str = one_of(["", *Player.StandIn.values])
    """Who plays for them meanwhile; empty: they do."""
    is_you: bool
    """Whether it is yours, or you play it for a friend."""
    to_move: bool
    """Whether it is this seat’s turn. While the table is paused, nobody can move."""
    deadline: datetime | None
    """When its time ends; null while it does not run."""
    hand_size: int | None
    """The number of cards in hand; null before the start."""
    hand: list[str] | None
    """The cards in hand; null while they are hidden from you."""
    out: bool
    """Whether the player is out of the game."""


class Piece(Schema):
    """The place of a card or tile that you see, or that is hidden from you at its own place."""

    kind: Literal["card", "tile"]
    """Card or tile."""
    code: str
    """The piece, one of the game’s `pieces`; one that begins with "?" is hidden from you."""
    zone: str = one_of(ZONES)
    """Where it lies. docs/api/positions.md says which zones each game has."""
    seat: int | None
    """Whose it is; null if nobody’s."""
    place: str | None
    """The tile beside which it lies; else null."""
    index: int
    """Its number in the zone: in a pile from the bottom, else from the first laid down."""
    face_up: bool
    """Whether it lies open."""


class HiddenPieces(Schema):
    """The number of cards or tiles of a deck or a hand that are hidden from you."""

    kind: Literal["card", "tile"]
    """Cards or tiles."""
    zone: str = one_of(ZONES)
    """Where they lie."""
    seat: int | None
    """Whose they are; null if nobody’s."""
    count: int
    """How many."""


class OpenVote(Schema):
    """The vote that waits for answers."""

    id: int
    """The vote’s number, for your answer."""
    kind: str = one_of(Vote.Kind.values)
    """The proposal."""
    by: int | None
    """The seat that proposed it."""
    closes_at: datetime
    """Until when it may be answered."""
    agreed: list[int]
    """The seats that have said yes."""


class Clock(Schema):
    """The time for turns."""

    kind: str = one_of(Game.Clock.values)
    """Whether each turn has its own time ("turn"), a player a reserve ("bank"), or nobody a limit ("none")."""
    pace_hours: int
    """With "turn": the hours of a turn."""
    pace_minutes: int
    """With "turn": the minutes of a turn, where it has no hours."""
    bank_hours: int
    """With "bank": the hours at the start."""
    added_hours: int
    """With "bank": the hours that a turn adds."""
    cap_hours: int
    """With "bank": the most hours that there can be."""
    weekends_off: bool
    """Whether time stands still on Saturdays and Sundays."""
    nights_off: bool
    """Whether it stands still in each player’s own night."""


class NamedTable(Schema):
    """The id, game and name of a table."""

    id: str
    """The table’s id, the last part of its address."""
    game: str
    """The game’s code."""
    name: str
    """The table’s name."""


class Table(NamedTable):
    """A table as you may see it."""

    status: str = one_of(Game.Status.values)
    """Whether it waits for players, is running, or has ended: played ("over"), cancelled or stopped by moderators."""
    version: str
    """Send it with your move; also the ETag. It counts the moves of the table, and your drafts."""
    public: bool
    """Whether anybody may watch."""
    rated: bool
    """Whether the result is to count."""
    any_computer: bool
    """Whether computer players from outside may sit down."""
    options: dict[str, Any]
    """The options of the game, by name."""
    size: int
    """The number of seats."""
    clock: Clock
    """How much time there is for a turn."""
    commitment: str
    """The hash that commits the site to its share of the deal’s chance."""
    paused: bool
    """Whether the table is paused: then nobody can move."""
    you: int | None
    """The number of your seat; null if you have none, and before the start."""
    my_move: bool
    """Whether you can move now; never while the table is paused."""
    deadline: datetime | None
    """When your time ends, else the earliest of the others’; null while none runs."""
    legal: list[str]
    """The moves that you can make now, in the game’s notation (docs/api/positions.md)."""
    legal_in_words: list[str]
    """The same moves in words and in the same order, if words are asked for; else empty."""
    drafts: list[str]
    """Your moves that nobody else sees yet and that you can still undo."""
    to_move: list[int]
    """The seats whose turn it is. While the table is paused they move as soon as it goes on."""
    seats: list[Seat]
    """The players, by seat; before the start in the order in which they sat down."""
    pieces: list[Piece]
    """The cards and tiles that you see or that lie at places, your drafts applied; empty before the start."""
    hidden: list[HiddenPieces]
    """How many cards and tiles of decks and hands are hidden from you."""
    facts: dict[str, Any]
    """The rest of the position; docs/api/positions.md describes it for each game. Empty before the start."""
    vote: OpenVote | None
    """The vote that waits for answers."""
    outcome: dict[str, Any] | None
    """How the game ended: the `winners`’ seats, the `reason`, the `scores` by seat, and what a game adds."""


def shown(request: HttpRequest, table: str, changed: play.Changed | None = None) -> dict[str, Any]:
    """Return the table as the request's user sees it now. Raise `Http404` if they may not.

    ``changed`` is the game after this request's change, so that nothing is loaded again.
    """
    if changed is not None and changed.players:
        access = access_among(changed.game, changed.players, request.user)
        return describe(access, request.user, changed.state)
    with snapshot():
        return describe(table_access_or_404(table, request.user), request.user)
