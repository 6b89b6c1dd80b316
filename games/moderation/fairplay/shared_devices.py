"""Detection of pairs who share a device, or at least a network, and have played at one table."""

from collections import defaultdict
from collections.abc import Iterator
from datetime import date, datetime
from typing import Any

from django.db.models import Count

from accounts.models import ConnectionTrace
from games.models import Hint
from games.moderation.fairplay.findings import Finding
from games.moderation.fairplay.shared_tables import Pair, pairs_of, tables_since

MOST = 8
"""The maximum number of users of a device or network: more, as at a school, are no evidence about pairs."""


def find(now: datetime) -> Iterator[Finding]:
    """Yield one finding per pair: for a shared device if there is one, otherwise for a shared network."""
    told: set[Pair] = set()
    for kind, shared in ((Hint.Kind.DEVICE, _shared("device", now)), (Hint.Kind.NETWORK, _shared("network", now))):
        tables = tables_since(now - ConnectionTrace.RETENTION, {person for pair in shared for person in pair})
        for pair in sorted((shared.keys() & tables.keys()) - told):
            told.add(pair)
            seen, last = shared[pair]
            evidence = {"days": [len(seen[person]) for person in pair]}
            yield Finding(kind, *pair, frozenset(tables[pair]), evidence, last + ConnectionTrace.RETENTION)


def days_shared_with(user: int, what: str, now: datetime) -> dict[int, tuple[int, int]]:
    """Return the users who share devices or networks with ``user``, with the days of ``user`` and of each."""
    found = {}
    for pair, (days, _until) in _shared(what, now, user).items():
        if user in pair:
            other = pair[0] if pair[1] == user else pair[1]
            found[other] = (len(days[user]), len(days[other]))
    return found


def _shared(what: str, now: datetime, user: int | None = None) -> dict[Pair, tuple[dict[int, set[date]], datetime]]:
    """Return each pair's days on a shared device or address by user, and the time until which both were seen there.

    With ``user``, read only the devices or addresses of this user.
    """
    rows = ConnectionTrace.objects.filter(last_at__gt=now - ConnectionTrace.RETENTION).exclude(**{what: ""})
    if user is not None:
        rows = rows.filter(**{f"{what}__in": rows.filter(user=user).values(what)})
    several = rows.values(what).annotate(people=Count("user", distinct=True)).filter(people__gte=2, people__lte=MOST)
    days: dict[str, dict[int, set[date]]] = defaultdict(lambda: defaultdict(set))
    last: dict[tuple[str, int], datetime] = {}
    chosen: Any = rows.filter(**{f"{what}__in": several.values(what)})
    for where, user, day, at in chosen.values_list(what, "user", "day", "last_at"):
        days[where][user].add(day)
        last[where, user] = max(at, last.get((where, user), at))
    found: dict[Pair, tuple[dict[int, set[date]], datetime]] = {}
    for where, users in days.items():
        for pair in pairs_of(users):
            seen, until = found.get(pair, ({person: set() for person in pair}, now - ConnectionTrace.RETENTION))
            for person in pair:
                seen[person] |= users[person]
            # The evidence expires when one of the two has not been seen there for the retention time.
            found[pair] = seen, max(until, min(last[where, person] for person in pair))
    return found
