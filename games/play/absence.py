"""A deadline passes, somebody sits in, an owner comes back, a substitute sits down."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from games import clock, owing
from games.access import closed_to
from games.models import Act, Game, Incident, Kind, Move, Player, Turn
from games.play import clocks, pauses, votes
from games.play.moves import finish, make_due, record, seal_drafts
from games.play.refusals import Over, Refused, Replaced
from games.play.reliable import check_reliable
from games.play.table import SITTING_FIELDS, Table, locked, locked_if_free
from games.play.turns import lapse, taken
from games.rules.contract import OPENS

AN_HOUR = timedelta(hours=1)


def time_up(player_pk: int) -> bool:
    """Do what the table agreed on for a deadline that has passed.

    False if there is nothing to do any more, or somebody else has the table in hand just now.
    """
    player = Player.objects.get(pk=player_pk)
    try:
        with locked_if_free(player.game_id) as table:
            if table is None:
                return False
            me = table.player(player_pk)
            if me.deadline is None or me.deadline > timezone.now():
                return False
            _miss(table, me)
            return True
    except Over:
        return False


def try_later(player_pk: int) -> None:
    """Put off a deadline that could not be dealt with, so that it does not stand in the way of all the others."""
    Player.objects.filter(pk=player_pk, deadline__isnull=False).update(deadline=timezone.now() + AN_HOUR)


def _miss(table: Table, me: Player) -> None:
    if make_due(table, me):
        return
    game, owner, friend = table.game, me.user, me.friend
    Turn.note(taken(me, timezone.now(), missed=True))
    free = me.misses < game.free_misses
    me.misses += 1
    incident = _forgive(table, me) if free else _ACTS[game.absence](table, me)
    owing.acted(me, owner, incident, table.others(me))
    owing.owe(friend, Kind.ACTED, f"acted:{incident.pk}", game=game, player=me, incident=incident.pk)


def _forgive(table: Table, me: Player) -> Incident:
    incident = table.happened(Incident.Kind.FORGIVEN, me)
    clocks.forgive(me, timezone.now())
    me.save(update_fields=["misses"])
    table.save_seats()
    table.announce()
    return incident


def _replace(table: Table, me: Player) -> Incident:
    return sit_in(table, me, Player.StandIn.COMPUTER, why="deadline")


def sit_in(table: Table, me: Player, stand_in: Player.StandIn, friend: User | None = None, **why: Any) -> Incident:
    """Let a computer player or a friend move for the seat until its owner is back. What he had laid out is made."""
    before, now = table.state.turn, timezone.now()
    if not table.game.is_paused:
        seal_drafts(table, me)
    clocks.stop(me, now)
    me.stand_in, me.friend, me.last_post = stand_in, friend, ""
    me.save(update_fields=SITTING_FIELDS)
    if me.asked is not None:
        clocks.start(me, now)
        owing.turn(me)
    if friend is None:
        incident = table.happened(Incident.Kind.COMPUTER, me, **why)
    else:
        incident = table.happened(Incident.Kind.FRIEND, me, friend=friend.pk, **why)
    finish(table, me.place, before)
    return incident


def _play_plainly(table: Table, me: Player) -> Incident:
    """What he had laid out is made, then plain moves until the turn has passed from him."""
    before, seen = table.state.turn, me.seen
    seal_drafts(table, me)
    incident = table.happened(Incident.Kind.MISSED, me)
    mine_again = False
    while me.place in table.state.to_move and not mine_again:
        text = table.game.rules.default_move(table.state.view(me.place))
        events = record(table, me.place, text, Move.By.CLOCK)
        mine_again = any(event.kind == OPENS and event.seat == me.place for event in events)
    me.save(update_fields=["misses"])
    finish(table, me.place, before)
    # His own last turn was an earlier one: what has been done for him is news to him.
    Player.objects.filter(pk=me.pk).update(seen=seen)
    return incident


def _lose(table: Table, me: Player) -> Incident:
    return vacate(table, me)


def vacate(table: Table, me: Player, **why: Any) -> Incident:
    """The owner has no say about the seat any more: a computer player has it until somebody takes it."""
    before = table.state.turn
    if not table.game.is_paused:
        seal_drafts(table, me)
    clocks.stop(me, timezone.now())
    me.lost_by, me.user, me.bot, me.vacant = me.user, None, Player.Bot.STEADY, True
    me.stand_in, me.friend, me.orders, me.last_post = "", None, {}, ""
    me.save(update_fields=SITTING_FIELDS)
    incident = table.happened(Incident.Kind.LOST, me, loser=me.lost_by.pk if me.lost_by else None, **why)
    pauses.no_longer_away(table, me)
    finish(table, me.place, before)
    votes.recount(table)
    return incident


_ACTS = {
    Game.Absence.COMPUTER.value: _replace,
    Game.Absence.PLAIN.value: _play_plainly,
    Game.Absence.LOST.value: _lose,
}


def give_back(table: Table, me: Player) -> None:
    """The owner moves for the seat again, with a fresh deadline if he is asked. The caller saves the seats.

    What only lay there from whoever sat in is gone.
    """
    now = timezone.now()
    clocks.stop(me, now)
    me.stand_in, me.friend, me.drafts, me.last_post = "", None, [], ""
    me.save(update_fields=SITTING_FIELDS)
    _fresh(table, me)
    table.happened(Incident.Kind.RETURNED, me)


def _fresh(table: Table, me: Player) -> None:
    """Whoever has just sat down gets a new turn's time; a reserve that is used up is no trap."""
    now = timezone.now()
    if me.asked is not None:
        clocks.start(me, now, at_least=clock.GRACE)
    me.auto_at = lapse(table.state, me, now)


