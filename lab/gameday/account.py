"""The checks of a game day: observations by the players and the mail server, compared with the site's rows.

They are pure functions of plain values, so that tests can prove that they find every kind of loss.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from lab.gameday.faults import Happened
from lab.gameday.ledger import Known, Posted

UNPRESSED = timedelta(seconds=110)
"""The minimum time before the site ends a turn for which that is the only legal move: two minutes, less a margin."""

ONE_MOMENT = timedelta(seconds=1)
CRASH = timedelta(seconds=5)
"""The time before and after a fault within which repeated mails are tolerated."""
LONG = timedelta(minutes=7)
"""The length of a turn after which an absent player must have a mail, even if a dead worker's claim delays it."""


@dataclass
class Sums:
    """The results of a check: the number of things checked, and descriptions of lost and duplicated ones."""

    count: int = 0
    lost: list[str] = field(default_factory=list)
    doubled: list[str] = field(default_factory=list)
    late: list[float] = field(default_factory=list)
    apart: Counter[str] = field(default_factory=Counter)
    """Numbers of reported events that are not losses, by description."""


def moves(
    seat: str, accepted: Sequence[Posted], unanswered: Sequence[Posted], written: Sequence[Posted], sums: Sums
) -> None:
    """Check that the accepted moves equal the seat's rows, in the same order.

    Requests without a response, and turns that the site ended for the player, are exempt.
    """
    sums.count += len(accepted)
    rest: Iterator[tuple[int, Posted]] = iter(enumerate(written))
    met: set[int] = set()
    for each in accepted:
        found = next((index for index, row in rest if row.text == each.text), None)
        if found is None:
            sums.lost.append(f"{seat}: {each.text!r} accepted at {each.at:%H:%M:%S}")
            rest = iter([(index, row) for index, row in enumerate(written) if index > max(met, default=-1)])
        else:
            met.add(found)
    perhaps = Counter(each.text for each in unanswered)
    for row in (row for index, row in enumerate(written) if index not in met):
        if perhaps[row.text]:
            perhaps[row.text] -= 1
            sums.apart["made, though never answered"] += 1
        elif _unpressed(row, accepted):
            sums.apart["turns ended by the site"] += 1
        else:
            sums.doubled.append(f"{seat}: {row.text!r} at {row.at:%H:%M:%S}")


def _unpressed(row: Posted, accepted: Iterable[Posted]) -> bool:
    return row.text == "end" and not any(row.at - UNPRESSED < each.at <= row.at + ONE_MOMENT for each in accepted)


@dataclass(frozen=True)
class TurnMails:
    """A player's turn: its start and end, and the times at which the mail server accepted its mails, by Message-ID."""

    seat: str
    style: str
    """``Reader`` (moves only after a mail), ``Poller`` (polls) or ``Listener`` (has a socket; mails are held back)."""
    begun: datetime
    done: datetime | None
    follows: bool
    """Whether the player continued from the previous turn without a mail, according to the function ``follows``."""
    mails: Mapping[str, Sequence[datetime]]


def follows(
    before: datetime, begun: datetime, done: datetime, answers: Sequence[datetime], unbidden: Sequence[datetime]
) -> bool:
    """Return whether a player continued without a mail, from a turn that ended at ``before`` to the next one.

    Either the next turn began before the next response (in ``answers``), which therefore showed it, or the player
    looked at the table during the turn because an earlier request had failed (``unbidden``).
    """
    answered = next((at for at in answers if at >= before), before)
    return begun <= answered + ONE_MOMENT or any(begun <= at <= done for at in unbidden)


def turn_mails(turn: TurnMails, delay: timedelta, crashes: Sequence[Happened], sums: Sums) -> None:
    """Check that a turn has one mail, or none if it ends before the mail is due or its player looks at the table."""
    arrived = sorted(at for times in turn.mails.values() for at in times)
    sums.count += bool(arrived)
    where = f"{turn.seat}, turn of {turn.begun:%H:%M:%S}"
    if not arrived and turn.style != "Listener":
        _missing(turn, where, delay, sums)
    if len(turn.mails) > 1:
        sums.doubled.append(f"{where}: {len(turn.mails)} different mails")
    for times in turn.mails.values():
        _repeated(times, where, crashes, sums)
    if arrived and turn.style != "Listener":
        sums.late.append((arrived[0] - turn.begun - delay).total_seconds())


