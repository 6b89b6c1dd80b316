"""The table as one viewer may see it, for pages, mails and records. Nothing here changes the game."""

from collections.abc import Container, Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, NamedTuple

from django.db.models import Prefetch, QuerySet
from django.utils.translation import gettext as _

from accounts.models import Visitor
from accounts.profile.faces import face_url
from games.core import store
from games.core.access import is_closed
from games.models import Game, Move, Player
from games.play.core.turns import drafted, version_of
from games.presentation.assets import computer_face_url
from games.presentation.log import LoggedMove
from games.presentation.narration import Narrator
from games.rules.contract import Illegal, State

MOVES_A_TURN = 4
"""Typical number of moves per turn: determines the length of the recap for viewers who have had no turn yet."""


@dataclass(frozen=True, slots=True)
class SeatInfo:
    """A seat as shown to others. ``short`` is the name in sentences, ``user_name`` the name of the owner.

    ``initial`` and ``user_initial`` are monograms of these two names. ``face`` is the URL of the player's face, or
    empty for people who have chosen none; ``strength`` is a computer player's level as text. ``stand_in`` describes the
    substitute, or is empty if the owner plays.
    """

    seat: int
    name: str
    short: str
    initial: str
    user_name: str
    user_initial: str
    username: str
    is_you: bool
    face: str
    strength: str
    deadline: datetime | None
    to_move: bool
    stand_in: str

    @property
    def full_name(self) -> str:
        """The persona with the user's name (“Torrio (alice)”), or only the user's name in games without personas."""
        return self.short if self.short == self.user_name else f"{self.short} ({self.user_name})"


@dataclass(frozen=True, slots=True)
class TableView:
    """A started game as one viewer sees it, with their drafts applied; ``my_move`` is true if they can move now."""

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
        """The viewer's seat. Raise `ValueError` for a spectator."""
        if self.me is None:
            raise ValueError("a spectator has no seat")
        return self.me

    def in_words(self, moves: Iterable[str]) -> list[str]:
        rules = self.game.rules
        return [self.narrator.line(rules.presentation.move_texts(move, self.view)[0]) for move in moves]


class _SeatName(NamedTuple):
    name: str
    initial: str


def _user_names(players: Iterable[Player]) -> dict[int, _SeatName]:
    """Return the display names by player key. Several former players are numbered."""
    players = list(players)
    called = {player.pk: _SeatName(player.shown_name, player.shown_name[:1].upper()) for player in players}
    gone = sorted((player for player in players if player.is_gone), key=lambda one: one.persona)
    if len(gone) > 1:
        for number, player in enumerate(gone, start=1):
            called[player.pk] = _SeatName(_("former player %(number)s") % {"number": number}, str(number))
    return called


def seat_infos(game: Game, players: Iterable[Player], me: Player | None) -> list[SeatInfo]:
    """Return the seats of ``players`` as shown to ``me``, in the same order."""
    players = list(players)
    called = _user_names(players)
    return [_seat_info(game, player, me, called[player.pk]) for player in players]


def _seat_info(game: Game, player: Player, me: Player | None, user: _SeatName) -> SeatInfo:
    personas = game.rules.presentation.PERSONAS
    persona = personas[player.persona] if personas else None
    return SeatInfo(
        seat=player.seat if player.seat is not None else -1,
        name=persona.name if persona else user.name,
        short=persona.short if persona else user.name,
        initial=persona.initial if persona else user.initial,
        user_name=user.name,
        user_initial=user.initial,
        username=player.user.username if player.user and not player.user.erased_at else "",
        is_you=me is not None and player.pk == me.pk,
        face=_face(player),
        strength=str(player.get_bot_display()) if player.bot else "",
        deadline=player.deadline,
        to_move=player.to_move_since is not None,
        stand_in=_stand_in(player),
    )


def _face(player: Player) -> str:
    return face_url(player.user.face) if player.user else computer_face_url(player.computer_name)


def _stand_in(player: Player) -> str:
    if player.vacant:
        return _("computer playing, seat free")
    if player.stand_in == Player.StandIn.FRIEND and player.friend is not None:
        return player.friend.shown_name
    return _("a computer player") if player.stand_in else ""


def moves_for(user: Visitor, player: Player) -> bool:
    """Return whether ``user`` currently moves for the seat: the substitute, or the owner if there is no substitute."""
    if player.stand_in:
        return player.stand_in == Player.StandIn.FRIEND and player.friend_id == user.pk
    return user.pk is not None and player.user_id == user.pk


def shown_deadline(players: Iterable[Player], me: Player | None) -> datetime | None:
    """Return the viewer's own deadline, or else the earliest deadline at the table, or None if no clock is running."""
    if me is not None and me.deadline is not None:
        return me.deadline
    return min((player.deadline for player in players if player.deadline is not None), default=None)


