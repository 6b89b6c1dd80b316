"""The sweep that stores findings as hints. If a finding already has a hint, the hint is updated instead."""

from datetime import datetime

from django.db import transaction

from games.models import Hint
from games.moderation.fairplay import collusion, early_resignations, shared_devices, slow_play
from games.moderation.fairplay.findings import Finding

LOOKS = (shared_devices.find, collusion.find, early_resignations.find, slow_play.find)


def look(now: datetime) -> None:
    Hint.objects.filter(expires_at__lte=now).delete()
    for find in LOOKS:
        for finding in find(now):
            keep(finding, now)


@transaction.atomic
def keep(finding: Finding, now: datetime) -> None:
    """Store a finding as a new hint, or update the existing hint. A dismissed hint keeps its evidence.

    A hint expires with its evidence, and at the latest ``Hint.KEPT`` after its creation. If the pattern continues, a
    new hint is created then.
    """
    which = {"kind": finding.kind, "about_id": finding.about, "other_id": finding.other}
    fresh = {"created_at": now, "evidence": finding.evidence, "expires_at": min(finding.expires_at, now + Hint.KEPT)}
    hint, made = Hint.objects.select_for_update(of=["self"]).get_or_create(fresh, **which)
    if not made:
        hint.expires_at = min(finding.expires_at, hint.created_at + Hint.KEPT)
        if hint.aside_at is None:
            hint.evidence = finding.evidence
        hint.save(update_fields=["evidence", "expires_at"])
    if hint.aside_at is None:
        hint.games.set(finding.games)
