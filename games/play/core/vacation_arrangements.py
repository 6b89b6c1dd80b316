"""Players' arrangements for their seats during a vacation, applied when a vacation begins, changes or ends."""

from collections.abc import Mapping, Sequence
from contextlib import suppress
from datetime import date

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from accounts.refusals import Refused
from games.core import notices
from games.models import Arrangement, Game, Incident, Player, Vacation
from games.play.core import pauses
from games.play.core.locked import LockedGame, hold, locked
from games.play.core.refusals import Over
from games.play.core.seats import give_back, sit_in
from games.play.core.seen_hands import has_seen_cards

STANDS_IN = (Game.Away.COMPUTER, Game.Away.FRIEND)
UNFINISHED = (Vacation.State.PLANNED, Vacation.State.ON)


def default_kind(game: Game) -> str:
    """Return the default kind of arrangement: a computer player if the table allows it, otherwise an empty string."""
    return Game.Away.COMPUTER if Game.Away.COMPUTER in game.away else ""


def friend_for(player: Player, username: str) -> User:
    """Return the user with this name. Raise `Refused` if there is none, or if they can't sit in for ``player``."""
    name = username.strip().removeprefix("@")
    if not name:
        raise Refused(_("Enter the user name of the friend who will play for you."))
    # PostgreSQL rejects NUL in queries.
    people = User.objects.filter(is_active=True, is_guest=False, owner=None)
    friend = people.filter(username__iexact=name).first() if name.isprintable() else None
    if friend is None:
        raise Refused(_("Nobody has the user name %(name)s.") % {"name": name})
    check_friend(player, friend)
    return friend


def check_friend(player: Player, friend: User) -> None:
    """Raise `Refused` if the friend has a seat in the game, or has seen the cards of another player."""
    facts = {"name": friend.shown_name, "table": player.game.name}
    if player.game.players.filter(user=friend).exists():
        raise Refused(_("%(name)s has a seat at the table %(table)s and can’t play for you there.") % facts)
    if has_seen_cards(player.game, friend, besides=player):
        raise Refused(
            _("%(name)s has seen another player’s cards at the table %(table)s and can’t play for you there.") % facts
        )


def kinds(vacation: Vacation) -> dict[int, str]:
    return dict(vacation.arrangements.values_list("player_id", "kind"))


def apply_all(vacation: Vacation, before: Mapping[int, str]) -> None:
    """Apply all arrangements, ordered by game so that two vacations can't deadlock; ``before`` as in ``apply``."""
    rows = vacation.arrangements.select_related("friend", "player", "vacation")
    for arrangement in rows.order_by("player__game_id"):
        apply(arrangement, before.get(arrangement.player_id, ""))


def apply(arrangement: Arrangement, before: str) -> None:
    """Apply the current arrangement to its game; ``before`` is the previous kind (Game.Away).

    Do nothing if the game is over or the owner has lost the seat. Idempotent.
    """
    with suppress(Over), locked(arrangement.player.game_id) as game:
        me = game.player(arrangement.player_id)
        # The owner may have taken the seat back since the row was read.
        arrangement.refresh_from_db(fields=["kind", "friend", "answer"])
        if me.user_id != arrangement.vacation.user_id or me.resigned:
            return
        changed = pauses.settle(game, me, why="vacation")
        if _settle_seat(game, me, arrangement, before) or changed:
            game.save_seats()
            game.announce()
        elif game.row.is_paused:
            game.row.save(update_fields=["paused_until"])


def _settle_seat(game: LockedGame, me: Player, arrangement: Arrangement, before: str) -> bool:
    """Seat the player chosen by the arrangement; return whether the seat has changed and must be saved."""
    on = arrangement.vacation.state == Vacation.State.ON
    stand_in, friend = _stand_in(arrangement, me) if on else ("", None)
    if (me.stand_in, me.friend) == (stand_in, friend):
        return False
    if stand_in:
        sit_in(game, me, Player.StandIn(stand_in), friend, why="vacation")
        return True
    # A computer player that sits in for a missed deadline stays until the owner takes the seat back.
    if not me.stand_in or before not in STANDS_IN:
        return False
    give_back(game, me)
    if me.to_move_since is not None:
        notices.enqueue_turn(me)
    return True


