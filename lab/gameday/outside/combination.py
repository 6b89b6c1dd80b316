"""Many games of one kind between two bots, and the fate of every move that they sent."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import timedelta
from difflib import SequenceMatcher
from time import monotonic, sleep

from backroom import Client
from django.utils import timezone

from accounts.models import User
from accounts.tokens import tokens
from games.bots import bots, webhook_player
from games.models import Delivery, Game, Move
from games.notifications.channels import webhook
from games.notifications.outbox import CLAIM_TIMEOUT
from games.replay.verification import ReplayMismatch, verify
from lab.gameday.outside.called import Called, Seat
from lab.gameday.outside.fates import Fate
from lab.gameday.outside.listeners import Listening, surely
from lab.gameday.outside.proxy import Proxy
from tests.cast import somebody
from tests.site import eventually

AT_ONCE = 20

LOOK_EVERY = 0.5
"""The seconds between two rounds of opening tables and checking progress."""

STUCK = 180
"""The seconds without a move or a finished game after which the remaining games are abandoned."""

UNDER_WAY = (CLAIM_TIMEOUT - timedelta(seconds=45), CLAIM_TIMEOUT)
"""The shortest and longest time until a call in progress is due again; it was claimed less than 45 seconds ago.

Other calls that were tried have failed, and wait for 30 seconds at first, then longer and longer.
"""


@dataclass
class Outcome:
    """The results of a combination. ``again`` counts repeated requests and calls, ``refused`` the refused moves."""

    game: str
    way: str
    wanted: int
    finished: int = 0
    accepted: int = 0
    again: int = 0
    lost: int = 0
    doubled: int = 0
    streams_cut: int = 0
    seconds: float = 0
    refused: Counter[str] = field(default_factory=Counter)
    fates: Counter[Fate] = field(default_factory=Counter)
    errors: list[str] = field(default_factory=list)

    @property
    def is_sound(self) -> bool:
        """Whether every game has ended, each move was made exactly once, and no error occurred."""
        return self.finished == self.wanted and not (self.lost or self.doubled or self.errors)


class Combination:
    """Two bots of two owners that play ``game``: both by ``stream``, both by ``webhook``, or one each (``both``)."""

    def __init__(self, game: str, way: str, proxy: Proxy, called: Called) -> None:
        self.game, self.way, self._proxy, self._called = game, way, proxy, called
        proxy.forget()
        called.forget()
        self._ways = ("webhook", "stream") if way == "both" else (way, way)
        self._bots = [self._bot(way) for way in self._ways]
        self._clients = [Client(proxy.url, tokens.make_for_bot(bot).secret, tries=6) for bot in self._bots]
        self._listening: dict[int, Listening] = {}

    def _bot(self, way: str) -> User:
        number = User.objects.count()
        bot = bots.make(somebody(f"owner{number}"), f"{way}{number}")
        if way == "webhook":
            hook = webhook_player.set_address(bot, self._called.url(bot.username))
            self._called.secrets[bot.username] = webhook.shown_secret(hook.secret)
        return bot

    def play(self, games: int) -> Outcome:
        """Play this number of games to their ends, at most AT_ONCE at the same time, and return the results."""
        found, begun = Outcome(self.game, self.way, games), monotonic()
        self._listening = {
            side: Listening(client) for side, client in enumerate(self._clients) if self._ways[side] == "stream"
        }
        listeners = list(self._listening.values())
        for each in listeners:
            each.start()
        tables = self._play_all(found)
        eventually(lambda: all(each.is_idle for each in listeners), STUCK)
        for listener in listeners:
            listener.end()
        for bot in self._bots:
            tokens.revoke(bot.tokens.get())
        for listener in listeners:
            listener.join(60)
            found.errors += [repr(listener.failure)] if listener.failure else []
        found.seconds = monotonic() - begun
        self._judge(tables, found)
        return found

    def _open(self) -> str:
        left, right = self._clients
        key = f"{self.game}-{monotonic()}"
        table: str = surely(lambda: left.post("/tables", key, game=self.game, size=2))["id"]
        surely(lambda: right.post(f"/tables/{table}/join", key))
        return table

    def _play_all(self, found: Outcome) -> list[str]:
        """Open a new table whenever a game ends, and return all tables. Stop early after a standstill or failure."""
        tables: list[str] = []
        moved, since = -1, monotonic()
        while (left := surely(self._clients[0].tables)) or len(tables) < found.wanted:
            tables += [self._open() for _number in range(min(AT_ONCE - len(left), found.wanted - len(tables)))]
            _call_again_soon()
            if (made := self._moves()) > moved:
                moved, since = made, monotonic()
            elif monotonic() - since > STUCK:
                names = [each["id"] for each in left]
                found.errors.append(f"{len(left)} games have stood still for {STUCK} s: {names}")
                break
            if failures := [each.failure for each in self._listening.values() if each.failure]:
                found.errors.append(repr(failures))
                break
            sys.stdout.write(f"\r{self.game} by {self.way}: {moved} moves, {len(left)} of {len(tables)} tables go on ")
            sys.stdout.flush()
            sleep(LOOK_EVERY)
        return tables

    def _moves(self) -> int:
        called = sum(len(made) for made in list(self._called.answers.values()))
        return called + sum(len(made) for each in self._listening.values() for made in list(each.made.values()))

    def _sent(self, table: str, side: int) -> list[str]:
        """Return a bot's moves as its program knows them: the accepted ones, or its last answer for each version."""
        if self._ways[side] == "webhook":
            return list(self._called.answers.get(Seat(table, self._bots[side].username), {}).values())
        return self._listening[side].made[table]

    def _judge(self, tables: Sequence[str], found: Outcome) -> None:
        for name in tables:
            game = Game.objects.get(public_id=name)
            found.finished += game.is_over
            for side, bot in enumerate(self._bots):
                made = written(game, bot)
                lost, doubled = differences(self._sent(name, side), made)
                found.accepted += len(made)
                found.lost += lost
                found.doubled += doubled
            found.errors += _mismatch(game)
        if "webhook" in self._ways:
            found.again += self._called.again
            found.fates += self._called.fates
        if "stream" in self._ways:
            found.again += self._proxy.again
            found.fates += self._proxy.fates
        found.streams_cut = self._proxy.streams_cut
        found.refused = Counter(code for each in self._listening.values() for code in each.refused)
        found.refused += Counter(Delivery.objects.filter(user__in=self._bots, state="sent").exclude(error="")
                                 .values_list("error", flat=True))  # fmt: skip
        found.errors += self._proxy.errors


