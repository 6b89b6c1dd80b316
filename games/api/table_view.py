"""A table as JSON for one viewer: its schema and the response to a request."""

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
"""The zones of all games, where cards and tiles can be."""


class Seat(Schema):
    """A seat with its player."""

    seat: int | None
    """The number of the seat, counted from 0; null before the start."""
    name: str
    """The player’s name; empty for a former player."""
    username: str
    """The user name; empty for the site’s computer players and former players."""
    persona: str
    """The name of the player’s character in the game; empty in games without characters."""
    computer: str = one_of(["", *Player.Bot.values])
    """The level, if the player is one of the site’s computer players; otherwise empty."""
    owner: str
    """The owner’s user name, if the player is a computer player from outside; otherwise empty."""
    stand_in: str = one_of(["", *Player.StandIn.values])
    """The kind of substitute that currently plays for the player; empty if there is none."""
    is_you: bool
    """Whether you own this seat or play it for a friend."""
    to_move: bool
    """Whether it is this seat’s turn. While the table is paused, nobody can move."""
    deadline: datetime | None
    """The deadline for the seat; null while its clock is stopped."""
    hand_size: int | None
    """The number of cards in hand; null before the start."""
    hand: list[str] | None
    """The cards in hand; null if they are hidden from you."""
    out: bool
    """Whether the player is out of the game."""


class Piece(Schema):
    """A card or tile that you can see, or a hidden one whose exact place is known."""

    kind: Literal["card", "tile"]
    """Whether it is a card or a tile."""
    code: str
    """The piece’s code, one of the game’s `pieces`; a code that begins with "?" means that it is hidden from you."""
    zone: str = one_of(ZONES)
    """The zone of the piece. docs/api/positions.md lists the zones of each game."""
    seat: int | None
    """The seat that owns the piece; null if it has no owner."""
    place: str | None
    """The tile next to the piece; null if there is none."""
    index: int
    """The position in the zone, counted from the bottom of a pile, otherwise from the first piece laid down."""
    face_up: bool
    """Whether the piece lies face up."""


class HiddenPieces(Schema):
    """The number of cards or tiles in a deck or hand that are hidden from you."""

    kind: Literal["card", "tile"]
    """Whether these are cards or tiles."""
    zone: str = one_of(ZONES)
    """The zone of these pieces."""
    seat: int | None
    """The seat that owns these pieces; null if they have no owner."""
    count: int
    """The number of hidden pieces."""


class OpenVote(Schema):
    """A vote that has not been decided yet."""

    id: int
    """The vote’s id, for your answer."""
    kind: str = one_of(Vote.Kind.values)
    """The kind of proposal."""
    by: int | None
    """The seat that opened the vote."""
    closes_at: datetime
    """The deadline for answers."""
    agreed: list[int]
    """The seats that have agreed."""


class Clock(Schema):
    """The time settings of a table."""

    kind: str = one_of(Game.Clock.values)
    """Whether a limit applies to each turn ("turn"), to a reserve per player ("bank"), or not at all ("none")."""
    pace_hours: int
    """With "turn": the hours per turn."""
    pace_minutes: int
    """With "turn": the minutes per turn, in addition to the hours."""
    bank_hours: int
    """With "bank": the reserve at the start, in hours."""
    added_hours: int
    """With "bank": the hours added per turn."""
    cap_hours: int
    """With "bank": the maximum reserve, in hours."""
    weekends_off: bool
    """Whether time stops on Saturdays and Sundays."""
    nights_off: bool
    """Whether time stops during each player’s own night."""
    playing_hours: int
    """How many hours a day time runs, at hours that each player chooses; 0 means all day."""


class ExpectedLength(Schema):
    """How long a game takes, as measured on games with these seats and options."""

    visits: int
    """About how many times each player comes to move."""
    days: int | None
    """About how many days the game lasts at its pace if nobody is a computer; null without a time for each turn."""


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
    """Whether the table waits for players, is running, or has ended: finished ("over"), cancelled, or stopped."""
    version: str
    """The version, to send with your move; also the ETag. It changes with each move and with your drafts."""
    public: bool
    """Whether anybody may watch."""
    rated: bool
    """Whether the result will count for ratings; before the start, only the host’s wish."""
    any_computer: bool
    """Whether computer players from outside may join."""
    options: dict[str, Any]
    """The options of the game, by name."""
    size: int
    """The number of seats."""
    clock: Clock
    """The time settings."""
    length: ExpectedLength | None
    """How long the game takes; null if games with its seats and options have not been measured."""
    commitment: str
    """The hash that commits the site to its contribution to the random seed."""
    paused: bool
    """Whether the table is paused; nobody can move then."""
    you: int | None
    """The number of your seat; null if you have none, and before the start."""
    my_move: bool
    """Whether you can move now; never while the table is paused."""
    deadline: datetime | None
    """Your deadline or, if you have none, the earliest deadline of the others; null if no clock is running."""
    legal: list[str]
    """The moves that you can make now, in the game’s notation (docs/api/positions.md)."""
    legal_in_words: list[str]
    """The same moves in words, in the same order, if the request asks for them; otherwise empty."""
    drafts: list[str]
    """Your moves that other players can’t see yet and that you can still undo."""
    to_move: list[int]
    """The seats whose turn it is. While the table is paused, they have to wait."""
    seats: list[Seat]
    """The players, in seat order; before the start, in the order in which they joined."""
    pieces: list[Piece]
    """The cards and tiles whose code or exact place you can see, with your drafts applied; empty before the start."""
    hidden: list[HiddenPieces]
    """The numbers of cards and tiles in decks and hands that are hidden from you."""
    facts: dict[str, Any]
    """The rest of the position, described for each game in docs/api/positions.md; empty before the start."""
    vote: OpenVote | None
    """The vote that has not been decided yet; null if there is none."""
    outcome: dict[str, Any] | None
    """The result: the `winners`’ seats, the `reason`, `scores` by seat, and the game’s details; null until the end."""


def shown(request: HttpRequest, table: str, changed: play.Changed | None = None) -> dict[str, Any]:
    """Return the table as the request's user currently sees it. Raise `Http404` if the user can't see it.

    ``changed`` is the game after a change made by this request; the response then needs no queries for it.
    """
    if changed is not None and changed.players:
        access = access_among(changed.game, changed.players, request.user)
        return describe(access, request.user, changed.state)
    with snapshot():
        return describe(table_access_or_404(table, request.user), request.user)
