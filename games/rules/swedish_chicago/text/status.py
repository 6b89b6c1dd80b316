"""The state of a game as text: the viewer's next step, the progress, and the viewer's position (rules 2–5)."""

from collections.abc import Iterator, Sequence

from games.rules.contract import Event, Seat
from games.rules.contract import gettext_noop as _
from games.rules.phrases import card, cards, line, lines, ngettext, number, say, seat, who
from games.rules.presentation import Presentation
from games.rules.swedish_chicago.hands import combination, points, wins
from games.rules.swedish_chicago.legal import announcement
from games.rules.swedish_chicago.pieces import HAND, arranged
from games.rules.swedish_chicago.text.names import hand_name, kind
from games.rules.swedish_chicago.text.verdicts import points as points_in_words
from games.rules.swedish_chicago.view import SeatView, View
from games.rules.vocabulary import Line, Place, Standing, Term

_HINTS = {
    ("exchange", 2): _("Exchange again. Then you announce once more, exchange a third time, and play the tricks."),
    ("exchange", 3): _("Last exchange. The tricks come next, so high cards are worth keeping too."),
    ("announce", 1): _("Say what you hold, or pass. Only the highest hand announced scores."),
}
"""The hints in a newcomer's first hand, by phase and part, after the first exchange (2.1, 3.1, 4.1)."""

_FIRST_LEAD = _("You lead, with any card. The highest card of that suit takes the trick, and its player leads next.")
_FIRST_FOLLOW = _("Follow suit if you can: the highest card of the suit led takes the trick.")
_SECOND_CARD = _("Only the last of the five tricks scores: it’s worth 5 points.")
_NOTHING_TO_ANNOUNCE = _("You have nothing to announce. Pass; the others can’t tell why.")

_ASKED = {
    "exchange": _("Phase %(part)s: exchange cards, or keep all."),
    "open": _("Phase %(part)s: take the open card, or refuse it."),
    "announce": _("Phase %(part)s: announce your hand, or pass."),
    "quads": _("Phase %(part)s, before the lead: announce four of a kind or better, or pass."),
    "choose": _("Phase %(part)s: take the points for your four of a kind, or set everybody else to 0."),
    "chicago": _("Phase %(part)s: declare Chicago, or pass."),
}
"""The prompts by phase, named as in records.md 3; the rules call a part a phase (1.3)."""

_STEPS = {
    "exchange": _("the exchange"),
    "open": _("the exchange, with an open card"),
    "announce": _("the announcements"),
    "quads": _("four of a kind before the lead"),
    "choose": _("four of a kind: the points or a reset"),
    "chicago": _("the Chicago round"),
    "over": _("the end of the game"),
}
_ROUNDS = (_("Phase 1: %(said)s"), _("Phase 2: %(said)s"), _("Before the lead: %(said)s"))


class Status(Presentation[View]):
    FIRST_TURN = _("Your first turn: mark the cards you don’t want, or none, and exchange them.")

    def hint(self, view: View, events: Sequence[Event], drafts: Sequence[str], *, first_turn: bool) -> Line | None:
        """Return a hint in the first hand, until the newcomer has played two cards, or None."""
        if first_turn and view.phase == "exchange":
            return say(self.FIRST_TURN)
        if view.hand > 1 or view.seat is None:
            return None
        if view.phase == "play":
            return _hint_for_tricks(view, view.seat)
        if view.phase == "announce" and view.part == 1 and announcement(view.legal) is None:
            return say(_NOTHING_TO_ANNOUNCE)
        text = _HINTS.get((view.phase, view.part))
        return say(text) if text else None

    def progress(self, view: View) -> Line:
        """Return the number of hands dealt (1.2)."""
        return say(_("hand %(hand)s"), hand=number(view.hand))

    def moment(self, view: View) -> Line:
        return _hand_and_phase(view)

    def prompt(self, view: View) -> Line:
        if view.seat is None or view.seat not in view.to_move:
            raise ValueError("this viewer is not asked")
        if view.phase != "play":
            return say(_ASKED[view.phase], part=number(view.part))
        if not view.trick:
            return say(_("Phase 3, trick %(trick)s: lead a card."), trick=_trick_number(view))
        text = _("Phase 3, trick %(trick)s: %(led)s was led. Play a card.")
        return say(text, trick=_trick_number(view), led=card(view.trick[0][0]))

    def standing(self, view: View) -> Standing:
        """Return the phase, announcements, points and hand. Raise `ValueError` for a spectator's view."""
        if view.seat is None:
            raise ValueError("a spectator stands nowhere")
        own = view.seats[view.seat]
        return Standing(places(view), tuple(arranged(own.hand or (), view.phase)), _note(view, own))


