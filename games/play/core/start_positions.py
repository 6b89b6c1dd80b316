"""Practice tables that begin with a position of another game, for one person against computer players."""

from collections.abc import Mapping
from typing import NamedTuple

from django.db import transaction
from django.utils import timezone
from django.utils.text import Truncator
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts.access.account_lock import hold_account
from accounts.models import User
from accounts.refusals import Refused
from games.core import broadcast, store
from games.models import Game, Move, Player, new_entropy
from games.play.core.admission import check_tables
from games.play.core.commit import finish
from games.play.core.locked import locked
from games.rules.contract import Seat

NAME_LENGTH = 40


class Origin(NamedTuple):
    """The origin of a practice game: ``start``, the position before move ``number`` of the ended ``game``."""

    game: Game
    number: int
    start: store.Start


@transaction.atomic
def begin_from(
    user: User,
    origin: Origin,
    seat: Seat,
    bots: Mapping[Seat, str],
    *,
    odds: bool = False,
    rematch_of: Game | None = None,
) -> Game:
    """Begin a practice table from a position, with ``user`` in ``seat`` and computer players (``bots``) in all others.

    The table is private and unrated, has no clock, keeps the personas of the original game, and shows odds if ``odds``
    is set. Raise `Refused` if the game is over in that position, the seat has left the game, or the user has too many
    tables.
    """
    _check(origin.start, seat)
    hold_account(user)
    check_tables(user)
    game = _game(user, origin, rematch_of)
    game.odds = odds
    game.save()
    players = {player.seat: player for player in origin.game.players.order_by("seat")}
    for place in range(game.size):
        _seat(game, origin.start, players[place], user if place == seat else None, bots.get(place, ""))
    store.save_start(game, origin.start)
    store.create(game, origin.start.state)
    game.save(update_fields=["facts"])
    written = [store.event_to_json(event) for event in origin.start.events]
    Move.objects.create(game=game, number=0, text="", by=Move.By.FORM, events=written, turn=game.turn)
    with locked(game.pk) as begun:
        finish(begun, min(begun.state.to_move), begun.state.turn)
    return begun.row


def _check(start: store.Start, seat: Seat) -> None:
    if start.state.outcome is not None or not start.state.to_move:
        raise Refused(_("The game was over by then. Go on from an earlier move."))
    if seat in start.state.out:
        raise Refused(_("This seat had left the game by then. Go on from an earlier move."))


def _game(user: User, origin: Origin, rematch_of: Game | None) -> Game:
    old, state = origin.game, origin.start.state
    name = old.name if rematch_of else gettext("Continued from %(table)s") % {"table": old.name}
    return Game(
        host=user,
        name=Truncator(name).chars(NAME_LENGTH),
        variant=old.variant,
        options=old.options,
        size=old.size,
        clock=Game.Clock.NONE,
        public=False,
        hand_labels=old.hand_labels,
        origin_id=rematch_of.origin_id if rematch_of else old.pk,
        origin_move=origin.number,
        rematch_of=rematch_of,
        status=Game.Status.RUNNING,
        started_at=timezone.now(),
        turn=state.turn,
    )


def _seat(game: Game, start: store.Start, old: Player, user: User | None, bot: str) -> None:
    broadcast.on_commit_account(user.pk if user else None)
    Player.objects.create(
        game=game,
        user=user,
        bot=bot,
        seat=old.seat,
        persona=old.persona,
        entropy=new_entropy(),
        resigned=old.seat in start.state.out,
    )


def begin_again(old: Game, player: Player, host: User, bot: str = "") -> Game:
    """Begin the rematch of a game that was not dealt, with the same position.

    All computer players get the level ``bot`` if given. Raise `Refused` for a user with too many tables.
    """
    computers = old.players.exclude(bot="").values_list("seat", "bot")
    bots = {seat: bot or same for seat, same in computers if seat is not None}
    origin = Origin(old, old.origin_move or 0, store.start_of(old))
    return begin_from(host, origin, player.place, bots, odds=old.odds, rematch_of=old)
