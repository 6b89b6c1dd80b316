"""The site's rows after a game day, compared with the observations."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from io import StringIO

from django.core.management import CommandError, call_command

from accounts.models import User
from games.models import Delivery, Game, Incident, ModerationAction, Move, Notice, NotificationKind, Player, Turn
from games.notifications.channels.email import message_id
from lab.gameday import account
from lab.gameday.account import Sending, Sums, TurnMails
from lab.gameday.faults import Happened
from lab.gameday.ledger import Ledger, Posted, Seat
from lab.gameday.machines import MAIL_DELAY

DELAY = timedelta(seconds=MAIL_DELAY)


@dataclass
class Account:
    moves: Sums = field(default_factory=Sums)
    mails: Sums = field(default_factory=Sums)
    sendings: Sums = field(default_factory=Sums)
    deadlines: Sums = field(default_factory=Sums)
    computers: Sums = field(default_factory=Sums)
    news: Sums = field(default_factory=Sums)
    log: Sums = field(default_factory=Sums)
    checks: dict[str, str] = field(default_factory=dict)
    """The complaint of each of the site's own checks, or an empty string."""

    @property
    def sums(self) -> list[Sums]:
        """The results of all checks except the site's own, in the order of the report."""
        return [self.moves, self.mails, self.sendings, self.deadlines, self.computers, self.news, self.log]

    @property
    def is_sound(self) -> bool:
        return not any(sums.lost or sums.doubled for sums in self.sums) and not any(self.checks.values())


def account_of(
    ledger: Ledger, styles: Mapping[str, str], deadlines: Mapping[int, datetime], faults: Sequence[Happened],
    over: datetime,
) -> Account:  # fmt: skip
    """Return the results of all checks of the day.

    ``styles`` are the players' styles by user name. ``deadlines``, by game, are those of tables whose players never
    move. ``over`` is the end of the day.
    """
    found = Account()
    for seat in set(ledger.accepted) | set(ledger.unanswered):
        account.moves(
            f"{seat.person} at {seat.table}",
            ledger.accepted[seat],
            ledger.unanswered[seat],
            _written(seat),
            found.moves,
        )
    crashes = [each for each in faults if each.may_repeat]
    for turn in _turns(styles, ledger):
        account.turn_mails(turn, DELAY, crashes, found.mails)
    account.deliveries(_sendings(ledger, over), _unknown(ledger), found.sendings)
    for game, due in deadlines.items():
        account.deadline(f"game {game}", due, _acted(game), found.deadlines)
    _computers(found.computers)
    account.entries(ledger.warned, ledger.perhaps_warned, ModerationAction.objects.count(), found.log)
    for seat, known in ledger.known.items():
        if styles[seat.person] == "Listener":
            account.news(ledger.versions[seat.table], known, ledger.left.get(seat), over, found.news)
    found.checks = {command: _complaint(*command.split()) for command in ("verify", "check_audit_log", "rate --check")}
    return found


def _written(seat: Seat) -> list[Posted]:
    """Return the stored moves of a seat that its player made, in order, followed by its drafts."""
    player = Player.objects.get(game__public_id=seat.table, user__username=seat.person)
    rows = Move.objects.filter(game=player.game_id, seat=player.seat, by=Move.By.PLAYER).order_by("number")
    made = [Posted(text, at) for text, at in rows.values_list("text", "created_at")]
    return made + [
        Posted(text, datetime.max.replace(tzinfo=made[0].at.tzinfo if made else None)) for text in player.drafts
    ]


def _turns(styles: Mapping[str, str], ledger: Ledger) -> Iterator[TurnMails]:
    by_turn: dict[tuple[int | None, int], dict[str, Sequence[datetime]]] = defaultdict(dict)
    for delivery in Delivery.objects.filter(notice__kind=NotificationKind.TURN).select_related("notice"):
        if times := ledger.mails.get(message_id(delivery)):
            by_turn[delivery.notice.player_id, delivery.notice.data["asked"]][message_id(delivery)] = times
    ended: dict[int, datetime] = {}
    rows = Turn.objects.filter(user__username__in=styles).select_related("player__game", "user").order_by("started_at")
    for turn in rows:
        assert turn.user is not None  # by the filter
        seat = Seat(turn.player.game.public_id, turn.user.username)
        answers = [posted.at for posted in ledger.accepted[seat]]
        before = ended.get(turn.player_id, turn.done_at)
        follows = account.follows(before, turn.started_at, turn.done_at, answers, ledger.unbidden[seat])
        ended[turn.player_id] = turn.done_at
        mails = by_turn[turn.player_id, turn.to_move_since]
        yield _turn(turn.player, turn.user, styles, turn.started_at, turn.done_at, follows, mails)
    asked = Player.objects.filter(user__username__in=styles, game__status=Game.Status.RUNNING)
    for player in asked.filter(to_move_since__isnull=False).select_related("game", "user"):
        assert player.user is not None and player.to_move_since is not None and player.turn_started_at is not None
        mails = by_turn[player.pk, player.to_move_since]
        yield _turn(player, player.user, styles, player.turn_started_at, None, False, mails)


def _turn(
    player: Player, user: User, styles: Mapping[str, str], begun: datetime, done: datetime | None, follows: bool,
    mails: Mapping[str, Sequence[datetime]],
) -> TurnMails:  # fmt: skip
    return TurnMails(f"{user.username} at {player.game.public_id}", styles[user.username], begun, done, follows, mails)


def _sendings(ledger: Ledger, over: datetime) -> Iterator[Sending]:
    """Yield every pending notice that is due within ten minutes after the day, and every delivery."""
    soon = over + timedelta(minutes=10)
    for notice in Notice.objects.filter(state=Notice.State.PENDING, due_at__lte=soon):
        yield Sending(f"notice {notice.key}", "pending", True, 0)
    for delivery in Delivery.objects.select_related("notice"):
        arrived = len(ledger.mails.get(message_id(delivery), ()))
        yield Sending(f"mail of {delivery.notice.key}", delivery.state, delivery.due_at <= soon, arrived)


def _unknown(ledger: Ledger) -> int:
    return len(ledger.mails.keys() - {message_id(delivery) for delivery in Delivery.objects.all()})


def _acted(game: int) -> list[datetime]:
    """Return the times at which the site recorded missed deadlines of a game."""
    return list(Incident.objects.filter(game=game, kind=Incident.Kind.MISSED).values_list("occurred_at", flat=True))


def _computers(sums: Sums) -> None:
    """Collect the seconds between each computer player's move and the previous move at the table."""
    before: dict[int, datetime] = {}
    rows = Move.objects.order_by("game", "number").values_list("game", "by", "created_at")
    for game, by, at in rows:
        if by == Move.By.COMPUTER and game in before:
            sums.count += 1
            sums.late.append((at - before[game]).total_seconds())
        before[game] = at


def _complaint(name: str, *options: str) -> str:
    """Run one of the site's checks, and return its complaint, or an empty string."""
    try:
        call_command(name, *options, stdout=StringIO())
    except CommandError as found:
        return str(found)
    return ""
