"""The actions of a turn, judged as one decision by playing on from their player's knowledge. Pure: no Django.

A decision begins where its player learns something: with the turn, a card drawn, a look at a card. It ends with the
action that shows the next such thing, or with the turn. The actions are compared with the best other *plan*, on the
same deals, so that another order of the same actions loses nothing, and an omission is counted once. The best plan is
chosen on some deals, and its gain is told from others: the best of several noisy gains is too high. The playouts are
cut off after some turns. Their gains are scaled to those of playouts to the end of the game (``python -m
lab.bench.losses``); the error that is left is part of every error told.
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
from games.rules.automation import Plans
from games.rules.contract import END, Seat, State, View
from games.rules.game import Rules

CLEAR = 2.0
"""Standard errors on each side of a clear result."""


class Effort(NamedTuple):
    """The amount of play for a decision.

    ``racing``: deals of a race's first round; each further one doubles the number of deals so far. ``raced``: the most
    deals of a race. ``round``: deals after which it is asked whether the annotation is clear. ``most``: deals while it
    is open whether the decision is a mistake; ``least``: the most for other annotations.
    """

    racing: int
    raced: int
    round: int
    least: int
    most: int

    @classmethod
    def of(cls, samples: int) -> Self:
        """Return the effort for a Review of so many samples, of which 160 are usual."""
        return cls(max(1, samples // 8), samples, max(1, 3 * samples // 4), 2 * samples, 12 * samples)


class Plan(NamedTuple):
    """Actions from the beginning of a decision. ``leaves``: the place of the first that was not taken in the game."""

    moves: tuple[str, ...]
    leaves: int = 0


@dataclass
class Deals:
    """The chances to win of the actions done and of a plan, played on from the same deals.

    Each deal is one of a few samples, chosen by likelihood as in a search. It has no further weight here: in one
    decision of four, a few deals would outweigh all others.
    """

    done: list[float] = field(default_factory=list)
    planned: list[float] = field(default_factory=list)

    def add(self, done: float, planned: float) -> None:
        """Add a deal."""
        self.done.append(done)
        self.planned.append(planned)

    def gain(self) -> tuple[float, float]:
        """Return how much the plan is better, and the standard error of the sample."""
        gains = [plan - done for plan, done in zip(self.planned, self.done, strict=True)]
        return weighted_mean(gains, [1.0] * len(gains))

    def chance(self) -> float:
        """Return the chance of the actions done."""
        return fmean(self.done)


class Action(NamedTuple):
    """One that was taken: where in the game, and with which full view."""

    place: Place
    view: View
    move: str


@dataclass
class Gathering:
    """The actions of one seat, gathered until their decision ends."""

    actions: list[Action] = field(default_factory=list)

    def add(self, action: Action | None, *, commits: bool = False) -> Iterator[list[Action]]:
        """Add the seat's choice, or None for any other move of the game. Yield each decision that ends with it."""
        if action is None or (self.actions and action.place.turn != self.actions[0].place.turn):
            yield from self.end()
        if action is not None:
            self.actions.append(action)
        if commits:
            yield from self.end()

    def end(self) -> Iterator[list[Action]]:
        """Yield the decision under way, if there is one."""
        ended, self.actions = self.actions, []
        if ended:
            yield ended


@dataclass
class Comparison:
    """The actions done in a decision against the best other plan. Kept as JSON between two slices of a Review.

    ``others`` are the first other actions of plans that leave it at the same place, with their gains and errors. These
    plans were tried on at least the deals of one round, since with fewer a bad one may look like a good answer.
    """

    place: Place
    done: Plan
    plan: Plan
    others: list[tuple[str, float, float]] = field(default_factory=list)
    deals: Deals = field(default_factory=Deals)

    def is_clear(self, rules: Rules, effort: Effort) -> bool:
        """Return whether more deals would hardly change the annotation."""
        if self.plan == self.done:
            return True
        least, most = (_annotation_beside(rules, self.deals, side * CLEAR) for side in (-1, 1))
        if least == most or {least, most} == {BEST, GOOD}:
            return True
        is_open = (least in WORSE) != (most in WORSE)
        return len(self.deals.done) >= (effort.most if is_open else effort.least)

    def play(self, rules: Rules, view: View, effort: Effort, seed: str) -> None:
        """Play one more round of deals. Raises NoSample."""
        rng = Random(f"{seed} {self.place.number} {len(self.deals.done)}")
        different = tuple(dict.fromkeys((self.done, self.plan)))
        for done, *planned in _played(rules, view, different, effort.round, rng):
            self.deals.add(done, *planned or [done])

    def grade(self, rules: Rules) -> Grade:
        """Return the result of the deals. A decision that loses nothing stands at its first action."""
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
        """Return the comparison for a JSON field."""
        return asdict(self)

    @classmethod
    def from_json(cls, stored: dict[str, Any]) -> Self:
        """Return the comparison of a JSON field."""
        place, done, plan = Place(*stored["place"]), _plan(stored["done"]), _plan(stored["plan"])
        return cls(place, done, plan, [(*each,) for each in stored["others"]], Deals(**stored["deals"]))


def _plan(stored: Sequence[Any]) -> Plan:
    moves, leaves = stored
    return Plan(tuple(moves), leaves)


def plans_of(rules: Rules) -> Plans:
    """Return how the turns of a game are judged. Raises ValueError for one whose moves are judged alone."""
    if rules.automation.PLANS is None:
        raise ValueError(f"each move of {rules.engine.VARIANT} is judged alone")
    return rules.automation.PLANS


