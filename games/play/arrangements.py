"""What happens at a table while one of its players is on vacation; and the friend who sits in."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from games import owing
from games.models import Arrangement, Game, Incident, Player, Vacation
from games.play import pausing as pauses
from games.play.locked import Table, hold, locked
from games.play.refusals import Over, Refused
from games.play.seats import give_back, has_seen_cards, sit_in

STANDS_IN = (Game.Away.COMPUTER, Game.Away.FRIEND)


def default_way(game: Game) -> str:
    """What happens at a table about which its player on vacation has said nothing."""
    return Game.Away.COMPUTER if Game.Away.COMPUTER in game.away else ""


def friend_for(player: Player, username: str) -> User:
    """The friend of that name, who may sit in for ``player``. Raises Refused."""
    name = username.strip().removeprefix("@")
    if not name:
        raise Refused(_("Write the user name of the friend who is to sit in."))
    # PostgreSQL refuses to look for a NUL.
    known = User.objects.filter(username__iexact=name, is_active=True, is_guest=False) if name.isprintable() else None
    friend = known.first() if known is not None else None
    if friend is None:
        raise Refused(_("Nobody has the user name %(name)s.") % {"name": name})
    _check_friend(player, friend)
    return friend


def _check_friend(player: Player, friend: User) -> None:
    """Raise Refused for whoever would see two hands."""
    facts = {"name": friend.shown_name, "table": player.game.name}
    if player.game.players.filter(user=friend).exists():
        raise Refused(_("%(name)s has a seat at the table %(table)s, and can’t sit in there.") % facts)
    if has_seen_cards(player.game, friend, besides=player):
        raise Refused(_("%(name)s knows another hand at the table %(table)s, and can’t sit in there.") % facts)


def apply(arrangement: Arrangement, before: str) -> None:
    """Let the table be as the arrangement has it now; ``before`` is the way it was under it until now.

    Nothing happens at a table that is over, or for a seat that its owner has lost.
    """
    with suppress(Over), locked(arrangement.player.game_id) as table:
        me = table.player(arrangement.player_id)
        # The owner may have taken his seat back since it was read.
        arrangement.refresh_from_db(fields=["way", "friend", "answer"])
        if me.user_id != arrangement.vacation.user_id or me.gave_up:
            return
        changed = pauses.settle(table, me, why="vacation")
        if _let_sit(table, me, arrangement, before) or changed:
            table.save_seats()
            table.announce()
        elif table.game.is_paused:
            table.game.save(update_fields=["paused_until"])


def _let_sit(table: Table, me: Player, arrangement: Arrangement, before: str) -> bool:
    """Whether somebody else moves for the seat now than before, so that there is something to save."""
    on = arrangement.vacation.state == Vacation.State.ON
    stand_in, friend = _stand_in(arrangement, me) if on else ("", None)
    if (me.stand_in, me.friend) == (stand_in, friend):
        return False
    if stand_in:
        sit_in(table, me, Player.StandIn(stand_in), friend, why="vacation")
        return True
    # A computer player that sits there for a missed deadline stays until the owner presses the button.
    if not me.stand_in or before not in STANDS_IN:
        return False
    give_back(table, me)
    if me.asked is not None:
        owing.turn(me)
    return True


def _stand_in(arrangement: Arrangement, me: Player) -> tuple[str, User | None]:
    """Who is to move for the seat: a friend if he has accepted and may, else a computer player if it may."""
    if arrangement.way not in STANDS_IN:
        return "", None
    friend = arrangement.friend
    if friend is not None and arrangement.answer == Arrangement.Answer.ACCEPTED:
        with suppress(Refused):
            _check_friend(me, friend)
            return Player.StandIn.FRIEND, friend
    allowed = arrangement.way == Game.Away.COMPUTER or Game.Away.COMPUTER in me.game.away
    return (Player.StandIn.COMPUTER, None) if allowed else ("", None)


def away_at_start(game: Game, players: Sequence[Player]) -> None:
    """A game begins while some of its players are on vacation: computer players sit in if they may, unsaved."""
    vacations = _vacations(players)
    for player in players:
        if player.user_id in vacations and _arrangement(vacations[player.user_id], player).way:
            player.stand_in = Player.StandIn.COMPUTER
            Incident.objects.create(
                game=game, after=0, kind=Incident.Kind.COMPUTER, seat=player.seat, details={"why": "vacation"}
            )


def _vacations(players: Sequence[Player]) -> dict[int | None, Vacation]:
    """Those that go on, by person."""
    away = Vacation.objects.filter(user__in=[player.user_id for player in players], state=Vacation.State.ON)
    return {vacation.user_id: vacation for vacation in away}


def _arrangement(vacation: Vacation, player: Player) -> Arrangement:
    """What is arranged for a seat; where nothing was, what is done about which its owner has said nothing."""
    found, _made = Arrangement.objects.get_or_create(
        vacation=vacation, player=player, defaults={"way": default_way(player.game)}
    )
    return found


def settle(table: Table) -> None:
    """While nothing could happen here vacations may have begun and ended: each seat is with whom they want there now.

    The caller asks, saves the seats and announces.
    """
    vacations = _vacations(table.players)
    for me in table.players:
        if me.user_id in vacations and not me.gave_up:
            arrangement = _arrangement(vacations[me.user_id], me)
            _let_sit(table, me, arrangement, arrangement.way)
        elif me.stand_in == Player.StandIn.FRIEND:
            give_back(table, me)


@transaction.atomic
def accept_sitting_in(arrangement: Arrangement, friend: User) -> Arrangement:
    """A friend says that he will sit in; during the vacation he does so at once. Raises Refused."""
    arrangement = _asked(arrangement, friend)
    _check_friend(arrangement.player, friend)
    return _answer(arrangement, Arrangement.Answer.ACCEPTED)


@transaction.atomic
def decline_sitting_in(arrangement: Arrangement, friend: User) -> Arrangement:
    """A friend will not, or no longer, sit in; during the vacation a computer does if it may. Raises Refused."""
    return _answer(_asked(arrangement, friend), Arrangement.Answer.DECLINED)


def _asked(arrangement: Arrangement, friend: User) -> Arrangement:
    """The row, its vacation locked, so that it neither begins nor ends meanwhile."""
    vacation = Vacation.objects.select_for_update().filter(pk=arrangement.vacation_id).first()
    hold(arrangement.player.game_id)
    rows = Arrangement.objects.select_related("vacation", "friend", "player__game", "player__user")
    found = rows.filter(pk=arrangement.pk, friend=friend).first()
    if found is None or vacation is None or vacation.state not in (Vacation.State.PLANNED, Vacation.State.ON):
        raise Refused(_("You are no longer asked to sit in there."))
    return found


def _answer(arrangement: Arrangement, answer: Arrangement.Answer) -> Arrangement:
    arrangement.answer = answer
    arrangement.save(update_fields=["answer"])
    if arrangement.vacation.state == Vacation.State.ON:
        apply(arrangement, Game.Away.FRIEND)
    return arrangement


def friend_leaves(user: User) -> None:
    """Somebody goes for good who was to sit in, or does: what his friends arranged goes on without him."""
    unfinished = [Vacation.State.PLANNED, Vacation.State.ON]
    asked = Arrangement.objects.filter(friend=user, vacation__state__in=unfinished).select_related("vacation", "player")
    for arrangement in asked.select_related("player__game").order_by("player__game_id"):
        with transaction.atomic():
            hold(arrangement.player.game_id)
            arrangement.way, arrangement.friend = default_way(arrangement.player.game), None
            arrangement.answer = Arrangement.Answer.NONE
            arrangement.save()
            if arrangement.vacation.state == Vacation.State.ON:
                apply(arrangement, Game.Away.FRIEND)
