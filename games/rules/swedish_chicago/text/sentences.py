"""Redacted events as whole sentences; those about scores and endings are in :mod:`.verdicts`."""

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
    """Return the seats of an event, or of several merged ones."""
    return event.details["seats"] if "seats" in event.details else [doer(event)]


def _of_several(event: Event, viewer: Viewer, forms: tuple[str, str, str, str]) -> Line:
    """Return a sentence in one of four forms: about the viewer, the viewer and others, one other player, or others."""
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
        return say(_("Hand %(hand)s is dealt by you. %(first)s is asked first."), hand=hand, first=seat(first))
    if first == viewer:
        return say(_("Hand %(hand)s is dealt by %(dealer)s. You are asked first."), hand=hand, dealer=seat(dealer))
    text = _("Hand %(hand)s is dealt by %(dealer)s. %(first)s is asked first.")
    return say(text, hand=hand, dealer=seat(dealer), first=seat(first))


_ASKED = {
    "exchange": (
        _("You are asked to exchange cards."),
        _("You and %(seats)s are asked to exchange cards."),
        _("%(seat)s is asked to exchange cards."),
        _("%(seats)s are asked to exchange cards."),
    ),
    "announce": (
        _("You are asked to announce."),
        _("You and %(seats)s are asked to announce."),
        _("%(seat)s is asked to announce."),
        _("%(seats)s are asked to announce."),
    ),
    "quads": (
        _("You are asked for four of a kind."),
        _("You and %(seats)s are asked for four of a kind."),
        _("%(seat)s is asked for four of a kind."),
        _("%(seats)s are asked for four of a kind."),
    ),
    "chicago": (
        _("You are asked about a Chicago."),
        _("You and %(seats)s are asked about a Chicago."),
        _("%(seat)s is asked about a Chicago."),
        _("%(seats)s are asked about a Chicago."),
    ),
}
"""The forms of :func:`_of_several`, by phase in which several may be to move."""

_ASKED_ALONE = {
    "open": (_("You are asked about an open card."), _("%(seat)s is asked about an open card.")),
    "choose": (_("You are asked to choose."), _("%(seat)s is asked to choose.")),
    "play": (_("You are asked to play a card."), _("%(seat)s is asked to play a card.")),
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
        return by(event, viewer, _("You kept all cards."), _("%(seat)s kept all cards."))
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
        text = _("%(seat)s refused the open card, %(card)s, for a hidden one.")
        return say(text, seat=seat(doer(event)), card=card(event.details["card"]))
    you = _("You refused the open card, %(card)s, and got %(drawn)s.")
    return event_sentence(you, _("%(seat)s refused the open card, %(card)s, and got %(drawn)s."), _TERMS)(event, viewer)


_SEALED = {
    "exchange": (_("Your exchange is in, still hidden."), _("%(seat)s has chosen an exchange, still hidden.")),
    "announce": (_("Your answer is in, still hidden."), _("%(seat)s has answered; the answer is still hidden.")),
    "quads": (
        _("Your answer about four of a kind is in, still hidden."),
        _("%(seat)s has answered about four of a kind; the answer is still hidden."),
    ),
    "chicago": (
        _("Your answer about a Chicago is in, still hidden."),
        _("%(seat)s has answered about a Chicago; the answer is still hidden."),
    ),
}
"""Sentences by phase in which all answer at once (7)."""


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
        _("You announced no four of a kind."),
        _("You and %(seats)s announced no four of a kind."),
        _("%(seat)s announced no four of a kind."),
        _("%(seats)s announced no four of a kind."),
    ),
    "chicago": (
        _("You declared no Chicago."),
        _("You and %(seats)s declared no Chicago."),
        _("%(seat)s declared no Chicago."),
        _("%(seats)s declared no Chicago."),
    ),
}
"""The forms of :func:`_of_several`, by phase."""


def _passed(event: Event, viewer: Viewer) -> Line:
    if "lapsed" in event.details:
        you = _("A higher hand was announced before you, so your announcement became a pass.")
        return by(
            event, viewer, you, _("A higher hand was announced before %(seat)s, so that announcement became a pass.")
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
        _("You broke up %(type)s and had to show the cards first: %(cards)s."),
        _("%(seat)s broke up %(type)s and had to show the cards first: %(cards)s."),
    ),
    "opened": (_("%(card)s lies open for you."), _("%(card)s lies open for %(seat)s.")),
    "took": (_("You took the open card: %(card)s."), _("%(seat)s took the open card: %(card)s.")),
    "announced": (_("You announced %(type)s."), _("%(seat)s announced %(type)s.")),
    "declared": (
        _("You declared Chicago: all five tricks are to be yours."),
        _("%(seat)s declared Chicago, which needs all five tricks."),
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
"""The sentence functions, by kind of event."""
