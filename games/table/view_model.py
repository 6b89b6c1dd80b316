"""What one viewer is shown of a table: the same for page, mail and record. Reads only."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, NamedTuple

from django.db.models import Prefetch
from django.utils.translation import gettext as _

from games import store
from games.access import is_closed
from games.models import Game, Move, Player
from games.play.turns import drafted, version_of
from games.table.card_html import page_chip
from games.table.incidents import made_by
from games.table.narration import Chip, Narrator, Told

MOVES_A_TURN = 4
"""Three actions and the end: how much of the log somebody is shown who has had no turn yet."""


@dataclass(frozen=True, slots=True)
class SeatInfo:
    """A player as the others see him. ``short`` is what sentences call the seat, ``user_name`` whose it is.

    Either has its monogram: ``initial`` and ``user_initial``. ``stand_in`` says in words who plays it instead; empty if
    its owner does.
    """

    seat: int
    name: str
    short: str
    initial: str
    user_name: str
    user_initial: str
    username: str
    is_you: bool
    is_bot: bool
    deadline: datetime | None
    asked: bool
    stand_in: str


@dataclass(frozen=True, slots=True)
class Seen:
    """A started game as one viewer sees it, his own drafts applied. ``my_move``: he is to move, and can."""

    game: Game
    me: Player | None
    view: Any
    drafts: list[str]
    seats: list[SeatInfo]
    narrator: Narrator
    version: str
    my_move: bool

    @property
    def player(self) -> Player:
        """The viewer's seat. Raises ValueError for a spectator."""
        if self.me is None:
            raise ValueError("a spectator has no seat")
        return self.me


class _Called(NamedTuple):
    name: str
    initial: str


def _called(players: Iterable[Player]) -> dict[int, _Called]:
    """What those at one table are called, by key: several without names, computer or former players, by number.

    Computer players who were there first keep theirs when another takes over a seat that was lost.
    """
    players = list(players)
    computers = sorted((player for player in players if player.bot), key=lambda one: (one.vacant, one.persona))
    called = {player.pk: _Called(player.shown_name, player.shown_name[:1].upper()) for player in players}
    if len(computers) > 1:
        for number, player in enumerate(computers, start=1):
            called[player.pk] = _Called(Player.Bot(player.bot).numbered(number), str(number))
    gone = sorted((player for player in players if player.is_gone), key=lambda one: one.persona)
    if len(gone) > 1:
        for number, player in enumerate(gone, start=1):
            called[player.pk] = _Called(_("former player %(number)s") % {"number": number}, str(number))
    return called


def seat_infos(game: Game, players: Iterable[Player], me: Player | None) -> list[SeatInfo]:
    """How the seats of all ``players`` are presented to ``me``, in their order."""
    players = list(players)
    called = _called(players)
    return [_seat_info(game, player, me, called[player.pk]) for player in players]


def _seat_info(game: Game, player: Player, me: Player | None, user: _Called) -> SeatInfo:
    personas = game.rules.PERSONAS
    persona = personas[player.persona] if personas else None
    return SeatInfo(
        seat=player.seat if player.seat is not None else -1,
        name=persona.name if persona else user.name,
        short=persona.short if persona else user.name,
        initial=persona.initial if persona else user.initial,
        user_name=user.name,
        user_initial=user.initial,
        username=player.user.username if player.user and not player.user.gone_at else "",
        is_you=me is not None and player.pk == me.pk,
        is_bot=bool(player.bot),
        deadline=player.deadline,
        asked=player.asked is not None,
        stand_in=_stand_in(player),
    )


def _stand_in(player: Player) -> str:
    """Who plays this seat in its owner's place."""
    if player.vacant:
        return _("a computer player, and free to be taken")
    if player.stand_in == Player.StandIn.FRIEND and player.friend is not None:
        return player.friend.shown_name
    return _("a computer player") if player.stand_in else ""


def moves_for(user: Any, player: Player) -> bool:
    """Whether this person moves for the seat now: it is his and nobody sits in, or he sits in himself."""
    if player.stand_in:
        return player.stand_in == Player.StandIn.FRIEND and player.friend_id == user.pk
    return user.pk is not None and player.user_id == user.pk


def with_players(games: Any) -> Any:
    """The games with their players and users, in two queries more however many they are."""
    return games.prefetch_related(
        Prefetch("players", Player.objects.select_related("user", "friend").order_by("seat", "pk"), to_attr="seated")
    )


def names(game: Game, players: Iterable[Player]) -> Mapping[int, str]:
    """What sentences call each seat."""
    return {info.seat: info.short for info in seat_infos(game, players, None)}


def narrator_of(game: Game, players: Iterable[Player], viewer: int | None, chip: Chip = page_chip) -> Narrator:
    """Who tells the player in seat ``viewer`` (None: a spectator) about the game that all ``players`` are in."""
    infos = seat_infos(game, players, None)
    initials = {info.seat: info.initial for info in infos}
    return Narrator(game.rules, {info.seat: info.short for info in infos}, viewer, chip, initials)


def see(game: Game, players: list[Player], me: Player | None, user: Any = None) -> Seen:
    """The table as it may be seen now from the seat ``me`` (None: by a spectator) by ``user``, else by who moves there.

    Whoever can't move, because somebody sits in for him or the table stands still, sees it without moves; what ended
    without a result lies open, unless it may go on.
    """
    mine = drafted(store.load(game).state, me)
    seat = me.seat if me else None
    called = me is not None and me.asked is not None and (user is None or moves_for(user, me))
    my_move = called and not game.is_paused
    idle = not game.is_over and me is not None and me.asked is not None and not my_move
    stopped = game.has_no_result
    return Seen(
        game=game,
        me=me,
        view=mine.state.look_back(seat, all_up=is_closed(game)) if idle or stopped else mine.state.view(seat),
        drafts=mine.drafts,
        seats=seat_infos(game, players, me),
        narrator=narrator_of(game, players, seat),
        version=version_of(game, me),
        my_move=my_move,
    )


def told(moves: Iterable[Move], players: Iterable[Player] | None = None, me: Player | None = None) -> list[Told]:
    """Moves as the narrator takes them, with all that is in them: redacting is his first act.

    With the ``players`` of the game it is told to ``me`` who moved in whose place.
    """
    computers = None if players is None else {player.seat for player in players if player.bot and not player.lost_by_id}
    return [
        Told(
            move.number,
            move.seat,
            [store.event_from_json(data) for data in move.events],
            move.made_at,
            "" if computers is None else made_by(move, me, computers),
        )
        for move in moves
    ]


def since_last_turn(game: Game, player: Player | None, players: Iterable[Player] | None = None) -> list[Told]:
    """What happened since this player's last turn; for a spectator about a round's worth. ``players`` as for told."""
    if player is not None and player.seen:
        # The move that ended my turn also holds what it led to: the next turn's beginning, and shootouts.
        return told(game.moves.filter(number__gte=player.seen), players, player)
    return told(list(game.moves.order_by("-number")[: MOVES_A_TURN * game.size])[::-1], players, player)
