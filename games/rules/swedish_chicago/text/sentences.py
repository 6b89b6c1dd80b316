"""Redacted events as whole sentences; :mod:`.verdicts` has those about scores and endings."""

from collections.abc import Callable

from games.rules.contract import Event, Seat
from games.rules.contract import gettext_noop as _
from games.rules.phrases import Terms, by, card, cards, doer, event_sentence, ngettext, number, say, seat, seats
from games.rules.swedish_chicago.text.names import kind
from games.rules.swedish_chicago.text.verdicts import VERDICTS
from games.rules.vocabulary import Line

Viewer = Seat | None

_TERMS: Terms = {"seat": seat, "type": kind, "card": card, "drawn": card, "cards": cards, "thrown": cards}


def seats_of(event: Event) -> list[Seat]:
    """Return the seats of an event, or of several merged events."""
    return event.details["seats"] if "seats" in event.details else [doer(event)]


def _of_several(event: Event, viewer: Viewer, forms: tuple[str, str, str, str]) -> Line:
    """Return one of four sentences: about the viewer, the viewer and others, one other player, or several others."""
    alone, included, other, others = forms
    concerned = seats_of(event)
    rest = [each for each in concerned if each != viewer]
    if not rest:
        return say(alone)
    if viewer in concerned:
        return say(included, seats=seats(rest))
    return say(other, seat=seat(rest[0])) if len(rest) == 1 else say(others, seats=seats(rest))


def _dealt(event: Event, viewer: Viewer) -> Line:
    hand, dealer, first = number(event.details["hand"]), event.details["dealer"], event.details["first"]
    if dealer == viewer:
        return say(_("You deal hand %(hand)s. %(first)s goes first."), hand=hand, first=seat(first))
    if first == viewer:
        return say(_("%(dealer)s deals hand %(hand)s. You go first."), hand=hand, dealer=seat(dealer))
    text = _("%(dealer)s deals hand %(hand)s. %(first)s goes first.")
    return say(text, hand=hand, dealer=seat(dealer), first=seat(first))


_ASKED = {
    "exchange": (
        _("Now you exchange cards."),
        _("Now you and %(seats)s exchange cards."),
        _("Now %(seat)s exchanges cards."),
        _("Now %(seats)s exchange cards."),
    ),
    "announce": (
        _("Now you announce or pass."),
        _("Now you and %(seats)s announce or pass."),
        _("Now %(seat)s announces or passes."),
        _("Now %(seats)s announce or pass."),
    ),
    "quads": (
        _("Now you may announce four of a kind."),
        _("Now you and %(seats)s may announce four of a kind."),
        _("Now %(seat)s may announce four of a kind."),
        _("Now %(seats)s may announce four of a kind."),
    ),
    "chicago": (
        _("Now you may declare Chicago."),
        _("Now you and %(seats)s may declare Chicago."),
        _("Now %(seat)s may declare Chicago."),
        _("Now %(seats)s may declare Chicago."),
    ),
}
"""The four sentences for :func:`_of_several`, by phase, for phases in which several players can be to move."""

_ASKED_ALONE = {
    "open": (_("Now you take the open card or refuse it."), _("Now %(seat)s takes the open card or refuses it.")),
    "choose": (_("Now you choose."), _("Now %(seat)s chooses.")),
    "play": (_("Now you play a card."), _("Now %(seat)s plays a card.")),
}


def _turn(event: Event, viewer: Viewer) -> Line:
    ask: str = event.details["ask"]
    if ask in _ASKED_ALONE:
        return by(event, viewer, *_ASKED_ALONE[ask])
    return _of_several(event, viewer, _ASKED[ask])


def _reshuffled(event: Event, viewer: Viewer) -> Line:
    return say(_("The stock was empty, so the discards were shuffled into a new one."))


def _exchanged(event: Event, viewer: Viewer) -> Line:
    count: int = event.details["count"]
    if event.details["open"]:
        return _threw_for_open(event, viewer)
    if not count:
        return by(event, viewer, _("You kept all five cards."), _("%(seat)s kept all five cards."))
    if "cards" in event.details:
        you, other = _("You exchanged %(thrown)s for %(cards)s."), _("%(seat)s exchanged %(thrown)s for %(cards)s.")
        return event_sentence(you, other, _TERMS)(event, viewer)
    return ngettext("%(seat)s exchanged a card.", "%(seat)s exchanged %(count)s cards.", count, seat=seat(doer(event)))