def written(game: Game, person: User) -> list[str]:
    """Return the stored moves of a player in order and, in a running game, then the drafts.

    They are read from the rows, because the spectators' view of a running game hides moves.
    """
    seat = game.players.get(user=person)
    made = game.moves.filter(seat=seat.seat, by=Move.By.PLAYER).order_by("number")
    return [*made.values_list("text", flat=True), *seat.drafts]


def _mismatch(game: Game) -> list[str]:
    """Return the first difference between the rows and a replay of the game, or an empty list."""
    try:
        verify(game.pk)
    except ReplayMismatch as mismatch:
        return [f"{game.public_id}: {mismatch}"]
    return []


def differences(sent: Sequence[str], written: Sequence[str]) -> tuple[int, int]:
    """Return the number of sent moves that are not stored, and of stored moves that were not sent."""
    lost = doubled = 0
    for what, begin, end, from_, to in SequenceMatcher(None, sent, written, autojunk=False).get_opcodes():
        if what != "equal":
            lost, doubled = lost + end - begin, doubled + to - from_
    return lost, doubled


def _call_again_soon() -> None:
    """Make failed calls due at once, instead of after half a minute or more."""
    now = timezone.now()
    failed = Delivery.objects.filter(state=Delivery.State.PENDING, tries__gt=0, due_at__gt=now)
    failed.exclude(due_at__range=[now + wait for wait in UNDER_WAY]).update(due_at=now)


WAYS: dict[str, Callable[..., Combination]] = {
    f"{game} {way}": lambda proxy, called, game=game, way=way: Combination(game, way, proxy, called)
    for game in ("chicago_poker", "swedish_chicago")
    for way in ("both", "webhook", "stream")
}

DEFAULT = [name for name in WAYS if name.endswith(" both")]
