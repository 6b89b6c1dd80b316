"""Sentences about why a hand wins a comparison, and what that means for the race (rules 3–6)."""

from collections.abc import Mapping, Sequence
from typing import Any

from games.rules.contract import OVER, Event, Options, Seat
from games.rules.contract import gettext_noop as _
from games.rules.phrases import card, doer, line, number, say, seat, seats, who
from games.rules.playing_cards import RANKS
from games.rules.swedish_chicago.options import exchange_stop
from games.rules.swedish_chicago.pieces import HAND
from games.rules.swedish_chicago.text.names import STAGES, hand_name
from games.rules.swedish_chicago.text.verdicts import ending, points
from games.rules.swedish_chicago.view import View
from games.rules.vocabulary import Line


def why_compared(event: Event) -> Line:
    """Return a sentence about what decided a comparison: a rank, the suit, or nothing (3.3, 3.4, 7.2)."""
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
    """Return a sentence about the best two hands, or None if there is no combination (4.3).

    ``hands`` are sorted, best first.
    """
    named = [name for each in hands if (name := hand_name(each["cards"])) is not None]
    if not named:
        return None
    if len(named) == 1:
        return say(_("Best hand: %(best)s; nobody else holds a combination."), best=line(named[0]))
    return say(_("Best hand: %(best)s; next comes %(next)s."), best=line(named[0]), next=line(named[1]))


def why_last_trick(event: Event) -> Line:
    code = next(code for code, of in event.details["cards"] if of == event.seat)
    return say(_("Last trick: %(card)s is the highest card of the suit led."), card=card(code))


def is_last_trick(event: Event) -> bool:
    """Return whether the event is the fifth trick of a hand."""
    return event.kind == "trick" and event.details["number"] == HAND


def meaning(events: Sequence[Event], view: View) -> tuple[Line, ...]:
    """Return sentences about the effects of a move on the race (2.2, 6.1).

    These are the end of the game, the leader, exchange stops, or new scores.
    """
    viewer = view.seat
    for event in events:
        if event.kind == OVER:
            details = event.details
            return (ending(details["winners"], details["reason"], details["scores"], viewer),)
    ended = next((event for event in events if event.kind == "hand over"), None)
    if ended is not None:
        scores: Sequence[int] = ended.details["scores"]
        return (*_race(scores, view), *_stopped(scores, events, view.options, viewer))
    scored = [event for event in events if event.kind == "scored"]
    return _after_announcement(scored, view) if scored else ()


def _race(scores: Sequence[int], view: View) -> list[Line]:
    """Return what the leaders need to win and, if the viewer does not lead, what the viewer needs (6.1)."""
    leaders = _leaders(scores, view)
    if view.seat in leaders or view.seat not in view.order:
        return [_leading(leaders, scores, view)]
    assert view.seat is not None
    return [_leading(leaders, scores, view), _needs(view.seat, scores[view.seat], view)]


def _leaders(scores: Sequence[int], view: View) -> list[Seat]:
    top = max(scores[of] for of in view.order)
    return [of for of in view.order if scores[of] == top]


def _leading(leaders: Sequence[Seat], scores: Sequence[int], view: View) -> Line:
    top = scores[leaders[0]]
    terms = {"points": points(top), "left": number(max(0, view.target - top))}
    others = [of for of in leaders if of != view.seat]
    if not others:
        return say(_("You lead with %(points)s and need %(left)s more to win."), **terms)
    if len(others) < len(leaders):
        text = _("You and %(seats)s lead with %(points)s and need %(left)s more to win.")
        return say(text, seats=seats(others), **terms)
    if len(others) == 1:
        return say(_("%(seat)s leads with %(points)s and needs %(left)s more to win."), seat=seat(others[0]), **terms)
    return say(_("%(seats)s lead with %(points)s and need %(left)s more to win."), seats=seats(others), **terms)


def _after_announcement(scored: Sequence[Event], view: View) -> tuple[Line, ...]:
    """Return sentences about the leader's distance from the goal, and that of other players who have scored."""
    scores = [of.score for of in view.seats]
    for event in scored:
        scores[doer(event)] = event.details["score"]
    leaders = _leaders(scores, view)
    others = [of for of in dict.fromkeys(map(doer, scored)) if of not in leaders]
    needs = tuple(_needs(of, scores[of], view) for of in others)
    leading = _could_win if scores[leaders[0]] >= view.target else _leading
    return (leading(leaders, scores, view), *needs)


def _could_win(leaders: Sequence[Seat], scores: Sequence[int], view: View) -> Line:
    """Return a sentence about leaders who have reached the goal before the end of the hand (6.1)."""
    top = points(scores[leaders[0]])
    if len(leaders) == 1:
        you = _("You have %(points)s: the highest score wins after this hand.")
        other = _("%(seat)s has %(points)s: the highest score wins after this hand.")
        return who(leaders[0], view.seat, you, other, points=top)
    others = seats(of for of in leaders if of != view.seat)
    if view.seat in leaders:
        text = _("You and %(seats)s have %(points)s: the highest score wins after this hand.")
        return say(text, seats=others, points=top)
    return say(_("%(seats)s have %(points)s: the highest score wins after this hand."), seats=others, points=top)


def _needs(of: Seat, score: int, view: View) -> Line:
    you = _("You have %(points)s and need %(left)s more to win.")
    other = _("%(seat)s has %(points)s and needs %(left)s more to win.")
    return who(of, view.seat, you, other, points=points(score), left=number(max(0, view.target - score)))


def _stopped(scores: Sequence[int], events: Sequence[Event], options: Options, viewer: Seat | None) -> list[Line]:
    """Return sentences about players who have reached the exchange stop in this hand (2.2)."""
    stop = exchange_stop(options)
    if stop is None:
        return []
    scored = [event for event in events if event.kind == "scored"]
    reached = dict.fromkeys(event.seat for event in scored if event.details["from"] < stop)
    you = _("With %(stop)s points or more, you can’t exchange any more.")
    other = _("With %(stop)s points or more, %(seat)s can’t exchange any more.")
    stopped = (of for of in reached if of is not None and scores[of] >= stop)
    return [who(of, viewer, you, other, stop=number(stop)) for of in stopped]
