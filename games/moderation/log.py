"""The audit log of moderation: a hash chain over all actions that reveals changes and gaps.

A seal is the SHA-256 of the previous seal and of the action as canonical JSON. Actions removed from the end leave no
gap; they can be detected only if the last seal is noted elsewhere (``check_audit_log`` prints it).
"""

import hashlib
import json
import secrets
from collections.abc import Iterator
from typing import Any, NamedTuple

from django.db import connection, transaction
from django.utils import timezone

from games.models import ActionDetails, ModerationAction

FIRST = "0" * 64

LOCK = 0x61637473
"""The key of PostgreSQL's advisory lock for appending actions; nothing else uses it."""


class Gap(NamedTuple):
    """The first action that was changed or follows a gap, and its expected seal."""

    action: ModerationAction
    due: str


@transaction.atomic
def write(action: ModerationAction) -> None:
    """Append an action to the log. Only ``cases.acting`` calls this.

    Personal texts in the action's details are stored separately (ActionDetails); the log has only their salted digest.
    Concurrent actions wait for the end of the transaction, so this is called near its end.
    """
    _wait_for_others()
    words = {name: action.details.pop(name) for name in ActionDetails.WORDS & action.details.keys()}
    salt = secrets.token_hex(16)
    if words:
        action.details["particulars"] = digest(salt, words)
    action.created_at = timezone.now()
    before = ModerationAction.objects.order_by("pk").values_list("seal", flat=True).last()
    action.seal = seal(before or FIRST, action)
    action.save()
    if words:
        ActionDetails.objects.create(action=action, salt=salt, facts=words)


def _wait_for_others() -> None:
    """Wait for concurrent writers; on SQLite, they wait for each other anyway."""
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_advisory_xact_lock(%s)", [LOCK])


def seal(before: str, action: ModerationAction) -> str:
    """Return the hash that chains ``action`` to the previous one, whose seal is ``before``."""
    return hashlib.sha256(before.encode() + _canonical(action).encode()).hexdigest()


def digest(salt: str, words: dict[str, Any]) -> str:
    """Return the hash that binds ActionDetails to the log.

    The salt is deleted together with the texts, so that they can't be guessed from the hash.
    """
    return hashlib.sha256(salt.encode() + _json(words).encode()).hexdigest()


def _canonical(action: ModerationAction) -> str:
    facts = {
        "kind": str(action.kind),
        "by": action.by_id,
        "about": action.about_id,
        "report": action.report_id,
        "game": action.game_id,
        "undoes": action.undoes_id,
        "reason": action.reason,
        "details": action.details,
        "at": action.created_at.isoformat(timespec="microseconds"),
    }
    return _json(facts)


def _altered(action: ModerationAction) -> bool:
    words = getattr(action, "action_details", None)
    return words is not None and action.details.get("particulars") != digest(words.salt, words.facts)


def _json(facts: dict[str, Any]) -> str:
    return json.dumps(facts, sort_keys=True, separators=(",", ":"))


def checked() -> Iterator[ModerationAction | Gap]:
    """Yield all actions in order; yield a Gap and stop at the first action that was changed or follows a gap.

    Erased ActionDetails are allowed; existing ones must match their digest.
    """
    before = FIRST
    for action in ModerationAction.objects.select_related("action_details").order_by("pk").iterator():
        due = seal(before, action)
        if action.seal != due or _altered(action):
            yield Gap(action, due)
            return
        yield action
        before = action.seal
