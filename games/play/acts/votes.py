"""Votes: all players must agree to pause, to resume, to get more time or to end the game without a result."""

from contextlib import suppress
from datetime import timedelta

from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.refusals import Refused
from games import clock
from games.core import notices
from games.models import Ballot, Game, Incident, Player, Vote
from games.play.core.locked import LockedGame, locked, locked_if_free
from games.play.core.refusals import Over
from games.play.core.vote_count import carry_if_all_agree, fail, open_vote, voters

OPEN_FOR = 3
"""How long a vote stays open: a number of days, or of turns in a quick game."""


def propose(player: Player, kind: str) -> Vote:
    """Open a vote (Vote.Kind) with the proposer's yes, which carries the vote if there are no other voters.

    ``player`` is the proposer's own seat. Raise `Over` if the game is not running, or `Refused` if the proposer has no
    vote, the vote makes no sense now or another vote is open. Idempotent.
    """
    with locked(player.game_id) as game:
        me = _voter(game, player)
        if (vote := open_vote(game.row)) is not None:
            if (vote.kind, vote.by_id) == (kind, me.pk):
                return vote
            raise Refused(_("There’s already a vote. You can start another when it’s over."))
        _check(game.row, game.players, kind)
        closes_at = timezone.now() + _open_for(game.row.terms)
        vote = Vote.objects.create(game=game.row, kind=kind, by=me, closes_at=closes_at)
        Ballot.objects.create(vote=vote, player=me, yes=True)
        game.log_incident(Incident.Kind.PROPOSED, me, vote=kind)
        if not carry_if_all_agree(game, vote, me):
            notices.enqueue_vote(vote, [voter for voter in voters(game.players) if voter != me])
        game.announce()
        return vote


def _open_for(terms: clock.Terms) -> timedelta:
    """Return how long a vote is open: three days or, in quick games, three turns."""
    return OPEN_FOR * (terms.turn if clock.is_quick(terms) else clock.DAY)


def _voter(game: LockedGame, player: Player) -> Player:
    if player not in (found := voters(game.players)):
        raise Refused(_("Only players still in the game have a say."))
    return found[found.index(player)]


def _check(game: Game, players: list[Player], kind: str) -> None:
    if kind not in Vote.Kind.values:
        raise Refused(_("There’s no such vote."))
    if kind == Vote.Kind.PAUSE and game.is_paused:
        raise Refused(_("This table is paused already."))
    if kind == Vote.Kind.RESUME and not game.is_paused:
        raise Refused(_("This table isn’t paused."))
    if kind == Vote.Kind.EXTEND and all(player.deadline is None for player in players):
        raise Refused(_("No clock is running, so there’s no time to add."))


def cast(player: Player, vote_pk: int, yes: bool) -> Vote:
    """Vote yes or no as the owner of a seat. Idempotent.

    The last yes carries the vote, the first no defeats it. Raise `Over` if the game is not running, or `Refused` if the
    vote is unknown or closed, or the player has no vote.
    """
    with locked(player.game_id) as game:
        me = _voter(game, player)
        vote = game.row.votes.filter(pk=vote_pk).select_related("by").first()
        if vote is None:
            raise Refused(_("There’s no such vote."))
        if vote.ballots.filter(player=me, yes=yes).exists():
            return vote
        if vote.state != Vote.State.OPEN:
            raise Refused(_("This vote is closed."))
        Ballot.objects.update_or_create(vote=vote, player=me, defaults={"yes": yes})
        if yes:
            carry_if_all_agree(game, vote, me)
        else:
            fail(game, vote, me)
        game.announce()
        return vote


def expire_vote(vote_pk: int) -> bool:
    """Close a vote as failed after its deadline. Return False if it is too early or the game is locked. Idempotent."""
    vote = Vote.objects.get(pk=vote_pk)
    with suppress(Over), locked_if_free(vote.game_id) as game:
        due = open_vote(game.row) if game else None
        if game and due and due.pk == vote_pk and due.closes_at <= timezone.now():
            fail(game, due, None)
            game.announce()
            return True
    return False
