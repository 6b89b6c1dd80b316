"""The audit log of moderation: a hash chain over all acts, so that a change or a gap shows.

A seal is the SHA-256 of the previous seal and of the act as canonical JSON. Acts cut off at the end leave no gap: only
a last seal noted elsewhere shows that (``check_acts`` prints it).
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
"""The previous seal of the first act."""

LOCK = 0x61637473
"""The key of PostgreSQL's advisory lock under which acts are added; nothing else uses it."""


class Gap(NamedTuple):
    """The first act whose seal does not match, and the seal it should have."""

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
    """Appends an act; ``details`` is JSON that says how to reverse it. Only ``cases.acting`` calls this.

    Personal words in it are stored apart (Particulars), with only their salted digest in the log. Concurrent acts wait
    for the end of the transaction, so this comes last in it.
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
    """Serializes writers. SQLite does so anyway."""
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_advisory_xact_lock(%s)", [LOCK])


def seal(before: str, act: Act) -> str:
    """The hash that binds ``act`` to the one whose seal is ``before``."""
    return hashlib.sha256(before.encode() + _canonical(act).encode()).hexdigest()


def digest(salt: str, words: dict[str, Any]) -> str:
    """The hash that binds the log to particulars. The salt is deleted with them, so that they can't be guessed."""
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
    """Yields all acts in order; at the first that was changed or follows a gap, yields a Gap and stops.

    Erased particulars are fine; those that exist must match their digest.
    """
    before = FIRST
    for act in Act.objects.select_related("particulars").order_by("pk").iterator():
        due = seal(before, act)
        if act.seal != due or _altered(act):
            yield Gap(act, due)
            return
        yield act
        before = act.seal