def _stand_in(arrangement: Arrangement, me: Player) -> tuple[str, User | None]:
    """Return the seat's stand-in: a friend who has accepted and may sit in, or else a computer player if allowed."""
    if arrangement.kind not in STANDS_IN:
        return "", None
    friend = arrangement.friend
    if friend is not None and arrangement.answer == Arrangement.Answer.ACCEPTED:
        with suppress(Refused):
            check_friend(me, friend)
            return Player.StandIn.FRIEND, friend
    allowed = arrangement.kind == Game.Away.COMPUTER or Game.Away.COMPUTER in me.game.away
    return (Player.StandIn.COMPUTER, None) if allowed else ("", None)


def settle_at_start(game: Game, players: Sequence[Player]) -> None:
    """Let computer players sit in for players on vacation when the game starts, if allowed.

    The caller saves the players.
    """
    vacations = _current_vacations(players)
    for player in players:
        if player.user_id in vacations and _arrangement(vacations[player.user_id], player).kind:
            player.stand_in = Player.StandIn.COMPUTER
            Incident.objects.create(
                game=game, after=0, kind=Incident.Kind.COMPUTER, seat=player.seat, details={"why": "vacation"}
            )


def settle(game: LockedGame) -> None:
    """Recompute each seat's player in a game that was stopped while vacations may have begun or ended.

    The caller updates the seats to move, saves the seats and announces.
    """
    vacations = _current_vacations(game.players)
    for me in game.players:
        if me.user_id in vacations and not me.resigned:
            arrangement = _arrangement(vacations[me.user_id], me)
            _settle_seat(game, me, arrangement, arrangement.kind)
        elif me.stand_in == Player.StandIn.FRIEND:
            give_back(game, me)


def _current_vacations(players: Sequence[Player]) -> dict[int | None, Vacation]:
    away = Vacation.objects.filter(user__in=[player.user_id for player in players], state=Vacation.State.ON)
    return {vacation.user_id: vacation for vacation in away}


def _arrangement(vacation: Vacation, player: Player) -> Arrangement:
    found, _made = Arrangement.objects.get_or_create(
        vacation=vacation, player=player, defaults={"kind": default_kind(player.game)}
    )
    return found


def dismiss_friend(user: User) -> None:
    """Replace the arrangements in which ``user`` sits in, or has been asked to, with the tables' defaults."""
    asked = Arrangement.objects.filter(friend=user, vacation__state__in=UNFINISHED)
    for arrangement in asked.select_related("vacation", "player__game").order_by("player__game_id"):
        with transaction.atomic():
            hold(arrangement.player.game_id)
            arrangement.kind, arrangement.friend = default_kind(arrangement.player.game), None
            arrangement.answer = Arrangement.Answer.NONE
            arrangement.save()
            if arrangement.vacation.state == Vacation.State.ON:
                apply(arrangement, Game.Away.FRIEND)


def unfinished(vacation: Vacation) -> Vacation:
    """Lock the vacation's row and return it. Raise `Refused` if the vacation is over or cancelled."""
    row = Vacation.objects.select_for_update(of=["self"]).select_related("user").filter(pk=vacation.pk).first()
    if row is None or row.state not in UNFINISHED:
        raise Refused(_("This vacation is over."))
    return row


def today(owner: User | Vacation) -> date:
    """Return the date in the time zone of a person or of a vacation."""
    return timezone.now().astimezone(owner.zone).date()


@transaction.atomic
def cancel_vacation(vacation: Vacation) -> Vacation:
    """Cancel a planned vacation, or end a current one today, so that the user gets back the remaining days.

    Raise `Refused` if the vacation is over.
    """
    vacation = unfinished(vacation)
    if vacation.state == Vacation.State.PLANNED:
        vacation.state = Vacation.State.CANCELLED
        vacation.save()
        return vacation
    vacation.last = min(vacation.last, max(vacation.first, today(vacation)))
    vacation.ends_at = timezone.now()
    end(vacation)
    return vacation


def end(vacation: Vacation) -> None:
    """End a current vacation, whose row is locked, and give the owner the seats back."""
    vacation.state = Vacation.State.OVER
    vacation.save()
    apply_all(vacation, kinds(vacation))
