"""Many games of one kind between two outside players, and what came of every move that was sent."""

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

from accounts.bots import bots
from accounts.models import User
from accounts.tokens import tokens
from games.models import Delivery
from games.notifications.channels import webhook
from tests.cast import somebody
from tests.gameday.outside.called import Called, Seat
from tests.gameday.outside.fates import Fate
from tests.gameday.outside.listening import Listening, surely
from tests.gameday.outside.proxy import Proxy
from tests.site import eventually

AT_ONCE = 20
"""Tables that are played at the same time."""

STUCK = 180
"""Seconds without a game that ends or a move, after which the rest is given up."""

FIRST_RETRY = timedelta(seconds=31)
"""What waits no longer than this is a call that has failed once; one that is under way is claimed for minutes."""


@dataclass
class Outcome:
    """``refused`` counts what the site refused, ``fates`` what became of requests and calls on their way."""

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
        """Whether every game has ended with each move made once."""
        return self.finished == self.wanted and not (self.lost or self.doubled or self.errors)


class Combination:
    """Two accounts of two owners that play ``game``, either by ``stream`` or by ``webhook``."""

    def __init__(self, game: str, way: str, proxy: Proxy, called: Called) -> None:
        self.game, self.way, self._proxy, self._called = game, way, proxy, called
        proxy.forget()
        called.forget()
        self._bots = [self._bot(side) for side in ("left", "right")]
        self._clients = [Client(proxy.url, tokens.make_for_bot(bot).secret, tries=6) for bot in self._bots]
        self._listening: list[Listening] = []

    def _bot(self, side: str) -> User:
        number = User.objects.count()
        bot = bots.make(somebody(f"{side}-owner{number}"), f"{side}{number}")
        if self.way == "webhook":
            hook = webhook.set_for_bot(bot, self._called.url(bot.username))
            self._called.secrets[bot.username] = webhook.shown_secret(hook.secret)
        return bot

    def play(self, games: int) -> Outcome:
        """Plays so many games to their ends, some at a time."""
        found, begun = Outcome(self.game, self.way, games), monotonic()
        if self.way == "stream":
            self._listening = [Listening(client) for client in self._clients]
            for each in self._listening:
                each.start()
        tables: list[str] = []
        while len(tables) < games and not found.errors:
            more = [self._open() for _number in range(min(AT_ONCE, games - len(tables)))]
            tables += more
            self._until_over(found)
        eventually(lambda: all(each.is_idle for each in self._listening), STUCK)
        for listener in self._listening:
            listener.end()
        for bot in self._bots:
            tokens.revoke(bot.tokens.get())
        for listener in self._listening:
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

    def _until_over(self, found: Outcome) -> None:
        moved, since = -1, monotonic()
        while left := surely(self._clients[0].tables):
            if self.way == "webhook":
                _call_again_soon()
            if (made := self._moves()) > moved:
                moved, since = made, monotonic()
            elif monotonic() - since > STUCK:
                found.errors.append(
                    f"{len(left)} games have stood still for {STUCK} s: {[each['id'] for each in left]}"
                )
                return
            if failures := [each.failure for each in self._listening if each.failure]:
                found.errors.append(repr(failures))
                return
            sys.stdout.write(f"\r{self.game} by {self.way}: {moved} moves, {len(left)} tables ")
            sys.stdout.flush()
            sleep(0.3)

    def _moves(self) -> int:
        if self.way == "webhook":
            return sum(len(made) for made in self._called.answers.values())
        return sum(len(made) for each in self._listening for made in each.made.values())

    def _sent(self, table: str, side: int) -> list[str]:
        """The moves of a player, as its program knows of them: answered as made, or answered to the last call."""
        if self.way == "webhook":
            return list(self._called.answers.get(Seat(table, self._bots[side].username), {}).values())
        return self._listening[side].made[table]

    def _judge(self, tables: Sequence[str], found: Outcome) -> None:
        reader = Client(self._proxy.url, tries=6)
        for name in tables:
            table = surely(lambda name=name: reader.table(name))
            if table["status"] != "over":
                continue  # what it hides can't be compared; that it has not ended is reported
            found.finished += 1
            made = _made(reader, name)
            for side, bot in enumerate(self._bots):
                seat = next(each["seat"] for each in table["seats"] if each["username"] == bot.username)
                written = [move for of, move in made if of == seat]
                lost, doubled = differences(self._sent(name, side), written)
                found.accepted += len(written)
                found.lost += lost
                found.doubled += doubled
        found.again = self._called.again if self.way == "webhook" else self._proxy.again
        found.fates = self._called.fates if self.way == "webhook" else self._proxy.fates
        found.streams_cut = self._proxy.streams_cut
        found.refused = Counter(code for each in self._listening for code in each.refused)
        found.refused += Counter(Delivery.objects.filter(user__in=self._bots, state="sent").exclude(error="")
                                 .values_list("error", flat=True))  # fmt: skip
        found.errors += self._proxy.errors


def _made(reader: Client, table: str) -> list[tuple[int | None, str]]:
    """Every move that a player has made at a table, with its seat."""
    made: list[tuple[int | None, str]] = []
    last = -1
    while moves := surely(lambda last=last: reader.events(table, last)):
        last = moves[-1]["id"]
        made += [(move["seat"], move["move"]) for move in moves if move["by"] == "player"]
    return made


def differences(sent: Sequence[str], written: Sequence[str]) -> tuple[int, int]:
    """How many moves were sent and are not written, and how many are written more often than they were sent."""
    lost = doubled = 0
    for what, begin, end, from_, to in SequenceMatcher(None, sent, written, autojunk=False).get_opcodes():
        if what != "equal":
            lost, doubled = lost + end - begin, doubled + to - from_
    return lost, doubled


def _call_again_soon() -> None:
    """What has failed once is due at once, in place of half a minute later."""
    now = timezone.now()
    waiting = Delivery.objects.filter(state=Delivery.State.PENDING, tries__gt=0)
    waiting.filter(due_at__gt=now, due_at__lt=now + FIRST_RETRY).update(due_at=now)


WAYS: dict[str, Callable[..., Combination]] = {
    f"{game} {way}": lambda proxy, called, game=game, way=way: Combination(game, way, proxy, called)
    for game in ("chicago_poker", "swedish_chicago")
    for way in ("webhook", "stream")
}
"""All combinations, by name."""
