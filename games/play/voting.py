"""What needs the consent of everybody who plays: pausing, going on, more time, an end without a result."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import timedelta
from typing import Any

from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.restrictions import shut_out
from games import owing
from games.models import Ballot, Game, Incident, Player, Vote
from games.play import pausing as pauses
from games.play import seat_clocks as clocks
from games.play.locked import Table, locked, locked_if_free
from games.play.refusals import Over, Refused

OPEN_FOR = timedelta(days=3)


def voters(players: Iterable[Player]) -> list[Player]:
    """Everybody who owns a seat and has not given up, whoever plays it meanwhile. ``players`` are all of a game.

    Whom moderators have shut out can't be asked.
    """
    return [
        player for player in players if player.user is not None and not player.gave_up and not shut_out(player.user)
    ]


def propose(player: Player, kind: str) -> Vote:
    """Open a vote (Vote.Kind) with the proposer's yes; alone at the table he carries it at once.

    ``player`` is the proposer's own seat. Raises Refused if it makes no sense now or another vote is open, and Over.
    Proposing the same again changes nothing.
    """
    with locked(player.game_id) as table:
        me = _voter(table, player)
        if (vote := _open_vote(table)) is not None:
            if (vote.kind, vote.by_id) == (kind, me.pk):
                return vote
            raise Refused(_("There is a vote already. Another one can follow when it is closed."))
        _check(table.game, table.players, kind)
        vote = Vote.objects.create(game=table.game, kind=kind, by=me, closes_at=timezone.now() + OPEN_FOR)
        Ballot.objects.create(vote=vote, player=me, yes=True)
        table.happened(Incident.Kind.PROPOSED, me, vote=kind)
        if not _carry_if_all_agree(table, vote, me):
            owing.vote(vote, [voter for voter in voters(table.players) if voter != me])
        table.announce()
        return vote


def _voter(table: Table, player: Player) -> Player:
    if player not in (found := voters(table.players)):
        raise Refused(_("Only those who still play have a say."))
    return found[found.index(player)]


def _open_vote(table: Table) -> Vote | None:
    return table.game.votes.filter(state=Vote.State.OPEN).select_related("by").first()


def _check(game: Game, players: list[Player], kind: str) -> None:
    """Raise Refused where a vote on this makes no sense."""
    if kind not in Vote.Kind.values:
        raise Refused(_("There is no such vote."))
    if kind == Vote.Kind.PAUSE and game.is_paused:
        raise Refused(_("This table is paused already."))
    if kind == Vote.Kind.RESUME and not game.is_paused:
        raise Refused(_("This table is not paused."))
    if kind == Vote.Kind.EXTEND and all(player.deadline is None for player in players):
        raise Refused(_("No clock is running that could be given more time."))


def cast(player: Player, vote_pk: int, yes: bool) -> Vote:
    """Say yes or no from one's own seat: the last yes carries the vote, the first no ends it.

    Raises Refused for a vote that is closed, and Over. The same answer again changes nothing.
    """
    with locked(player.game_id) as table:
        me = _voter(table, player)
        vote = table.game.votes.filter(pk=vote_pk).select_related("by").first()
        if vote is None:
            raise Refused(_("There is no such vote."))
        if vote.ballots.filter(player=me, yes=yes).exists():
            return vote
        if vote.state != Vote.State.OPEN:
            raise Refused(_("This vote is closed."))
        Ballot.objects.update_or_create(vote=vote, player=me, defaults={"yes": yes})
        if not yes:
            _fail(table, vote, me)
        else:
            _carry_if_all_agree(table, vote, me)
        table.announce()
        return vote


def ask_newcomer(table: Table, player: Player) -> None:
    """A substitute has a say too: what is open waits for him, whatever the seat's last owner has said to it."""
    if (vote := _open_vote(table)) is not None:
        vote.ballots.filter(player=player).delete()
        owing.vote(vote, [player])


def recount(table: Table) -> None:
    """Somebody has left the voters: what only he had not agreed to is carried."""
    if not table.game.is_running or (vote := _open_vote(table)) is None:
        return
    if _carry_if_all_agree(table, vote, None):
        table.announce()


def _carry_if_all_agree(table: Table, vote: Vote, last: Player | None) -> bool:
    agreed = set(vote.ballots.filter(yes=True).values_list("player_id", flat=True))
    asked = voters(table.players)
    if not asked or not {player.pk for player in asked} <= agreed:
        return False
    _close(vote, Vote.State.CARRIED)
    table.happened(Incident.Kind.AGREED, vote=vote.kind)
    _ACTS[vote.kind](table)
    table.save_seats()
    if vote.kind != Vote.Kind.CANCEL:
        owing.closed(vote, [player for player in asked if player != last])
    return True


def _fail(table: Table, vote: Vote, last: Player | None) -> None:
    _close(vote, Vote.State.FAILED)
    table.happened(Incident.Kind.DECLINED, last, vote=vote.kind)
    owing.closed(vote, [player for player in voters(table.players) if player != last])


def _close(vote: Vote, state: str) -> None:
    vote.state = state
    vote.save(update_fields=["state"])


def _pause(table: Table) -> None:
    table.game.agreed_until = timezone.now() + pauses.LONGEST
    pauses.settle(table, why="vote")


def _resume(table: Table) -> None:
    """Who has agreed to go on does not hold the table up by his vacation any more."""
    pauses.lift(pauses.pausing(table.game))
    table.game.agreed_until = None
    pauses.settle(table, why="vote")


def _extend(table: Table) -> None:
    now = timezone.now()
    for player in table.players:
        # A vacation may have paused the table since the vote was opened.
        if player.deadline is not None or player.left is not None:
            clocks.extend(player, now)
            table.happened(Incident.Kind.EXTENDED, player)


def _cancel(table: Table) -> None:
    cancel(table)
    if table.game.clock != Game.Clock.NONE:
        owing.over(table.players)


def cancel(table: Table) -> None:
    """The game ends here for good, without a result. The caller saves the seats, announces and owes the notices."""
    stop(table)
    lay_open(table.game)


def stop(table: Table, **why: Any) -> None:
    """Nobody is asked any more: the game has ended without a result. The caller sets its status and saves all."""
    game, now = table.game, timezone.now()
    game.ended_at, game.paused_at, game.paused_until = now, None, None
    for player in table.players:
        clocks.stop(player, now)
        player.asked = player.asked_at = player.auto_at = None
        player.drafts = []
    game.votes.filter(state=Vote.State.OPEN).update(state=Vote.State.FAILED)
    table.happened(Incident.Kind.CANCELLED, **why)


def lay_open(game: Game) -> None:
    """Nothing will happen in it again, so nothing is left to hide and its deal can be checked. The caller saves it."""
    game.status, game.agreed_until = Game.Status.CANCELLED, None
    game.players.filter(vacant=True).update(vacant=False)


_ACTS = {
    Vote.Kind.PAUSE.value: _pause,
    Vote.Kind.RESUME.value: _resume,
    Vote.Kind.EXTEND.value: _extend,
    Vote.Kind.CANCEL.value: _cancel,
}


def expire_vote(vote_pk: int) -> bool:
    """Close a vote that not everybody has answered in time. False if there is nothing to close."""
    vote = Vote.objects.get(pk=vote_pk)
    try:
        with locked_if_free(vote.game_id) as table:
            if table is None or (due := _open_vote(table)) is None:
                return False
            if due.pk != vote_pk or due.closes_at > timezone.now():
                return False
            _fail(table, due, None)
            table.announce()
            return True
    except Over:
        return False
