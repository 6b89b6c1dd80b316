"""The site of a game day: two machines with one process of each kind, and the clusters that both use."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from pathlib import Path
from threading import Lock

from tests.clusters import Cluster
from tests.mail_server import PostOffice
from tests.processes import COMMANDS, Process, Processes
from tests.redis_server import RedisServer
from tests.wire import Wire, wire_to

LISTENING = ("web", "sockets")
WORKERS = tuple(name for name in COMMANDS if name not in LISTENING)

MAIL_DELAY = 3
"""The seconds between the start of a turn and its mail."""

OFTEN = {"SWEEP_SECONDS": "2", "DEADLINE_SWEEP_SECONDS": "5", "TURN_MAIL_DELAY": str(MAIL_DELAY)}
"""An environment with shorter intervals than on a real site, so that many turns and deadlines fit into ten minutes."""


class Machine:
    """A machine: one process of each kind, with its own connections to PostgreSQL and Redis, which faults can cut."""

    def __init__(self, name: str, folder: Path, to_postgres: Wire, to_redis: Wire, mail: str) -> None:
        self.name, self.to_postgres, self.to_redis = name, to_postgres, to_redis
        more = OFTEN | {"EMAIL_URL": mail, "LOG_LEVEL": "WARNING"}
        folder.mkdir()
        self.processes = Processes(folder, to_postgres.url, to_redis.url, **more)
        self.running: dict[str, Process] = {}
        self._held_down: set[str] = set()
        self._changing = Lock()

    def start(self) -> None:
        names = (*LISTENING, *WORKERS)
        self.running = dict(zip(names, self.processes.start(*names), strict=True))

    def end(self, name: str, kill: bool) -> None:
        """Kill or stop a process, and keep ``restart_ended`` from restarting it."""
        with self._changing:
            self._held_down.add(name)
            process = self.running[name]
        process.kill() if kill else process.stop()

    def replace(self, name: str, under: str = "") -> None:
        """Start a new process in place of an ended one. It may take a while until it listens."""
        with self._changing:
            self.running[name] = self.processes.renew(self.running[name], under)
            self._held_down.discard(name)

    def restart_ended(self) -> list[Process]:
        """Restart processes that ended unexpectedly, as a supervisor does, and return them."""
        with self._changing:
            found = [each for name, each in self.running.items() if each.has_ended and name not in self._held_down]
            self.running |= {each.name: self.processes.renew(each) for each in found}
        return found

    def restart(self) -> None:
        """Stop all processes at once and start new ones, as a deployment does."""
        names = list(self.running)
        with ThreadPoolExecutor(len(names)) as pool:
            list(pool.map(lambda name: self.end(name, kill=False), names))
            list(pool.map(self.replace, names))


class House:
    def __init__(self, postgres: Cluster, redis: RedisServer, post: PostOffice, machines: list[Machine]) -> None:
        self.postgres, self.redis, self.post, self.machines = postgres, redis, post, machines

    def restart(self) -> None:
        with ThreadPoolExecutor(len(self.machines)) as pool:
            list(pool.map(Machine.restart, self.machines))

    def logs(self) -> list[Path]:
        """Return the logs of all processes, including ended ones."""
        return sorted(path for machine in self.machines for path in machine.processes.logs)


@contextmanager
def house_in(folder: Path, postgres: Cluster, redis: RedisServer, post: PostOffice, database: str) -> Iterator[House]:
    with ExitStack() as stack:
        machines = []
        for name in ("first", "second"):
            to_postgres = stack.enter_context(wire_to(f"{postgres.url}/{database}"))
            to_redis = stack.enter_context(wire_to(redis.url))
            machines.append(Machine(name, folder / name, to_postgres, to_redis, post.url))
            stack.callback(machines[-1].processes.close)
        with ThreadPoolExecutor(len(machines)) as pool:
            list(pool.map(Machine.start, machines))
        yield House(postgres, redis, post, machines)
