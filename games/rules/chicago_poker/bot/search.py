"""The steady player's plans: which cards to play at which businesses.

A plan for one business is a choice of cards to add to the player's column there. A joint plan has one plan per business
and uses no card twice. Cards are bits of a mask. A plan's gain is discounted for every action that the plan takes.
"""

from collections.abc import Iterable, Sequence
from itertools import combinations, islice
from typing import NamedTuple

from games.rules.chicago_poker.bot.evaluation import Stake
from games.rules.chicago_poker.pieces import COLUMN

PATIENCE = 0.92
"""The discount factor on a gain for each action needed."""

_DISCOUNT = [PATIENCE**actions for actions in range(2 * COLUMN + 1)]

_CHOICE = 12
"""The number of plans for each business that are combined with plans for other businesses."""


class Plan(NamedTuple):
    """Cards to add at a business: the discounted change in value, their mask, and the actions needed this turn."""

    worth: float
    mask: int
    hurried: int


_NOTHING = Plan(0.0, 0, 0)


class Prospect:
    """All plans with the cards in hand and with some cards that must be drawn first."""

    __slots__ = ("bits", "hopeful", "places", "plans")

    def __init__(self, stakes: Sequence[Stake], hand: Sequence[str], drawn: Sequence[str] = ()) -> None:
        pool = [*hand, *drawn]
        self.bits = {card: 1 << place for place, card in enumerate(pool)}
        offer = [(card, 1 << place, 1 + (place >= len(hand))) for place, card in enumerate(pool)]
        self.places = {stake.tile: place for place, stake in enumerate(stakes)}
        self.plans = [_plans(stake, offer) for stake in stakes]
        self.hopeful = [[*_chosen(plans, _CHOICE), _NOTHING] for plans in self.plans]

    def best(self, room: int) -> float:
        """Return the value of the best joint plan with ``room`` actions left in this turn."""
        return _joint(self.hopeful, 0, room)

    def best_drawn(self, card: str, room: int) -> float:
        """Return the value of the best joint plan after drawing the card.

        Plans that use this card then need one action less.
        """
        bit = self.bits[card]
        eager = [[_sooner(plan) if plan.mask & bit else plan for plan in plans] for plans in self.hopeful]
        return _joint([sorted(plans, reverse=True) for plans in eager], 0, room)

    def best_laid(self, card: str, tile: str, room: int) -> float:
        """Return the value of the best joint plan after playing the card at a business.

        Return minus infinity if no plan is possible.
        """
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
    worth = plan.worth / PATIENCE if plan.worth > 0 else plan.worth
    return Plan(worth, plan.mask, max(0, plan.hurried - 1))


def _chosen(plans: Iterable[Plan], most: int) -> list[Plan]:
    """Return the best plans with a gain, except those that add more cards to a better plan."""
    chosen: list[Plan] = []
    for plan in plans:
        if plan.worth <= 0 or len(chosen) == most:
            break
        if not any(better.mask & plan.mask == better.mask for better in chosen):
            chosen.append(plan)
    return chosen


def _joint(lists: Sequence[Sequence[Plan]], used: int, room: int) -> float:
    """Return the highest total value of one plan from each list, without used cards."""
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
