"""The log: sentences, sections, each event's importance to a viewer, and the cards drawn."""

from collections.abc import Sequence

from games.rules.contract import DEALT, OPENS, Event, Seat, redact
from games.rules.contract import gettext_noop as _
from games.rules.phrases import number, say
from games.rules.presentation import Presentation
from games.rules.swedish_chicago.text.sentences import SENTENCES, seats_of
from games.rules.swedish_chicago.view import View
from games.rules.vocabulary import Line

_SECTIONS = {
    "exchange": _("Exchange"),
    "open": _("Exchange"),
    "announce": _("Announcing"),
    "quads": _("Announcing"),
    "choose": _("Announcing"),
    "chicago": _("Tricks"),
    "play": _("Tricks"),
}
"""The titles of the log's sections: one per phase, because most turns consist of a single sentence."""

_HITS_ITS_SEAT = frozenset(("scored", "fell", "choosing", "trick", "made", "broken", "won"))
_HITS_ITS_SEATS = frozenset(("revealed", "level"))
_WEIGHTS = {
    "over": 9, "won": 9, "reset": 8, "fell": 8, "choosing": 7, "declared": 7, "made": 7, "broken": 7, "scored": 5,
    "level": 5, "resigned": 4, "showed": 3, "silent": 2, "hand over": 2, "revealed": 1,
}  # fmt: skip
_NO_NEWS_TO_ITS_SEAT = ("declared", "resigned", "showed")
_THREATS_BY_OTHERS = ("declared", "choosing", "reset", "made", "won")
_DRAWN = {"exchanged": "cards", "opened": "card", "refused": "drawn"}


class Log(Presentation[View]):
    def sentence(self, event: Event, viewer: Seat | None) -> Line | None:
        return SENTENCES[event.kind](redact(event, viewer), viewer)

    def merge_two(self, before: Event, event: Event) -> Event | None:
        """Return simultaneous turns, or consecutive passes, as one event with ``seats``, or None for other events."""
        if not _is_alike(before, event):
            return None
        seats = [*seats_of(before), *seats_of(event)]
        return Event(event.kind, event.paragraph, None, {"ask": event.details["ask"], "seats": seats})

    def section(self, event: Event) -> Line | None:
        """Return the title of the section that the event begins, or None.

        A section is a hand (1.3) or one of its phases (2, 3, 4).
        """
        if event.kind == DEALT:
            return say(_("Hand %(number)s"), number=number(event.details["hand"]))
        return say(_SECTIONS[event.details["ask"]]) if event.kind == OPENS else None

    def affects(self, events: Sequence[Event], viewer: Seat | None) -> list[bool]:
        """Return whether each event changed the viewer's points or compared the viewer's hand with others."""
        return [viewer is not None and _hits(event, viewer) for event in events]

    def weight(self, event: Event, viewer: Seat | None) -> int:
        its_own = event.seat is not None and event.seat == viewer
        if its_own and event.kind in _NO_NEWS_TO_ITS_SEAT:
            return 0
        return _WEIGHTS.get(event.kind, 0) + (its_own and event.kind == "scored")

    def is_gain(self, event: Event) -> bool:
        return event.kind in ("made", "trick", "won") or (event.kind == "scored" and event.details["points"] > 0)

    def threatens(self, event: Event, viewer: Seat) -> bool:
        """Return whether a redacted event cost the viewer points, or is a rival's Chicago, possible reset, or win."""
        if event.seat == viewer:
            return event.kind in ("fell", "broken") or (event.kind == "scored" and event.details["points"] < 0)
        return event.kind in _THREATS_BY_OTHERS or (event.kind == "scored" and event.details["why"] == "chicago")

    def drawn(self, event: Event) -> Sequence[str]:
        """Return the cards drawn from the top of the stock in an unredacted event, in order (2.3, 7.6)."""
        name = _DRAWN.get(event.kind)
        cards = () if name is None else event.details[name]
        return (cards,) if isinstance(cards, str) else cards

    def gained(self, event: Event) -> Sequence[str]:
        if event.kind == "took":
            return (event.details["card"],)
        return () if event.kind == "opened" else self.drawn(event)


def _is_alike(before: Event, event: Event) -> bool:
    """Return whether one sentence can cover both events.

    A pass that replaced an announcement needs its own sentence.
    """
    if before.kind != event.kind or event.kind not in ("turn", "passed"):
        return False
    if before.details["ask"] != event.details["ask"]:
        return False
    return "lapsed" not in before.details and "lapsed" not in event.details


def _hits(event: Event, viewer: Seat) -> bool:
    if event.kind in _HITS_ITS_SEAT:
        return event.seat == viewer
    if event.kind in _HITS_ITS_SEATS:
        return viewer in event.details["seats"]
    return event.kind == "reset" and event.seat != viewer
