"""Stages: full-page results of a move, which compared announcements or ended a hand."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import Any

from games.rules.contract import Event, Seat
from games.rules.contract import gettext_noop as _
from games.rules.phrases import by, event_sentence, figure, line, number, pgettext, say, seat, text, who
from games.rules.playing_cards import face
from games.rules.swedish_chicago.board.announcements import reveal
from games.rules.swedish_chicago.board.scene import signed
from games.rules.swedish_chicago.board.view_model import PointsRow, Reveal, ShownHand, Stage, TrickCard
from games.rules.swedish_chicago.hands import PLACE, form, keeping
from games.rules.swedish_chicago.pieces import RANKS
from games.rules.swedish_chicago.text.names import HANDS, hand_name, kind
from games.rules.swedish_chicago.text.reasons import is_last_trick, meaning, why_best, why_compared, why_last_trick
from games.rules.swedish_chicago.view import View
from games.rules.vocabulary import Line

_ENDS = "hand over"

_WHY = {
    "chicago": _("Chicago"),
    "broken": _("Chicago broken"),
    "breaker": _("For breaking it"),
    "last trick": _("Last trick"),
}


def stages(events: Sequence[Event], view: View) -> tuple[Stage, ...]:
    """Return one stage for the end of a hand, otherwise one stage per comparison."""
    over = _over(events)
    if over is not None:
        start = scores_before(over.details["hand"], view)
        return (replace(hand_end(events, view.seat, start), means=meaning(events, view)),)
    compared = [event for event in events if event.kind == "revealed"]
    return tuple(_compared(events, event, view) for event in compared)


def _over(events: Sequence[Event]) -> Event | None:
    return next((event for event in events if event.kind == _ENDS), None)


def scores_before(hand: int, view: View) -> Sequence[int] | None:
    """Return the scores at the start of a hand, or None if the view's history doesn't include them."""
    if hand == 1:
        return [0] * len(view.seats)
    return view.history[hand - 2] if hand - 2 < len(view.history) else None


def _compared(events: Sequence[Event], event: Event, view: View) -> Stage:
    viewer = view.seat
    title = announced = say(_("Announced: %(type)s"), type=kind(event.details["type"]))
    verdict = outcome(events, viewer)
    compared = reveal(event, announced, viewer)
    if event.details["winner"] is None:
        title, verdict = say(_("Tied: nobody scores")), None
    elif won := _scored_by(events, event):
        title, verdict = _scores(won, viewer), None
        compared = replace(compared, points=signed(won.details["points"]))
    return Stage(
        title=title,
        verdict=verdict,
        says=(why_compared(event),),
        reveals=(compared,),
        trick=(),
        hands=(),
        order=(),
        rows=(),
        means=meaning(events, view),
    )


def _scored_by(events: Sequence[Event], compared: Event) -> Event | None:
    """Return the event that scored points for the winner of a comparison, or None."""
    for event in events:
        same = event.seat == compared.details["winner"] and event.details.get("type") == compared.details["type"]
        if same and event.kind == "scored":
            return event
    return None


def _scores(event: Event, viewer: Seat | None) -> Line:
    you, other = _("You score %(points)s for %(type)s"), _("%(seat)s scores %(points)s for %(type)s")
    terms = {"points": number(event.details["points"]), "type": kind(event.details["type"])}
    return by(event, viewer, you, other, **terms)


def hand_end(events: Sequence[Event], viewer: Seat | None, start: Sequence[int] | None = None) -> Stage:
    """Return the stage for the end of a hand (4.2, 4.3, 5); ``start`` has the scores before the hand, if known."""
    over = _over(events)
    title = say(_("Hand %(hand)s is over"), hand=number(over.details["hand"])) if over else say(_("The last hand"))
    order, rows = points(events, viewer, start)
    return Stage(
        title=title,
        verdict=_change(events, viewer, start) or outcome(events, viewer),
        says=tuple(_happened(events, viewer)),
        reveals=_reveals(events, viewer),
        trick=_trick(events),
        hands=_hands(events, viewer),
        order=order,
        rows=rows,
        why=tuple(_decided(events)),
    )


def broken_off(events: Sequence[Event], viewer: Seat | None) -> Stage:
    """Return the stage for a hand that ended early by a resignation, with only the points (6.3)."""
    over = next(event for event in events if event.kind == _ENDS)
    title = say(_("Hand %(hand)s, cut short"), hand=number(over.details["hand"]))
    order, rows = points(events, viewer)
    return Stage(title, None, (), (), (), (), order, rows)


def _decided(events: Sequence[Event]) -> Iterator[Line]:
    for event in events:
        if is_last_trick(event):
            yield why_last_trick(event)
    opened = _opened(events)
    compared = _last_comparison(events)
    if opened and compared is None and (best := why_best(opened)):
        yield best
    if compared is not None:
        yield why_compared(compared)


def _reveals(events: Sequence[Event], viewer: Seat | None) -> tuple[Reveal, ...]:
    """Return the last comparison of the hand for display, or an empty tuple."""
    event = _last_comparison(events)
    if event is None:
        return ()
    return (reveal(event, say(_("Compared: %(type)s"), type=kind(event.details["type"])), viewer),)


def _last_comparison(events: Sequence[Event]) -> Event | None:
    """Return the comparison of the hands revealed at the end, otherwise the last comparison of announcements."""
    kinds = [event.kind for event in events]
    start = kinds.index("hands") if "hands" in kinds else 0
    compared = [event for event in events[start:] if event.kind == "revealed"]
    won = next((event for event in events if event.kind == "won"), None)
    if won is not None:
        # A straight flush without a rival was not compared; earlier comparisons decided nothing.
        compared = [event for event in compared if event.details["type"] == won.details["type"]]
    return compared[-1] if compared else None


def _change(events: Sequence[Event], viewer: Seat | None, start: Sequence[int] | None) -> Line | None:
    """Return a sentence on the largest gain in the hand, or None.

    There is no sentence after a win, a broken Chicago or a reset.
    """
    over = _over(events)
    if over is None or any(event.kind in ("won", "broken", "reset") for event in events):
        return None
    after: list[int] = over.details["scores"]
    before = start or _before(events, after)
    most = max(range(len(after)), key=lambda of: (after[of] - before[of], of == viewer, after[of]))
    if after[most] <= before[most]:
        return None
    you, other = _("You go from %(before)s to %(after)s"), _("%(seat)s goes from %(before)s to %(after)s")
    terms = {"before": text(figure(before[most])), "after": text(figure(after[most]))}
    return who(most, viewer, you, other, **terms)


def _before(events: Sequence[Event], after: Sequence[int]) -> list[int]:
    before = list(after)
    for event in reversed(events):
        if event.kind in ("scored", "fell") and event.seat is not None:
            before[event.seat] = event.details["from"]
    return before


def outcome(events: Sequence[Event], viewer: Seat | None) -> Line | None:
    """Return a sentence on the last decisive event (points, a tie, a broken Chicago, a reset or a win), or None."""
    for event in reversed(events):
        if event.kind in _OUTCOMES and (found := _OUTCOMES[event.kind](event, viewer)):
            return found
    return None


def _scored(event: Event, viewer: Seat | None) -> Line | None:
    if event.details["why"] not in ("announcement", "best hand", "quads"):
        return None
    terms = {"type": line(say(HANDS[event.details["type"]])), "points": number(event.details["points"])}
    return by(event, viewer, _("%(type)s: %(points)s for you"), _("%(type)s: %(points)s for %(seat)s"), **terms)


_BY_SEAT = {
    "won": (_("You win with %(type)s"), _("%(seat)s wins with %(type)s")),
    "broken": (_("Your Chicago is broken"), _("%(seat)s’s Chicago is broken")),
    "reset": (_("You set everybody else back to 0"), _("%(seat)s set everybody else back to 0")),
}
_OUTCOMES: dict[str, Callable[[Event, Seat | None], Line | None]] = {
    **{name: event_sentence(*texts, {"seat": seat, "type": kind}) for name, texts in _BY_SEAT.items()},
    "scored": _scored,
    "level": lambda event, viewer: say(_("Tied: nobody scores")),
}


def _happened(events: Sequence[Event], viewer: Seat | None) -> list[Line]:
    """Return sentences about a Chicago made, the last trick, and players who fell back to 0."""
    happened = [each for each in events if each.kind in _HAPPENED and (each.kind != "trick" or is_last_trick(each))]
    return [who(each.seat, viewer, *_HAPPENED[each.kind]) for each in happened if each.seat is not None]


_HAPPENED = {
    "made": (_("You took all five tricks: Chicago."), _("%(seat)s took all five tricks: Chicago.")),
    "trick": (_("You took the last trick."), _("%(seat)s took the last trick.")),
    "fell": (_("You fall back to 0: no Chicago made yet."), _("%(seat)s falls back to 0: no Chicago made yet.")),
}


def _trick(events: Sequence[Event]) -> tuple[TrickCard, ...]:
    last = next((event for event in reversed(events) if event.kind == "trick"), None)
    if last is None:
        return ()
    laid = enumerate(last.details["cards"])
    return tuple(TrickCard(of, face(code), place == 0, of == last.seat) for place, (code, of) in laid)


def _hands(events: Sequence[Event], viewer: Seat | None) -> tuple[ShownHand, ...]:
    best = _best(events)
    return tuple(_shown(each, viewer, each["seat"] in best) for each in _opened(events))


def _best(events: Sequence[Event]) -> set[Seat | None]:
    return {event.seat for event in events if event.kind == "scored" and event.details["why"] == "best hand"}


def _opened(events: Sequence[Event]) -> list[Any]:
    """Return the revealed hands, best first, or an empty list if no hands were revealed."""
    opened = next((event for event in events if event.kind == "hands"), None)
    if opened is None:
        return []
    best = _best(events)
    return sorted(opened.details["hands"], key=lambda each: (each["seat"] not in best, _weakness(each)))


def _weakness(each: Any) -> tuple[int, list[int]]:
    """Return a sort key that puts better hands first (1.4, 3.3)."""
    made, ranks, _top = form(each["cards"])
    return -PLACE.get(made or "", -1), [-RANKS.index(rank) for rank in ranks]


def winning(won: Seat, codes: Sequence[str], viewer: Seat | None) -> ShownHand:
    return _shown({"seat": won, "cards": codes, "type": True}, viewer, True)


def _shown(each: Any, viewer: Seat | None, best: bool) -> ShownHand:
    codes: list[str] = each["cards"]
    made = keeping(codes) if each["type"] else ()
    name = hand_name(codes) or say(_("no combination"))
    cards = tuple((face(code), code in made) for code in codes)
    return ShownHand(each["seat"], each["seat"] == viewer, cards, name, best)


def points(
    events: Sequence[Event], viewer: Seat | None, start: Sequence[int] | None = None
) -> tuple[tuple[Seat, ...], tuple[PointsRow, ...]]:
    """Return the seats in column order, and rows with the points and scores of the hand (3.5).

    Both are empty before the end of the hand.
    """
    over = _over(events)
    if over is None:
        return (), ()
    after: list[int] = over.details["scores"]
    order = tuple(sorted(range(len(after)), key=lambda of: (of != viewer, of)))
    rows = [_row(event, order) for event in events if event.kind in ("scored", "fell", "reset")]
    rows.extend(_on_the_spot(event, after, order) for event in events if event.kind == "won")
    total = PointsRow(pgettext("points", "Now"), tuple(figure(after[of]) for of in order), total=True)
    if any(event.kind in ("reset", "won") for event in events):
        return order, (*rows, total)
    before = _before(events, after)
    if start is not None and [*start] != before:
        earlier = tuple(signed(before[of] - start[of]) if before[of] != start[of] else "" for of in order)
        rows.insert(0, PointsRow(say(_("Announced earlier")), earlier))
        before = [*start]
    first = PointsRow(pgettext("points", "Before"), tuple(figure(before[of]) for of in order))
    return order, (first, *rows, total._replace(before=first.points))


def _on_the_spot(event: Event, after: Sequence[int], order: Sequence[Seat]) -> PointsRow:
    """Return a row with the winner's final score, for a combination that wins the game at once (7.3)."""
    figures = tuple(figure(after[of]) if of == event.seat else "" for of in order)
    return PointsRow(say(HANDS[event.details["type"]]), figures)


def _row(event: Event, order: Sequence[Seat]) -> PointsRow:
    if event.kind == "reset":
        after = event.details["scores"]
        fell = tuple("" if of == event.seat or after[of] else "0" for of in order)
        return PointsRow(pgettext("points", "Reset"), fell)
    if event.kind == "fell":
        return PointsRow(say(_("Back to 0")), tuple("0" if of == event.seat else "" for of in order))
    figures = tuple(signed(event.details["score"] - event.details["from"]) if of == event.seat else "" for of in order)
    return PointsRow(_why(event), figures)


def _why(event: Event) -> Line:
    why = event.details["why"]
    if why in _WHY:
        return say(_WHY[why])
    said = _("Best hand: %(type)s") if why == "best hand" else _("Announced: %(type)s")
    return say(said, type=kind(event.details["type"]))