def _missing(turn: TurnMails, where: str, delay: timedelta, sums: Sums) -> None:
    if turn.done is None:
        sums.lost.append(f"{where}: no mail, and it goes on")
    elif turn.style == "Reader" and not turn.follows:
        sums.lost.append(f"{where}: no mail")
    elif turn.done - turn.begun > LONG:
        sums.lost.append(f"{where}: no mail in {turn.done - turn.begun}")
    elif turn.done - turn.begun > delay:
        sums.apart["turns over before their mail"] += 1


def _repeated(times: Sequence[datetime], where: str, crashes: Sequence[Happened], sums: Sums) -> None:
    """Count repeated mails as tolerated near a crash, after which a worker may resend them, otherwise as duplicates."""
    for before in sorted(times)[:-1]:
        if any(each.begun - CRASH <= before <= each.ended + CRASH for each in crashes):
            sums.apart["mails repeated after a crash"] += 1
        else:
            sums.doubled.append(f"{where}: the mail of {before:%H:%M:%S} came again")


def deadline(table: str, due: datetime, acted: Sequence[datetime], sums: Sums) -> None:
    """Check that a passed deadline had exactly one consequence, and that it did not come early."""
    sums.count += 1
    if not acted:
        sums.lost.append(f"{table}: nothing happened at {due:%H:%M:%S}")
        return
    if len(acted) > 1:
        sums.doubled.append(f"{table}: {len(acted)} consequences")
    early = (min(acted) - due).total_seconds()
    if early < 0:
        sums.doubled.append(f"{table}: {-early:.0f} s before its deadline")
    sums.late.append(early)


SOON = 2.0
"""The delay in seconds above which the report counts a version as learned “later”."""


def news(
    versions: Mapping[int, datetime], known: Sequence[Known], left: datetime | None, until: datetime, sums: Sums
) -> None:
    """Check that an open page learned of each version of its table, or of a later one, and how soon."""
    if not known:
        return
    for version, at in versions.items():
        if at < known[0].at or at > until or (left and at > left - timedelta(seconds=20)):
            continue
        sums.count += 1
        first = next((each for each in known if each.version >= version), None)
        if first is None:
            sums.lost.append(f"version {version} of {at:%H:%M:%S}")
            continue
        late = max(0.0, (first.at - at).total_seconds())
        sums.late.append(late)
        sums.apart[f"by {first.how}{'' if late <= SOON else ', later'}"] += 1


@dataclass(frozen=True)
class Sending:
    """A delivery in the outbox at the end: its state, whether it is still due, and how often its mail arrived."""

    what: str
    state: str
    is_due: bool
    arrived: int


def deliveries(sendings: Iterable[Sending], unknown: int, sums: Sums) -> None:
    """Check that sent deliveries arrived, due ones were sent, none failed, and no ``unknown`` mails lack a delivery."""
    for each in sendings:
        sums.count += 1
        if each.state == "sent" and not each.arrived:
            sums.lost.append(f"{each.what}: sent, and never received")
        elif each.state == "failed" or (each.state == "pending" and each.is_due):
            sums.lost.append(f"{each.what}: {each.state} at the end")
    if unknown:
        sums.doubled.append(f"{unknown} mails of no delivery")


def entries(warned: int, perhaps: int, written: int, sums: Sums) -> None:
    """Check that the moderators' log has every confirmed entry, and at most ``perhaps`` doubtful ones."""
    sums.count = warned
    if written < warned:
        sums.lost.append(f"{warned - written} entries of the moderators' log")
    if written > warned + perhaps:
        sums.doubled.append(f"{written - warned - perhaps} entries of the moderators' log")
