"""Redacted events as whole sentences; :mod:`.verdicts` has those about shootouts and the end of the game."""

from collections.abc import Mapping

from games.rules.chicago_poker.text.verdicts import VERDICTS
from games.rules.contract import Event, Seat
from games.rules.contract import gettext_noop as _
from games.rules.phrases import (
    Sentence,
    Terms,
    card,
    cards,
    doer,
    event_sentence,
    filled,
    ngettext,
    number,
    piece,
    say,
    seat,
    who,
)
from games.rules.vocabulary import Line, Term

Viewer = Seat | None

_TERMS: Terms = {"seat": seat, "target": seat, "business": piece, "card": card}


def number_drawn(event: Event) -> int:
    """Return the number of cards in a draw, or in several merged draws."""
    count: int = event.details.get("count", 1)
    return count


def known_drawn(event: Event) -> list[str]:
    """Return the drawn cards, or an empty list if this viewer doesn't know them."""
    if "card" in event.details:
        return [event.details["card"]]
    return list(event.details.get("cards", ()))


def _at(event: Event, viewer: Viewer, you: str, at_you: str, other: str) -> Line:
    if event.details["target"] == viewer:
        return filled(at_you, {**event.details, "seat": event.seat}, _TERMS)
    return event_sentence(you, other, _TERMS)(event, viewer)


def _place(event: Event) -> Term:
    return piece(event.details["business"])


def _dealt(event: Event, viewer: Viewer) -> Line:
    you, other = _("The cards are dealt. You go first."), _("The cards are dealt. %(seat)s goes first.")
    return who(event.details["first"], viewer, you, other)


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
        return say(_("You drew %(cards)s."), cards=cards(known_drawn(event)))
    return ngettext(
        "%(seat)s drew a card.", "%(seat)s drew %(count)s cards.", number_drawn(event), seat=seat(doer(event))
    )


def _reshuffled(event: Event, viewer: Viewer) -> Line:
    return say(_("The deck was empty, so the discards were shuffled into a new one."))


def _played(event: Event, viewer: Viewer) -> Line:
    if "card" not in event.details:
        return filled(_UNSEEN, {**event.details, "seat": event.seat}, _TERMS)
    return event_sentence(*_PLAYED[event.details["up"]], _TERMS)(event, viewer)


_UNSEEN = _("%(seat)s played a card face down at %(business)s.")
_PLAYED = {
    True: (_("You played %(card)s at %(business)s."), _("%(seat)s played %(card)s at %(business)s.")),
    False: (
        _("You played %(card)s face down at %(business)s."),
        _("%(seat)s played %(card)s face down at %(business)s."),
    ),
}


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
    return _at(event, viewer, *forms)


_NOTHING_HIDDEN = (
    _("You raided %(target)s at %(business)s and found nothing face down."),
    _("%(seat)s raided you at %(business)s and found nothing face down."),
    _("%(seat)s raided %(target)s at %(business)s and found nothing face down."),
)


def _raided(event: Event, viewer: Viewer) -> Line:
    seen: int = event.details["count"]
    if not seen:
        return _at(event, viewer, *_NOTHING_HIDDEN)
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


def _moved(event: Event, viewer: Viewer) -> Line:
    """Return the sentence for a limousine (5.4).

    Other players know its open cards and the number of hidden cards.
    """
    details = event.details
    way = {"source": piece(details["source"]), "business": _place(event)}
    if event.seat == viewer:
        text = _("Your Limousine moved %(cards)s from %(source)s to %(business)s.")
        return say(text, cards=cards(details["laid"]), **way)
    known = list(dict.fromkeys([*details["left"], *filter(None, details["laid"])]))
    hidden = len(details["laid"]) - len(known)
    if not hidden:
        text = _("%(seat)s’s Limousine moved %(cards)s from %(source)s to %(business)s.")
        return say(text, seat=seat(doer(event)), cards=cards(known), **way)
    return _moved_unseen(doer(event), known, hidden, way)


def _moved_unseen(doer: Seat, known: list[str], hidden: int, way: Mapping[str, Term]) -> Line:
    if known:
        return ngettext(
            "%(seat)s’s Limousine moved %(cards)s and an unseen card from %(source)s to %(business)s.",
            "%(seat)s’s Limousine moved %(cards)s and %(count)s unseen cards from %(source)s to %(business)s.",
            hidden,
            seat=seat(doer),
            cards=cards(known),
            **way,
        )
    return ngettext(
        "%(seat)s’s Limousine moved an unseen card from %(source)s to %(business)s.",
        "%(seat)s’s Limousine moved %(count)s unseen cards from %(source)s to %(business)s.",
        hidden,
        seat=seat(doer),
        **way,
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


_BY_SEAT = {
    "marked": (_("You called a shootout at %(business)s."), _("%(seat)s called a shootout at %(business)s.")),
    "fired": (_("You used the Revolver for two more actions."), _("%(seat)s used the Revolver for two more actions.")),
    "ended": (_("You ended your turn."), _("%(seat)s ended their turn.")),
    "resigned": (_("You resigned."), _("%(seat)s resigned.")),
}

SENTENCES: dict[str, Sentence] = {
    **{kind: event_sentence(*texts, _TERMS) for kind, texts in _BY_SEAT.items()},
    "dealt": _dealt,
    "turn": _turn,
    "drew": _drew,
    "reshuffled": _reshuffled,
    "played": _played,
    "liquidated": _liquidated,
    "raided": _raided,
    "moved": _moved,
    "bribed": _bribed,
    **VERDICTS,
}
