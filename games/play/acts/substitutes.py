"""People who play for others: substitutes who take a lost seat, and friends who sit in during a vacation."""

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from accounts.access.account_lock import hold_account
from accounts.models import User
from accounts.refusals import Refused
from games.core import broadcast
from games.models import Arrangement, Game, Incident, Vacation
from games.play.core import vacation_arrangements, vote_count
from games.play.core.admission import check_bot, check_punctuality, check_tables, is_closed_to
from games.play.core.locked import SITTING_FIELDS, LockedGame, hold, locked
from games.play.core.seats import play_on
from games.play.core.seen_hands import has_looked, was_there


@transaction.atomic
def take_over(game: Game, user: User, seat: int) -> Game:
    """Give a lost seat to a substitute, with the time of a new turn if it is to move.

    Raise `Over` if the game is not running, or `Refused` if the seat is not free, or if the user has or had a seat in
    the game, has seen another player's cards, is an external bot that the table does not admit, misses more deadlines
    than the table tolerates, or has seats at too many tables. Idempotent.
    """
    hold_account(user)
    with locked(game.pk) as held:
        me = next((player for player in held.players if player.seat == seat), None)
        if me is not None and not me.vacant and me.user == user:
            return held.row
        # Keep a block secret: refuse as if another user had just taken the seat.
        if me is None or not me.vacant or is_closed_to(held.row, user):
            raise Refused(_("This seat is no longer free."))
        _check_substitute(held, user)
        check_bot(held.row, user)
        check_punctuality(held.row, user)
        check_tables(user)
        me.user, me.bot, me.vacant, me.misses, me.bank = user, "", False, 0, None
        me.drafts, me.last_post, me.last_turn_end = [], "", held.number
        me.save(update_fields=SITTING_FIELDS)
        play_on(held, me)
        held.log_incident(Incident.Kind.TAKEN, me)
        held.save_seats()
        vote_count.ask_newcomer(held, me)
        broadcast.on_commit_account(user.pk)
        held.announce()
        return held.row


def _check_substitute(game: LockedGame, user: User) -> None:
    if any(player.user == user for player in game.players):
        raise Refused(_("You have a seat at this table already."))
    if game.row.incidents.filter(kind=Incident.Kind.LOST, details__loser=user.pk).exists():
        raise Refused(_("You’ve lost a seat at this table, so you can’t take another one here."))
    if has_looked(game.row, user):
        raise Refused(_("As a moderator you’ve seen this table’s hidden cards, so you can’t play here."))
    if was_there(game.row, user):
        raise Refused(
            _(
                "You’ve played for someone else at this table and seen their cards, so you can’t take a "
                "seat of your own."
            )
        )


@transaction.atomic
def accept_sitting_in(arrangement: Arrangement, friend: User) -> Arrangement:
    """Record that a friend will sit in, and let them start if the vacation has begun.

    Raise `Refused` if the request no longer exists, or if the friend has a seat in the game or has seen another
    player's cards.
    """
    arrangement = _locked_request(arrangement, friend)
    vacation_arrangements.check_friend(arrangement.player, friend)
    return _answer(arrangement, Arrangement.Answer.ACCEPTED)


@transaction.atomic
def decline_sitting_in(arrangement: Arrangement, friend: User) -> Arrangement:
    """Record that a friend refuses to sit in, or stops.

    During the vacation, a computer player takes over if allowed. Raise `Refused` if the request no longer exists.
    """
    return _answer(_locked_request(arrangement, friend), Arrangement.Answer.DECLINED)


def _locked_request(arrangement: Arrangement, friend: User) -> Arrangement:
    """Lock the arrangement's game and vacation, so that the vacation can't begin or end, and return the arrangement.

    Raise `Refused` if the request to ``friend`` no longer exists.
    """
    vacation = Vacation.objects.select_for_update().filter(pk=arrangement.vacation_id).first()
    hold(arrangement.player.game_id)
    rows = Arrangement.objects.select_related("vacation", "friend", "player__game", "player__user")
    found = rows.filter(pk=arrangement.pk, friend=friend).first()
    if found is None or vacation is None or vacation.state not in vacation_arrangements.UNFINISHED:
        raise Refused(_("Nobody needs you to play there any more."))
    return found


def _answer(arrangement: Arrangement, answer: Arrangement.Answer) -> Arrangement:
    arrangement.answer = answer
    arrangement.save(update_fields=["answer"])
    if arrangement.vacation.state == Vacation.State.ON:
        vacation_arrangements.apply(arrangement, Game.Away.FRIEND)
    return arrangement
