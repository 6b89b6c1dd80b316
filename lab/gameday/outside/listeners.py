"""A bot that learns only from its event stream when it can move at a table."""

from __future__ import annotations

import time
import uuid
from collections import defaultdict
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from threading import Lock, Thread
from typing import TypeVar

from backroom import Away, Client, Problem, Table
from player import choose

T = TypeVar("T")

PASSING = {502, 503, 504}
AT_ONCE = 8
"""The number of tables at which an account moves at the same time."""


class Listening(Thread):
    """A bot that plays at all tables of an account until its token is revoked.

    ``made`` are the accepted moves in order, by table; ``refused`` are the statuses and codes of refused moves.
    """

    def __init__(self, client: Client) -> None:
        super().__init__(daemon=True)
        self._client = client
        self._known: dict[str, int] = {}
        self._locks: dict[str, Lock] = defaultdict(Lock)
        self._looks: list[Future[None]] = []
        self._ended = False
        self.made: dict[str, list[str]] = defaultdict(list)
        self.refused: list[str] = []
        self.failure: Exception | None = None

    def run(self) -> None:
        """Listen and play until the stream ends. Store an unexpected refusal in ``failure``."""
        with ThreadPoolExecutor(AT_ONCE) as pool:
            try:
                for event in self._client.stream():
                    if event["kind"] == "table":
                        self._looks.append(pool.submit(self._told, event["table"], event["version"]))
            except Problem as failure:
                if not self._ended:  # after the token was revoked, a refusal is expected
                    self.failure = failure

    @property
    def is_idle(self) -> bool:
        return all(look.done() for look in self._looks)

    def end(self) -> None:
        """Expect failures from now on, because the token will be revoked."""
        self._ended = True

    def _told(self, name: str, version: int) -> None:
        try:
            with self._locks[name]:
                if version > self._known.get(name, -1):
                    self._play(name)
        except Exception as failure:
            if not self._ended:
                self.failure = failure
            raise

    def _play(self, name: str) -> None:
        table = self._look(name)
        while table["status"] == "running" and table["my_move"] and table["legal"]:
            move = choose(table)
            try:
                table = self._move(table, move)
            except Problem as problem:
                self.refused.append(f"{problem.status} {problem.code}")
                time.sleep(problem.retry_after)
                table = self._look(name)
            else:
                self.made[name].append(move)
        self._known[name] = int(table["version"].partition(".")[0])

    def _look(self, name: str) -> Table:
        return surely(lambda: self._client.table(name))

    def _move(self, table: Table, move: str) -> Table:
        """Make a move, with the same idempotency key for every retry."""
        path, key = f"/tables/{table['id']}/moves", str(uuid.uuid4())
        moved: Table = surely(lambda: self._client.post(path, key, version=table["version"], move=move))
        return moved


def surely(ask: Callable[[], T]) -> T:
    """Repeat the request until it gets a response other than a gateway error. Raise `Problem` if it is refused."""
    while True:
        try:
            return ask()
        except Away:
            continue
        except Problem as problem:
            if problem.status not in PASSING:
                raise
