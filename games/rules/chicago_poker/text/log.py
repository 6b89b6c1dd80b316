"""The log: sentences, each event's importance to a viewer, and the cards gained."""

from collections.abc import Sequence

from games.rules.chicago_poker.text.sentences import SENTENCES, known_drawn, number_drawn
from games.rules.chicago_poker.view import View
from games.rules.contract import Event, Seat, redact
from games.rules.presentation import Presentation
from games.rules.vocabulary import Line

_FIGHT = ("shootout", "tied", "revealed", "took")
_WEIGHTS = {"over": 9, "tied": 8, "took": 8, "marked": 7, "stalemate": 5, "resigned": 4, "shootout": 1}
_WEIGHTS_FOR_TARGET = {"liquidated": 3, "raided": 2}
_DONE_BY_OTHERS = ("marked", "resigned")
_RANKS = {"liquidated": 6, "raided": 5, "bribed": 4, "moved": 3, "fired": 2, "played": 1}


class Log(Presentation[View]):
    def sentence(self, event: Event, viewer: Seat | None) -> Line:
        return SENTENCES[event.kind](redact(event, viewer), viewer)

    def merge_two(self, before: Event, event: Event) -> Event | None:
        """Return two draws by one player as one event with ``count`` and ``cards``, or None for other events."""
        if not (
            before.kind == event.kind == "drew" and (before.seat, before.paragraph) == (event.seat, event.paragraph)
        ):
            return None
        cards = known_drawn(before) + known_drawn(event)
        details = {"count": number_drawn(before) + number_drawn(event), "cards": cards}
        return Event("drew", before.paragraph, before.seat, details)

    def affects(self, events: Sequence[Event], viewer: Seat | None) -> list[bool]:
        """Return whether each event targeted the viewer, or belongs to a shootout in which the viewer had cards."""
        if viewer is None:
            return [False] * len(events)
        fought = {event.details["business"] for event in events if _had_cards(event, viewer)}
        return [
            event.details.get("target") == viewer or (event.kind in _FIGHT and event.details["business"] in fought)
            for event in events
        ]

    def weight(self, event: Event, viewer: Seat | None) -> int:
        if event.kind in _WEIGHTS_FOR_TARGET:
            return _WEIGHTS_FOR_TARGET[event.kind] if event.details["target"] == viewer else 0
        if event.kind in _DONE_BY_OTHERS and event.seat == viewer:
            return 0
        return _WEIGHTS.get(event.kind, 0)

    def rank(self, event: Event) -> int:
        return _RANKS.get(event.kind, 0)

    def is_gain(self, event: Event) -> bool:
        return event.kind == "took"

    def threatens(self, event: Event, viewer: Seat) -> bool:
        """Return whether the event targeted or tied the viewer, or brings another player closer to winning."""
        if event.kind == "tied":
            return viewer in event.details["seats"]
        return event.details.get("target") == viewer or (event.kind in ("marked", "took") and event.seat != viewer)

    def target_of(self, event: Event) -> Seat | None:
        """Return the target of a liquidation or raid (5.2, 5.3); other actions don't target a single player."""
        return event.details["target"] if event.kind in ("liquidated", "raided") else None

    def gained(self, event: Event) -> Sequence[str]:
        return (event.details["card"],) if event.kind in ("drew", "bribed") else ()


def _had_cards(event: Event, viewer: Seat) -> bool:
    return any(hand["seat"] == viewer for hand in event.details.get("hands", ()))
