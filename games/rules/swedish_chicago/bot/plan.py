"""Plans of a player for the rest of a hand: how to announce, whether to declare Chicago, how to play the tricks.

The steps are ``announce best|silent``, ``chicago never`` and ``tricks win|low [cards] [ask lead|chicago|lost]…``. Named
cards go last, in this order; all other cards go before them, the lowest first.
"""

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any, NamedTuple

from games.rules.automation import Automation
from games.rules.contract import Illegal
from games.rules.swedish_chicago.bot.guesses import unseen
from games.rules.swedish_chicago.bot.numbers import NUMBER
from games.rules.swedish_chicago.bot.orders import ANNOUNCE, CHICAGO, answer_announce, may_declare
from games.rules.swedish_chicago.bot.playout import Deal, declares
from games.rules.swedish_chicago.bot.quick import card_for_trick
from games.rules.swedish_chicago.moves import PLAYS, understand
from games.rules.swedish_chicago.pieces import CARDS, HAND, ORDER, VALUE
from games.rules.swedish_chicago.state import State
from games.rules.swedish_chicago.table import PARTS
from games.rules.swedish_chicago.view import SeatView, View
from games.rules.vocabulary import Plan

TRICKS = "tricks"
WIN, LOW = "win", "low"
LEAD, LOST = "lead", "lost"
"""Reasons to ask, beside ``chicago``: the viewer has won the lead; the card saved for the last trick is gone."""

_ANSWERS = {ANNOUNCE: ("best", "silent"), CHICAGO: ("never",)}
_ASKS = (LEAD, CHICAGO, LOST)

_DRAWS, _PROMISING = 30, 3
"""The number of sampled draws, and how many of them must be worth a Chicago for a player who wants to be asked."""


class TricksPlan(NamedTuple):
    """A parsed step for the tricks; ``cards`` are the named cards in the order in which they go."""

    way: str
    cards: tuple[str, ...] = ()
    asks: frozenset[str] = frozenset()

    @property
    def step(self) -> str:
        return " ".join([TRICKS, self.way, *self.cards, *(f"ask {each}" for each in _ASKS if each in self.asks)])


class Plans(Automation[State, View]):
    def new_plan(self, view: View, steps: Sequence[str]) -> Plan:
        own = owner(view)
        if view.outcome is not None:
            raise Illegal("over", "6.1")
        if own is None:
            raise Illegal("not_playing", "6.3")
        verbs = [step.split(" ")[0] for step in steps]
        if len(set(verbs)) < len(verbs):
            raise Illegal("plan_twice", "8")
        for step in steps:
            _check(view, own, step)
        return Plan(tuple(steps), {"hand": view.hand, "part": view.part})

    def remaining_plan(self, view: View, plan: Plan) -> Plan | None:
        own = owner(view)
        if own is None or plan.seen.get("hand") != view.hand:
            return None
        steps = tuple(step for step in plan.steps if _remains(view, own, step, plan.seen))
        return plan._replace(steps=steps) if steps else None

    def planned_move(self, view: View, plan: Plan) -> str | None:
        own = owner(view)
        if own is None or not view.legal or plan.seen.get("hand") != view.hand:
            return None
        answers = answers_of(plan)
        if view.phase == "announce" and plan.seen.get("part") == view.part:
            return answer_announce(view, own, answers)
        if view.phase == "chicago":
            return "pass" if answers.get(CHICAGO) == "never" else None
        tricks = tricks_of(plan)
        return _play(view, own, tricks) if view.phase == "play" and tricks is not None else None

    def suggested_plan(self, view: View) -> Sequence[str]:
        own = owner(view)
        if own is None:
            return ()
        steps = []
        if _is_announcing_ahead(view, own):
            steps.append(f"{ANNOUNCE} best")
        if _is_chicago_ahead(view) and may_declare(view, own) and not _hopes_for_chicago(view, own):
            steps.append(f"{CHICAGO} never")
        if are_tricks_ahead(view):
            steps.append(TricksPlan(WIN).step)
        return steps


def owner(view: View) -> SeatView | None:
    """Return the viewer's seat if the game is running and the viewer still plays in it, otherwise None."""
    if view.seat is None or view.outcome is not None or view.seats[view.seat].out:
        return None
    return view.seats[view.seat]


def answers_of(plan: Plan) -> Mapping[str, str]:
    """Return the plan's answers for announcing and for Chicago, by name, in the form of standing orders."""
    return {name: answer for name, answer, *_ in (step.split(" ") for step in plan.steps) if name in _ANSWERS}


def tricks_of(plan: Plan) -> TricksPlan | None:
    return next((parsed_tricks(step) for step in plan.steps if step.startswith(f"{TRICKS} ")), None)


def kept_by(view: View, own: SeatView) -> tuple[str, ...]:
    """Return the viewer's cards without those that a sealed exchange throws."""
    hand = own.hand or ()
    if view.sealed is None or view.phase != "exchange":
        return hand
    thrown = understand(view.sealed).cards
    return tuple(card for card in hand if card not in thrown)


def in_order(cards: Sequence[str], tricks: TricksPlan) -> list[str]:
    """Return these cards in the order in which the plan plays them if it may choose."""
    named = [card for card in tricks.cards if card in cards]
    return [*sorted((card for card in cards if card not in named), key=_height), *named]


