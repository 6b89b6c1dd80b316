"""Events as whole sentences: a form for the actor, the target, and all others.

Each function takes an event that is already redacted: a missing detail is one that this viewer may not know (rules
4.4, 5.3, 5.4, 5.6, 6.4). Shootouts and the end of the game are in :mod:`.verdicts`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

from games.rules.chicago_poker.text.verdicts import VERDICTS
from games.rules.contract import Event, Seat, redact
from games.rules.contract import gettext_noop as _
from games.rules.phrases import by, card, cards, doer, ngettext, number, piece, say, seat
from games.rules.vocabulary import Line, Term

Viewer = Seat | None


def sentence(event: Event, viewer: Viewer) -> Line:
    """Return the event in words, as ``viewer`` (None: a spectator) may know it.

    Raise `KeyError` for an unknown kind.
    """
    return _SENTENCES[event.kind](redact(event, viewer), viewer)


def merge(events: Iterable[Event]) -> list[Event]:
    """Return redacted events, with consecutive draws by one player made into one (``count``, ``cards``)."""
    merged: list[Event] = []
    for event in events:
        if merged and _draws_on(merged[-1], event):
            merged[-1] = _drawn_together(merged[-1], event)
        else:
            merged.append(event)
    return merged


def _draws_on(before: Event, event: Event) -> bool:
    return before.kind == event.kind == "drew" and (before.seat, before.paragraph) == (event.seat, event.paragraph)


def _drawn_together(before: Event, event: Event) -> Event:
    details = {"count": _drawn(before) + _drawn(event), "cards": _known(before) + _known(event)}
    return Event("drew", before.paragraph, before.seat, details)


def _drawn(event: Event) -> int:
    count: int = event.details.get("count", 1)
    return count


def _known(event: Event) -> list[str]:
    """Return the drawn cards that this viewer knows: all or none."""
    if "card" in event.details:
        return [event.details["card"]]
    return list(event.details.get("cards", ()))


def _at(event: Event, viewer: Viewer, you: str, at_you: str, other: str, **terms: Term) -> Line:
    """Return a sentence with actor and target."""
    target: Seat = event.details["target"]
    if target == viewer:
        return say(at_you, seat=seat(doer(event)), **terms)
    return by(event, viewer, you, other, target=seat(target), **terms)


def _place(event: Event) -> Term:
    return piece(event.details["business"])


def _dealt(event: Event, viewer: Viewer) -> Line:
    first: Seat = event.details["first"]
    if first == viewer:
        return say(_("The cards are dealt. You play first."))
    return say(_("The cards are dealt. %(seat)s plays first."), seat=seat(first))


def _turn(event: Event, viewer: Viewer) -> Line:
    actions: int = event.details["actions"]
    turn = number(event.details["turn"])
    if event.seat == viewer:
        return ngettext(
            "Turn %(turn)s: you, one action.",
            "Turn %(turn)s: you, %(count)s actions.",
            actions,
            turn=turn,
        )
    return ngettext(
        "Turn %(turn)s: %(seat)s, one action.",
        "Turn %(turn)s: %(seat)s, %(count)s actions.",
        actions,
        turn=turn,
        seat=seat(doer(event)),
    )


def _drew(event: Event, viewer: Viewer) -> Line:
    if event.seat == viewer:
        return say(_("You drew %(cards)s."), cards=cards(_known(event)))
    return ngettext("%(seat)s drew a card.", "%(seat)s drew %(count)s cards.", _drawn(event), seat=seat(doer(event)))


def _reshuffled(event: Event, viewer: Viewer) -> Line:
    return say(_("The deck was empty, so the discards were shuffled into a new one."))


def _played(event: Event, viewer: Viewer) -> Line:
    place = _place(event)
    if "card" not in event.details:
        return say(_("%(seat)s played a card face down at %(business)s."), seat=seat(doer(event)), business=place)
    played = card(event.details["card"])
    if event.details["up"]:
        you, other = _("You played %(card)s at %(business)s."), _("%(seat)s played %(card)s at %(business)s.")
    else:
        you = _("You played %(card)s face down at %(business)s.")
        other = _("%(seat)s played %(card)s face down at %(business)s.")
    return by(event, viewer, you, other, card=played, business=place)


def _marked(event: Event, viewer: Viewer) -> Line:
    return by(
        event,
        viewer,
        _("You called a shootout at %(business)s."),
        _("%(seat)s called a shootout at %(business)s."),
        business=_place(event),
    )


def _liquidated(event: Event, viewer: Viewer) -> Line:
    if event.details["was_up"]:
        forms = (
            _("You used Liquidation: %(target)s lost %(card)s at %(business)s."),
            _("%(seat)s used Liquidation: you lost %(card)s at %(business)s."),
            _("%(seat)s used Liquidation: %(target)s lost %(card)s at %(business)s."),
        )
    else:
        forms = (
            _("You used Liquidation: %(target)s lost %(card)s, which lay face down at %(business)s."),
            _("%(seat)s used Liquidation: you lost %(card)s, which lay face down at %(business)s."),
            _("%(seat)s used Liquidation: %(target)s lost %(card)s, which lay face down at %(business)s."),
        )
    return _at(event, viewer, *forms, card=card(event.details["card"]), business=_place(event))


def _raided(event: Event, viewer: Viewer) -> Line:
    seen: int = event.details["count"]
    if not seen:
        return _raided_for_nothing(event, viewer)
    target, place = seat(event.details["target"]), _place(event)
    if event.seat == viewer:
        return say(
            _("You raided %(target)s at %(business)s and saw %(cards)s."),
            target=target,
            business=place,
            cards=cards(event.details["cards"]),
        )
    if event.details["target"] == viewer:
        return ngettext(
            "%(seat)s raided you at %(business)s and saw your face-down card.",
            "%(seat)s raided you at %(business)s and saw your %(count)s face-down cards.",
            seen,
            seat=seat(doer(event)),
            business=place,
        )
    return ngettext(
        "%(seat)s raided %(target)s at %(business)s and saw a face-down card.",
        "%(seat)s raided %(target)s at %(business)s and saw %(count)s face-down cards.",
        seen,
        seat=seat(doer(event)),
        target=target,
        business=place,
    )


def _raided_for_nothing(event: Event, viewer: Viewer) -> Line:
    return _at(
        event,
        viewer,
        _("You raided %(target)s at %(business)s, where nothing lies face down."),
        _("%(seat)s raided you at %(business)s, where you have nothing face down."),
        _("%(seat)s raided %(target)s at %(business)s, where nothing lies face down."),
        business=_place(event),
    )


def _moved(event: Event, viewer: Viewer) -> Line:
    """Return the sentence of a limousine.

    Others know the cards that lay or now lie open; of the rest they know only the number (5.4).
    """
    details = event.details
    way = {"source": piece(details["source"]), "business": _place(event)}
    if event.seat == viewer:
        text = _("Your limousine drove %(cards)s from %(source)s to %(business)s.")
        return say(text, cards=cards(details["laid"]), **way)
    known = list(dict.fromkeys([*details["left"], *filter(None, details["laid"])]))
    hidden = len(details["laid"]) - len(known)
    if not hidden:
        text = _("A limousine of %(seat)s drove %(cards)s from %(source)s to %(business)s.")
        return say(text, seat=seat(doer(event)), cards=cards(known), **way)
    return _moved_unseen(doer(event), known, hidden, way)


def _moved_unseen(doer: Seat, known: list[str], hidden: int, way: Mapping[str, Term]) -> Line:
    if known:
        return ngettext(
            "A limousine of %(seat)s drove %(cards)s and an unseen card from %(source)s to %(business)s.",
            "A limousine of %(seat)s drove %(cards)s and %(count)s unseen cards from %(source)s to %(business)s.",
            hidden,
            seat=seat(doer),
            cards=cards(known),
            **way,
        )
    return ngettext(
        "A limousine of %(seat)s drove an unseen card from %(source)s to %(business)s.",
        "A limousine of %(seat)s drove %(count)s unseen cards from %(source)s to %(business)s.",
        hidden,
        seat=seat(doer),
        **way,
    )


def _fired(event: Event, viewer: Viewer) -> Line:
    return by(
        event,
        viewer,
        _("You used the Revolver for two more actions."),
        _("%(seat)s used the Revolver for two more actions."),
    )


def _bribed(event: Event, viewer: Viewer) -> Line:
    deck: int = event.details["deck"]
    if event.seat == viewer:
        return ngettext(
            "You used Bribery to take %(card)s from the discards. The rest went into the deck: one card.",
            "You used Bribery to take %(card)s from the discards. The rest went into the deck: %(count)s cards.",
            deck,
            card=card(event.details["card"]),
        )
    return ngettext(
        "%(seat)s used Bribery to take a card from the discards. The rest went into the deck: one card.",
        "%(seat)s used Bribery to take a card from the discards. The rest went into the deck: %(count)s cards.",
        deck,
        seat=seat(doer(event)),
    )


def _ended(event: Event, viewer: Viewer) -> Line:
    return by(event, viewer, _("You ended your turn."), _("%(seat)s ended the turn."))


def _resigned(event: Event, viewer: Viewer) -> Line:
    return by(event, viewer, _("You resigned."), _("%(seat)s resigned."))


_SENTENCES: dict[str, Callable[[Event, Viewer], Line]] = {
    "dealt": _dealt,
    "turn": _turn,
    "drew": _drew,
    "reshuffled": _reshuffled,
    "played": _played,
    "marked": _marked,
    "liquidated": _liquidated,
    "raided": _raided,
    "moved": _moved,
    "fired": _fired,
    "bribed": _bribed,
    "ended": _ended,
    "resigned": _resigned,
    **VERDICTS,
}

_FIGHT = ("shootout", "tied", "revealed", "took")


def affects(events: Sequence[Event], viewer: Viewer) -> list[bool]:
    """Return whether each event hit or raided the viewer, or belongs to a shootout in which they had cards."""
    if viewer is None:
        return [False] * len(events)
    fought = {event.details["business"] for event in events if _had_cards(event, viewer)}
    return [
        event.details.get("target") == viewer or (event.kind in _FIGHT and event.details["business"] in fought)
        for event in events
    ]


def _had_cards(event: Event, viewer: Viewer) -> bool:
    return any(hand["seat"] == viewer for hand in event.details.get("hands", ()))


_WEIGHTS = {"over": 9, "tied": 8, "took": 8, "marked": 7, "stalemate": 5, "resigned": 4, "shootout": 1}
_WEIGHTS_FOR_TARGET = {"liquidated": 3, "raided": 2}
_DONE_BY_OTHERS = ("marked", "resigned")


def weight(event: Event, viewer: Viewer) -> int:
    """Return how much a redacted event matters to ``viewer``: 0 is ordinary, the highest is the headline."""
    if event.kind in _WEIGHTS_FOR_TARGET:
        return _WEIGHTS_FOR_TARGET[event.kind] if event.details["target"] == viewer else 0
    if event.kind in _DONE_BY_OTHERS and event.seat == viewer:
        return 0
    return _WEIGHTS.get(event.kind, 0)


def is_gain(event: Event) -> bool:
    """Return whether a redacted event is good news for its own seat."""
    return event.kind == "took"


_RANKS = {"liquidated": 6, "raided": 5, "bribed": 4, "moved": 3, "fired": 2, "played": 1}


def rank(event: Event) -> int:
    """Return how much an ordinary redacted event changes at the table: of several the highest is told."""
    return _RANKS.get(event.kind, 0)


def threatens(event: Event, viewer: Seat) -> bool:
    """Return whether a redacted event hit the viewer, or brings another nearer to winning."""
    if event.kind == "tied":
        return viewer in event.details["seats"]
    return event.details.get("target") == viewer or (event.kind in ("marked", "took") and event.seat != viewer)