def _hint_for_tricks(view: View, viewer: Seat) -> Line | None:
    match len(view.seats[viewer].played):
        case 0:
            return say(_FIRST_FOLLOW if view.trick else _FIRST_LEAD)
        case 1:
            return say(_SECOND_CARD)
    return None


def _trick_number(view: View) -> Term:
    """Return the number of the current trick, counted from the cards that one player has played."""
    first = view.order[0]
    return number(len(view.seats[first].played) + all(of != first for _code, of in view.trick))


def _hand_and_phase(view: View) -> Line:
    return say(_("Hand %(hand)s, phase %(part)s of 3"), hand=number(view.hand), part=number(view.part))


def places(view: View) -> tuple[Place, ...]:
    """Return the phase, any announcements and the points, for any viewer."""
    said = tuple(_rounds(view, view.seat))
    announced = (Place(heading=say(_("Announced in this hand")), others=said),) if said else ()
    return (_phase(view, view.seat), *announced, _points(view, view.seat))


def _phase(view: View, viewer: Seat | None) -> Place:
    if view.phase == "play":
        step = say(_("trick %(trick)s of 5"), trick=_trick_number(view))
    else:
        step = say(_STEPS[view.phase])
    breakable = view.phase == "exchange" and view.recorded  # announced, so everybody knows about it (2.4)
    warning = say(_("If you break up what you announced, everyone sees those cards.")) if breakable else None
    return Place(_hand_and_phase(view), step, warning, others=tuple(_scene(view, viewer)))


def _scene(view: View, viewer: Seat | None) -> Iterator[Line]:
    yield who(view.dealer, viewer, _("You deal."), _("%(seat)s deals."))
    if view.open is not None:
        yield say(_("Open card: %(card)s."), card=card(view.open.card))
    if view.declarer is not None:
        yield who(view.declarer, viewer, _("You’re playing a Chicago."), _("%(seat)s is playing a Chicago."))
    you, other = _("You led %(card)s."), _("%(seat)s led %(card)s.")
    for code, of in view.trick:
        yield who(of, viewer, you, other, card=card(code))
        you, other = _("You played %(card)s."), _("%(seat)s played %(card)s.")


def _rounds(view: View, viewer: Seat | None) -> Iterator[Line]:
    for part, text in enumerate(_ROUNDS):
        said = [(of, word) for of in view.order if (word := view.seats[of].said[part]) is not None]
        if said:
            yield say(text, said=lines(_announcement(of, word, viewer) for of, word in said))


def _announcement(of: Seat, word: str, viewer: Seat | None) -> Line:
    if word == "pass":
        return who(of, viewer, _("you passed"), _("%(seat)s passed"))
    return who(of, viewer, _("you announced %(type)s"), _("%(seat)s announced %(type)s"), type=kind(word))


def _points(view: View, viewer: Seat | None) -> Place:
    own = None if viewer is None else _own_points(view.seats[viewer])
    others = tuple(_stands(other) for other in view.seats if other.seat != viewer)
    return Place(say(_("Points")), own=own, others=others)


def _own_points(own: SeatView) -> Line:
    text = _("You have %(points)s and can’t exchange cards.") if own.stopped else _("You have %(points)s.")
    return say(text, points=points_in_words(own.score))


def _stands(of: SeatView) -> Line:
    terms = {"seat": seat(of.seat), "points": points_in_words(of.score)}
    if of.out:
        return say(_("%(seat)s: %(points)s, has resigned"), **terms)
    if of.stopped:
        return say(_("%(seat)s: %(points)s, can’t exchange cards"), **terms)
    return say(_("%(seat)s: %(points)s"), **terms)


def _note(view: View, own: SeatView) -> Line:
    """Return a sentence about the viewer's five cards, including played ones (4.3), or the number of fewer cards."""
    held = (*(own.hand or ()), *own.played)
    found, name = combination(held), hand_name(held)
    if len(held) < HAND:
        return ngettext("One card.", "%(count)s cards.", len(held))
    if found is None or name is None:
        return say(_("No combination."))
    if wins(found, view.options):
        return say(_("You hold %(hand)s."), hand=line(name))
    worth = points_in_words(points(found, view.options))
    if own.played:
        text = _("With %(played)s already played: %(hand)s, %(points)s.")
        return say(text, played=cards(own.played), hand=line(name), points=worth)
    return say(_("You have %(hand)s: %(points)s."), hand=line(name), points=worth)