def take_back(player: Player, by: User) -> Game:
    """The owner plays again in place of whoever sits in, with a fresh deadline if he is asked.

    Raises Replaced if the seat is not his, and Over. Again changes nothing.
    """
    with locked(player.game_id) as table:
        me = table.player(player.pk)
        if me.user != by:
            raise Replaced(_("You no longer play this seat."))
        if me.stand_in:
            give_back(table, me)
            pauses.no_longer_away(table, me)
            table.save_seats()
            table.announce()
        return table.game


def take_over(game: Game, user: User, seat: int) -> Game:
    """A substitute takes a seat that was lost, with a fresh deadline if it is asked.

    Raises Refused for whoever has a seat there, has lost one, has seen another one's cards or misses more deadlines
    than the table puts up with, and Over. Whoever has just taken it may ask again.
    """
    with locked(game.pk) as table:
        me = next((player for player in table.players if player.seat == seat), None)
        if me is None or not me.vacant:
            if me is not None and me.user == user:
                return table.game
            raise Refused(_("This seat is no longer free."))
        if Game.objects.filter(closed_to(user), pk=table.game.pk).exists():
            # He is never told that somebody here avoids him: the seat is like one that another was quicker to take.
            raise Refused(_("This seat is no longer free."))
        _check_substitute(table, user)
        check_reliable(table.game, user)
        me.user, me.bot, me.vacant, me.misses, me.bank = user, "", False, 0, None
        me.drafts, me.last_post, me.seen = [], "", table.number
        me.save(update_fields=SITTING_FIELDS)
        _fresh(table, me)
        table.happened(Incident.Kind.TAKEN, me)
        table.save_seats()
        votes.ask_newcomer(table, me)
        table.announce()
        return table.game


def _check_substitute(table: Table, user: User) -> None:
    if any(player.user == user for player in table.players):
        raise Refused(_("You have a seat at this table already."))
    if table.game.incidents.filter(kind=Incident.Kind.LOST, details__loser=user.pk).exists():
        raise Refused(_("You have lost a seat at this table, so it is for others to take one."))
    if has_looked(table.game, user):
        raise Refused(_("You have looked at hidden cards of this table as a moderator."))
    if was_there(table.game, user):
        raise Refused(_("You have sat in at this table and seen another player’s cards."))


def has_seen_cards(game: Game, user: User, besides: Player | None = None) -> bool:
    """Whether he knows cards that are hidden from others at this table, those of ``besides`` not counted."""
    return was_there(game, user, besides) or has_looked(game, user)


def has_looked(game: Game, user: User) -> bool:
    """Whether he has looked at the hidden cards of this game as a moderator."""
    return game.acts.filter(kind=Act.Kind.REVEAL, by=user).exists()


def was_there(game: Game, user: User, besides: Player | None = None) -> bool:
    """Whether he sits or has sat in for somebody at this table, ``besides`` not counted, or has lost a seat there."""
    # A seat knows no more than its last loser and its present friend.
    was = Q(kind=Incident.Kind.FRIEND, details__friend=user.pk) | Q(kind=Incident.Kind.LOST, details__loser=user.pk)
    seen, seats = game.incidents.filter(was), game.players.filter(Q(friend=user) | Q(lost_by=user))
    if besides is not None:
        seen, seats = seen.exclude(seat=besides.seat), seats.exclude(pk=besides.pk)
    return seen.exists() or seats.exists()
