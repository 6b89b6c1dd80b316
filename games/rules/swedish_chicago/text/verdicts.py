"""Comparisons, scores, Chicagos, and the ends of hands and games, in whole sentences (rules 3–7)."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from games.rules.contract import Event, Seat
from games.rules.contract import gettext_noop as _
from games.rules.phrases import (
    by,
    cards,
    doer,
    event_sentence,
    line,
    lines,
    ngettext,
    number,
    parts,
    say,
    seat,
    seats,
    who,
)
from games.rules.playing_cards import RANKS
from games.rules.swedish_chicago.text.names import STAGES, hand_name, kind
from games.rules.vocabulary import Line, Term

Viewer = Seat | None


def points(count: int) -> Term:
    return line(ngettext("one point", "%(count)s points", count))


def _others(of: Sequence[Seat], viewer: Viewer) -> Term:
    return seats(each for each in of if each != viewer)


def _revealed(event: Event, viewer: Viewer) -> Line:
    """Return the comparison stage by stage: the ranks, and the suit if it decided (3.3, 7.2)."""
    claimants: list[Seat] = event.details["seats"]
    terms = {"type": kind(event.details["type"]), "stages": lines(_steps(event, viewer))}
    if viewer in claimants:
        text = _("You compared %(type)s with %(seats)s, rank by rank: %(stages)s.")
        return say(text, seats=_others(claimants, viewer), **terms)
    return say(_("%(seats)s compared %(type)s, rank by rank: %(stages)s."), seats=seats(claimants), **terms)


def _steps(event: Event, viewer: Viewer) -> list[Line]:
    stages, winner = event.details["stages"], event.details["winner"]
    steps = [_stage(stage, viewer) for stage in stages]
    level = stages[-1]["left"] if stages else event.details["seats"]
    if len(level) > 1 and winner is not None:
        you, other = _("equal ranks, and you have the best suit"), _("equal ranks, and %(seat)s has the best suit")
        steps.append(who(winner, viewer, you, other))
    return steps or [say(_("equal ranks"))]


def _stage(stage: Mapping[str, Any], viewer: Viewer) -> Line:
    ranks = parts(_named(int(of), rank, viewer) for of, rank in stage["ranks"].items())
    return say(_("%(stage)s – %(ranks)s"), stage=line(say(STAGES[stage["name"]])), ranks=ranks)


def _named(of: Seat, rank: str, viewer: Viewer) -> Line:
    return who(of, viewer, _("you: %(rank)s"), _("%(seat)s: %(rank)s"), rank=line(RANKS[rank]))


def _level(event: Event, viewer: Viewer) -> Line:
    level: list[Seat] = event.details["seats"]
    if event.details["why"] == "none":
        you = _("You and %(seats)s have %(type)s. At this table a tie scores nothing.")
        others = _("%(seats)s have %(type)s. At this table a tie scores nothing.")
    else:
        you = _("You and %(seats)s tie with %(type)s, so nobody scores.")
        others = _("%(seats)s tie with %(type)s, so nobody scores.")
    type = kind(event.details["type"])
    return say(you if viewer in level else others, seats=_others(level, viewer), type=type)


def _silent(event: Event, viewer: Viewer) -> Line:
    if event.details["part"] == 3:
        return say(_("Nobody announced four of a kind or better."))
    return say(_("Nobody announced anything, so nobody scores."))


_SCORED = {
    "announcement": (
        _("You score %(points)s for %(type)s and now have %(score)s."),
        _("%(seat)s scores %(points)s for %(type)s and now has %(score)s."),
    ),
    "quads": (
        _("You score %(points)s for %(type)s and now have %(score)s."),
        _("%(seat)s scores %(points)s for %(type)s and now has %(score)s."),
    ),
    "best hand": (
        _("You score %(points)s for the best hand, %(type)s, and now have %(score)s."),
        _("%(seat)s scores %(points)s for the best hand, %(type)s, and now has %(score)s."),
    ),
    "last trick": (
        _("You score %(points)s for the last trick and now have %(score)s."),
        _("%(seat)s scores %(points)s for the last trick and now has %(score)s."),
    ),
    "chicago": (
        _("You score %(points)s for the Chicago and now have %(score)s."),
        _("%(seat)s scores %(points)s for the Chicago and now has %(score)s."),
    ),
    "broken": (
        _("You lose %(points)s for the broken Chicago and now have %(score)s."),
        _("%(seat)s loses %(points)s for the broken Chicago and now has %(score)s."),
    ),
    "breaker": (
        _("You score %(points)s for breaking the Chicago and now have %(score)s."),
        _("%(seat)s scores %(points)s for breaking the Chicago and now has %(score)s."),
    ),
}
"""The sentence for the player and the sentence for others, by the reason for a change of points."""


def _scored(event: Event, viewer: Viewer) -> Line:
    details = event.details
    terms = {"points": points(abs(details["points"])), "score": number(details["score"])}
    if "type" in details:
        terms["type"] = kind(details["type"])
    you, other = _SCORED[details["why"]]
    return by(event, viewer, you, other, **terms)


_CHOSE = {
    "score": (_("You chose the points."), _("%(seat)s chose the points.")),
    "reset": (_("You chose to reset the others."), _("%(seat)s chose to reset the others.")),
}


def _chose(event: Event, viewer: Viewer) -> Line:
    return by(event, viewer, *_CHOSE[event.details["choice"]])


def _reset(event: Event, viewer: Viewer) -> Line:
    if viewer is not None and viewer != event.seat and event.details["scores"][viewer] == 0:
        return say(_("You’re back at 0, like everybody but %(seat)s."), seat=seat(doer(event)))
    return by(event, viewer, _("Everybody but you is back at 0."), _("Everybody but %(seat)s is back at 0."))


def _broken(event: Event, viewer: Viewer) -> Line:
    breaker: Seat | None = event.details["by"]
    if breaker is None:
        return by(event, viewer, _("Your Chicago is broken."), _("%(seat)s’s Chicago is broken."))
    if breaker == viewer:
        return say(_("You broke %(seat)s’s Chicago."), seat=seat(doer(event)))
    you, other = _("%(breaker)s broke your Chicago."), _("%(breaker)s broke %(seat)s’s Chicago.")
    return by(event, viewer, you, other, breaker=seat(breaker))


def _hands(event: Event, viewer: Viewer) -> Line:
    shown = lines(_shown(hand, viewer) for hand in event.details["hands"])
    return say(_("Everyone shows their hand: %(hands)s."), hands=shown)


def _shown(hand: Mapping[str, Any], viewer: Viewer) -> Line:
    terms = {"hand": line(hand_name(hand["cards"]) or say(_("no combination"))), "cards": cards(hand["cards"])}
    you, other = _("you have %(hand)s (%(cards)s)"), _("%(seat)s has %(hand)s (%(cards)s)")
    return who(hand["seat"], viewer, you, other, **terms)


def _best(event: Event, viewer: Viewer) -> Line | None:
    """Return a sentence if no player has a combination; otherwise None, because other events report the result."""
    return say(_("Nobody has a combination, so there’s no best hand.")) if event.details["type"] is None else None


def _hand_over(event: Event, viewer: Viewer) -> Line:
    scores = parts(_stands(of, score, viewer) for of, score in enumerate(event.details["scores"]))
    return say(_("Hand %(hand)s is over. Scores: %(scores)s."), hand=number(event.details["hand"]), scores=scores)


def _stands(of: Seat, score: int, viewer: Viewer) -> Line:
    return who(of, viewer, _("you %(score)s"), _("%(seat)s %(score)s"), score=number(score))


REASONS = {
    "straight flush": (
        _("You win the game with a straight flush."),
        _("%(seat)s wins the game with a straight flush."),
    ),
    "resignation": (
        _("You win: the others have resigned."),
        _("%(seat)s wins: the others have resigned."),
    ),
}
"""The sentence for the winner and the sentence for others, by reason (6.4)."""

_BY_POINTS = (_("You win the game with %(points)s."), _("%(seat)s wins the game with %(points)s."))
"""The sentences if the target was reached, whatever it was."""


def ending(winners: Sequence[Seat], reason: str, scores: Sequence[int], viewer: Viewer) -> Line:
    """Return a sentence for ``viewer`` about the winners and the reason (6.1, 6.4)."""
    first, *more = winners
    if more:
        you, other = _("You share the win with %(seats)s: %(points)s."), _("%(seats)s share the win: %(points)s.")
        mine = viewer in winners
        return say(you if mine else other, seats=_others(winners, viewer), points=points(scores[first]))
    if reason == "resignation" and viewer not in (None, first):
        return say(_("You resigned: %(seat)s wins."), seat=seat(first))
    terms = {} if reason in REASONS else {"points": points(scores[first])}
    you, other = REASONS.get(reason, _BY_POINTS)
    return who(first, viewer, you, other, **terms)


def _over(event: Event, viewer: Viewer) -> Line:
    details = event.details
    return ending(details["winners"], details["reason"], details["scores"], viewer)


_BY_SEAT = {
    "fell": (
        _("You fall back to 0: you have the points to win, but have made no Chicago in this game."),
        _("%(seat)s falls back to 0: enough points to win, but no Chicago made in this game."),
    ),
    "choosing": (
        _("Your four of a kind is the highest: take the points, or set everybody else to 0."),
        _("%(seat)s has the highest four of a kind and chooses: the points, or everybody else to 0."),
    ),
    "made": (_("You made your Chicago."), _("%(seat)s made the Chicago.")),
    "won": (_("With %(type)s you win the game on the spot."), _("With %(type)s %(seat)s wins the game on the spot.")),
}

VERDICTS: dict[str, Callable[[Event, Viewer], Line | None]] = {
    **{name: event_sentence(*texts, {"seat": seat, "type": kind}) for name, texts in _BY_SEAT.items()},
    "revealed": _revealed,
    "level": _level,
    "silent": _silent,
    "scored": _scored,
    "chose": _chose,
    "reset": _reset,
    "broken": _broken,
    "hands": _hands,
    "best": _best,
    "hand over": _hand_over,
    "over": _over,
}