def saved_card(own: SeatView, tricks: TricksPlan) -> str | None:
    """Return the card that the plan saves for the last trick, or None if it names no cards."""
    return tricks.cards[-1] if tricks.cards else None


def reason_to_ask(view: View, own: SeatView, tricks: TricksPlan) -> str | None:
    """Return why the viewer plays the next card themselves, or None if the plan goes on.

    The reason is one of the plan's ``asks``, or ``own`` in the viewer's own Chicago.
    """
    if view.declarer == own.seat:
        return "own"
    if CHICAGO in tricks.asks and view.declarer is not None:
        return CHICAGO
    if LEAD in tricks.asks and not view.trick and own.tricks:
        return LEAD
    saved = saved_card(own, tricks)
    return LOST if LOST in tricks.asks and saved in own.played else None


def parsed_tricks(step: str) -> TricksPlan:
    """Return a step for the tricks. Raise `Illegal` if it is malformed."""
    words, *asks = step.split(" ask ")
    way, *cards = words.partition(" ")[2].split(" ")
    if way not in (WIN, LOW) or not set(cards) <= set(CARDS) or not set(asks) <= set(_ASKS):
        raise Illegal("plan_unknown", "8", step=step[:40])
    if len(set(cards)) < len(cards):
        raise Illegal("twice", "2.1", card=next(card for card in cards if cards.count(card) > 1))
    return TricksPlan(way, tuple(cards), frozenset(asks))


def _check(view: View, own: SeatView, step: str) -> None:
    """Raise `Illegal` if the step is malformed or can't be planned now."""
    verb, _space, answer = step.partition(" ")
    if verb == TRICKS:
        _check_tricks(view, own, parsed_tricks(step))
    elif answer not in _ANSWERS.get(verb, ()):
        raise Illegal("plan_unknown", "8", step=step[:40])
    elif verb == ANNOUNCE and not _is_announcing_ahead(view, own):
        raise Illegal("plan_announce", "3.1")
    elif verb == CHICAGO and not _is_chicago_ahead(view):
        raise Illegal("plan_chicago", "5.1")
    elif verb == CHICAGO and not may_declare(view, own):
        raise Illegal("below_15", "5.1", score=own.score)


def _check_tricks(view: View, own: SeatView, tricks: TricksPlan) -> None:
    if view.declarer == own.seat:
        raise Illegal("plan_own_chicago", "5.2")
    if not are_tricks_ahead(view):
        raise Illegal("plan_tricks", "4.2")
    kept = kept_by(view, own)
    for card in tricks.cards:
        if card not in kept:
            raise Illegal("not_your_card", "4.2", card=card)


def _is_announcing_ahead(view: View, own: SeatView) -> bool:
    sealed = view.phase == "announce" and own.answered
    return view.part < PARTS and own.said[view.part - 1] is None and not sealed


def _is_chicago_ahead(view: View) -> bool:
    return view.part == PARTS and view.phase != "play" and view.declarer is None


def are_tricks_ahead(view: View) -> bool:
    return view.part == PARTS and view.declarer != view.seat


def _remains(view: View, own: SeatView, step: str, seen: Mapping[str, Any]) -> bool:
    verb = step.split(" ")[0]
    if verb == ANNOUNCE:
        return seen.get("part") == view.part and _is_announcing_ahead(view, own)
    return _is_chicago_ahead(view) if verb == CHICAGO else are_tricks_ahead(view)


def _play(view: View, own: SeatView, tricks: TricksPlan) -> str | None:
    """Return the next card, or None if the viewer wants to be asked. An only card is played in any case."""
    if view.declarer != own.seat and len(view.legal) == 1:
        return view.legal[0]
    if reason_to_ask(view, own, tricks) is not None:
        return None
    if view.declarer is not None:
        return card_for_trick(own.hand or (), view.trick, view.declarer, own.seat)
    cards = in_order([move.split()[1] for move in view.legal], tricks)
    return PLAYS[_follow(view, own, tricks, cards) if view.trick else _lead(own, tricks, cards)]


def _lead(own: SeatView, tricks: TricksPlan, cards: Sequence[str]) -> str:
    """Return the first card; without a saved card, the best one of the last two, which keeps the lead."""
    return cards[-1] if tricks.way == WIN and not tricks.cards and own.hand_size == 2 else cards[0]


def _follow(view: View, own: SeatView, tricks: TricksPlan, cards: Sequence[str]) -> str:
    suit = view.trick[0][0][1]
    best = max(VALUE[card] for card, _ in view.trick if card[1] == suit)
    saved = saved_card(own, tricks)
    winners = [card for card in cards if card[1] == suit and VALUE[card] > best and card != saved]
    return winners[0] if winners and tricks.way == WIN else cards[0]


def _height(card: str) -> tuple[int, int]:
    return VALUE[card], ORDER[card]


def _hopes_for_chicago(view: View, own: SeatView) -> bool:
    """Return whether some of the hands that the viewer may draw are worth a Chicago."""
    kept = [NUMBER[card] for card in kept_by(view, own)]
    rng, left = Random(view.turn), [NUMBER[card] for card in unseen(view)]
    deal = Deal(view.options, view.order, [of.score for of in view.seats])
    deal.made = [of.seat for of in view.seats if of.made_chicago]
    found = 0
    for _ in range(_DRAWS):
        deal.hands = {own.seat: [*kept, *rng.sample(left, HAND - len(kept))]}
        found += declares(deal, own.seat)
    return found >= _PROMISING
