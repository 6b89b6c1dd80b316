"""Substitutes, pauses and votes of a running table, as shown to one viewer."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import NamedTuple

from django.db.models import Exists, OuterRef
from django.utils.translation import gettext as _

from accounts.models import User, Visitor
from games import clock
from games.models import Ballot, Game, Incident, Player, Vacation, Vote
from games.play.core.admission import is_closed_to
from games.play.core.pauses import pausing
from games.play.core.seat_clocks import SECOND
from games.play.core.seen_hands import has_seen_cards
from games.play.core.vote_count import open_vote, voters
from games.presentation.incidents import sentence
from games.presentation.narration import Narrator
from games.presentation.view_model import SeatInfo, TableView, is_substitute, moves_for, seat_infos, seat_names


class Replacement(NamedTuple):
    """The viewer's substitute: the named ``friend``, or a computer player if ``friend`` is empty.

    ``since`` is the time when the substitute began to play; ``missed`` means that a missed deadline was the reason.
    """

    friend: str
    since: datetime | None
    missed: bool


class LostSeat(NamedTuple):
    """A seat that the viewer has lost. ``missed`` means that a missed deadline was the reason.

    ``name`` is the user who has taken the seat, or empty while a computer player plays.
    """

    name: str
    missed: bool


class SittingIn(NamedTuple):
    """The viewer's role as the substitute of ``owner``, ``until`` the owner's vacation ends."""

    owner: str
    until: datetime | None


class TimeLeft(NamedTuple):
    """A seat's remaining time while all clocks are stopped."""

    name: str
    time: timedelta
    is_you: bool


class Pause(NamedTuple):
    """A pause, with the remaining time of each seat; ``away`` names the users whose vacations are the reason.

    ``awaits_me`` means that the viewer is to move when the game resumes.
    """

    awaits_me: bool
    away: list[str]
    until: datetime | None
    left: list[TimeLeft]


class Proposal(NamedTuple):
    kind: str
    label: str
    consequence: str


class OpenVote(NamedTuple):
    """An open vote. The players ``awaited`` have not agreed yet; ``awaits_me`` is true if the viewer is one of them."""

    key: int
    text: str
    consequence: str
    agreed: list[str]
    awaited: list[str]
    until: datetime
    awaits_me: bool


@dataclass(frozen=True, slots=True)
class TableStatus:
    """The status for one viewer, who can take over the ``vacant`` seats and open any vote in ``proposals``."""

    replaced: Replacement | None = None
    lost: LostSeat | None = None
    sitting_in: SittingIn | None = None
    pause: Pause | None = None
    vote: OpenVote | None = None
    vacant: Sequence[SeatInfo] = ()
    proposals: Sequence[Proposal] = ()

    @property
    def going_on(self) -> Proposal | None:
        """The vote to resume, if the viewer can open it; the page shows it next to the pause."""
        return next((each for each in self.proposals if each.kind == Vote.Kind.RESUME), None)

    def __bool__(self) -> bool:
        return bool(self.replaced or self.lost or self.sitting_in or self.pause or self.vote or self.vacant)


def table_status(seen: TableView, players: Sequence[Player], user: Visitor) -> TableStatus:
    """Return the status of the table for ``user``, who sees it as ``seen``. It is empty unless the game is running."""
    game, me = seen.game, seen.me
    if not game.is_running:
        return TableStatus()
    voting = voters(players)
    mine = me is not None and me.user_id == user.pk
    vote = _open_vote(seen, voting, me if mine else None)
    may_propose = mine and me in voting and vote is None
    return TableStatus(
        replaced=_replacement(me) if me is not None and mine and me.stand_in else None,
        lost=_lost_seat(game, players, user) if me is None else None,
        sitting_in=_sitting_in(me) if me is not None and is_substitute(user, me) else None,
        pause=_pause(game, players, me, user) if game.is_paused else None,
        vote=vote,
        vacant=_vacant(game, players, user) if me is None else (),
        proposals=_proposals(game, players, len(voting) == 1) if may_propose else (),
    )


def _vacant(game: Game, players: Sequence[Player], user: Visitor) -> list[SeatInfo]:
    """Return the vacant seats that ``user`` can take over. Visitors see all vacant seats.

    Return none for users who have seen hidden cards here, have lost a seat here or are blocked by a player.
    """
    infos = zip(players, seat_infos(game, players, None), strict=True)
    vacant = [info for player, info in infos if player.vacant]
    if not vacant or not user.is_authenticated:
        return vacant
    return [] if is_closed_to(game, user) or has_seen_cards(game, user) else vacant


def _replacement(me: Player) -> Replacement:
    kinds = [Incident.Kind.COMPUTER, Incident.Kind.FRIEND]
    last = me.game.incidents.filter(seat=me.seat, kind__in=kinds).order_by("pk").last()
    missed = last is not None and last.details.get("why") == "deadline"
    return Replacement(me.friend.shown_name if me.friend else "", last.occurred_at if last else None, missed)


