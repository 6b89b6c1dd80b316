"""The end of a game: the winner, the settlement as a table, the last hand, and the race (rule 6)."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction

from games.rules.contract import Event, Outcome, Seat
from games.rules.contract import gettext_noop as _
from games.rules.phrases import number, say, seats
from games.rules.places import my_place, winners
from games.rules.swedish_chicago.board.scene import five
from games.rules.swedish_chicago.board.stage import broken_off, hand_end, scores_before, winning
from games.rules.swedish_chicago.board.view_model import Curve, Ending, Label, Plot, SettlementRow, Stage
from games.rules.swedish_chicago.text.verdicts import ending, points
from games.rules.swedish_chicago.view import View
from games.rules.vocabulary import Line

_LEFT, _RIGHT, _TOP, _BOTTOM = 26, 346, 24, 170
"""The edges of the drawing of the race, within 470 × 196."""

_APART = 15
"""The distance between two lines of names."""

_ABREAST = 2
"""The maximum number of names per line."""

_TICKS = 12


def over(view: View) -> Ending | None:
    """Return the end of the game, or None while it is running."""
    outcome = view.outcome
    if outcome is None:
        return None
    settled = _settled(view, outcome)
    title = winners(outcome, view.seat)
    assert title is not None, "somebody has the most points"
    return Ending(
        title=title,
        points=say("%(points)s", points=points(outcome.scores[outcome.winners[0]])),
        says=_says(view, outcome),
        my_place=my_place(view, {each.seat: each.place for each in settled}),
        settled=tuple(settled),
        hint=_hint(view, outcome),
        last=_last(view, outcome),
        plot=_plot(view, [*_histories(view)]),
    )


def _last(view: View, outcome: Outcome) -> Stage:
    told = [event for _part, event in view.told]
    closing = Event("hand over", "6.1", None, {"hand": view.hand, "scores": [of.score for of in view.seats]})
    if outcome.reason == "resignation":
        return broken_off([*told, closing], view.seat)
    ended = hand_end([*told, closing] if told else [], view.seat, scores_before(view.hand, view))
    if outcome.reason != "straight flush":
        return ended
    (won,) = outcome.winners
    return replace(ended, hands=(winning(won, five(view.seats[won]), view.seat),))


def _says(view: View, outcome: Outcome) -> Line:
    if outcome.reason == "resignation":
        return ending(outcome.winners, outcome.reason, outcome.scores, view.seat)
    if outcome.reason == "straight flush":
        return say(_("A straight flush wins on the spot."))
    if len(outcome.winners) > 1:
        return say(_("%(seats)s have the same score and share the pot."), seats=seats(outcome.winners))
    return say(_("Most points at the end of a hand in which someone reached %(goal)s."), goal=number(view.target))


def _settled(view: View, outcome: Outcome) -> list[SettlementRow]:
    top = max((outcome.scores[of] for of in outcome.winners), default=0)
    order = sorted(range(len(outcome.scores)), key=lambda of: (of not in outcome.winners, -outcome.scores[of], of))
    units = outcome.extra.get("settlement", ())
    return [
        SettlementRow(
            seat=of,
            you=of == view.seat,
            place=_place(of, order, outcome),
            score=outcome.scores[of],
            short=_short(view, top, outcome.scores[of]) if of not in outcome.winners else "",
            units=written(Fraction(units[of])) if units else "",
            won=of in outcome.winners,
            out=view.seats[of].out,
        )
        for of in order
    ]


def _place(of: Seat, order: Sequence[Seat], outcome: Outcome) -> int:
    """Return the place, counted from 1.

    All winners share the first place; players with equal scores share a place.
    """
    if of in outcome.winners:
        return 1
    return 1 + sum(each in outcome.winners or outcome.scores[each] > outcome.scores[of] for each in order)


def _short(view: View, top: int, own: int) -> str:
    """Return the calculation of the points behind the winner.

    They count double for a score below 0 (7.5).
    """
    missing = max(0, top - own)
    if own < 0 and view.options["negative"]:
        return f"2 × ({top} + {-own}) = {2 * missing}"
    return f"{top} − {own} = {missing}" if missing else "0"


def written(units: Fraction) -> str:
    """Return signed units as text, with mixed numbers such as ``−6 1/2``."""
    whole, rest = divmod(abs(units.numerator), units.denominator)
    parts = [str(whole)] if whole or not rest else []
    if rest:
        parts.append(f"{rest}/{units.denominator}")
    sign = "+" if units > 0 else "−" if units < 0 else ""
    return sign + " ".join(parts)


def _hint(view: View, outcome: Outcome) -> Line:
    if view.options["negative"]:
        return say(
            _(
                "Everyone pays one unit for each point they’re behind; players below 0 pay "
                "double. Units only keep count; they’re never money."
            )
        )
    return say(_("Everyone pays one unit for each point they’re behind. Units only keep count; they’re never money."))


def _histories(view: View) -> list[tuple[int, ...]]:
    now = tuple(of.score for of in view.seats)
    finished = [(0,) * len(view.seats), *view.history]
    return finished if finished[-1] == now else [*finished, now]


def _plot(view: View, scores: Sequence[tuple[int, ...]]) -> Plot | None:
    """Return a drawing of the race, or None if fewer than two hands have been scored."""
    if len(scores) < 3:  # the start and two hands
        return None
    lowest, highest = min(map(min, scores)), max(view.target, max(map(max, scores)))

    def x(hand: int) -> int:
        return _LEFT + (_RIGHT - _LEFT) * hand // (len(scores) - 1)

    def y(score: int) -> int:
        return _BOTTOM - (_BOTTOM - _TOP) * (score - lowest) // (highest - lowest)

    ends = scores[-1]
    order = sorted(range(len(ends)), key=lambda of: (-ends[of], of != view.seat))
    curves = tuple(
        Curve(of, of == view.seat, "M" + "L".join(f"{x(hand)} {y(after[of])}" for hand, after in enumerate(scores)))
        for of in order
    )
    labels = _labels({score: [of for of in order if ends[of] == score] for score in sorted(ends, reverse=True)}, y)
    every = 1 + (len(scores) - 2) // _TICKS
    ticks = tuple((hand, x(hand)) for hand in range(1, len(scores), every))
    return Plot(curves, labels, view.target, y(view.target), ticks, tuple(enumerate(scores[1:], 1)))


def _labels(ends: Mapping[int, Sequence[Seat]], y: Callable[[int], int]) -> tuple[Label, ...]:
    """Return one label per final score, from the top, with the names of its players."""
    lines = [[tuple(seats[at : at + _ABREAST]) for at in range(0, len(seats), _ABREAST)] for seats in ends.values()]
    middles = _apart([y(score) for score in ends], [_APART * len(each) for each in lines])
    return tuple(
        Label(tuple(each), score, y(score), middle, middle + 4 - _APART * (len(each) - 1) // 2)
        for score, each, middle in zip(ends, lines, middles, strict=True)
    )


def _apart(middles: Sequence[int], heights: Sequence[int]) -> list[int]:
    """Return the middles of the labels, from the top, moved so that no labels overlap or leave the drawing."""
    down: list[int] = []
    above = 0
    for middle, height in zip(middles, heights, strict=True):
        down.append(max(middle, above + height // 2))
        above = down[-1] + height // 2
    up: list[int] = []
    below = _BOTTOM + _APART // 2
    for middle, height in zip(reversed(down), reversed(heights), strict=True):
        up.append(min(middle, below - height // 2))
        below = up[-1] - height // 2
    return up[::-1]
