"""A user as shown to moderators: their record, reports, decisions, notes, and signs of unfair play."""

from typing import Any

from accounts.models import User
from games.moderation.admin import case, queue
from games.moderation.fairplay.evidence import evidence_about


def shown(person: User, by: User) -> dict[str, Any]:
    """Return the context of a user's desk; moderators learn no more about themselves than other users do."""
    is_self, entries = by.pk in (person.pk, person.owner_id), queue.about(person, by)
    return {
        "person": person,
        "is_self": is_self,
        "known": [] if is_self else case.known([person]),
        "entries": entries,
        "open_case": next((each for each in entries if each.is_open), None),
        "notes": [] if is_self else case.notes_on(person),
        "evidence": evidence_about(person, by) if by.has_perm("games.view_hint") and not is_self else None,
    }