def _threw_for_open(event: Event, viewer: Viewer) -> Line:
    if "thrown" not in event.details:
        return say(_("%(seat)s threw a card and asked for an open one."), seat=seat(doer(event)))
    you = _("You threw %(thrown)s and asked for an open card.")
    return event_sentence(you, _("%(seat)s threw %(thrown)s and asked for an open card."), _TERMS)(event, viewer)


def _refused(event: Event, viewer: Viewer) -> Line:
    if "drawn" not in event.details:
        text = _("%(seat)s refused the open %(card)s and got a hidden card.")
        return say(text, seat=seat(doer(event)), card=card(event.details["card"]))
    you = _("You refused the open %(card)s and got %(drawn)s.")
    return event_sentence(you, _("%(seat)s refused the open %(card)s and got %(drawn)s."), _TERMS)(event, viewer)


_SEALED = {
    "exchange": (
        _("Your exchange is in. It’s hidden for now."),
        _("%(seat)s has chosen an exchange. It’s hidden for now."),
    ),
    "announce": (_("Your answer is in. It’s hidden for now."), _("%(seat)s has answered. It’s hidden for now.")),
    "quads": (
        _("Your answer about four of a kind is in. It’s hidden for now."),
        _("%(seat)s has answered about four of a kind. It’s hidden for now."),
    ),
    "chicago": (
        _("Your answer about Chicago is in. It’s hidden for now."),
        _("%(seat)s has answered about Chicago. It’s hidden for now."),
    ),
}
"""The sentence for the player and the sentence for others, by phase (7)."""


def _sealed(event: Event, viewer: Viewer) -> Line:
    return by(event, viewer, *_SEALED[event.details["ask"]])


_PASSED = {
    "announce": (
        _("You passed."),
        _("You and %(seats)s passed."),
        _("%(seat)s passed."),
        _("%(seats)s passed."),
    ),
    "quads": (
        _("You didn’t announce four of a kind."),
        _("You and %(seats)s didn’t announce four of a kind."),
        _("%(seat)s didn’t announce four of a kind."),
        _("%(seats)s didn’t announce four of a kind."),
    ),
    "chicago": (
        _("You didn’t declare Chicago."),
        _("You and %(seats)s didn’t declare Chicago."),
        _("%(seat)s didn’t declare Chicago."),
        _("%(seats)s didn’t declare Chicago."),
    ),
}


def _passed(event: Event, viewer: Viewer) -> Line:
    if "lapsed" in event.details:
        you = _("Someone before you announced a higher hand, so yours counts as a pass.")
        return by(
            event, viewer, you, _("Someone before %(seat)s announced a higher hand, so this one counts as a pass.")
        )
    return _of_several(event, viewer, _PASSED[event.details["ask"]])


def _played(event: Event, viewer: Viewer) -> Line:
    if event.details["leads"]:
        you, other = _("You led %(card)s."), _("%(seat)s led %(card)s.")
    else:
        you, other = _("You played %(card)s."), _("%(seat)s played %(card)s.")
    return by(event, viewer, you, other, card=card(event.details["card"]))


def _trick(event: Event, viewer: Viewer) -> Line:
    terms = {
        "number": number(event.details["number"]),
        "cards": cards(code for code, _seat in event.details["cards"]),
    }
    if event.seat is None:
        return say(_("Nobody won trick %(number)s: %(cards)s."), **terms)
    you, other = _("You won trick %(number)s: %(cards)s."), _("%(seat)s won trick %(number)s: %(cards)s.")
    return by(event, viewer, you, other, **terms)


_BY_SEAT = {
    "showed": (
        _("You broke up %(type)s, so everyone saw the cards: %(cards)s."),
        _("%(seat)s broke up %(type)s, so everyone saw the cards: %(cards)s."),
    ),
    "opened": (_("Your open card is %(card)s."), _("%(seat)s’s open card is %(card)s.")),
    "took": (_("You took the open card: %(card)s."), _("%(seat)s took the open card: %(card)s.")),
    "announced": (_("You announced %(type)s."), _("%(seat)s announced %(type)s.")),
    "declared": (
        _("You declared Chicago: now you need all five tricks."),
        _("%(seat)s declared Chicago and needs all five tricks."),
    ),
    "resigned": (_("You resigned."), _("%(seat)s resigned.")),
}

SENTENCES: dict[str, Callable[[Event, Viewer], Line | None]] = {
    **{name: event_sentence(*texts, _TERMS) for name, texts in _BY_SEAT.items()},
    "dealt": _dealt,
    "turn": _turn,
    "reshuffled": _reshuffled,
    "exchanged": _exchanged,
    "refused": _refused,
    "sealed": _sealed,
    "passed": _passed,
    "played": _played,
    "trick": _trick,
    **VERDICTS,
}
