"""The log with everything in it: what happened beside the moves takes its place between them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from django.utils.html import conditional_escape

from games.models import Game, Incident
from games.table.incidents import sentence
from games.table.narration import Entry, Group, Narrator


def beside(incident: Incident, narrator: Narrator) -> Entry:
    """The incident as a line of the log, which no rule is about."""
    text = sentence(incident, narrator)
    hot = incident.seat is not None and incident.seat == narrator.viewer
    return Entry(text, conditional_escape(text), hot, "", incident.after)


def beside_since(game: Game, number: int, narrator: Narrator) -> list[Entry]:
    """What has happened beside the moves from move ``number`` on."""
    return [beside(incident, narrator) for incident in game.incidents.filter(after__gte=number).order_by("pk")]


def interleaved(groups: Sequence[Group], incidents: Iterable[Incident], narrator: Narrator) -> list[Group]:
    """A log with the incidents in their places between the moves."""
    told = [replace(group, lines=list(group.lines)) for group in groups]
    for incident in incidents:
        group = next((group for group in reversed(told) if group.number <= incident.after), None)
        if group is not None:
            place = sum(line.number <= incident.after for line in group.lines)
            group.lines.insert(place, beside(incident, narrator))
    return told
