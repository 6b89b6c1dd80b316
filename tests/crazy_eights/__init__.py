"""Crazy Eights for 2 to 4 players: a minimal game with an engine, sentences, and plans of cards to play."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from random import Random

from games.rules.contract import Engine, Illegal, Seat, View
from games.rules.game import Game
from games.rules.phrases import number, say, text
from games.rules.plain_game import PlainAutomation, PlainPresentation
from games.rules.rulebook import short
from games.rules.vocabulary import Line, Plan
from tests.crazy_eights.state import CARDS, POINTS, State

SUITS = {"c": "clubs", "d": "diamonds", "h": "hearts", "s": "spades"}


class CrazyEightsEngine(Engine[State]):
    """The engine of Crazy Eights: match the suit or the rank; eights are wild."""

    VARIANT, NAME, SEATS, PIECES, state_class = "crazy_eights", "Crazy Eights", range(2, 5), CARDS, State
    ZONES, REASONS = ("stock", "pile", "hand"), ("first out", "resignation", "blocked")


class CrazyEightsPresentation(PlainPresentation[State]):
    PITCH = "Match the top card’s suit or rank, or change the suit with an eight. First without cards wins."
    RULEBOOK = short(
        "Two players get seven cards each, three or four get five. One card is turned up.",
        "Play a card of the suit or rank to match. An eight can always be played and names the next suit.",
        "Draw one card if you can’t play; if none is left, pass.",
        "Who has no card left wins; if nobody can go on, who holds fewest points. Whoever resigns loses.",
    )
    SENTENCES = {
        "played": ("You played %(card)s.", "%(seat)s played %(card)s."),
        "passed": ("You passed.", "%(seat)s passed."),
        "reshuffled": "The pile is shuffled.",
        "first out": "%(winners)s won: played the last card.",
        "blocked": "%(winners)s won: holds least.",
    }
    REFUSALS = {
        "not_legal": "That can’t be played now: match the suit or the rank.",
        "not_held": "You don’t hold that card.",
    }

    def ask(self, state: State, seat: Seat) -> Line:
        """Return the question for the player to move: the suit to match."""
        return say("Match %(suit)s, or the rank of the top card.", suit=text(SUITS[state.suit]))

    def plan_summary(self, view: View, plan: Plan) -> list[Line]:
        return [say("Cards to play: %(count)s.", count=number(len(plan.steps)))]

    def plan_obstacle(self, view: View, plan: Plan) -> Line | None:
        return say("Your planned card does not match.") if view.legal and plan.steps[0] not in view.legal else None


class CrazyEightsAutomation(PlainAutomation[State]):
    def quick_policy(self, state: State, seat: Seat, rng: Random) -> str:
        """Return the most expensive card in hand, but play an eight last and name the most frequent suit."""
        suits = Counter(code[1] for code in state.hands[seat] if code[0] != "8")

        def promise(move: str) -> tuple[bool, int, int]:
            _verb, *words = move.split()
            return words[0][0] != "8", POINTS[words[0]], suits[words[-1]]

        legal = state.legal_moves(seat)
        return max(legal, key=promise) if legal[0].startswith("play") else legal[0]

    def new_plan(self, view: View, steps: Sequence[str]) -> Plan:
        """Return a plan to play these cards in this order, each as soon as it matches."""
        for step in steps:
            if not _is_held(view, step):
                raise Illegal("not_held", "2")
        return Plan(tuple(steps), {"cards": len(view.seats[view.seat or 0].hand or ())})

    def remaining_plan(self, view: View, plan: Plan) -> Plan | None:
        steps = tuple(step for step in plan.steps if _is_held(view, step))
        return Plan(steps, plan.seen) if steps and view.outcome is None else None

    def planned_move(self, view: View, plan: Plan) -> str | None:
        return plan.steps[0] if plan.steps[0] in view.legal else None


def _is_held(view: View, step: str) -> bool:
    verb, *words = step.split()
    hand = view.seats[view.seat].hand if view.seat is not None else None
    return verb == "play" and bool(words) and words[0] in (hand or ())


ENGINE = CrazyEightsEngine()
GAME = Game(ENGINE, CrazyEightsPresentation(ENGINE), CrazyEightsAutomation(ENGINE))
