"""Explanations of comparisons and hands, and their effect on the race, in whole sentences (rules 3–6)."""

from collections.abc import Mapping, Sequence
from typing import Any

from games.rules.contract import OVER, Event, Options, Seat
from games.rules.contract import gettext_noop as _
from games.rules.phrases import card, doer, line, ngettext, number, say, seat, who
from games.rules.playing_cards import RANKS
from games.rules.swedish_chicago.text.names import STAGES, hand_name
from games.rules.swedish_chicago.text.verdicts import ending, points
from games.rules.swedish_chicago.view import View
from games.rules.vocabulary import Line

GOAL, _HAND = 52, 5
"""The score that ends the game (6.1), and the number of tricks in a hand."""


def why_compared(event: Event) -> Line:
    """Explain the result of a comparison: decided by a rank, by the suit, or not at all (3.3, 3.4, 7.2)."""
    details = event.details
    if details["winner"] is None:
        return say(_("All ranks are equal, so nobody scores."))
    if details["suit"]:
        return say(_("All ranks are equal: the better suit decides."))
    last = details["stages"][-1]
    # The ranks go from low to high.
    ranks = sorted(set(last["ranks"].values()), key=list(RANKS).index, reverse=True)
    text = _("The difference (%(stage)s): %(high)s beats %(low)s.")
    return say(text, stage=line(say(STAGES[last["name"]])), high=line(RANKS[ranks[0]]), low=line(RANKS[ranks[1]]))


def why_best(hands: Sequence[Mapping[str, Any]]) -> Line | None:
    """Return a sentence about the best two of these hands, given best first; None without a combination (4.3)."""
    named = [name for each in hands if (name := hand_name(each["cards"])) is not None]
    if not named:
        return None
    if len(named) == 1:
        return say(_("Best hand: %(best)s; nobody else holds a combination."), best=line(named[0]))
    return say(_("Best hand: %(best)s; next comes %(next)s."), best=line(named[0]), next=line(named[1]))


def why_last_trick(event: Event) -> Line:
    """Return a sentence about the card that took the last trick (4.2)."""
    code = next(code for code, of in event.details["cards"] if of == event.seat)
    return say(_("Last trick: %(card)s is the highest card of the suit led."), card=card(code))


def is_last_trick(event: Event) -> bool:
    """Return whether the event is the fifth trick of a hand."""
    return event.kind == "trick" and event.details["number"] == _HAND


def meaning(events: Sequence[Event], view: View) -> tuple[Line, ...]:
    """Return the effects of a move on the race: the end of the game, the leader, stops, or new scores (2.2, 6.1)."""
    viewer = view.seat
    for event in events:
        if event.kind == OVER:
            details = event.details
            return (ending(details["winners"], details["reason"], details["scores"], viewer),)
    ended = next((event for event in events if event.kind == "hand over"), None)
    if ended is not None:
        scores: Sequence[int] = ended.details["scores"]
        return (*_leading(scores, view), *_stopped(scores, events, view.options, viewer))
    return tuple(_stands(event, viewer) for event in events if event.kind == "scored")


def _leading(scores: Sequence[int], view: View) -> list[Line]:
    """Return a sentence about the leader among the players still in the game (6.3)."""
    top = max(scores[of] for of in view.order)
    leaders = [of for of in view.order if scores[of] == top]
    if len(leaders) > 1:
        return [say(_("Tied for the lead with %(points)s."), points=points(top))]
    left = number(max(0, GOAL - top))
    you = _("You lead with %(points)s and need %(left)s more.")
    other = _("%(seat)s leads with %(points)s and needs %(left)s more.")
    return [who(leaders[0], view.seat, you, other, points=points(top), left=left)]


def _stopped(scores: Sequence[int], events: Sequence[Event], options: Options, viewer: Seat | None) -> list[Line]:
    """Return sentences about players who have reached the exchange stop in this hand (2.2)."""
    if options["exchange_stop"] == "none":
        return []
    stop = int(options["exchange_stop"])
    scored = [event for event in events if event.kind == "scored"]
    reached = dict.fromkeys(event.seat for event in scored if event.details["from"] < stop)
    you = _("With %(stop)s points or more, you can’t exchange any more.")
    other = _("With %(stop)s points or more, %(seat)s can’t exchange any more.")
    stopped = (of for of in reached if of is not None and scores[of] >= stop)
    return [who(of, viewer, you, other, stop=number(stop)) for of in stopped]


def _stands(event: Event, viewer: Seat | None) -> Line:
    score = event.details["score"]
    if event.seat == viewer:
        return ngettext("You now have %(count)s point of 52.", "You now have %(count)s points of 52.", score)
    return ngettext(
        "%(seat)s now has %(count)s point of 52.",
        "%(seat)s now has %(count)s points of 52.",
        score,
        seat=seat(doer(event)),
    )
