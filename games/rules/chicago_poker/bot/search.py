"""The steady player's plans: the cards to lay, and their businesses.

A plan for one business is a choice of cards that would be added to the own column there; a joint plan is one for each
business, no card used twice. Cards are bits of a mask. A plan's gain is discounted for every action it takes.
"""

from collections.abc import Iterable, Sequence
from itertools import combinations, islice
from typing import NamedTuple

from games.rules.chicago_poker.bot.evaluation import Stake
from games.rules.chicago_poker.pieces import COLUMN

PATIENCE = 0.92
"""The part of a gain that is left for each action that must be taken for it."""

_DISCOUNT = [PATIENCE**actions for actions in range(2 * COLUMN + 1)]

_CHOICE = 12
"""The number of plans for a business that are tried together with the plans for the others."""


class Plan(NamedTuple):
    """Cards added at a business: the change by them (discounted), their mask, and actions that can't wait a turn."""

    worth: float
    mask: int
    hurried: int


_NOTHING = Plan(0.0, 0, 0)


class Prospect:
    """All plans with a hand, and with some cards more that would have to be drawn first."""

    __slots__ = ("bits", "hopeful", "places", "plans")

    def __init__(self, stakes: Sequence[Stake], hand: Sequence[str], drawn: Sequence[str] = ()) -> None:
        pool = [*hand, *drawn]
        self.bits = {card: 1 << place for place, card in enumerate(pool)}
        offer = [(card, 1 << place, 1 + (place >= len(hand))) for place, card in enumerate(pool)]
        self.places = {stake.tile: place for place, stake in enumerate(stakes)}
        self.plans = [_plans(stake, offer) for stake in stakes]
        self.hopeful = [[*_chosen(plans, _CHOICE), _NOTHING] for plans in self.plans]

    def best(self, room: int) -> float:
        """Return the worth of the best joint plan with ``room`` actions left in this turn."""
        return _joint(self.hopeful, 0, room)

    def best_drawn(self, card: str, room: int) -> float:
        """Return the same if the card has just been drawn, so that its plans need an action less."""
        bit = self.bits[card]
        eager = [[_sooner(plan) if plan.mask & bit else plan for plan in plans] for plans in self.hopeful]
        return _joint([sorted(plans, reverse=True) for plans in eager], 0, room)

    def best_laid(self, card: str, tile: str, room: int) -> float:
        """Return the same if the card has just been laid at a business."""
        bit, place = self.bits[card], self.places[tile]
        laid = islice((plan for plan in self.plans[place] if plan.mask & bit), _CHOICE)
        others = [plans for number, plans in enumerate(self.hopeful) if number != place]
        limit = sum(plans[0].worth for plans in others)
        best = float("-inf")
        for plan in map(_sooner, laid):
            if plan.worth + limit <= best:
                break
            if plan.hurried <= room:
                best = max(best, plan.worth + _joint(others, plan.mask, room - plan.hurried))
        return best


def _plans(stake: Stake, offer: Sequence[tuple[str, int, int]]) -> list[Plan]:
    """Return every choice of cards for one business, the best first."""
    free = COLUMN - len(stake.column)
    base = stake.payoff(stake.column)
    plans = [_NOTHING]
    for size in range(1, free + 1):
        for chosen in combinations(offer, size):
            change = stake.payoff([*stake.column, *(card for card, _, _ in chosen)]) - base
            actions = sum(cost for _, _, cost in chosen)
            mask = sum(bit for _, bit, _ in chosen)
            worth = change * _DISCOUNT[actions] if change > 0 else change
            plans.append(Plan(worth, mask, actions if stake.urgent else 0))
    plans.sort(reverse=True)
    return plans


def _sooner(plan: Plan) -> Plan:
    """Return the plan with one of its actions taken already."""
    worth = plan.worth / PATIENCE if plan.worth > 0 else plan.worth
    return Plan(worth, plan.mask, max(0, plan.hurried - 1))


def _chosen(plans: Iterable[Plan], most: int) -> list[Plan]:
    """Return the best plans that bring something, without plans that need more cards than a better one does."""
    chosen: list[Plan] = []
    for plan in plans:
        if plan.worth <= 0 or len(chosen) == most:
            break
        if not any(better.mask & plan.mask == better.mask for better in chosen):
            chosen.append(plan)
    return chosen


def _joint(lists: Sequence[Sequence[Plan]], used: int, room: int) -> float:
    """Return the most that one plan from each list can give together, without the used cards."""
    if not lists:
        return 0.0
    first, *rest = lists
    limit = sum(plans[0].worth for plans in rest)
    best = 0.0
    for plan in first:
        if plan.worth + limit <= best:
            break
        if not plan.mask & used and plan.hurried <= room:
            best = max(best, plan.worth + _joint(rest, used | plan.mask, room - plan.hurried))
    return best
