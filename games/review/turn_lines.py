"""The actions of a turn, graded as one decision by playouts from the player's knowledge. Independent of Django.

A decision begins when its player learns something: at the start of the turn, or by drawing or seeing a card. It ends
with the next action that reveals something, or with the turn. Its actions are compared with the best other *line* on
the same deals, so that another order of the same actions loses nothing, and an omission counts once. The best line is
chosen on some deals, and its gain is measured on others, because the best of several noisy gains is too high. The
playouts are cut off after some turns. Their gains are scaled to those of full playouts (``python -m
lab.bench.losses``); the remaining error is part of every reported error.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass, field
from math import hypot
from random import Random
from statistics import fmean
from typing import Any, NamedTuple, Self

from games.computers.search import WeightedSampler, playout, sampled, shuffling, weighted_mean
from games.review.grading import Place, annotation_of
from games.review.report import BEST, GOOD, WORSE, Grade, Option
from games.rules.automation import TurnLines
from games.rules.contract import END, Seat, State, View
from games.rules.game import Rules

CLEAR = 2.0
"""Number of standard errors on each side of a clear result."""


class Effort(NamedTuple):
    """The number of deals to play for a decision.

    ``racing`` is the number in the first round of a race; each later round doubles the total, up to ``raced``.
    ``round`` is the number between two checks whether the annotation is clear. ``most`` is the maximum while it is open
    whether the decision is a mistake, ``least`` the maximum otherwise.
    """

    racing: int
    raced: int
    round: int
    least: int
    most: int

    @classmethod
    def of(cls, samples: int) -> Self:
        return cls(max(1, samples // 8), samples, max(1, 3 * samples // 4), 2 * samples, 12 * samples)


class TurnLine(NamedTuple):
    """The actions of a decision.

    ``leaves`` is the index of the first action that differs from the game.
    """

    moves: tuple[str, ...]
    leaves: int = 0


@dataclass
class Deals:
    """The winning chances of the actual actions and of a line, played out from the same deals.

    Each deal is one of a few samples, chosen by likelihood as in a search. It has no further weight here, because in
    one decision out of four a few deals would outweigh all others.
    """

    done: list[float] = field(default_factory=list)
    planned: list[float] = field(default_factory=list)

    def add(self, done: float, planned: float) -> None:
        self.done.append(done)
        self.planned.append(planned)

    def gain(self) -> tuple[float, float]:
        """Return the line's mean gain over the actual actions, with its standard error."""
        gains = [line - done for line, done in zip(self.planned, self.done, strict=True)]
        return weighted_mean(gains, [1.0] * len(gains))

    def chance(self) -> float:
        return fmean(self.done)


class Action(NamedTuple):
    place: Place
    view: View
    move: str


@dataclass
class Gathering:
    """The actions of one seat, collected until their decision ends."""

    actions: list[Action] = field(default_factory=list)

    def add(self, action: Action | None, *, commits: bool = False) -> Iterator[list[Action]]:
        """Add an action, or None for a move that is not the player's choice. Yield each decision that this ends.

        ``commits`` means that the action reveals something or ends the turn, which ends the decision.
        """
        if action is None or (self.actions and action.place.turn != self.actions[0].place.turn):
            yield from self.end()
        if action is not None:
            self.actions.append(action)
        if commits:
            yield from self.end()

    def end(self) -> Iterator[list[Action]]:
        """End and yield the decision in progress; yield nothing if there is none."""
        ended, self.actions = self.actions, []
        if ended:
            yield ended


