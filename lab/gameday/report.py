"""The report of a game day in Markdown, for a terminal and for docs/operate/gameday.md."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from statistics import median, quantiles

from lab.gameday.evidence import Account
from lab.gameday.faults import Happened
from lab.gameday.ledger import Ledger

SHOWN = 12
"""The maximum number of losses of each kind that are listed."""


@dataclass(frozen=True)
class Day:
    begun: datetime
    seconds: float
    seed: int
    people: int
    tables: int
    settled: float | None
    """The seconds from the last fault until nothing was due, or None if that took too long."""
    faults: Sequence[Happened]
    ledger: Ledger
    account: Account

    @property
    def is_sound(self) -> bool:
        """Whether nothing was lost or duplicated, no response was a server error, and all due work was done."""
        return self.account.is_sound and not self.ledger.errors and self.settled is not None


def spread(seconds: Sequence[float]) -> str:
    """Return the median, the 95th percentile and the maximum as text, or a dash if there are no values."""
    if not seconds:
        return "–"
    high = quantiles(seconds, n=20)[-1] if len(seconds) > 1 else seconds[0]
    return f"{median(seconds):.1f} / {min(high, max(seconds)):.1f} / {max(seconds):.1f} s"


def rows(day: Day) -> Iterator[tuple[str, str, str, str, str]]:
    """Yield a row for each check: its name, the numbers of checked, lost and duplicated things, and their delays."""
    names = {
        "moves accepted": day.account.moves,
        "turns with a mail": day.account.mails,
        "deliveries of the outbox": day.account.sendings,
        "deadlines passed": day.account.deadlines,
        "moves of computer players": day.account.computers,
        "versions that a page with a socket had to learn of": day.account.news,
        "entries in the log of moderators": day.account.log,
    }
    for name, sums in names.items():
        yield name, f"{sums.count:,}", str(len(sums.lost)), str(len(sums.doubled)), spread(sums.late)


def answers(day: Day) -> Iterator[tuple[str, str]]:
    """Yield the number of responses by status, and the other counters."""
    for answer, count in sorted(day.ledger.answers.items()):
        yield ANSWERS.get(answer, f"answers {answer}"), f"{count:,}"
    yield "answers that are errors of the site (5xx but 503)", str(len(day.ledger.errors))
    for path, seconds in sorted(day.ledger.without.items()):
        yield f"seconds without an answer of any web process at `{path}`", f"{seconds:.0f}"
    for sums in day.account.sums:
        for what, count in sorted(sums.apart.items()):
            yield APART.get(what, what), f"{count:,}"
    yield "processes that ended by themselves, and were started again", str(len(day.ledger.ended))
    yield (
        "seconds until nothing was due, after the last fault",
        "not in time" if day.settled is None else f"{day.settled:.0f}",
    )


ANSWERS = {
    "200": "answers 200: pages, and moves made",
    "409": "answers 409: the page was not the newest",
    "503": "answers 503: PostgreSQL or Redis away",
    "broken": "connections broken before an answer",
    "no process": "requests that no web process took (a proxy's 502)",
}
APART = {
    "by socket": "versions told by the socket within 2 s",
    "by socket, later": "versions told by the socket, later",
    "by poll": "versions found by polling within 2 s",
    "by poll, later": "versions found by polling, later",
    "by page": "versions first seen on a page within 2 s",
    "by page, later": "versions first seen on a page, later",
    "mails repeated after a crash": "mails repeated after a crash, which can't be excluded",
    "turns over before their mail": "turns over before their mail was due or could be sent, without one",
    "made, though never answered": "moves made whose sender never got an answer",
    "turns ended by the site": "turns ended by the site, with nothing else left to do",
}


def found(day: Day) -> Iterator[str]:
    """Yield losses and duplicates (up to SHOWN of each kind), errors, complaints and unfinished work."""
    for sums in day.account.sums:
        for kind, words in (("lost", sums.lost), ("doubled", sums.doubled)):
            yield from (f"{kind}: {each}" for each in words[:SHOWN])
            if len(words) > SHOWN:
                yield f"{kind}: {len(words) - SHOWN} more"
    yield from (f"error: {each}" for each in day.ledger.errors)
    yield from (f"{command}: {complaint}" for command, complaint in day.account.checks.items() if complaint)
    if day.settled is None:
        yield "something was still due at the end"


def _table(head: Sequence[str], body: Iterator[tuple[str, ...]]) -> Iterator[str]:
    yield f"| {' | '.join(head)} |"
    yield f"|{'---|' * len(head)}"
    yield from (f"| {' | '.join(row)} |" for row in body)


def lines(day: Day) -> Iterator[str]:
    yield f"## Seed {day.seed}, {day.begun:%Y-%m-%d}"
    yield ""
    yield (
        f"{day.seconds:.0f} seconds, {day.people} people at {day.tables} tables, {len(day.faults)} faults; "
        f"{os.cpu_count()} cores, with a load of {os.getloadavg()[2]:.0f}."
    )
    yield ""
    yield "**Nothing was lost or doubled.**" if day.is_sound else "**Not sound:** see the list below."
    yield ""
    yield from _table(("what", "how many", "lost", "doubled", "late: median / 95 of 100 / most"), rows(day))
    yield ""
    yield from _table(("besides", ""), answers(day))
    yield ""
    checks = ", ".join(f"`manage.py {name}`" for name in day.account.checks)
    yield f"{checks}: {'no complaint' if not any(day.account.checks.values()) else 'see below'}."
    yield ""
    if problems := list(found(day)):
        yield from (f"- {problem}" for problem in problems)
        yield ""
    yield from _table(("fault", "from", "for"), (_fault(each, day.begun) for each in day.faults))


def _fault(fault: Happened, begun: datetime) -> tuple[str, str, str]:
    at = (fault.begun - begun).total_seconds()
    return fault.name, f"{at // 60:.0f}:{at % 60:02.0f}", f"{(fault.ended - fault.begun).total_seconds():.0f} s"


def logged(logs: Sequence[Path]) -> Iterator[str]:
    for log in logs:
        text = log.read_text(errors="replace")
        for match in re.finditer(r"Internal Server Error", text):
            yield f"== {log.name}\n{text[match.start() : match.start() + 6000]}"


SEEDS = re.compile(r"^## Seed (\d+),.*?(?=^## |\Z)", re.MULTILINE | re.DOTALL)


def write(day: Day, file: Path) -> None:
    """Write the report into a page, replacing the section with the same seed or appending one."""
    text, section = file.read_text(), "\n".join(lines(day)) + "\n"
    for match in SEEDS.finditer(text):
        if int(match[1]) == day.seed:
            file.write_text(f"{text[: match.start()]}{section}\n{text[match.end() :]}".rstrip() + "\n")
            return
    file.write_text(f"{text.rstrip()}\n\n{section}")
