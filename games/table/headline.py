"""The most important event, and the largest change, for one viewer: the headline of the table, of tiles and mails."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from django.utils.safestring import SafeString

from games.rules.contract import CLOSES, OPENS, Event, View, redact
from games.table.narration import Narrator


def most_important(events: Iterable[Event], narrator: Narrator) -> Event | None:
    """The event of the highest weight for the viewer, the latest of equals; None if all weigh 0."""
    known = [redact(event, narrator.viewer) for event in events]
    weights = [narrator.rules.weight(event, narrator.viewer) for event in known]
    if not any(weights):
        return None
    return max(zip(weights, range(len(known)), known, strict=True))[2]


def headline(events: Iterable[Event], narrator: Narrator) -> SafeString | None:
    """The most important event as a sentence in HTML."""
    event = most_important(events, narrator)
    return narrator.html(event) if event else None


class News(NamedTuple):
    """What changed since the viewer's last turn, in one sentence; ``hot``: it may call for an answer."""

    html: SafeString
    hot: bool


def largest_change(events: Iterable[Event], narrator: Narrator, view: View, *, named: bool) -> News | None:
    """The largest change for the viewer, else the largest at the table, else what another did last.

    ``named``: hands may be named. None only if nothing has a sentence.
    """
    known = [redact(event, narrator.viewer) for event in events]
    event = most_important(known, narrator)
    weight = narrator.rules.weight(event, narrator.viewer) if event else 0
    change = narrator.rules.change(known, view, named=named)
    if change is not None and change.weight >= weight:
        return News(narrator.rich(change.says), change.weight > 0)
    if event is not None:
        is_gain = event.seat == narrator.viewer and narrator.rules.is_gain(event)
        return News(narrator.html(event), hot=not is_gain)
    return _latest(known, narrator)


def _latest(events: Sequence[Event], narrator: Narrator) -> News | None:
    """What another did last, or the viewer themselves; that a turn began or ended only if there is nothing else."""
    lines = [(event, html) for event in narrator.rules.merge(events) if (html := narrator.html(event))]
    if not lines:
        return None
    order = ((event.kind not in (OPENS, CLOSES), event.seat != narrator.viewer) for event, _html in lines)
    _rank, _place, html = max((rank, place, lines[place][1]) for place, rank in enumerate(order))
    return News(html, hot=False)