@dataclass
class Comparison:
    """The actual actions of a decision and the best other line. Stored as JSON between two slices of a Review.

    ``others`` are the other lines' alternatives to the same action, with their gains and errors. Lines played on
    less than one round of deals are left out, because a bad line may look good after a few deals.
    """

    place: Place
    done: TurnLine
    plan: TurnLine
    others: list[tuple[str, float, float]] = field(default_factory=list)
    deals: Deals = field(default_factory=Deals)

    def is_clear(self, rules: Rules, effort: Effort) -> bool:
        """Return whether more deals are unlikely to change the annotation, or enough have been played."""
        if self.plan == self.done:
            return True
        least, most = (_annotation_beside(rules, self.deals, side * CLEAR) for side in (-1, 1))
        if least == most or {least, most} == {BEST, GOOD}:
            return True
        is_open = (least in WORSE) != (most in WORSE)
        return len(self.deals.done) >= (effort.most if is_open else effort.least)

    def play(self, rules: Rules, view: View, effort: Effort, seed: str) -> None:
        """Play another round of deals. Raise `NoSample` if no position fits the view."""
        rng = Random(f"{seed} {self.place.number} {len(self.deals.done)}")
        different = tuple(dict.fromkeys((self.done, self.plan)))
        for done, *planned in _played(rules, view, different, effort.round, rng):
            self.deals.add(done, *planned or [done])

    def grade(self, rules: Rules) -> Grade:
        """Return the grade from the deals. A decision without a loss is graded at its first action."""
        gain, error = _scaled(rules, self.deals.gain())
        if gain <= 0:
            best = Option(self.done.moves[0], self.deals.chance(), error)
            return Grade(*self.place, best.move, best.move, best.chance, 0.0, 0.0, BEST, (best,))
        return self._lost(rules, gain, error)

    def _lost(self, rules: Rules, loss: float, error: float) -> Grade:
        at, chance = self.plan.leaves, self.deals.chance()
        move, best = self.done.moves[at], self.plan.moves[at]
        scaled = [(other, *_scaled(rules, found)) for other, *found in self.others]
        others = [(other, min(gain, loss), hypot(doubt, error)) for other, gain, doubt in scaled]
        weighed = [(best, loss, error), (move, 0.0, error), *others]
        options = [Option(each, min(1.0, max(0.0, chance + gain)), doubt) for each, gain, doubt in weighed]
        options[1:] = sorted(options[1:], key=lambda option: option.chance, reverse=True)
        place = self.place._replace(number=self.place.number + at)
        return Grade(*place, move, best, chance, loss, error, annotation_of(loss, error), tuple(options))

    def to_json(self) -> dict[str, Any]:
        return asdict(self)

    @classmethod
    def from_json(cls, stored: dict[str, Any]) -> Self:
        place, done, line = Place(*stored["place"]), _plan(stored["done"]), _plan(stored["plan"])
        return cls(place, done, line, [(*each,) for each in stored["others"]], Deals(**stored["deals"]))


def _plan(stored: Sequence[Any]) -> TurnLine:
    moves, leaves = stored
    return TurnLine(tuple(moves), leaves)


def turn_lines_of(rules: Rules) -> TurnLines:
    """Return the settings for grading a game's turns. Raise `ValueError` if its moves are graded individually."""
    if rules.automation.TURN_LINES is None:
        raise ValueError(f"each move of {rules.engine.VARIANT} is judged alone")
    return rules.automation.TURN_LINES


def missed_actions(grades: Iterable[Grade], turn: int) -> frozenset[str]:
    """Return the better actions that the player has already missed in a turn."""
    return frozenset(each.best for each in grades if each.turn == turn and each.annotation not in (BEST, GOOD))


def compare(rules: Rules, actions: Sequence[Action], missed: frozenset[str], effort: Effort, rng: Random) -> Comparison:
    """Compare a decision with the best line without ``missed`` actions. Raise `NoSample` if nothing fits the view."""
    place, view, _move = actions[0]
    done = TurnLine(tuple(action.move for action in actions))
    others = _chosen(done, _others(rules, actions, missed, rng))
    if not others:
        return Comparison(place, done, done)
    found = _raced(rules, view, done, others, effort, rng)
    best, *others = found
    if found[best].gain()[0] <= 0:
        return Comparison(place, done, done)
    at = best.leaves
    beside = [
        (line.moves[at], *found[line].gain())
        for line in others
        if line.leaves == at and line.moves[at] != best.moves[at] and len(found[line].done) >= effort.round
    ]
    return Comparison(place, done, best, beside)


