"""The most important event and the largest change for one viewer, as headlines on pages and in mails."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from django.utils.safestring import SafeString

from games.presentation.narration import Narrator
from games.rules.contract import CLOSES, OPENS, Event, View, redact


def most_important(events: Iterable[Event], narrator: Narrator) -> Event | None:
    """Return the event with the highest weight for the viewer, the latest on a tie, or None if all weights are 0."""
    known = [redact(event, narrator.viewer) for event in events]
    weights = [narrator.rules.presentation.weight(event, narrator.viewer) for event in known]
    if not any(weights):
        return None
    return max(zip(weights, range(len(known)), known, strict=True))[2]


def headline(events: Iterable[Event], narrator: Narrator) -> SafeString | None:
    """Return the most important event as a sentence in HTML, or None."""
    event = most_important(events, narrator)
    return narrator.html(event) if event else None


class News(NamedTuple):
    """The most important change since the viewer's last turn, as one sentence.

    ``tone`` is "alert" for a loss or a threat to the viewer, "good" for a gain, otherwise "plain".
    """

    html: SafeString
    tone: str = "plain"


def largest_change(events: Iterable[Event], narrator: Narrator, view: View, *, named: bool) -> News | None:
    """Return the viewer's most important event or a change at the table, whichever matters more.

    If there is neither, return the result of ``_latest``. ``named`` says whether the sentence can name hands. Return
    None only if no event has a sentence.
    """
    known = [redact(event, narrator.viewer) for event in events]
    event = most_important(known, narrator)
    weight = narrator.rules.presentation.weight(event, narrator.viewer) if event else 0
    change = narrator.rules.presentation.change(known, view, named=named)
    if change is not None and change.weight >= weight:
        return News(narrator.rich(change.says), "alert" if change.weight else "plain")
    if event is not None:
        return News(narrator.html(event), _tone(event, narrator))
    return _latest(known, narrator, view)


def _tone(event: Event, narrator: Narrator) -> str:
    viewer = narrator.viewer
    if viewer is not None and narrator.rules.presentation.threatens(event, viewer):
        return "alert"
    return "good" if event.seat == viewer and narrator.rules.presentation.is_gain(event) else "plain"


def _latest(events: Sequence[Event], narrator: Narrator, view: View) -> News | None:
    """Return the highest-ranked event of another player, the latest on a tie.

    If other players did nothing, name the players who move before the viewer, or return the viewer's own event. Turn
    starts and ends count only if there is no other event. Return None if no event has a sentence.
    """
    lines = [(event, html) for event in narrator.rules.presentation.merge(events) if (html := narrator.html(event))]
    told = [(event, html) for event, html in lines if event.kind not in (OPENS, CLOSES)]
    others = [(event, html) for event, html in told if event.seat != narrator.viewer]
    if not others and lines and (waiting := narrator.rules.presentation.waiting(view)):
        return News(narrator.rich(waiting))
    rank = narrator.rules.presentation.rank
    best = max(enumerate(others or told), key=lambda each: (rank(each[1][0]), each[0]), default=None)
    if best is not None:
        return News(best[1][1])
    ended = [html for event, html in lines if event.seat != narrator.viewer]
    return News((ended or [html for _event, html in lines])[-1]) if lines else None
