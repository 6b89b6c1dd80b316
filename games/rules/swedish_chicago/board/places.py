"""The players in their seats, with their cards, announcements and exchanges (rules 1.3, 2, 3.1, 4.2)."""

from collections.abc import Container, Sequence

from games.rules.contract import Event, Seat
from games.rules.contract import gettext_noop as _
from games.rules.phrases import ngettext, number, say
from games.rules.playing_cards import face
from games.rules.swedish_chicago.board.scene import CHICAGO, highest, round_of
from games.rules.swedish_chicago.board.view_model import LaidCard, Place
from games.rules.swedish_chicago.hands import PLACE
from games.rules.swedish_chicago.options import exchange_stop
from games.rules.swedish_chicago.pieces import HAND, arranged, canonical
from games.rules.swedish_chicago.text.names import HANDS
from games.rules.swedish_chicago.view import SeatView, View
from games.rules.vocabulary import Line


def places(view: View, fresh: Sequence[Event]) -> tuple[Place, ...]:
    """Return the players clockwise from the viewer, in the same order in every hand.

    ``fresh`` are the events that are new to the viewer.
    """
    first = view.seat or 0
    new = {
        event.details["card"] for event in fresh if event.kind == "played" and (view.past or event.seat != view.seat)
    }
    return tuple(_place(view, view.seats[seat], new) for seat in (*range(first, len(view.seats)), *range(first)))


def _place(view: View, of: SeatView, new: Container[str]) -> Place:
    announcement, tone = _announcement(view, of)
    laid = _laid(view, of, new)
    return Place(
        seat=of.seat,
        you=of.seat == view.seat,
        turn=of.seat in view.to_move,
        out=of.out,
        tags=() if of.out else tuple(_tags(view, of)),
        cards=() if announcement and not view.past else laid,
        empty=0 if announcement or view.phase != "play" else HAND - len(laid),
        announcement=announcement,
        tone=tone,
        says=_says(view, of),
        shown=tuple(face(code) for code in of.shown),
        thrown=tuple(face(code) for code in canonical(of.thrown_cards or ())) if view.past else (),
        score=of.score,
    )


def _laid(view: View, of: SeatView, new: Container[str]) -> tuple[LaidCard, ...]:
    """Return the played cards and then the hand.

    A hand that can't be shown here is face down; during the tricks, it is left out.
    """
    trick = {code for code, _seat in view.trick}
    winners = _won(view)
    played = [LaidCard(face(code), code in trick, code in winners, code in new) for code in of.played]
    if of.hand is not None and (of.seat != view.seat or view.reveal_all or view.past):
        return (*played, *(LaidCard(face(code)) for code in arranged(of.hand, view.phase)))
    return (*played, *(LaidCard(None) for _back in range(of.hand_size))) if view.phase != "play" else tuple(played)


def _won(view: View) -> set[str]:
    tricks = [event.details["cards"] for _part, event in view.told if event.kind == "trick" and event.seat is not None]
    takers = [event.seat for _part, event in view.told if event.kind == "trick" and event.seat is not None]
    return {code for cards, taker in zip(tricks, takers, strict=True) for code, of in cards if of == taker}


def _tags(view: View, of: SeatView) -> list[Line]:
    tags = []
    if view.declarer == of.seat:
        tags.append(say(_("Chicago")))
    elif view.phase == "play" and view.leader == of.seat:
        tags.append(say(_("leads")))
    elif view.phase != "play" and view.order and view.order[0] == of.seat:
        tags.append(say(_("first")))
    if view.phase == "play" and of.tricks:
        tags.append(ngettext("%(count)s trick", "%(count)s tricks", of.tricks))
    elif view.dealer == of.seat:
        tags.append(say(_("deals")))
    return tags


def _announcement(view: View, of: SeatView) -> tuple[Line | None, str]:
    """Return a player's announcement in the current round, and its tone.

    Outside rounds, return None and an empty string.
    """
    if of.out:
        return None, ""
    if view.phase == "chicago":
        return _on_chicago(view, of)
    if (which := round_of(view)) is None:
        return None, ""
    word = of.said[which]
    if word in PLACE:
        return say(HANDS[word]), "lead" if word == highest(view, which) else ""
    if word == "pass":
        return say(_("passes")), "mute"
    return _silent_yet(view, of)


def _silent_yet(view: View, of: SeatView) -> tuple[Line, str]:
    if of.answered:
        return say(_("has answered")), "mute"
    return (say(_("?")), "now") if of.seat in view.to_move else (say(_("not yet")), "mute")


def _on_chicago(view: View, of: SeatView) -> tuple[Line | None, str]:
    """Return a player's answer in the Chicago round (5.1), and its tone.

    Unless answers are sealed, the players before the current one have passed.
    """
    if of.score < CHICAGO and not view.options["negative"]:
        return say(_("below %(points)s"), points=number(CHICAGO)), "mute"
    if of.answered or of.seat in view.to_move or view.options["together"]:
        return _silent_yet(view, of)
    asked = [view.order.index(seat) for seat in view.to_move]
    if asked and view.order.index(of.seat) < min(asked):
        return say(_("no Chicago")), ""
    return _silent_yet(view, of)


def _says(view: View, of: SeatView) -> Line | None:
    """Return a text about a player's resignation, or about the exchange in this part, or None."""
    if of.out:
        return say(_("resigned"))
    if view.phase in ("play", "over"):
        return None
    if of.stopped:
        return say(_("no exchange from %(points)s points"), points=number(exchange_stop(view.options) or 0))
    count = of.thrown[view.part - 1]
    if count is not None:
        return _exchanged(count)
    return say(_("has answered")) if of.answered else _still_to_come(view, of.seat)


def _exchanged(count: int) -> Line:
    return ngettext("exchanged %(count)s", "exchanged %(count)s", count) if count else say(_("kept all five"))


def _still_to_come(view: View, seat: Seat) -> Line | None:
    if view.open is not None and view.open.seat == seat:
        return say(_("is looking at an open card"))
    if view.phase not in ("exchange", "open"):
        return None
    return say(_("exchanging now")) if seat in view.to_move else say(_("exchanges later"))