def has_lost_seat(players: Sequence[Player], user: Visitor) -> bool:
    """Return whether the user was the last player to lose one of these seats."""
    return user.is_authenticated and any(player.lost_by_id == user.pk for player in players)


def _lost_seat(game: Game, players: Sequence[Player], user: Visitor) -> LostSeat | None:
    lost = next((player for player in players if user.is_authenticated and player.lost_by_id == user.pk), None)
    if lost is None:
        return None
    last = game.incidents.filter(kind=Incident.Kind.LOST, seat=lost.seat).order_by("pk").last()
    return LostSeat("" if lost.vacant else lost.shown_name, missed=last is not None and not last.details.get("why"))


def _sitting_in(me: Player) -> SittingIn:
    trip = Vacation.objects.filter(user=me.user_id, state=Vacation.State.ON, arrangements__player=me).first()
    return SittingIn(me.shown_name, trip.ends_at if trip else None)


def _pause(game: Game, players: Sequence[Player], me: Player | None, user: Visitor) -> Pause:
    away = pausing(game).select_related("vacation__user").order_by("vacation__ends_at")
    called = seat_names(game, players)
    return Pause(
        awaits_me=me is not None and me.to_move_since is not None and moves_for(user, me),
        away=[arrangement.vacation.user.shown_name for arrangement in away],
        until=game.paused_until,
        left=[
            TimeLeft(called[player.place], player.left * SECOND, me is not None and player.pk == me.pk)
            for player in players
            if player.left is not None
        ],
    )


def _open_vote(seen: TableView, voting: Sequence[Player], me: Player | None) -> OpenVote | None:
    game = seen.game
    vote = open_vote(game)
    if vote is None:
        return None
    agreed = set(vote.ballots.filter(yes=True).values_list("player_id", flat=True))
    awaited = [player for player in voting if player.pk not in agreed]
    return OpenVote(
        key=vote.pk,
        text=proposal_text(vote, seen.narrator),
        consequence=consequence(game, vote.kind),
        agreed=_names(seen, [player for player in voting if player.pk in agreed], me),
        awaited=_names(seen, awaited, me),
        until=vote.closes_at,
        awaits_me=me in awaited,
    )


def _names(seen: TableView, players: Sequence[Player], me: Player | None) -> list[str]:
    """Return the names of ``players`` for a sentence; the viewer comes last, as "you"."""
    others = [seen.narrator.names[player.place] for player in players if player != me]
    return [*others, _("you")] if me in players else others


def proposal_text(vote: Vote, narrator: Narrator) -> str:
    opened = Incident(kind=Incident.Kind.PROPOSED, seat=vote.by.seat, details={"vote": vote.kind})
    return sentence(opened, narrator)


def unanswered_votes(user: User) -> dict[int, Vote]:
    """Return the open votes that this user can still answer, by game key."""
    answered = Ballot.objects.filter(vote=OuterRef("game__votes"), player=OuterRef("pk"))
    seats = Player.objects.filter(user=user, resigned=False, game__votes__state=Vote.State.OPEN)
    asked = seats.exclude(Exists(answered))
    votes = Vote.objects.filter(state=Vote.State.OPEN, game__players__in=asked)
    return {vote.game_id: vote for vote in votes.select_related("by")}


def consequence(game: Game, kind: str) -> str:
    """Return a sentence that says what happens if a vote of this kind succeeds."""
    more = clock.duration_label(clock.grace(game.terms))
    return {
        Vote.Kind.PAUSE.value: _("All clocks stop until everyone agrees to resume, for 30 days at most."),
        Vote.Kind.RESUME.value: _("The clocks continue with the time that was left."),
        Vote.Kind.EXTEND.value: _("Players whose turn it is get %(time)s more.") % {"time": more},
        Vote.Kind.CANCEL.value: _("The game ends right away, nobody wins or loses, and all cards are shown."),
    }[kind]


def _proposals(game: Game, players: Sequence[Player], alone: bool) -> list[Proposal]:
    labels = {
        Vote.Kind.PAUSE.value: _("Pause the game") if alone else _("Propose a pause"),
        Vote.Kind.RESUME.value: _("Resume the game") if alone else _("Propose to resume"),
        Vote.Kind.EXTEND.value: _("Take more time") if alone else _("Propose more time"),
        Vote.Kind.CANCEL.value: _("End the game without a result") if alone else _("Propose an end without a result"),
    }
    timed = game.clock != Game.Clock.NONE
    fits = {
        Vote.Kind.PAUSE.value: timed and not game.is_paused,
        Vote.Kind.RESUME.value: game.is_paused,
        Vote.Kind.EXTEND.value: any(player.deadline is not None for player in players),
    }
    return [Proposal(kind, label, consequence(game, kind)) for kind, label in labels.items() if fits.get(kind, True)]
