"""The end of a game: who won, the settlement as a table, the last hand, the race (rules 6)."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from games.rules.contract import Event, Line, Outcome, Seat
from games.rules.contract import gettext_noop as _
from games.rules.phrases import number, say, seats
from games.rules.places import came
from games.rules.swedish_chicago.board.parts import Curve, Over, Plot, Settled
from games.rules.swedish_chicago.board.scene import GOAL, who
from games.rules.swedish_chicago.board.stage import hand_end
from games.rules.swedish_chicago.text.verdicts import ending
from games.rules.swedish_chicago.view import View

_LEFT, _RIGHT, _TOP, _BOTTOM = 26, 386, 24, 170
"""The drawing of the race: its edges within 470 × 196."""

_APART = 15
"""Between the names of two curves that end at the same height."""

_TICKS = 12


def over(view: View) -> Over | None:
    """None while the game goes on."""
    outcome = view.outcome
    if outcome is None:
        return None
    told = [event for _part, event in view.told]
    return Over(
        title=_title(view, outcome),
        says=_says(view, outcome),
        my_place=_my_place(view, outcome),
        settled=tuple(_settled(view, outcome)),
        hint=_hint(view, outcome),
        last=hand_end([*told, *_closing(view, told)], view.seat),
        plot=_plot(view, [*_histories(view)]),
    )


def _closing(view: View, told: Sequence[Event]) -> list[Event]:
    """The hand's end, where something has happened in it: the scores as they are now."""
    scores = [of.score for of in view.seats]
    return [Event("hand over", "6.1", None, {"hand": view.hand, "scores": scores})] if told else []


def _says(view: View, outcome: Outcome) -> Line:
    if outcome.reason == "resignation":
        return ending(outcome.winners, outcome.reason, outcome.scores, view.seat)
    if outcome.reason == "straight flush":
        return say(_("A straight flush wins on the spot."))
    if len(outcome.winners) > 1:
        return say(_("%(seats)s have the same, and share the pot."), seats=seats(outcome.winners))
    return say(_("The most points at the end of a hand in which a player reached %(goal)s."), goal=number(GOAL))


def _my_place(view: View, outcome: Outcome) -> Line | None:
    """The viewer's place and points as a sentence; None for spectators and winners, whom the title names."""
    if view.seat is None or view.seat in outcome.winners:
        return None
    if view.seats[view.seat].out:
        return None if outcome.reason == "resignation" else say(_("You left the game early."))
    settled = _settled(view, outcome)
    mine = next(each for each in settled if each.you)
    return came(mine.place, shared=sum(each.place == mine.place for each in settled) > 1)


def _settled(view: View, outcome: Outcome) -> list[Settled]:
    top = max((outcome.scores[of] for of in outcome.winners), default=0)
    order = sorted(range(len(outcome.scores)), key=lambda of: (of not in outcome.winners, -outcome.scores[of], of))
    units = outcome.extra.get("settlement", ())
    return [
        Settled(
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
    """Counted from 1; winners share the first, equal scores below share theirs."""
    if of in outcome.winners:
        return 1
    ahead = (each in outcome.winners or outcome.scores[each] > outcome.scores[of] for each in order)
    return 1 + sum(ahead)


def _short(view: View, top: int, own: int) -> str:
    """What is missing, reckoned out; below 0 it counts double (7.5)."""
    missing = max(0, top - own)
    if own < 0 and view.options["negative"]:
        return f"2 × ({top} + {-own}) = {2 * missing}"
    return f"{top} − {own} = {missing}" if missing else "0"


def written(units: Fraction) -> str:
    """Units with their sign, fractions as a whole and a rest: ``−6 1/2``."""
    whole, rest = divmod(abs(units.numerator), units.denominator)
    parts = [str(whole)] if whole or not rest else []
    if rest:
        parts.append(f"{rest}/{units.denominator}")
    sign = "+" if units > 0 else "−" if units < 0 else ""
    return sign + " ".join(parts)


def _hint(view: View, outcome: Outcome) -> Line:
    if view.options["negative"]:
        return say(
            _("Everybody pays one unit for each point they are short, double below 0. Units are counted, never money.")
        )
    return say(_("Everybody pays one unit for each point they are short. Units are counted, never money."))


def _histories(view: View) -> list[tuple[int, ...]]:
    """The scores from the start to the end, a tuple per hand."""
    now = tuple(of.score for of in view.seats)
    start = (0,) * len(view.seats)
    finished = [start, *view.history]
    return finished if finished[-1] == now else [*finished, now]


def _plot(view: View, scores: Sequence[tuple[int, ...]]) -> Plot | None:
    """The race as a drawing; None if nothing was scored in two hands at least."""
    if len(scores) < 3:  # two hands and the start
        return None
    lowest, highest = min(map(min, scores)), max(GOAL, max(map(max, scores)))

    def x(hand: int) -> int:
        return _LEFT + (_RIGHT - _LEFT) * hand // (len(scores) - 1)

    def y(score: int) -> int:
        return _BOTTOM - (_BOTTOM - _TOP) * (score - lowest) // (highest - lowest)

    curves = []
    order = sorted(range(len(scores[0])), key=lambda of: -scores[-1][of])
    heights = _apart([y(scores[-1][of]) + 4 for of in order])
    for of, height in zip(order, heights, strict=True):
        path = "M" + "L".join(f"{x(hand)} {y(after[of])}" for hand, after in enumerate(scores))
        curves.append(Curve(of, of == view.seat, path, height, scores[-1][of]))
    every = 1 + (len(scores) - 2) // _TICKS
    ticks = tuple((hand, x(hand)) for hand in range(1, len(scores), every))
    return Plot(tuple(curves), y(GOAL), ticks, tuple(enumerate(scores[1:], 1)))


def _apart(heights: Sequence[int]) -> list[int]:
    """Where names stand, from the top, so that none lies on another or below the last place for one."""
    down: list[int] = []
    for height in heights:
        down.append(max(height, down[-1] + _APART) if down else height)
    up = [_BOTTOM + 4 + _APART]
    for height in reversed(down):
        up.append(min(height, up[-1] - _APART))
    return up[:0:-1]


def _title(view: View, outcome: Outcome) -> Line:
    """Who won, as a heading."""
    won, *others = outcome.winners
    if others:
        return say(_("%(seats)s win"), seats=seats(outcome.winners))
    if outcome.reason == "resignation":
        return who(won, view.seat, _("You win"), _("%(seat)s wins"))
    points = number(outcome.scores[won])
    return who(won, view.seat, _("You win with %(points)s"), _("%(seat)s wins with %(points)s"), points=points)