def _raced(
    rules: Rules, view: View, done: TurnLine, lines: Sequence[TurnLine], effort: Effort, rng: Random
) -> dict[TurnLine, Deals]:
    """Return the lines with their deals, best first; lines that can hardly win or prove an error drop out."""
    found, remaining, deals = {line: Deals() for line in lines}, [*lines], 0
    best = remaining[0]
    while deals < effort.raced:
        more = max(deals, effort.racing)
        for chance, *planned in _played(rules, view, (done, *remaining), more, rng):
            for line, better in zip(remaining, planned, strict=True):
                found[line].add(chance, better)
        deals += more
        best = max(remaining, key=lambda line: found[line].gain()[0])
        remaining = [line for line in remaining if _may_win(rules, found[line], found[best])]
        if len(remaining) < 2:
            break
    return {line: found[line] for line in sorted(lines, key=lambda line: line != best)}


def _may_win(rules: Rules, deals: Deals, best: Deals) -> bool:
    """Return whether a line can still equal the best one on the same deals and prove that the decision was an error."""
    lead, error = Deals(best.planned, deals.planned).gain()
    return lead + CLEAR * error >= 0 and _annotation_beside(rules, deals, CLEAR) not in (BEST, GOOD)


def _annotation_beside(rules: Rules, deals: Deals, errors: float) -> str:
    """Return the annotation of the actual actions if the line's gain were ``errors`` standard errors higher."""
    gain, error = deals.gain()
    return annotation_of(*_scaled(rules, (gain + errors * error, error)))


def _scaled(rules: Rules, found: Iterable[float]) -> tuple[float, float]:
    """Return the gain and error of cut-off playouts, scaled to full playouts."""
    lines, (gain, sampling) = turn_lines_of(rules), found
    return lines.scale * gain, hypot(lines.scale * sampling, lines.error)


def behind(rules: Rules, view: View, move: str, best: str, deals: int, rng: Random) -> tuple[float, float]:
    """Return how much worse ``move`` is than ``best``, with the error. Raise `NoSample` if nothing fits the view."""
    first, second = (TurnLine(tuple(_continued(rules, view, each, rng))) for each in (move, best))
    found = Deals()
    for chance, better in _played(rules, view, (first, second), deals, rng):
        found.add(chance, better)
    return _scaled(rules, found.gain())


def _chosen(done: TurnLine, lines: Iterable[TurnLine]) -> list[TurnLine]:
    """Return one line for each set of actions, except the set taken in the game."""
    chosen = {_actions(done.moves): done}
    for line in lines:
        chosen.setdefault(_actions(line.moves), line)
    return [*chosen.values()][1:]


def _others(rules: Rules, actions: Sequence[Action], missed: frozenset[str], rng: Random) -> Iterator[TurnLine]:
    """Yield lines that replace one action by another candidate; they are the same in every Review of this seat."""
    done = [action.move for action in actions]
    for at, (_place, view, move) in enumerate(actions):
        for other in rules.automation.candidates(view):
            if other != move and other not in missed:
                yield TurnLine((*done[:at], *_continued(rules, view, other, rng)), at)


def _continued(rules: Rules, view: View, move: str, rng: Random) -> list[str]:
    """Return an action and the quick policy's next ones, up to one that reveals something, or to the turn's end."""
    state, seat, moves = sampled(rules, view, rng), _seat(view), [move]
    while not state.commits(seat, moves[-1]):
        state.make(seat, moves[-1], shuffling(rng))
        if state.to_move != {seat}:
            break
        moves.append(rules.automation.quick_policy(state, seat, rng))
    return moves


def _actions(moves: Iterable[str]) -> tuple[str, ...]:
    """Return the actions in sorted order, without the turn's end, which is implied."""
    return tuple(sorted(move for move in moves if move != END))


def _seat(view: View) -> Seat:
    if view.seat is None:
        raise ValueError("a spectator decides nothing")
    return view.seat


def _played(rules: Rules, view: View, lines: Sequence[TurnLine], deals: int, rng: Random) -> Iterator[list[float]]:
    """Yield the chances of all lines for each deal, with the same future luck."""
    sampler = WeightedSampler(rules, view)
    for _ in range(deals):
        state, seed = sampler(rng).state, rng.getrandbits(64)
        yield [_chance(rules, state.copy(), _seat(view), line, seed) for line in lines]


def _chance(rules: Rules, state: State, seat: Seat, line: TurnLine, seed: int) -> float:
    rng, last = Random(seed), state.turn + turn_lines_of(rules).horizon
    for move in line.moves:
        state.make(seat, move, shuffling(rng))
    return playout(rules, state, rng, last - state.turn)[seat]
