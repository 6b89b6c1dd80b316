"""The log of what moderators do: each act is sealed with the one before, so that a change or a gap shows.

A seal is the SHA-256 of the seal before and of the act as canonical JSON. What is cut off at the end leaves no gap:
whoever notes the last seal from time to time can tell (``check_acts`` names it).
"""

from __future__ import annotations

import hashlib
import json
import secrets
from collections.abc import Iterator
from typing import Any, NamedTuple

from django.db import connection, transaction
from django.utils import timezone

from accounts.models import User
from games.models import Act, Game, Particulars, Report

FIRST = "0" * 64
"""What stands for the seal before the first one."""

LOCK = 0x61637473
"""The key of PostgreSQL's lock under which acts are added; nothing else uses it."""


class Gap(NamedTuple):
    """The first act that its seal does not fit."""

    act: Act
    due: str


@transaction.atomic
def write(
    kind: Act.Kind,
    by: User,
    reason: str,
    *,
    about: User | None = None,
    report: Report | None = None,
    game: Game | None = None,
    undoes: Act | None = None,
    **details: Any,
) -> Act:
    """Add an act, after all that was done before; ``details`` is JSON that says how to take it back.

    What it says of a person in so many words is kept apart (Particulars), and only its digest in the log.

    Others who act wait until the transaction around it is over, so it comes last in it.
    """
    _wait_for_others()
    words = {name: details.pop(name) for name in Particulars.WORDS & details.keys()}
    salt = secrets.token_hex(16)
    if words:
        details["particulars"] = digest(salt, words)
    act = Act(kind=kind, by=by, about=about, report=report, game=game, undoes=undoes, reason=reason, details=details)
    act.at = timezone.now()
    before = Act.objects.order_by("pk").values_list("seal", flat=True).last()
    act.seal = seal(before or FIRST, act)
    act.save()
    if words:
        Particulars.objects.create(act=act, salt=salt, facts=words)
    return act


def _wait_for_others() -> None:
    """On SQLite transactions stand in line anyway."""
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_advisory_xact_lock(%s)", [LOCK])


def seal(before: str, act: Act) -> str:
    """What binds ``act`` to the one whose seal is ``before``."""
    return hashlib.sha256(before.encode() + _canonical(act).encode()).hexdigest()


def digest(salt: str, words: dict[str, Any]) -> str:
    """What binds the log to particulars; without the salt, which goes with them, nobody can try out what they were."""
    return hashlib.sha256(salt.encode() + _json(words).encode()).hexdigest()


def _canonical(act: Act) -> str:
    facts = {
        "kind": str(act.kind),
        "by": act.by_id,
        "about": act.about_id,
        "report": act.report_id,
        "game": act.game_id,
        "undoes": act.undoes_id,
        "reason": act.reason,
        "details": act.details,
        "at": act.at.isoformat(timespec="microseconds"),
    }
    return _json(facts)


def _altered(act: Act) -> bool:
    words = getattr(act, "particulars", None)
    return words is not None and act.details.get("particulars") != digest(words.salt, words.facts)


def _json(facts: dict[str, Any]) -> str:
    return json.dumps(facts, sort_keys=True, separators=(",", ":"))


def checked() -> Iterator[Act | Gap]:
    """All acts from the first one on; in place of the first that was changed or follows a gap, the Gap, and no more.

    Particulars that are gone are none; those that are there must be what was written.
    """
    before = FIRST
    for act in Act.objects.select_related("particulars").order_by("pk").iterator():
        due = seal(before, act)
        if act.seal != due or _altered(act):
            yield Gap(act, due)
            return
        yield act
        before = act.seal