def missed_actions(grades: Iterable[Grade], turn: int) -> frozenset[str]:
    """Return the actions that were better than those done earlier in a turn."""
    return frozenset(each.best for each in grades if each.turn == turn and each.annotation not in (BEST, GOOD))


def compare(rules: Rules, actions: Sequence[Action], missed: frozenset[str], effort: Effort, rng: Random) -> Comparison:
    """Return a decision's actions with the best other plan, without those ``missed`` before. Raise `NoSample`."""
    place, view, _move = actions[0]
    done = Plan(tuple(action.move for action in actions))
    others = _chosen(done, _others(rules, actions, missed, rng))
    if not others:
        return Comparison(place, done, done)
    found = _raced(rules, view, done, others, effort, rng)
    best, *others = found
    if found[best].gain()[0] <= 0:
        return Comparison(place, done, done)
    at = best.leaves
    beside = [
        (plan.moves[at], *found[plan].gain())
        for plan in others
        if plan.leaves == at and plan.moves[at] != best.moves[at] and len(found[plan].done) >= effort.round
    ]
    return Comparison(place, done, best, beside)


def _raced(
    rules: Rules, view: View, done: Plan, plans: Sequence[Plan], effort: Effort, rng: Random
) -> dict[Plan, Deals]:
    """Return the plans with their deals, the best first. Plans that can't win or earn an annotation leave the race."""
    found, remaining, deals = {plan: Deals() for plan in plans}, [*plans], 0
    best = remaining[0]
    while deals < effort.raced:
        more = max(deals, effort.racing)
        for chance, *planned in _played(rules, view, (done, *remaining), more, rng):
            for plan, better in zip(remaining, planned, strict=True):
                found[plan].add(chance, better)
        deals += more
        best = max(remaining, key=lambda plan: found[plan].gain()[0])
        remaining = [plan for plan in remaining if _may_win(rules, found[plan], found[best])]
        if len(remaining) < 2:
            break
    return {plan: found[plan] for plan in sorted(plans, key=lambda plan: plan != best)}


def _may_win(rules: Rules, deals: Deals, best: Deals) -> bool:
    """Return whether a plan may earn an annotation, and be as good as the best so far, on the same deals."""
    lead, error = Deals(best.planned, deals.planned).gain()
    return lead + CLEAR * error >= 0 and _annotation_beside(rules, deals, CLEAR) not in (BEST, GOOD)


def _annotation_beside(rules: Rules, deals: Deals, errors: float) -> str:
    """Return the annotation of the played plan if the gain is shifted by this many standard errors of the sample."""
    gain, error = deals.gain()
    return annotation_of(*_scaled(rules, (gain + errors * error, error)))


def _scaled(rules: Rules, found: Iterable[float]) -> tuple[float, float]:
    """Return a gain of playouts that are cut off, and its error, scaled to playouts to the end of the game."""
    plans, (gain, sampling) = plans_of(rules), found
    return plans.scale * gain, hypot(plans.scale * sampling, plans.error)


def behind(rules: Rules, view: View, move: str, best: str, deals: int, rng: Random) -> tuple[float, float]:
    """Return how much an action is worse than the best one, and the error of that. Raises NoSample."""
    first, second = (Plan(tuple(_continued(rules, view, each, rng))) for each in (move, best))
    found = Deals()
    for chance, better in _played(rules, view, (first, second), deals, rng):
        found.add(chance, better)
    return _scaled(rules, found.gain())


def _chosen(done: Plan, plans: Iterable[Plan]) -> list[Plan]:
    """Return one plan for each set of actions, without the set that was taken."""
    chosen = {_actions(done.moves): done}
    for plan in plans:
        chosen.setdefault(_actions(plan.moves), plan)
    return [*chosen.values()][1:]


def _others(rules: Rules, actions: Sequence[Action], missed: frozenset[str], rng: Random) -> Iterator[Plan]:
    """Yield plans that replace one of the actions by any other worth evaluating: the same in every Review."""
    done = [action.move for action in actions]
    for at, (_place, view, move) in enumerate(actions):
        for other in rules.automation.candidates(view):
            if other != move and other not in missed:
                yield Plan((*done[:at], *_continued(rules, view, other, rng)), at)


def _continued(rules: Rules, view: View, move: str, rng: Random) -> list[str]:
    """Return an action and the quick policy's actions after it, until its player learns something new."""
    state, seat, moves = sampled(rules, view, rng), _seat(view), [move]
    while not state.commits(seat, moves[-1]):
        state.make(seat, moves[-1], shuffling(rng))
        if state.to_move != {seat}:
            break
        moves.append(rules.automation.quick_policy(state, seat, rng))
    return moves


def _actions(moves: Iterable[str]) -> tuple[str, ...]:
    """Return the actions in no particular order, without the end of the turn, which follows from them."""
    return tuple(sorted(move for move in moves if move != END))


def _seat(view: View) -> Seat:
    if view.seat is None:
        raise ValueError("a spectator decides nothing")
    return view.seat


def _played(rules: Rules, view: View, plans: Sequence[Plan], deals: int, rng: Random) -> Iterator[list[float]]:
    """Yield the chances of all plans with each deal, and the same luck to come."""
    sampler = WeightedSampler(rules, view)
    for _ in range(deals):
        state, seed = sampler(rng).state, rng.getrandbits(64)
        yield [_chance(rules, state.copy(), _seat(view), plan, seed) for plan in plans]


def _chance(rules: Rules, state: State, seat: Seat, plan: Plan, seed: int) -> float:
    rng, last = Random(seed), state.turn + plans_of(rules).horizon
    for move in plan.moves:
        state.make(seat, move, shuffling(rng))
    return playout(rules, state, rng, last - state.turn)[seat]
