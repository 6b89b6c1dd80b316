"""Counting votes: the voters, and the consequences of unanimous consent or of a single no."""

from collections.abc import Iterable

from django.utils import timezone

from accounts.access.restrictions import access_restriction
from games.core import notices
from games.models import Game, Incident, Player, Vote
from games.play.core import game_end, pauses, seat_clocks
from games.play.core.locked import LockedGame


def voters(players: Iterable[Player]) -> list[Player]:
    """Return the players who own a seat and have not resigned, including those who have a stand-in.

    ``players`` are all players of a game. Suspended and banned users can't vote and don't count.
    """
    return [
        player
        for player in players
        if player.user is not None and not player.resigned and not access_restriction(player.user)
    ]


def open_vote(game: Game) -> Vote | None:
    """Return the game's open vote (there is at most one), with its proposer's seat."""
    votes = game.votes.filter(state=Vote.State.OPEN).select_related("by")
    return votes.only("game", "kind", "closes_at", "by__seat").first()


def ask_newcomer(game: LockedGame, player: Player) -> None:
    """Ask a new substitute to vote if a vote is open, and delete the ballot of the seat's previous owner."""
    if (vote := open_vote(game.row)) is not None:
        vote.ballots.filter(player=player).delete()
        notices.enqueue_vote(vote, [player])


def recount(game: LockedGame) -> None:
    """Carry the open vote if all remaining voters have agreed to it."""
    if not game.row.is_running or (vote := open_vote(game.row)) is None:
        return
    if carry_if_all_agree(game, vote, None):
        game.announce()


def carry_if_all_agree(game: LockedGame, vote: Vote, last: Player | None) -> bool:
    """Carry out a vote if all voters agree, and return whether they do. The last voter, ``last``, gets no notice."""
    agreed = set(vote.ballots.filter(yes=True).values_list("player_id", flat=True))
    asked = voters(game.players)
    if not asked or not {player.pk for player in asked} <= agreed:
        return False
    _close(vote, Vote.State.CARRIED)
    game.log_incident(Incident.Kind.AGREED, vote=vote.kind)
    _CARRY_OUT[vote.kind](game)
    game.save_seats()
    if vote.kind != Vote.Kind.CANCEL:
        notices.enqueue_vote_result(vote, [player for player in asked if player != last])
    return True


def fail(game: LockedGame, vote: Vote, last: Player | None) -> None:
    """Close a vote as failed: declined by ``last``, or expired if ``last`` is None."""
    _close(vote, Vote.State.FAILED)
    game.log_incident(Incident.Kind.DECLINED, last, vote=vote.kind)
    notices.enqueue_vote_result(vote, [player for player in voters(game.players) if player != last])


def _close(vote: Vote, state: str) -> None:
    vote.state = state
    vote.save(update_fields=["state"])


def _pause(game: LockedGame) -> None:
    game.row.agreed_until = timezone.now() + pauses.LONGEST
    pauses.settle(game, why="vote")


def _resume(game: LockedGame) -> None:
    """Resume the game, and lift pauses for vacations too: the users on vacation have agreed."""
    pauses.lift(pauses.pausing(game.row))
    game.row.agreed_until = None
    pauses.settle(game, why="vote")


def _extend(game: LockedGame) -> None:
    now = timezone.now()
    for player in game.players:
        # A vacation may have paused the game since the vote was opened.
        if player.deadline is not None or player.left is not None:
            seat_clocks.extend(player, now)
            game.log_incident(Incident.Kind.EXTENDED, player)


def _cancel(game: LockedGame) -> None:
    game_end.cancel(game)
    if game.row.clock != Game.Clock.NONE:
        notices.enqueue_end(game.players)


_CARRY_OUT = {
    Vote.Kind.PAUSE.value: _pause,
    Vote.Kind.RESUME.value: _resume,
    Vote.Kind.EXTEND.value: _extend,
    Vote.Kind.CANCEL.value: _cancel,
}