def is_substitute(user: Visitor, me: Player | None) -> bool:
    return me is not None and me.user_id != user.pk and moves_for(user, me)


def with_players(games: QuerySet[Game]) -> QuerySet[Any]:
    """Prefetch the players with their users as ``seated``, with two more queries for any number of games."""
    return games.prefetch_related(
        Prefetch("players", Player.objects.select_related("user", "friend").order_by("seat", "pk"), to_attr="seated")
    )


def seat_names(game: Game, players: Iterable[Player]) -> Mapping[int, str]:
    return {info.seat: info.short for info in seat_infos(game, players, None)}


def narrator_of(game: Game, players: Iterable[Player], viewer: int | None) -> Narrator:
    """Return a narrator for the player in the seat ``viewer``, or for a spectator if that is None."""
    infos = seat_infos(game, players, None)
    names = {info.seat: info.short for info in infos}
    initials = {info.seat: info.initial for info in infos}
    full_names = {info.seat: info.full_name for info in infos}
    return Narrator(game.rules, names, viewer, initials=initials, full_names=full_names)


class Position(NamedTuple):
    state: State
    drafts: list[str]
    view: Any
    my_move: bool


def position(game: Game, me: Player | None, user: Visitor | None = None, state: State | None = None) -> Position:
    """Return the position as ``user`` may currently see it from the seat ``me`` (None: as a spectator).

    Without ``user``, the viewer is the user who moves for the seat. Viewers who can't move, because of a substitute or
    a pause, get no legal moves. A game that ended without a result shows all cards, unless it may be reopened.
    ``state`` is the game's state, if already loaded.
    """
    mine = drafted(state or store.load(game).state, me)
    seat = me.seat if me else None
    is_asked = me is not None and me.to_move_since is not None and (user is None or moves_for(user, me))
    my_move = is_asked and not game.is_paused
    idle = not game.is_over and me is not None and me.to_move_since is not None and not my_move
    view = mine.look_back(seat, reveal_all=is_closed(game)) if idle or game.has_no_result else mine.view(seat)
    return Position(mine, [*me.drafts] if me else [], view, my_move)


def table_view(
    game: Game, players: list[Player], me: Player | None, user: Visitor | None = None, state: State | None = None
) -> TableView:
    """Return the table with its ``position``, its players, and a narrator."""
    _state, drafts, view, my_move = position(game, me, user, state)
    return TableView(
        game=game,
        me=me,
        view=view,
        drafts=drafts,
        seats=seat_infos(game, players, me),
        narrator=narrator_of(game, players, me.seat if me else None),
        version=version_of(game, me),
        my_move=my_move,
    )


def _made_by(move: Move, viewer: Player | None, computers: Container[int | None]) -> str:
    """Return the maker of the move as text, such as “by the clock”, without telling what ``viewer`` may not know.

    The text is empty for the seat's usual player and for the site. ``computers`` are the seats that computer players
    have had from the start.
    """
    match move.made_by(viewer):
        case Move.By.COMPUTER if move.seat not in computers:
            return _("by a computer player")
        case Move.By.CLOCK:
            return _("by the clock")
        case Move.By.ORDER:
            return _("by a standing order")
        case Move.By.PLAN:
            return _("by your plan")
        case Move.By.FRIEND:
            return _("by a friend")
    return ""


def logged_moves(
    moves: Iterable[Move], players: Iterable[Player] | None = None, me: Player | None = None
) -> list[LoggedMove]:
    """Return moves as input for the narrator, which redacts them.

    If the game's ``players`` are given, each move also names its maker, if ``me`` may know.
    """
    computers = None if players is None else {player.seat for player in players if player.bot and not player.lost_by_id}
    return [
        LoggedMove(
            move.number,
            move.seat,
            store.read_events(move.events),
            move.created_at,
            "" if computers is None else _made_by(move, me, computers),
        )
        for move in moves
    ]


def moves_since_last_turn(
    game: Game, player: Player | None, players: Iterable[Player] | None = None
) -> list[LoggedMove]:
    """Return the moves since this player's last turn.

    Spectators, and players before their first turn, get the moves of about one round. If the game's ``players`` are
    given, each move also names its maker.
    """
    if player is not None and player.last_turn_end:
        # The move that ended the turn also has its consequences: shootouts, and the start of the next turn.
        moves = game.moves.filter(number__gte=player.last_turn_end).order_by("number")
        return logged_moves(moves, players, player)
    return logged_moves(list(game.moves.order_by("-number")[: MOVES_A_TURN * game.size])[::-1], players, player)


def rules_refusal(me: Player, illegal: Illegal) -> str:
    return narrator_of(me.game, me.game.players.select_related("user"), me.seat).refusal(illegal)
